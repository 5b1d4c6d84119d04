"""Rollouts: a batch of positions played to the end of the round by the policies, in lockstep."""

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
"""A rollout stops after at most this many moves (no round has as many: 20 tiles, one or more a move)."""
_DROP_SHARE = 0.75
"""Finished lanes are dropped once no more than this share of the lanes is still playing."""


@dataclass(slots=True)
class _Finished:
    """Where the lanes that have been dropped are kept: the table and the boards, in the order of the batch."""

    batch: Batch

    def put(self, lanes: Array, done: Batch) -> None:
        """Stores finished lanes at their places."""
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
    """Positions from which rollouts start, any number of them from each."""

    batch: Batch
    thresholds: tuple[int, int]
    greedy: GreedyStarts | None
    """The same for greedy sides, which are quicker."""

    @classmethod
    def of(cls, batch: Batch, thresholds: tuple[int, int]) -> RolloutStarts:
        """The positions of a batch.

        Args:
            batch: the positions.
            thresholds: how greedily the side in front and the other one play (``policy.greedy_threshold``).
        """
        quick = min(thresholds) >= ALWAYS_GREEDY and can_play_greedily(batch)
        return cls(batch.without_floor_order(), thresholds, GreedyStarts.of(batch) if quick else None)

    def play_out(
        self, starts: Array, bank: RandomBank, worlds: Array, first_ply: int = 0
    ) -> Generator[None, None, Batch]:
        """Plays rollouts to the end of the round, in lockstep; pauses (yields) after every ply.

        Args:
            starts: (L,) INDEX: the position of each lane.
            bank: random bits by ply and world.
            worlds: (L,) INDEX: the world of each lane.
            first_ply: the ply of the bank to start at.

        Returns:
            The drafted-out positions, in the order of the lanes; ``targets`` are not kept up in it. Boards may have
            changed places: ``front`` says whose is in front.
        """
        if self.greedy is not None:
            return (yield from self.greedy.play_out(starts, bank, worlds, first_ply))
        return (yield from play_out_by_steps(self.batch.take(starts), bank, worlds, self.thresholds, first_ply))


def play_out(
    batch: Batch, bank: RandomBank, worlds: Array, thresholds: tuple[int, int], first_ply: int = 0
) -> Generator[None, None, Batch]:
    """Plays every lane of a batch to the end of the round, once: see ``RolloutStarts.play_out``."""
    every = np.arange(batch.size, dtype=np.intp)
    return (yield from RolloutStarts.of(batch, thresholds).play_out(every, bank, worlds, first_ply))


def play_out_by_steps(
    batch: Batch, bank: RandomBank, worlds: Array, thresholds: tuple[int, int], first_ply: int = 0
) -> Generator[None, None, Batch]:
    """``play_out`` by any policies, move by move with ``choose`` and ``step``. The batch is consumed."""
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
