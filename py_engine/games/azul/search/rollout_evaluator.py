"""The source document's evaluator: flat Monte Carlo with common random numbers.

A move's value is the mean of rollouts to the end of the round, in lockstep; all moves are played in the same sampled worlds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from py_engine.core.chance import Domain, RandomBank, seeded
from py_engine.core.contract import EvaluatorParams, Model
from py_engine.core.evaluation import SampledEvaluation, Stream
from py_engine.core.grading import Comparison, Measured, result_of
from py_engine.core.numerics import Array
from py_engine.core.results import Result
from py_engine.core.samples import Sample
from py_engine.games.azul.knowledge.grades import BANDS
from py_engine.games.azul.knowledge.value import final_difference, win_probability
from py_engine.games.azul.knowledge.valuers import Horizon
from py_engine.games.azul.policies.policy import greedy_threshold
from py_engine.games.azul.policies.rollout import RolloutStarts
from py_engine.games.azul.policies.shortlist import shortlist
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.scoring import RoundEnd, finish_round
from py_engine.games.azul.rules.state import AzulRequest, action_data
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.root import Root

__all__ = ["RolloutEvaluation", "RolloutOptions"]

_STREAMS: dict[Stream, int] = {"explore": 0, "fresh": 1}


class RolloutOptions(Model):
    """Options of the rollout evaluator."""

    horizon: Horizon = "round"
    """The value of a rollout: the score difference after the round, or the expected final one."""


class RolloutEvaluation(SampledEvaluation):
    """The mean value of rollouts with the policy mix."""

    lanes = 4096

    def __init__(
        self, request: AzulRequest, options: RolloutOptions, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.horizon = options.horizon
        self.root, params = Root.of(request), request.params
        user = None if self.root.user is None else self.root.legal[self.root.user]
        self.actions = self._candidates(params, user)
        """(C,) INDEX: numbers of the candidates' actions."""
        where = None if user is None else int(np.flatnonzero(self.actions == user)[0])
        super().__init__(params, len(self.actions), where, clock)
        self.thresholds = (
            greedy_threshold(params.rollout_config.active_player_policy),
            greedy_threshold(params.rollout_config.opponent_policy),
        )
        self.after = self.root.after(self.actions)
        """The positions after the candidates, one per lane."""
        self.rollouts = 0

    def _candidates(self, params: EvaluatorParams, user: int | None) -> Array:
        kept = shortlist(self.root.batch, np.array(self.root.legal, dtype=INDEX), params.shortlist_size)
        kept = kept[: self._affordable(params, user)]
        if user is not None and user not in kept:
            kept = np.append(kept, np.array(user, dtype=INDEX))
        return kept

    @staticmethod
    def _affordable(params: EvaluatorParams, user: int | None) -> int | None:
        """Number of candidates that ``max_work`` allows to be measured once; None without a limit.

        Grading takes three rollouts more: one for the user's move, and one each for the best and the user's again.
        """
        if params.max_work is None:
            return None
        return params.max_work if user is None else max(1, params.max_work - 3)

    @cached_property
    def starts(self) -> RolloutStarts:
        """The starts of the rollouts: the positions after the candidates, the opponent to move."""
        return RolloutStarts.of(self.after, (self.thresholds[1], self.thresholds[0]))

    def bank(self, stream: Stream, first_world: int, worlds: int) -> RandomBank:
        """Random bits of some worlds."""
        seed = self.params.evaluator_seed
        return RandomBank(seeded(Domain.EVALUATION, seed, _STREAMS[stream], first_world), worlds)

    def score(self, batch: Batch, end: RoundEnd) -> Array:
        """(B,) float64: values of drafted-out positions for the player, by the horizon."""
        if self.horizon == "game":
            return final_difference(batch, end, self.root.player)
        difference = end.scores[0] - end.scores[1]
        return np.where(batch.front == self.root.player, difference, -difference).astype(np.float64)

    def measured(self, candidates: Sequence[int], values: Array, batch: Batch, end: RoundEnd, work: int) -> Sample:
        """The sample from candidates' rollouts, with the lanes ordered by candidate.

        Args:
            candidates: C of them.
            values: (C, W).
            batch: The drafted-out positions, C * W lanes.
            end: The resolved round.
            work: Rollouts or nodes used.
        """
        mine = batch.front == self.root.player
        features = {name: _per_candidate(lanes, len(candidates)) for name, lanes in _features(batch, end, mine)}
        return Sample(values, features, work)

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """One rollout of each candidate in each world."""
        lanes = np.repeat(np.asarray(candidates, dtype=INDEX), worlds)
        world = np.tile(np.arange(worlds, dtype=INDEX), len(candidates))
        bank = self.bank(stream, first_world, worlds)
        batch = yield from self.starts.play_out(lanes, bank, world)
        end = finish_round(batch)
        values = self.score(batch, end).reshape(len(candidates), worlds)
        self.rollouts += values.size
        return self.measured(candidates, values, batch, end, values.size)

    def measured_candidate(self, candidate: int) -> Measured:
        """A candidate with its most reliable value."""
        tally = self.fresh if self.fresh.count[candidate] else self.standing
        ev, stderr = tally.mean(candidate)
        number = int(self.actions[candidate])
        return Measured(
            action=action_data(number),
            explored=self.standing.mean(candidate)[0],
            ev=ev,
            stderr=stderr,
            rollouts=int(self.standing.count[candidate] + self.fresh.count[candidate]),
            features={**tally.feature_means(candidate), **self.root.features(number)},
        )

    def result(self) -> Result | None:
        """The result so far."""
        if not self.can_lead():
            return None
        shown = list(self.contenders)
        measured = [self.measured_candidate(i) for i in shown]
        metadata = replace(
            self.metadata_so_far("rollout", len(self.root.legal)), rollouts_run=self.rollouts, horizon=self.horizon
        )
        found = result_of(measured, shown.index(self.leader()), self._comparison(shown), BANDS, metadata)
        if self.horizon == "round":
            return found
        chance = win_probability(found.best_action_ev, self.root.round_number, self.root.tiles)
        return replace(found, win_probability=chance)

    def _comparison(self, shown: Sequence[int]) -> Comparison | None:
        """The user's move against its rival, as indices among the shown candidates."""
        difference, rival = self.difference(), self.rival()
        if self.user is None or difference is None:
            return None
        return Comparison(shown.index(self.user), None if rival is None else shown.index(rival), difference)


def _per_candidate(lanes: Array, candidates: int) -> Array:
    sums: Array = lanes.reshape(candidates, -1).sum(axis=1, dtype=np.float64)
    return sums


def _features(batch: Batch, end: RoundEnd, mine: Array) -> list[tuple[str, Array]]:
    """Names and (B,) values, measured before the end of the round clears floors and lines."""

    def own(first: Array, second: Array) -> Array:
        return np.where(mine, first, second)

    first, second = end.tilings
    return [
        ("expected_floor_penalty", own(first.penalty, second.penalty)),
        ("expected_completions", own(first.placed, second.placed)),
        ("expected_adjacency_points", own(first.gained, second.gained)),
        ("expected_tiles_to_floor", own(batch.sides[0].floor, batch.sides[1].floor)),
        ("opponent_expected_points", own(second.gained - second.penalty, first.gained - first.penalty)),
    ]
