"""Line patterns: lines that differ only in which colours they have, or in their direction, are the same pattern."""

from __future__ import annotations

from functools import cache

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK

__all__ = ["pattern_table", "patterns"]


@cache
def patterns(size: int) -> tuple[tuple[int, ...], ...]:
    """Every pattern of lines of ``size`` cells: 0 for an empty cell, colours numbered as they come, from one side.

    Of the two directions, the one that is smaller as a tuple: 2,152 patterns of seven cells, 117 of five.
    """
    found: list[tuple[int, ...]] = [()]
    for _ in range(size):
        found = [(*head, cell) for head in found for cell in range(min(max(head, default=0) + 1, CELL_MASK) + 1)]
    return tuple(sorted({min(pattern, _renamed(pattern[::-1])) for pattern in found}))


def _renamed(line: tuple[int, ...]) -> tuple[int, ...]:
    names = {0: 0}
    return tuple(names.setdefault(cell, len(names)) for cell in line)


@cache
def pattern_table(size: int) -> Array:
    """(8^size,) uint16: the number of the pattern of each line, by its code."""
    number = np.zeros(1 << CELL_BITS * size, dtype=np.uint16)
    for place, pattern in enumerate(patterns(size)):
        for line in (pattern, pattern[::-1]):
            number[_key(line)] = place
    return number.take(_keys(size).ravel())


def _key(line: tuple[int, ...]) -> int:
    """What a line is but for the names of its colours: for each token, where its colour first stands, from 1 on."""
    firsts = [line.index(cell) + 1 if cell else 0 for cell in line]
    return sum(first << CELL_BITS * position for position, first in enumerate(firsts))  # same bits: whole numbers


def _keys(size: int) -> Array:
    """(8,) * size int32: the keys of all lines; the last cell of a line is the first axis."""
    cell = np.arange(CELL_MASK + 1, dtype=np.uint8)
    keys = np.zeros((), dtype=np.int32)
    for position in range(size):
        here = cell.reshape(-1, *[1] * position)
        first = np.where(here == 0, 0, position + 1).astype(np.int32)
        for other in reversed(range(position)):
            there = cell.reshape(-1, *[1] * other)
            first = np.where((here == there) & (here != 0), np.int32(other + 1), first)
        keys = keys + (first << CELL_BITS * position)
    return keys
