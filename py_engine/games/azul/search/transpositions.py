"""Positions stored by node number, and the hashed keys that identify transpositions.

The keys are those of additive Zobrist hashing (Zobrist, 1970). Parts are hashed by multiplications and shifts, with the
constants of SplitMix64 (Steele, Lea & Flood, 2014).
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.rules.batch import Batch, Side, targets_of
from py_engine.games.azul.rules.tables import CENTER, INDEX, ROWS, SOURCES

__all__ = ["NodePositions", "position_keys"]

_MIX: Array = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=U64)
_HALF: Array = np.array(32, dtype=U64)
_THIRD: Array = np.array(29, dtype=U64)
_ROW_SHIFTS: Array = np.array([0, 16, 32, 48, 0], dtype=U64)[:, None]
_SMALL_SHIFT: Array = np.array(16, dtype=U64)
_OF_A_PART: Array = (_MIX[0] * np.array([1] * CENTER + [2, 3, 4, 5, 6], dtype=U64))[:, None]


class NodePositions:
    """The positions of a search tree's nodes, all from the same round.

    They share the root's bag, round and scores; the order of tiles on the floors is not stored.

    Args:
        root: A batch of one position, stored as node 0.
        capacity: Number of positions that fit.
    """

    def __init__(self, root: Batch, capacity: int) -> None:
        self._root = root.take(np.zeros(1, dtype=INDEX)).without_floor_order()
        self._tiles = np.zeros((SOURCES, capacity), dtype=U64)
        self._lines = np.zeros((2, ROWS + 1, capacity), dtype=np.int16)
        # In order: floors of both sides, their tokens, the token in the centre, who is in front, who moves.
        self._small = np.zeros((7, capacity), dtype=U8)
        self.put(np.zeros(1, dtype=INDEX), self._root)

    def enlarge(self, capacity: int) -> None:
        """Enlarges the storage to ``capacity`` positions."""
        more = capacity - self._tiles.shape[-1]
        self._tiles, self._lines, self._small = (
            np.concatenate([kept, np.zeros((*kept.shape[:-1], more), dtype=kept.dtype)], axis=-1)
            for kept in (self._tiles, self._lines, self._small)
        )

    def keep(self, nodes: Array) -> None:
        """Keeps some nodes (N,) only, ascending, which become the first N."""
        for part in (self._tiles, self._lines, self._small):
            part[..., : len(nodes)] = part[..., nodes]

    def put(self, at: Array, batch: Batch) -> None:
        """Stores positions as nodes ``at`` (B,)."""
        first, second = batch.sides
        self._tiles[:, at] = batch.tiles
        self._lines[0][:, at] = first.lines
        self._lines[1][:, at] = second.lines
        small = (first.floor, second.floor, first.token, second.token, batch.center_token, batch.front, batch.turn)
        for kept, values in zip(self._small, small, strict=True):
            kept[at] = values

    def factories(self, number: int) -> list[int]:
        """The words of the factories of a node's position."""
        words: list[int] = self._tiles[:CENTER, number].tolist()
        return words

    def take(self, at: Array) -> Batch:
        """The positions of nodes ``at`` (B,), repeats allowed."""
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
    """(B,) uint64 hashed keys, equal for positions whose rest of the round is the same, and otherwise almost surely different.

    Like Zobrist keys they combine hashes of the parts, but by adding, so that the order of the factories does not matter.
    """
    parts = np.empty((SOURCES + 4, batch.size), dtype=U64)
    parts[:SOURCES] = batch.tiles
    flags = batch.center_token | batch.front << 1
    for i, side in enumerate(batch.sides, start=1):
        keys = side.lines[:ROWS].astype(U64) << _ROW_SHIFTS
        parts[-2 * i] = np.bitwise_or.reduce(keys[: ROWS - 1], axis=0)
        small = side.floor | (side.token.astype(INDEX) << 4) | (flags.astype(INDEX) << 5)
        parts[1 - 2 * i] = keys[ROWS - 1] | small.astype(U64) << _SMALL_SHIFT
    # Each part is hashed with a number of its own, which all factories share; then the hashes are added.
    parts ^= _OF_A_PART
    parts *= _MIX[0]
    parts ^= parts >> _HALF
    parts *= _MIX[1]
    parts ^= parts >> _THIRD
    parts *= _MIX[2]
    parts ^= parts >> _HALF
    mixed: Array = np.add.reduce(parts, axis=0)
    return mixed
