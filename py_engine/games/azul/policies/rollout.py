"""Rollouts: a batch of positions played to the end of the round by policies, in lockstep."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from py_engine.core.chance import RandomBank
from py_engine.core.numerics import Array
from py_engine.games.azul.policies.greedy_rollout import GreedyStarts, can_play_greedily
from py_engine.games.azul.policies.policy import ALWAYS_GREEDY, choose
from py_engine.games.azul.rules.batch import Batch, Side, step

__all__ = ["MAX_PLIES", "RolloutStarts", "play_out", "play_out_by_steps"]

MAX_PLIES = 100
"""Maximum number of moves in a rollout (more than any round has: 20 tiles, at least one per move)."""
_DROP_SHARE = 0.75
"""Drafted-out lanes are dropped once at most this share of the lanes is still playing."""


@dataclass(slots=True)
class _Finished:
    """Storage for dropped lanes: their tables and boards, in the order of the original batch."""

    batch: Batch

    def put(self, lanes: Array, done: Batch) -> None:
        """Stores drafted-out positions at their original lanes."""
        self.batch.tiles[:, lanes] = done.tiles
        self.batch.center_token[lanes] = done.center_token
        self.batch.front[lanes] = done.front
        self.batch.turn[lanes] = done.turn
        for kept, side in zip(self.batch.sides, done.sides, strict=True):
            _put_side(kept, lanes, side)


def _put_side(kept: Side, lanes: Array, side: Side) -> None:
    kept.lines[:, lanes] = side.lines
    kept.floor[lanes] = side.floor
    kept.token[lanes] = side.token
    kept.score[lanes] = side.score


@dataclass(slots=True)
class RolloutStarts:
    """The starting positions of rollouts; any number of rollouts may start from each."""

    batch: Batch
    thresholds: tuple[int, int]
    greedy: GreedyStarts | None
    """The same for the faster rollouts of two greedy players; None if they do not apply."""

    @classmethod
    def of(cls, batch: Batch, thresholds: tuple[int, int]) -> RolloutStarts:
        """Starts from the positions of a batch.

        Args:
            batch: The positions.
            thresholds: The greediness of the side in front and of the other one (``policy.greedy_threshold``).
        """
        quick = min(thresholds) >= ALWAYS_GREEDY and can_play_greedily(batch)
        return cls(batch.without_floor_order(), thresholds, GreedyStarts.of(batch) if quick else None)

    def play_out(
        self, starts: Array, bank: RandomBank, worlds: Array, first_ply: int = 0
    ) -> Generator[None, None, Batch]:
        """Plays rollouts to the end of the round, in lockstep; pauses (yields) after every ply.

        Args:
            starts: (L,) INDEX: the starting position of each lane.
            bank: Random bits by ply and world.
            worlds: (L,) INDEX: the world of each lane.
            first_ply: The ply of the bank to start at.

        Returns:
            The drafted-out positions, in the order of the lanes, without valid ``targets``. The boards may have been
            swapped: ``front`` is the player in front.
        """
        if self.greedy is not None:
            return (yield from self.greedy.play_out(starts, bank, worlds, first_ply))
        return (yield from play_out_by_steps(self.batch.take(starts), bank, worlds, self.thresholds, first_ply))


def play_out(
    batch: Batch, bank: RandomBank, worlds: Array, thresholds: tuple[int, int], first_ply: int = 0
) -> Generator[None, None, Batch]:
    """Plays every lane of a batch once to the end of the round, see ``RolloutStarts.play_out``."""
    every = np.arange(batch.size, dtype=np.intp)
    return (yield from RolloutStarts.of(batch, thresholds).play_out(every, bank, worlds, first_ply))


def play_out_by_steps(
    batch: Batch, bank: RandomBank, worlds: Array, thresholds: tuple[int, int], first_ply: int = 0
) -> Generator[None, None, Batch]:
    """``play_out`` for any policies, move by move with ``choose`` and ``step``. The batch is overwritten."""
    lanes = np.arange(batch.size, dtype=np.intp)
    result: _Finished | None = None
    for ply in range(MAX_PLIES):
        playing = np.bitwise_or.reduce(batch.tiles, axis=0) != 0
        left = np.count_nonzero(playing)
        if left == 0:
            break
        if left <= _DROP_SHARE * batch.size:
            result = result or _Finished(batch.take(lanes))
            done = ~playing
            result.put(lanes[done], batch.take(done))
            batch, lanes, worlds = batch.take(playing), lanes[playing], worlds[playing]
        bits = bank.row(first_ply + ply).take(worlds)
        step(batch, *choose(batch, bits, thresholds[ply & 1]))
        yield
    if result is None:
        return batch
    result.put(lanes, batch)
    return result.batch
