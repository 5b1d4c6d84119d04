"""Compiled loops over the values of single decisions, and of a player who closes by rules; see ``kernels``."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import LATTICE, ROLLS
from py_engine.lab.yatzy.engine.kernels import compiled, expect_throws, hold_columns
from py_engine.lab.yatzy.engine.space import DieSteps

__all__ = ["two_best", "value_closings"]


@compiled
def two_best(values: Array, holds: Array, hold_count: Array, best: Array, second: Array) -> None:
    """The best hold of each roll, and the next one.

    Args:
        values: (462, C) float64: the value of each hold.
        holds: See ``space.HOLDS``.
        hold_count: See ``space.HOLD_COUNT``.
        best: (252, C) float64, filled.
        second: (252, C) float64, filled.
    """
    for row in range(ROLLS):
        for j in range(values.shape[1]):
            most, runner = -np.inf, -np.inf
            for n in range(hold_count[row]):
                value = values[holds[row, n], j]
                runner = max(runner, min(value, most))
                most = max(most, value)
            best[row, j] = most
            second[row, j] = runner


@compiled
def value_closings(
    flat: Array,
    first: Array,
    lengths: Array,
    order: Array,
    steps: Array,
    counts: Array,
    points: Array,
    weights: Array,
    die_steps: DieSteps,
    close: Array,
) -> None:
    """Like ``solve_masks``, for a player who holds best but closes the category (32768, 252) that a rule says."""
    values = np.empty((LATTICE, 64), dtype=np.float64)
    for mask in order:
        upper_mask, lower = mask & 63, mask >> 6
        columns = lengths[upper_mask]
        for row in range(ROLLS):
            category = close[mask, row]
            if category < 6:
                after = upper_mask | 1 << category
                start = first[after] + lower * lengths[after]
                for j in range(columns):
                    to = steps[upper_mask, category, counts[row, category], j]
                    values[row, j] = flat[start + to] + points[category, row]
            else:
                start = first[upper_mask] + (lower | 1 << (category - 6)) * columns
                for j in range(columns):
                    values[row, j] = flat[start + j] + points[category, row]
        for _ in range(2):
            expect_throws(values, die_steps.added, columns, False)
            hold_columns(values, die_steps, columns)
        start = first[upper_mask] + lower * columns
        for j in range(columns):
            total = 0.0
            for row in range(ROLLS):
                total += values[row, j] * weights[row]
            flat[start + j] = total
