"""Chance and choice on the lattice of dice multisets (see ``tables``), over many positions (columns) at once.

Adding one die at a time replaces the sum over all throws of the missing dice by averages over six faces; removing one die
at a time replaces the maximum over all holds of a roll by a few comparisons.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import ADD, FACES, FIRST_OF_SIZE, REMOVE, ROLLS

__all__ = ["expect_throws", "hold_best", "scratch", "spread_throws"]

_LARGEST = ROLLS
_BLOCKS = tuple(
    (slice(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size - 1] if size else len(ADD)), size) for size in range(4, -1, -1)
)
_ADD_BY_FACE = tuple(tuple(np.ascontiguousarray(ADD[block, face]) for face in range(FACES)) for block, _ in _BLOCKS)


def scratch(columns: int) -> Array:
    """Working space for ``columns`` columns."""
    return np.empty((_LARGEST, columns), dtype=np.float64)


def expect_throws(values: Array, space: Array) -> None:
    """Fills in the value of holding fewer than five dice and throwing the others once.

    Args:
        values: (462, C) float64; the rows of rolls are read, the other rows are written.
        space: The space from ``scratch``.
    """
    for (block, _), by_face in zip(_BLOCKS, _ADD_BY_FACE, strict=True):
        target = values[block]
        np.take(values, by_face[0], axis=0, out=target, mode="clip")
        other = space[: len(target)]
        for which in by_face[1:]:
            np.take(values, which, axis=0, out=other, mode="clip")
            np.add(target, other, out=target)
        np.divide(target, FACES, out=target)


def hold_best(values: Array, space: Array, better: np.ufunc = np.maximum) -> None:
    """Replaces the value of every multiset by that of its best subset (the best hold).

    Args:
        values: (462, C) float64, changed in place.
        space: The space from ``scratch``.
        better: ``np.minimum`` if less is better.
    """
    for size, columns in enumerate(REMOVE, 1):
        first = FIRST_OF_SIZE[size]
        for which in columns:
            other = space[: len(which)]
            np.take(values, which, axis=0, out=other, mode="clip")
            target = values[first : first + len(which)]
            better(target, other, out=target)


def spread_throws(weights: Array) -> None:
    """Throws the missing dice: the adjoint of ``expect_throws``, for probabilities.

    Args:
        weights: (462, C) float64, changed in place: probability of holding each multiset, all of which moves to the rolls.
    """
    for (block, _), by_face in zip(reversed(_BLOCKS), reversed(_ADD_BY_FACE), strict=True):
        shares = weights[block] / FACES
        # Adding a die of the same face keeps different multisets different, so no row is written twice.
        for which in by_face:
            weights[which] += shares
        weights[block] = 0.0
