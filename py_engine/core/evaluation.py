"""Anytime jobs: work is done in short slices, has a result after each, and can be resumed later.

``Job`` is the base of everything that can take longer than a slice. ``Evaluation`` adds the budgets of an evaluation, in
time *and* in work. ``SampledEvaluation`` is a Monte Carlo evaluation with common random numbers (Law 2015, "Simulation
Modeling and Analysis", chapter 11): all candidates are measured in the same random worlds.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Generic, Literal, TypeVar

import numpy as np

from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.grading import Difference
from py_engine.core.numerics import descending, mean_and_stderr, small_sample_factor
from py_engine.core.results import EndedBy, Metadata, Result
from py_engine.core.samples import Sample, Tally

__all__ = ["Evaluation", "Job", "Pieces", "SampledEvaluation", "Stream"]

R = TypeVar("R")
"""The type of a job's result."""
Pieces = Generator[None, None, None]
PAUSE = 0.05
"""Seconds. A gap between two pieces longer than this is a pause and does not count towards the time budget."""
SINGLE_WORLD_ERROR = 10.0
"""Points. Error assumed for a difference that was seen in one world only, whose spread is unknown."""
Stream = Literal["explore", "fresh", "quick"]


class Job(ABC, Generic[R]):
    """Work in pieces of a few milliseconds, each up to a ``yield`` of ``work``; ``clock`` gives the time in seconds."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self.done = False
        self._pieces: Pieces | None = None

    @abstractmethod
    def work(self) -> Pieces:
        """Does the work and returns when nothing is left to do."""

    @abstractmethod
    def result(self) -> R | None:
        """The result so far, or None if there is none yet."""

    @property
    @abstractmethod
    def progress(self) -> float:
        """The fraction done, 0..1."""

    def piece(self) -> None:
        """Does one piece."""
        if self._pieces is None:
            self._pieces = self.work()
        if next(self._pieces, self) is self:
            self.done = True

    def step(self, slice_ms: float) -> None:
        """Works for about ``slice_ms`` milliseconds, at least one piece, or until done."""
        end = self.clock() + slice_ms / 1000
        while not self.done:
            self.piece()
            if self.clock() >= end:
                break

    def pieces(self) -> Generator[None, None, R | None]:
        """Runs this job inside another job's ``work`` and returns the result."""
        while not self.done:
            self.piece()
            yield
        return self.result()

    def finish(self) -> None:
        """Works until done."""
        while not self.done:
            self.piece()

    def run(self) -> R | None:
        """Works until done and returns the result."""
        self.finish()
        return self.result()


class Evaluation(Job[Result]):
    """A job limited by the budgets of ``EvaluatorParams``."""

    def __init__(self, params: EvaluatorParams, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(clock)
        self.params = params
        self.work_done = 0
        """Positions, nodes or rollouts so far; limited by ``max_work``."""
        self.ended_by: EndedBy = "work"
        self.deadline_ms = 0.0  # when its time is up at the earliest, in ``elapsed_ms``; see ``allow``
        self.extensions = 0
        """How many times ``extend`` was called."""
        self.explain: Callable[[Result], Result] = lambda result: result
        """Adds the game's feedback sentences to a result; set by ``Game.evaluation``."""
        self._started: float | None = None
        self._paused_at = 0.0
        self._spent = 0.0

    @property
    def elapsed_ms(self) -> float:
        """Milliseconds of work since the start, without pauses between pieces."""
        running = 0.0 if self._started is None else self.clock() - self._started
        return (self._spent + running) * 1000

    @property
    def allowed_ms(self) -> float:
        """Milliseconds until the time is up: the budget, or a later deadline."""
        return max(self.params.time_budget_ms, self.deadline_ms)

    @property
    def out_of_time(self) -> bool:
        """Whether the time is used up."""
        return self.elapsed_ms >= self.allowed_ms

    @property
    def work_left(self) -> int | None:
        """The work that ``max_work`` still allows, or None without a limit."""
        return None if self.params.max_work is None else max(0, self.params.max_work - self.work_done)

    def explained(self) -> Result | None:
        """The result so far with the game's feedback, or None if there is none yet."""
        result = self.result()
        return None if result is None else self.explain(result)

    @abstractmethod
    def has_result(self) -> bool:
        """Whether there is a usable result. Until then the clock does not end the evaluation."""

    def piece(self) -> None:
        """Does one piece and ends the evaluation when its time is up."""
        now = self.clock()
        if self._started is None:
            self._started = now
        elif now - self._paused_at > PAUSE:
            self._started += now - self._paused_at
        super().piece()
        self._paused_at = self.clock()
        if not self.done and self.out_of_time and self.has_result():
            self.done, self.ended_by = True, "clock"
        if self.done:
            # Drop an unfinished chunk: its memory is not needed unless the evaluation is extended.
            if self._pieces is not None:
                self._pieces.close()
            self._pieces = None
            self._spent = self.elapsed_ms / 1000
            self._started = None

    def metadata_so_far(self, evaluator: str, legal_actions: int) -> Metadata:
        """The metadata common to all evaluations; a game adds its own with ``dataclasses.replace``."""
        blank = Metadata(
            0, 0, legal_actions, self.params.evaluator_seed, completed_within_budget=False, evaluator=evaluator
        )
        return self.timed(blank)

    def timed(self, metadata: Metadata) -> Metadata:
        """The metadata with the time taken so far and what ended the evaluation."""
        elapsed = int(self.elapsed_ms)
        in_time = elapsed <= self.params.time_budget_ms  # what is done in one piece may end by itself and late
        return replace(
            metadata,
            elapsed_ms=elapsed,
            completed_within_budget=self.done and self.ended_by != "clock" and in_time,
            ended_by=self.ended_by if self.done else None,
        )

    def allow(self, more_ms: float) -> None:
        """Sets the deadline ``more_ms`` from now; the params stay, so that the result says if it took longer."""
        idle = 0.0 if self._started is None else self.clock() - self._paused_at
        self.deadline_ms = self.elapsed_ms - (idle * 1000 if idle > PAUSE else 0.0) + more_ms

    def extend(self, params: EvaluatorParams) -> None:
        """Resumes with larger budgets; all other params must stay the same."""
        self.params, self.deadline_ms = params, 0.0
        if self.ended_by == "solved":
            return
        self.done, self.ended_by = False, "work"
        self.extensions += 1


class SampledEvaluation(Evaluation):
    """Monte Carlo evaluation with common random numbers: candidates are compared in shared random worlds.

    First all candidates are *explored* in the same worlds, chunk by chunk, so that they have seen the same worlds
    whenever time runs out. When a user's move is graded, it and its rival (the best other move) are then measured again
    in *fresh* worlds, as a paired comparison: the maximum of noisy means is biased upwards (Smith & Winkler 2006, "The
    Optimizer's Curse"), and a grade must not be. Chunk sizes depend only on the number of candidates.

    Args:
        params: Budgets and seed.
        size: Number of candidates.
        user: Index of the move to grade; None when nothing is graded.
    """

    first_chunk = 4
    """Worlds in the first chunk, which is finished even when time is up."""
    first_fresh_chunk = 64
    """Worlds in the first fresh chunk; fewer give no usable estimate of a grade's error."""
    lanes = 1024
    """Approximate number of (candidate, world) pairs in a chunk."""
    explore_share = 0.6
    """Fraction of the time and work spent on exploring when a move is graded."""

    def __init__(
        self, params: EvaluatorParams, size: int, user: int | None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(params, clock)
        self.user = user
        self.contenders: Sequence[int] = range(size)
        """The candidates still being explored."""
        self.explored = Tally.of(size)
        self.fresh = Tally.of(size)
        self.pair: tuple[int, int] | None = None
        self._pair_sums = np.zeros(2, dtype=np.float64)
        self._pair_worlds = 0

    @abstractmethod
    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """Measures candidates in ``worlds`` worlds of a stream, starting at ``first_world``."""

    def _sampled(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """The sample of ``sample``, checked.

        Raises:
            ContractError: ROLLOUT_FAILURE if a rollout failed, or not every candidate has a finite value in every world.
        """
        where = {"stream": stream, "first_world": first_world, "worlds": worlds}
        try:
            sample = yield from self.sample(candidates, stream, first_world, worlds)
        except (ContractError, MemoryError):
            raise
        except Exception as error:
            raise ContractError("ROLLOUT_FAILURE", "A rollout failed inside the engine.", **where) from error
        if fault := sample.fault(len(candidates), worlds):
            raise ContractError("ROLLOUT_FAILURE", f"A rollout returned {fault}.", **where)
        return sample

    def has_result(self) -> bool:
        """Whether every contender has been measured and, when grading, the user's move compared with its rival."""
        return self.can_lead() and (self.user is None or self.difference() is not None)

    @property
    def standing(self) -> Tally:
        """The tally by which contenders are ranked."""
        return self.explored

    def leader(self) -> int:
        """The contender with the best mean; ties go to the first."""
        return self._ahead(self.contenders)

    def _ahead(self, among: Sequence[int]) -> int:
        """The candidate with the best mean among the given ones; ties go to the first."""
        places = np.asarray(among, dtype=np.intp)
        means = self.standing.total[places] / np.maximum(self.standing.count[places], 1)
        return int(places[descending(means)[0]])

    def work(self) -> Pieces:
        """Explores, then (when grading) measures the user's move and its rival again; repeats if extended meanwhile."""
        while True:
            extensions = self.extensions
            yield from self._explore()
            yield from self._measure_again(extensions)
            if extensions == self.extensions:
                return

    @property
    def most_worlds(self) -> int:
        """Maximum number of worlds in each stream."""
        return self.params.rollouts_per_action

    def narrow(self) -> None:
        """Called after each explored chunk; subclasses may drop ``contenders`` that cannot be the best."""

    def world_cost(self, candidates: int) -> int:
        """Rollouts or nodes that one world takes with this number of candidates."""
        return candidates

    def _chunk(self, candidates: int, done: int, first: int, work_left: int | None, *, needed: bool) -> int:
        """Number of worlds in the next chunk after ``done``; 0 when the work is used up.

        With ``needed`` it is at least 1, because without another world there would be no result.
        """
        cost = self.world_cost(candidates)
        wish = first if done == 0 else max(first, self.lanes // cost)
        wish = min(wish, self.most_worlds - done)
        if work_left is not None:
            wish = min(wish, max(work_left // cost, int(needed)))
        return max(wish, 0)

    def _share(self) -> float:
        """The fraction of the time and work for exploring."""
        return 1.0 if self.user is None else self.explore_share

    def _explore(self) -> Pieces:
        share = self._share()
        while True:
            left = self.work_left
            if left is not None and self.params.max_work is not None:
                left = max(0, left - int((1 - share) * self.params.max_work))
            done = int(self.explored.count[self.contenders[0]])
            worlds = self._chunk(len(self.contenders), done, self.first_chunk, left, needed=not self.can_lead())
            if not worlds:
                return
            sampling = self._sampled(self.contenders, "explore", done, worlds)
            sample = yield from self._unless_late(sampling, share)
            if sample is None:
                return
            self.explored.add(self.contenders, sample)
            self.work_done += sample.work
            self.narrow()
            yield

    def _unless_late(
        self, sampling: Generator[None, None, Sample], share: float
    ) -> Generator[None, None, Sample | None]:
        """The sample, or None when fresh worlds need the remaining time and there already is a leader."""
        while True:
            try:
                next(sampling)
            except StopIteration as stop:
                sample: Sample = stop.value
                return sample
            if share < 1 and self.elapsed_ms >= share * self.allowed_ms and self.can_lead():
                sampling.close()
                return None
            yield

    def can_lead(self) -> bool:
        """Whether the contenders have been measured, so there is a leader."""
        return bool(self.standing.count[self.contenders[0]] > 0)

    def _measure_again(self, extensions: int) -> Pieces:
        rival = self.rival()
        if self.user is None or rival is None:
            return
        if self.pair != (rival, self.user):
            self.pair = (rival, self.user)
            self._pair_sums[:], self._pair_worlds = 0, 0
            self.fresh = Tally.of(len(self.explored.count))
        both = sorted(self.pair)
        while worlds := self._chunk(
            2, self._pair_worlds, self.first_fresh_chunk, self.work_left, needed=self._pair_worlds == 0
        ):
            sample = yield from self._sampled(both, "fresh", self._pair_worlds, worlds)
            self.fresh.add(both, sample)
            difference = sample.values[both.index(self.user)] - sample.values[both.index(rival)]
            self._pair_sums += difference.sum(), (difference * difference).sum()
            self._pair_worlds += worlds
            self.work_done += sample.work
            yield
            if extensions != self.extensions:
                return

    def model_error(self) -> float:
        """Standard deviation, in points, of the evaluator's own error in the difference of two moves."""
        return 0.0

    def rival(self) -> int | None:
        """The move to compare the user's with: the leader, or the runner-up if the user's move leads."""
        others = [i for i in self.contenders if i != self.user]
        return self._ahead(others) if others else None

    def difference(self) -> Difference | None:
        """User's value minus its rival's in fresh worlds; None if nothing is graded or measured yet."""
        if self.user is None or not self.can_lead():
            return None
        rival = self.rival()
        if rival is None:
            return Difference(0.0, 0.0)
        if self.pair != (rival, self.user) or self._pair_worlds == 0:
            return None
        mean, stderr = mean_and_stderr(float(self._pair_sums[0]), float(self._pair_sums[1]), self._pair_worlds)
        return self._with_error(mean, stderr, self._pair_worlds)

    def _with_error(self, value: float, stderr: float, n: int) -> Difference:
        """The difference with sampling error and model error combined."""
        model = self.model_error()
        sampled = stderr * small_sample_factor(n) if n > 1 else SINGLE_WORLD_ERROR
        return Difference(value, float(np.sqrt(sampled * sampled + model * model)))

    @property
    def progress(self) -> float:
        """The larger fraction of the time and the worlds used."""
        if self.done:
            return 1.0
        clock = self.elapsed_ms / max(1, self.allowed_ms)
        count = float(self.explored.count[self.contenders[0]]) / self.most_worlds
        return min(0.99, max(clock, count * self._share()))
