"""Line features of the heuristic: counts by pattern, because they do not depend on which colours a line has.

Only the fit of cells for the next token depends on the colours themselves; see ``colors_in_line``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.entropy.knowledge.patterns import patterns
from py_engine.games.entropy.rules.tables import CELL_MASK, geometry, score_table

__all__ = ["LineFeatures", "colors_in_line", "cover_table", "line_features"]

HALF_FULL = 4
"""Number of filled cells, from two, up to which a line is most fertile."""
FULL_BONUS = 10.0


class LineFeatures(NamedTuple):
    """Counts by pattern, each (patterns,) float64, in whole numbers or halves."""

    score: Array
    one_empty: Array
    """Palindromes that lack one token: some mirrored pair is filled and matches, and none differs."""
    two_empty: Array
    more_empty: Array
    open_pairs: Array
    """Empty cells next to two adjacent tokens of one colour, counted per pair."""
    groups: Array
    """Tokens beyond the first of each colour."""
    vulnerable: Array
    """1 if Chaos can break something: the outermost tokens match, or two consecutive ones."""
    fertility: Array


@cache
def line_features(size: int) -> LineFeatures:
    """The features of every pattern, by number."""
    cells = np.array(patterns(size), dtype=np.int32)
    filled = cells != 0
    count = filled.sum(axis=1, dtype=np.int32)
    colors = cells.max(axis=1)
    one, two, more = _unfinished(cells)
    return LineFeatures(
        score_table(size).take((cells * geometry(size).weight).sum(axis=1, dtype=np.int32)).astype(np.float64),
        one,
        two,
        more,
        _open_pairs(cells),
        (count - colors).astype(np.float64),
        _vulnerable(cells, count),
        _fertility(count, colors, size),
    )


def _unfinished(cells: Array) -> tuple[Array, Array, Array]:
    """Intervals that can still become palindromes, counted by their empty cells: one, two, more."""
    lines, size = cells.shape
    found = np.zeros((3, lines), dtype=np.float64)
    for first in range(size):
        for last in range(first + 1, size):
            part = cells[:, first : last + 1]
            half = (last - first + 1) // 2
            left, right = part[:, :half], part[:, ::-1][:, :half]
            both = (left != 0) & (right != 0)
            hopeful = (both & (left == right)).any(axis=1) & ~(both & (left != right)).any(axis=1)
            empty = (part == 0).sum(axis=1, dtype=np.int32)
            found += hopeful & np.stack([empty == 1, empty == 2, empty >= 3])
    one, two, more = found
    return one, two, more


def _open_pairs(cells: Array) -> Array:
    padded = np.pad(cells, ((0, 0), (1, 1)), constant_values=-1)
    pair = (cells[:, 1:] == cells[:, :-1]) & (cells[:, 1:] != 0)
    free = np.stack([pair & (padded[:, :-3] == 0), pair & (padded[:, 3:] == 0)])
    return free.sum(axis=(0, 2), dtype=np.int32).astype(np.float64)


def _vulnerable(cells: Array, count: Array) -> Array:
    lines, size = cells.shape
    first = cells[np.arange(lines, dtype=np.intp), (cells != 0).argmax(axis=1)]
    last = np.zeros(lines, dtype=np.int32)
    follows = np.zeros(lines, dtype=bool)
    for position in range(size):
        here = cells[:, position]
        follows |= (here != 0) & (here == last)
        last = np.where(here != 0, here, last)
    return ((count >= 2) & (count < size) & (follows | (first == last))).astype(np.float64)


def _fertility(count: Array, colors: Array, size: int) -> Array:
    diversity = np.array([0.0, 3.0, 2.5, 2.0], dtype=np.float64)[np.where(colors > 3, 0, colors)]
    diversity[colors > 3] = 1.0
    kinds = [count < 2, count == size, count <= HALF_FULL]
    return np.select(kinds, [0.0, FULL_BONUS, count * diversity * 2], count * 1.5)


@cache
def colors_in_line(size: int) -> Array:
    """(8^size,) uint8: bit c is set if the line contains colour c, by code."""
    shape = (CELL_MASK + 1,) * size
    bit = np.left_shift(1, np.arange(CELL_MASK + 1, dtype=U8), dtype=U8)
    there = np.zeros(shape, dtype=U8)
    for axis in range(size):
        there |= bit.reshape([CELL_MASK + 1 if a == axis else 1 for a in range(size)])
    return there.ravel()


@cache
def cover_table(size: int) -> Array:
    """(2^lines,) uint64: the cells covered by a set of lines; rows are the low bits of the set."""
    g = geometry(size)
    covered = np.zeros(1, dtype=U64)
    for cells in g.line_cells:
        bits = np.bitwise_or.reduce(g.cell_bit[cells])
        covered = np.concatenate([covered, covered | bits])
    return covered
