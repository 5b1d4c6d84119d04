"""Compiled loops, with the optional numba; without it they are plain Python, which only tests of small cases can afford.

All of them work on the lattice of dice multisets as ``knowledge.lattice`` does, with positions as columns, and in the same
order of operations, so that they agree with numpy to the last bit or two.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import LATTICE, ROLLS
from py_engine.lab.yatzy.engine.space import DieSteps

__all__ = [
    "BLOCK",
    "COMPILED",
    "add_shifted",
    "compiled",
    "expect_throws",
    "hold_columns",
    "move_points",
    "solve_masks",
]

F = TypeVar("F", bound=Callable[..., Any])
BLOCK = 16
"""Positions whose turns are solved together."""
try:
    _numba: Any = importlib.import_module("numba")
except ImportError:
    _numba = None
COMPILED = _numba is not None
"""Whether numba is installed."""


def compiled(function: F) -> F:
    """The function compiled, if numba is installed."""
    if _numba is None:
        return function
    made: F = _numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return made


@compiled
def expect_throws(values: Array, added: Array, columns: int, highest: bool) -> None:
    """See ``lattice.expect_throws``; with ``highest``, the best face instead of the mean of six."""
    for row in range(ROLLS, LATTICE):
        a, b, c, d, e, f = added[row]
        if highest:
            for j in range(columns):
                best = max(max(values[a, j], values[b, j]), max(values[c, j], values[d, j]))
                values[row, j] = max(best, max(values[e, j], values[f, j]))
        else:
            for j in range(columns):
                total = values[a, j] + values[b, j] + values[c, j] + values[d, j] + values[e, j] + values[f, j]
                values[row, j] = total / 6.0


@compiled
def hold_columns(values: Array, die_steps: DieSteps, columns: int) -> None:
    """See ``lattice.hold_best``."""
    for size in range(1, 6):
        for row in range(die_steps.first_of_size[size], die_steps.first_of_size[size - 1]):
            for n in range(5):
                other = die_steps.removed[row, n]
                if other < 0:
                    break
                for j in range(columns):
                    values[row, j] = max(values[row, j], values[other, j])


@compiled
def solve_masks(
    flat: Array,
    first: Array,
    lengths: Array,
    order: Array,
    steps: Array,
    counts: Array,
    worth: Array,
    weights: Array,
    die_steps: DieSteps,
    multiply: bool,
    highest: bool,
) -> None:
    """Backward induction over masks, the fullest first; the full card's values are given.

    Args:
        flat: (958976,) float64, filled in place.
        first: (65,) the first position of each upper mask.
        lengths: (64,) levels by upper mask.
        order: (M,) the masks to solve, in order.
        steps: See ``space.STEPS``.
        counts: (252, 6) dice of each face.
        worth: (15, 252) float64: what closing a category with a roll is worth.
        weights: (252,) probability of each roll.
        die_steps: See ``space.DIE_STEPS``.
        multiply: Whether the worth is multiplied with what follows, instead of added.
        highest: Whether the dice fall as the player likes.
    """
    values = np.empty((LATTICE, 64), dtype=np.float64)
    by_count = np.empty((6, 64), dtype=np.float64)
    gain = np.empty(6, dtype=np.float64)
    for mask in order:
        upper_mask, lower = mask & 63, mask >> 6
        columns = lengths[upper_mask]
        for row in range(ROLLS):
            for j in range(columns):
                values[row, j] = -np.inf
        for face in range(6):
            if upper_mask >> face & 1:
                continue
            after = upper_mask | 1 << face
            start = first[after] + lower * lengths[after]
            for row in range(ROLLS):
                gain[counts[row, face]] = worth[face, row]
            for count in range(6):
                for j in range(columns):
                    value = flat[start + steps[upper_mask, face, count, j]]
                    by_count[count, j] = value * gain[count] if multiply else value + gain[count]
            for row in range(ROLLS):
                count = counts[row, face]
                for j in range(columns):
                    values[row, j] = max(values[row, j], by_count[count, j])
        for i in range(9):
            if lower >> i & 1:
                continue
            start = first[upper_mask] + (lower | 1 << i) * columns
            for row in range(ROLLS):
                more = worth[6 + i, row]
                if multiply:
                    for j in range(columns):
                        values[row, j] = max(values[row, j], flat[start + j] * more)
                else:
                    for j in range(columns):
                        values[row, j] = max(values[row, j], flat[start + j] + more)
        for _ in range(2):
            expect_throws(values, die_steps.added, columns, highest)
            hold_columns(values, die_steps, columns)
        start = first[upper_mask] + lower * columns
        for j in range(columns):
            total = 0.0
            if highest:
                total = -np.inf
                for row in range(ROLLS):
                    total = max(total, values[row, j])
            else:
                for row in range(ROLLS):
                    total += values[row, j] * weights[row]
            flat[start + j] = total


@compiled
def add_shifted(chance: float, here: Array, there: Array) -> None:
    """Adds a distribution times a probability to another one of the same length."""
    for place in range(len(here)):
        there[place] += chance * here[place]


@compiled
def move_points(
    here: Array,
    low: Array,
    high: Array,
    ways: Array,
    slot: Array,
    to: Array,
    shift: Array,
    there: Array,
    low_to: Array,
    high_to: Array,
) -> None:
    """Moves the distributions of points from one turn to the next.

    Args:
        here: (N, W) float64: joint probability of position and points.
        low: (N,) the first points that can be.
        high: (N,) one more than the last.
        ways: (N, K) float64.
        slot: (K,) see ``space.Kinds``.
        to: (45, N) int32: the row of the next turn, by slot.
        shift: (K,) the points of each outcome.
        there: (M, W') float64, added to.
        low_to: (M,) lowered to the first points that can be.
        high_to: (M,) raised likewise.
    """
    for row in range(len(here)):
        start, end = low[row], high[row]
        for kind in range(ways.shape[1]):
            chance = ways[row, kind]
            if chance == 0.0:
                continue
            target, more = to[slot[kind], row], shift[kind]
            low_to[target] = min(low_to[target], start + more)
            high_to[target] = max(high_to[target], end + more)
            add_shifted(chance, here[row, start:end], there[target, start + more : end + more])
