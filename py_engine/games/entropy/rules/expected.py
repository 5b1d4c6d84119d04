"""V: the expected score of a board, line by line, if Order only passed and Chaos placed the rest at random.

The expected points of an interval of a line are its length times the product, over its pairs of mirrored cells, of the
probability that the pair matches: 1 or 0 if both cells are filled, the colour's share of the bag if one is, and the
probability that two draws match if none is. Pairs are treated as independent, which is exact for one uncertain pair.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK

__all__ = ["expected_lines", "match_chances"]

CELL_VALUES = CELL_MASK + 1
"""Possible contents of a cell: empty, or one of seven colours."""


class _Pairs(NamedTuple):
    """The mirrored pairs of a line, by distance from their centre; within a distance, the longest chains first."""

    low: Array
    high: Array
    ends: tuple[int, ...]
    """End index of each distance."""
    length: Array
    """Length of the interval that the pair bounds."""


@cache
def _pairs(size: int) -> _Pairs:
    centers = [((first, first) if odd else (first, first + 1)) for first in range(size) for odd in (True, False)]
    chains = []
    for low, high in centers:
        chain = [(low - d, high + d) for d in range(size) if low - d >= 0 and high + d < size and low - d < high + d]
        if chain:
            chains.append(chain)
    chains.sort(key=lambda chain: -len(chain))
    by_distance = [[chain[d] for chain in chains if len(chain) > d] for d in range(len(chains[0]))]
    pairs = [pair for level in by_distance for pair in level]
    low, high = np.array(pairs, dtype=np.int32).T
    ends = tuple(np.cumsum([len(level) for level in by_distance], dtype=np.intp).tolist())
    return _Pairs(low, high, ends, (high - low + 1).astype(np.float64)[:, None])


def match_chances(bag: Array) -> Array:
    """(B, 64) float64: probability that two mirrored cells match, by their current contents (first * 8 + second).

    Args:
        bag: (B, 8) tokens in the bag by colour; column 0 is unused.
    """
    counts = bag.astype(np.float64)
    counts[:, 0] = 0
    total = counts.sum(axis=1)[:, None]
    share = counts / np.maximum(total, 1)
    both = (counts * (counts - 1)).sum(axis=1) / np.maximum(total * (total - 1), 1)[:, 0]
    chances = np.zeros((len(bag), CELL_VALUES, CELL_VALUES), dtype=np.float64)
    chances[:, 0, :] = share
    chances[:, :, 0] = share
    chances[:, 0, 0] = both
    filled = np.arange(1, CELL_VALUES, dtype=np.intp)
    chances[:, filled, filled] = 1
    return chances.reshape(len(bag), CELL_VALUES * CELL_VALUES)


def expected_lines(codes: Array, chances: Array, size: int, bag: Array | None = None) -> Array:
    """(M,) float64: V of lines.

    Args:
        codes: (M,) int32.
        chances: (bags, 64), see ``match_chances``.
        size: Cells of a line.
        bag: (M,) intp: the bag of each line; None if all have the first one.
    """
    pairs = _pairs(size)
    cells = (codes >> (CELL_BITS * np.arange(size, dtype=np.int32))[:, None]) & CELL_MASK
    index = (cells[pairs.low] << CELL_BITS) | cells[pairs.high]
    if bag is not None:
        index = index + bag * chances.shape[1]
    match = chances.ravel().take(index)
    # Horner's rule, from the outermost pair inwards.
    beyond: Array | None = None
    for start, end in reversed(list(zip((0, *pairs.ends), pairs.ends, strict=False))):
        worth = np.broadcast_to(pairs.length[start:end], (end - start, codes.size)).copy()
        if beyond is not None:
            worth[: len(beyond)] += beyond
        beyond = match[start:end] * worth
    return _summed(beyond)


def _summed(rows: Array | None) -> Array:
    assert rows is not None  # noqa: S101
    total: Array = rows.sum(axis=0)
    return total
