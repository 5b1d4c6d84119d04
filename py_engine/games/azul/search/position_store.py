"""The positions of a search tree by number, and the hashed keys by which transpositions are found."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.rules.batch import Batch, Side, targets_of
from py_engine.games.azul.rules.tables import CENTER, INDEX, ROWS, SOURCES

__all__ = ["PositionStore", "position_keys"]

_MIX: Array = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=U64)
_HALF: Array = np.array(32, dtype=U64)
_THIRD: Array = np.array(29, dtype=U64)
_ROW_SHIFTS: Array = np.array([0, 16, 32, 48, 0], dtype=U64)[:, None]
_SMALL_SHIFT: Array = np.array(16, dtype=U64)
_OF_A_PART: Array = (_MIX[0] * np.array([1] * CENTER + [2, 3, 4, 5, 6], dtype=U64))[:, None]


class PositionStore:
    """Positions that follow from one root within its round.

    Bag, round and scores are the root's for all of them, and the order of the floors is not kept.

    Args:
        root: a batch of one position.
        room: how many positions it holds; the root is number 0.
    """

    def __init__(self, root: Batch, room: int) -> None:
        self._root = root.take(np.zeros(1, dtype=INDEX)).without_floor_order()
        self._tiles = np.zeros((SOURCES, room), dtype=U64)
        self._lines = np.zeros((2, ROWS + 1, room), dtype=np.int16)
        # In order: floors of both sides, their tokens, the token in the centre, who is in front, who moves.
        self._small = np.zeros((7, room), dtype=U8)
        self.put(np.zeros(1, dtype=INDEX), self._root)

    def widen(self, room: int) -> None:
        """Makes room for more positions: ``room`` in all."""
        more = room - self._tiles.shape[-1]
        self._tiles, self._lines, self._small = (
            np.concatenate([kept, np.zeros((*kept.shape[:-1], more), dtype=kept.dtype)], axis=-1)
            for kept in (self._tiles, self._lines, self._small)
        )

    def put(self, at: Array, batch: Batch) -> None:
        """Stores positions under numbers (B,)."""
        first, second = batch.sides
        self._tiles[:, at] = batch.tiles
        self._lines[0][:, at] = first.lines
        self._lines[1][:, at] = second.lines
        small = (first.floor, second.floor, first.token, second.token, batch.center_token, batch.front, batch.turn)
        for kept, values in zip(self._small, small, strict=True):
            kept[at] = values

    def factories(self, number: int) -> list[int]:
        """The words of a position's factories."""
        words: list[int] = self._tiles[:CENTER, number].tolist()
        return words

    def take(self, at: Array) -> Batch:
        """A batch of the positions with numbers (B,), repeats allowed."""
        small = self._small.take(at, axis=1, mode="clip")
        lines = self._lines.take(at, axis=2, mode="clip").astype(INDEX)
        one = np.zeros(len(at), dtype=INDEX)
        scores = np.stack([side.score for side in self._root.sides])[:, 0]
        front = small[5]
        changed = front ^ self._root.front[0]
        sides = tuple(
            Side(
                lines[i],
                targets_of(lines[i]),
                small[i].astype(INDEX),
                None,
                small[2 + i],
                scores.take(changed ^ i, mode="clip"),
            )
            for i in (0, 1)
        )
        return Batch(
            self._tiles.take(at, axis=1, mode="clip"),
            small[4],
            (sides[0], sides[1]),
            front,
            small[6],
            self._root.round_number.take(one, mode="clip"),
            self._root.totals.take(one, axis=1, mode="clip"),
            self._root.bag.take(one, axis=1, mode="clip"),
        )


def position_keys(batch: Batch) -> Array:
    """(B,) uint64 hashed keys: equal for positions that are equal as far as the rest of their round goes; else almost never.

    Factories are interchangeable.
    """
    parts = np.empty((SOURCES + 4, batch.size), dtype=U64)
    parts[:SOURCES] = batch.tiles
    flags = batch.center_token | batch.front << 1
    for i, side in enumerate(batch.sides, start=1):
        keys = side.lines[:ROWS].astype(U64) << _ROW_SHIFTS
        parts[-2 * i] = np.bitwise_or.reduce(keys[: ROWS - 1], axis=0)
        small = side.floor | (side.token.astype(INDEX) << 4) | (flags.astype(INDEX) << 5)
        parts[1 - 2 * i] = keys[ROWS - 1] | small.astype(U64) << _SMALL_SHIFT
    # Each part is mixed up with a number of its own, which factories have in common; then all are added.
    parts ^= _OF_A_PART
    parts *= _MIX[0]
    parts ^= parts >> _HALF
    parts *= _MIX[1]
    parts ^= parts >> _THIRD
    parts *= _MIX[2]
    parts ^= parts >> _HALF
    mixed: Array = np.add.reduce(parts, axis=0)
    return mixed
