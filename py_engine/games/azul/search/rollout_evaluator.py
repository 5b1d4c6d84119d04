"""Azul's evaluations: what they share, and the rollout evaluator."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from py_engine.core.chance import Domain, RandomBank, seeded
from py_engine.core.contract import EvaluatorParams, Model
from py_engine.core.evaluation import SampledEvaluation, Stream
from py_engine.core.grading import Comparison, Measured, answer
from py_engine.core.numerics import U8, Array
from py_engine.core.samples import Sample
from py_engine.games.azul.coaching.feedback import BANDS, sentences
from py_engine.games.azul.knowledge.value import final_difference, win_probability
from py_engine.games.azul.knowledge.valuers import Horizon
from py_engine.games.azul.policies.policy import greedy_threshold
from py_engine.games.azul.policies.rollout import RolloutStarts
from py_engine.games.azul.policies.shortlist import shortlist
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.scoring import RoundEnd, finish_round
from py_engine.games.azul.rules.state import AzulState, action_of, to_batch
from py_engine.games.azul.rules.tables import CENTER, COLORS, DESTINATIONS, INDEX

__all__ = ["Asked", "RolloutEvaluation", "RolloutOptions", "action_features"]

_STREAMS: dict[Stream, int] = {"explore": 0, "fresh": 1}


@dataclass(frozen=True, slots=True)
class Asked:
    """What an evaluation is asked."""

    state: AzulState
    player: int
    legal: Sequence[int]
    """Numbers of the legal actions, ascending."""
    params: EvaluatorParams
    user: int | None = None
    """The action to grade."""


class RolloutOptions(Model):
    """Options of the rollout evaluator."""

    horizon: Horizon = "round"
    """What a rollout is worth: the score difference after the round, or the expected final one."""


def action_features(state: AzulState, root: Batch, number: int) -> dict[str, float]:
    """What an action itself does.

    Args:
        state: where it is played.
        root: the same as a batch of one.
        number: of the action.
    """
    source, color = number // (COLORS * DESTINATIONS), number // DESTINATIONS % COLORS
    token = source == CENTER and state.center.has_first_player_token
    tiles = int(root.tiles.view(U8).reshape(-1, 8)[source, color])
    return {"takes_first_player_token": float(token), "tiles_acquired": float(tiles)}


class RolloutEvaluation(SampledEvaluation):
    """Mean utility of rollouts with the policy mix: the source document's evaluator, in lockstep."""

    lanes = 4096

    def __init__(self, asked: Asked, options: RolloutOptions, clock: Callable[[], float] = time.perf_counter) -> None:
        self.horizon = options.horizon
        self.state, self.player, self.legal = asked.state, asked.player, asked.legal
        self.root = to_batch([asked.state]).without_floor_order()
        self.actions = self._candidates(asked.params, asked.user)
        where = None if asked.user is None else int(np.flatnonzero(self.actions == asked.user)[0])
        super().__init__(asked.params, len(self.actions), where, clock)
        params = asked.params
        self.thresholds = (
            greedy_threshold(params.rollout_config.active_player_policy),
            greedy_threshold(params.rollout_config.opponent_policy),
        )
        self.after = self._play_candidates()
        self.rollouts = 0

    def _candidates(self, params: EvaluatorParams, user: int | None) -> Array:
        kept = shortlist(self.root, np.array(self.legal, dtype=INDEX), params.shortlist_size)
        kept = kept[: self._affordable(params, user)]
        if user is not None and user not in kept:
            kept = np.append(kept, np.array(user, dtype=INDEX))
        return kept

    @staticmethod
    def _affordable(params: EvaluatorParams, user: int | None) -> int | None:
        """How many candidates can be measured once within ``max_work``; None without a limit.

        A grade takes one more for the user's move, and the best and the user's once again.
        """
        if params.max_work is None:
            return None
        return params.max_work if user is None else max(1, params.max_work - 3)

    def _play_candidates(self) -> Batch:
        """The positions after each candidate, a lane each."""
        after = self.root.take(np.zeros(len(self.actions), dtype=INDEX))
        step(after, *split_action(self.actions))
        return after

    @cached_property
    def starts(self) -> RolloutStarts:
        """Where rollouts start: the positions after the candidates, the opponent to move."""
        return RolloutStarts.of(self.after, (self.thresholds[1], self.thresholds[0]))

    def bank(self, stream: Stream, first_world: int, worlds: int) -> RandomBank:
        """Random bits of some worlds."""
        seed = self.params.evaluator_seed
        return RandomBank(seeded(Domain.EVALUATION, seed, _STREAMS[stream], first_world), worlds)

    def score(self, batch: Batch, end: RoundEnd) -> Array:
        """(B,) float64: what drafted-out positions are worth to the player, by the horizon."""
        if self.horizon == "game":
            return final_difference(batch, end, self.player)
        difference = end.scores[0] - end.scores[1]
        return np.where(batch.front == self.player, difference, -difference).astype(np.float64)

    def measured(self, candidates: Sequence[int], values: Array, batch: Batch, end: RoundEnd, work: int) -> Sample:
        """The sample of candidates' rollouts, lanes candidate by candidate.

        Args:
            candidates: C of them.
            values: (C, W).
            batch: the drafted-out positions, C * W lanes.
            end: its resolution.
            work: rollouts or nodes that it took.
        """
        mine = batch.front == self.player
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

    def tiles_on_table(self) -> int:
        """Tiles left to draft."""
        return int(self.root.tiles.view(U8).sum(dtype=np.int32))

    def measured_candidate(self, candidate: int) -> Measured:
        """A candidate with its best-known value."""
        tally = self.fresh if self.fresh.count[candidate] else self.standing
        ev, stderr = tally.mean(candidate)
        return Measured(
            action=action_of(int(self.actions[candidate])).model_dump(),
            explored=self.standing.mean(candidate)[0],
            ev=ev,
            stderr=stderr,
            rollouts=int(self.standing.count[candidate] + self.fresh.count[candidate]),
            features={
                **tally.feature_means(candidate),
                **action_features(self.state, self.root, int(self.actions[candidate])),
            },
        )

    def result(self) -> dict[str, Any] | None:
        """The EvaluationResult so far."""
        if not self.can_lead():
            return None
        shown = self.shown()
        measured = [self.measured_candidate(i) for i in shown]
        found = answer(measured, shown.index(self.leader()), self._comparison(shown), BANDS)
        ev = found["best_action_ev"]
        if self.horizon == "game":
            found["win_probability"] = win_probability(ev, self.state.round_number, self.tiles_on_table())
        if found["grade"] is not None:
            found["feedback"] = sentences(found)
        found["metadata"] = self.metadata() | {"candidates_evaluated": len(shown)}
        return found

    def _comparison(self, shown: Sequence[int]) -> Comparison | None:
        """The user's move against its rival, as places among the shown candidates."""
        difference, rival = self.difference(), self.rival()
        if self.user is None or difference is None:
            return None
        return Comparison(shown.index(self.user), None if rival is None else shown.index(rival), difference)

    def shown(self) -> list[int]:
        """The candidates of the answer."""
        return list(self.contenders)

    def metadata(self) -> dict[str, Any]:
        """The metadata of the result so far."""
        return self.circumstances("rollout", len(self.legal)) | {
            "rollouts_run": self.rollouts,
            "horizon": self.horizon,
        }


def _per_candidate(lanes: Array, candidates: int) -> Array:
    sums: Array = lanes.reshape(candidates, -1).sum(axis=1, dtype=np.float64)
    return sums


def _features(batch: Batch, end: RoundEnd, mine: Array) -> list[tuple[str, Array]]:
    """Name and (B,) values, measured before the round's end clears floors and lines."""

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
