"""Line patterns: equivalence classes of lines under renaming of colours and reversal."""

from __future__ import annotations

from functools import cache

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK

__all__ = ["pattern_table", "patterns"]


@cache
def patterns(size: int) -> tuple[tuple[int, ...], ...]:
    """All patterns of lines of ``size`` cells: 0 for an empty cell, colours numbered by first appearance.

    Of the two directions, the smaller tuple represents the pattern: 2,152 patterns of seven cells, 117 of five.
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
    """(8^size,) uint16: the pattern number of each line, by code."""
    number = np.zeros(1 << CELL_BITS * size, dtype=np.uint16)
    for place, pattern in enumerate(patterns(size)):
        for line in (pattern, pattern[::-1]):
            number[_key(line)] = place
    return number.take(_keys(size).ravel())


def _key(line: tuple[int, ...]) -> int:
    """A key independent of colour names: for each token, the position (from 1) where its colour first appears."""
    firsts = [line.index(cell) + 1 if cell else 0 for cell in line]
    return sum(first << CELL_BITS * position for position, first in enumerate(firsts))  # same bits: whole numbers


def _keys(size: int) -> Array:
    """(8,) * size int32: the keys of all lines; the first axis is the last cell of a line."""
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
