"""Base class of the searches that explore all plans and then measure the finalists again.

The maximum of noisy means is biased upwards (J. Smith and R. Winkler, "The optimizer's curse", Management Science 2006), so
what is stated about moves comes from fresh worlds that had no part in choosing them. All finalists see the same fresh worlds.
Neither part depends on which move is graded, unless that move is no finalist; then it joins them. So a search for the best
move and the grading of a finalist are the same evaluation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from py_engine.core.evaluation import SINGLE_WORLD_ERROR, Pieces, SampledEvaluation, Stream
from py_engine.core.grading import Difference
from py_engine.core.numerics import small_sample_factor
from py_engine.core.request import Regradable
from py_engine.games.hearts.knowledge.sampling_error import least_error, points_in_play
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.plans import Plan, PlanValues

__all__ = ["NAMED", "RecheckedEvaluation"]

DROP_AFTER = 48
"""Number of worlds after which plans may be dropped."""
DROP_ERRORS = 3.2
"""Standard errors by which a plan must be behind to be dropped."""
MOON_CHANCE = 0.5
"""Minimum success rate of a plan to shoot the moon."""
NAMED = ("hearts", "queen_chance", "moon_chance", "moon_against")
"""Features that reasons name: of these, too, it is known how exact their differences are."""
COMPARED = 5
"""Number of moves that are compared, besides the user's."""


class RecheckedEvaluation(SampledEvaluation, Regradable):
    """Explores plans, then measures those of the best moves, the finalists, in fresh worlds.

    Args:
        known: The information set.
        plans: What to compare; the first is the choice of the playouts' policies.
        moves: For every legal action, the move that stands for it in the plans.
        explored: How many of the plans, the first ones, are explored; the others are only compared. None for all.
        clock: Returns the time in seconds.
    """

    explore_share = 0.4
    """Share of the time and work for exploring."""
    rechecks = True
    """Whether finalists are measured in fresh worlds; if not, values come from the explored ones."""
    basis = 0
    """The first finalist, which has seen all fresh worlds."""

    def __init__(
        self,
        known: InformationSet,
        plans: Sequence[Plan],
        moves: Sequence[int],
        explored: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(known.request.params, len(plans), None, clock)
        self.known = known
        self.plans, self.moves = plans, moves
        self.contenders = range(len(plans) if explored is None else explored)
        self.values, self.again = PlanValues(len(plans)), PlanValues(len(plans))
        """The values of plans in explored worlds, and in fresh ones."""
        self.named = {name: PlanValues(len(plans)) for name in NAMED}
        """Features of plans in fresh worlds."""
        self.points = known.objective.points_scale() * points_in_play(known.facts)
        """Value of the points in play."""
        self.user_move: int | None = None
        self._regard_user()

    def take_up(self, request: HeartsRequest) -> bool:
        """See ``Regradable``; a pass for which there is no plan needs a search of its own."""
        self.known.take_up(request)
        if self.known.user is None or self.moves[self.known.user] not in {plan.move for plan in self.plans}:
            return False
        self._regard_user()
        return True

    def _regard_user(self) -> None:
        """Takes note of the graded move."""
        self.user_move = None if self.known.user is None else self.moves[self.known.user]
        self.user = None if self.user_move is None else self._plan_of(self.user_move)

    @property
    def is_rechecked(self) -> bool:
        """Whether there are fresh worlds to state values from, for the user's plan, too."""
        seen = self.again.counts
        return bool(seen[self.basis] > 0) and (self.user is None or bool(seen[self.user] > 0))

    def has_result(self) -> bool:
        """Whether the finalists, if there are several, have been measured again."""
        return self.can_lead() and (self.is_rechecked or not self.rechecks or len(self.finalists()) < 2)

    def _share(self) -> float:
        return self.explore_share if self.rechecks else 1.0

    def _measure_again(self, extensions: int) -> Pieces:
        chosen = self.finalists()
        if not self.rechecks or len(chosen) < 2:
            return
        counts = self.again.counts
        if counts[self.basis]:
            # Whoever joins is compared with the basis, in the worlds that both see from now on.
            chosen = [self.basis, *(i for i in chosen if i != self.basis)]
        else:
            self.basis = chosen[0]
        while True:
            done, new = int(counts[self.basis]), not counts[chosen].all()
            # A first look at a move that joins late is not left out, even if the budget is spent.
            late = new and done > 0
            left = None if late else self.work_left
            worlds = self._chunk(len(chosen), 0 if late else done, self.first_fresh_chunk, left, needed=new)
            if not worlds:
                return
            sample = yield from self._sampled(chosen, "fresh", done, worlds)
            self.fresh.add(chosen, sample)
            self.again.add(chosen, sample.values)
            self.work_done += sample.work
            yield
            if extensions != self.extensions:
                return

    def gap(self, one: int, other: int) -> Difference:
        """The difference of two finalists in fresh worlds, with the error of sampling only."""
        return self._gap_in(self.again, one, other)

    def feature_gap(self, name: str, one: int, other: int) -> Difference:
        """The same for a feature, with an error that allows for worlds that repeat."""
        found, worlds = self._gap_in(self.named[name], one, other), int(min(self.again.counts[[one, other]]))
        return Difference(found.value, found.stderr * self._repeats("fresh", worlds))

    def _gap_in(self, values: PlanValues, one: int, other: int) -> Difference:
        seen = values.counts
        if seen[one] == seen[other] or self.basis in (one, other):
            return values.difference(one, other)
        # One of them joined late: both are compared with the basis.
        first, second = values.difference(one, self.basis), values.difference(other, self.basis)
        error = float(np.sqrt(first.stderr * first.stderr + second.stderr * second.stderr))
        return Difference(first.value - second.value, error)

    def _sampling_error(self, stream: Stream, stderr: float, worlds: int) -> float:
        """A standard error corrected for worlds that repeat, and never below that of a sample that agrees by chance."""
        least = least_error(self.known.independent(stream, worlds), self.points)
        return max(stderr * self._repeats(stream, worlds), least)

    def _repeats(self, stream: Stream, worlds: int) -> float:
        """The factor by which repeated worlds increase a standard error, relative to independent worlds."""
        return float(np.sqrt(max(1.0, worlds / max(1.0, self.known.independent(stream, worlds)))))

    def _plan_of(self, move: int) -> int:
        """The plan that stands for a move: to shoot only if that is clearly better and succeeds often enough."""
        plans = [i for i, plan in enumerate(self.plans) if plan.move == move]
        return self._best(plans, plans[0])

    def _best(self, among: Sequence[int], prior: int | None) -> int:
        """The best of some explored plans.

        Args:
            among: The plans.
            prior: A plan that only a clearly better one may replace; None if there is none.
        """
        if len(among) == 1 or not self.values.counts[0]:
            return among[0]
        sound = [i for i in among if not self.plans[i].shoot or self.moon_chance(i) > MOON_CHANCE] or list(among)
        if prior in sound:
            sound = [i for i in sound if i == prior or self._clearly_better(i, prior)]
        return self._foremost_by(self.values, 0, sound)

    @staticmethod
    def _foremost_by(values: PlanValues, basis: int, plans: Sequence[int]) -> int:
        """The plan of the highest value; ties go to the lower variance, then to the first card."""
        return max(plans, key=lambda i: (values.estimate(i, basis), -values.variance(i), -i))

    def first_of(self, plans: Sequence[int]) -> int:
        """The best of some compared plans."""
        if self.is_rechecked:
            return self._foremost_by(self.again, self.basis, plans)
        return self._foremost_by(self.values, 0, plans)

    def _clearly_better(self, plan: int, other: int) -> bool:
        gap = self.values.difference(plan, other)
        shared = int(min(self.values.counts[plan], self.values.counts[other]))
        return gap.value > self.known.options.gate * gap.stderr * self._repeats("explore", shared)

    def moon_chance(self, plan: int) -> float:
        """The share of worlds in which a plan shot the moon."""
        return self.explored.feature_means(plan).get("moon_chance", 0.0)

    def leader(self) -> int:
        """The best plan of those explored."""
        moves = dict.fromkeys(self.plans[i].move for i in self.contenders)
        return self._best([self._plan_of(move) for move in moves], None)

    def narrow(self) -> None:
        """Drops plans that are far behind, except the greedy plan."""
        if self.user_move is not None:
            self.user = self._plan_of(self.user_move)
        if self.values.counts[0] < DROP_AFTER:
            return
        leader = self.leader()
        kept = []
        for i in self.contenders:
            gap = self.values.difference(leader, i)
            behind = gap.value > DROP_ERRORS * gap.stderr * self._repeats("explore", int(self.values.counts[i]))
            if not behind or i in (0, leader):
                kept.append(i)
        self.contenders = kept

    def finalists(self) -> list[int]:
        """The plans of the best moves, the leader's first, and the user's."""
        leader = self.leader()
        others = [i for i in self._foremost() if self.plans[i].move != self.plans[leader].move]
        others.sort(key=lambda i: (-self.values.estimate(i, 0), i))
        chosen = [leader, *others[: COMPARED - 1]]
        return chosen if self.user is None or self.user in chosen else [*chosen, self.user]

    def _foremost(self) -> list[int]:
        """The explored moves' plans, one for each."""
        moves = dict.fromkeys(plan.move for i, plan in enumerate(self.plans) if self.values.counts[i])
        return [self._plan_of(move) for move in moves]

    def compared(self) -> list[int]:
        """The plans that are compared with each other: in fresh worlds once there are some, else in the explored ones."""
        if not self.is_rechecked:
            return [i for i in (self.finalists() if self.rechecks else self._foremost()) if self.values.counts[i]]
        measured: dict[int, list[int]] = {}
        for i in np.flatnonzero(self.again.counts).tolist():
            measured.setdefault(self.plans[i].move, []).append(i)
        # An extended evaluation may have changed its mind on how to continue after a move.
        return [self.first_of(plans) for plans in measured.values()]

    def worth(self, plan: int) -> float:
        """The value of a plan as far as known: in fresh worlds if it was compared there, otherwise in the explored ones."""
        if self.is_rechecked and self.again.counts[plan]:
            return self.again.estimate(plan, self.basis)
        return self.values.estimate(plan, 0)

    def lead(self, one: int, other: int) -> Difference:
        """The difference of two compared plans, with the errors of sampling and of the playouts."""
        if one == other:
            return Difference(0.0, 0.0)
        stream: Stream = "fresh" if self.is_rechecked else "explore"
        found, worlds = self._paired(one, other)
        model = self.model_error()
        sampled = SINGLE_WORLD_ERROR
        if worlds > 1:
            sampled = self._sampling_error(stream, found.stderr, worlds) * small_sample_factor(worlds)
        return Difference(found.value, float(np.sqrt(sampled * sampled + model * model)))

    def spread(self, one: int, other: int) -> float:
        """Standard deviation of the difference of two compared plans from world to world."""
        found, worlds = self._paired(one, other)
        return found.stderr * float(np.sqrt(worlds))

    def _paired(self, one: int, other: int) -> tuple[Difference, int]:
        """The difference of two compared plans with the error of sampling only, and the number of worlds it is from."""
        if self.is_rechecked:
            found, counts = self.gap(one, other), self.again.counts
        else:
            found, counts = self.values.difference(one, other), self.values.counts
        return found, int(min(counts[one], counts[other]))
