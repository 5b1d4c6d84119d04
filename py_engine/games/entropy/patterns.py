"""Line patterns: lines that differ only in which colours they have, or in their direction, are the same pattern."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np

from py_engine.games.entropy.tables import CELL_BITS, CELL_MASK
from py_engine.numerics import Array

__all__ = ["pattern_count", "pattern_table", "patterns"]


@cache
def patterns(size: int) -> tuple[tuple[int, ...], ...]:
    """Every pattern of lines of ``size`` cells: 0 for an empty cell, colours numbered as they come, from one side.

    Of the two directions, the one that is smaller as a tuple.
    """
    found: list[tuple[int, ...]] = [()]
    for _ in range(size):
        found = [(*head, cell) for head in found for cell in range(min(max(head, default=0) + 1, CELL_MASK) + 1)]
    return tuple(sorted({min(pattern, _renamed(pattern[::-1])) for pattern in found}))


def _renamed(line: tuple[int, ...]) -> tuple[int, ...]:
    names = {0: 0}
    return tuple(names.setdefault(cell, len(names)) for cell in line)


def pattern_count(size: int) -> int:
    """How many patterns there are: 2,152 for seven cells, 117 for five."""
    return len(patterns(size))


@cache
def pattern_table(size: int) -> Array:
    """(8^size,) uint16: the number of the pattern of each line, by its code."""
    table = np.zeros(1 << CELL_BITS * size, dtype=np.uint16)
    numbers = {pattern: number for number, pattern in enumerate(patterns(size))}
    weight = [1 << CELL_BITS * position for position in range(size)]
    for colors in range(size + 1):
        ways = list(permutations(range(1, CELL_MASK + 1), colors))
        chosen = np.array(ways, dtype=np.int32).reshape(len(ways), colors)
        for pattern, number in numbers.items():
            if max(pattern) == colors:
                both = {pattern, _renamed(pattern[::-1])}
                for line in both:
                    by_color = [_weight(line, color, weight) for color in range(1, colors + 1)]
                    table[(chosen * np.array(by_color, dtype=np.int32)).sum(axis=1, dtype=np.int32)] = number
    return table


def _weight(line: tuple[int, ...], color: int, weight: list[int]) -> int:
    """What a colour adds to the code of a line, for each unit."""
    return sum(w for cell, w in zip(line, weight, strict=True) if cell == color)  # same bits: whole numbers
