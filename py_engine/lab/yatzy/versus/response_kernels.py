"""Compiled loops over (card, upper score, points): the best response to a payoff with any number of open rows.

The points that can be scored on the way to a position form a window; all of a window's points are columns of the lattice.
See ``engine.kernels``.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import LATTICE, ROLLS
from py_engine.lab.yatzy.engine.kernels import compiled, expect_throws, hold_columns
from py_engine.lab.yatzy.engine.space import DieSteps

__all__ = ["reach_windows", "solve_windows"]

BLOCK = 16
"""Points whose turns are solved together."""


@compiled
def reach_windows(
    to: Array, slot: Array, shift: Array, low: Array, high: Array, rows: Array, low_to: Array, high_to: Array
) -> None:
    """Widens the windows of the next turn to what a turn from these positions can score.

    Args:
        to: (45, N) int64: the position that each slot leads to; the last number of ``rows`` where a category is closed.
        slot: (K,) see ``space.Kinds``.
        shift: (K,) the points of each outcome.
        low: (N,) int64: the first points of each window.
        high: (N,) int64: one more than the last.
        rows: (958977,) int32: the row of each position of the next turn; -1 for others.
        low_to: (M,) int64, lowered.
        high_to: (M,) int64, raised.
    """
    for kind in range(len(slot)):
        for row in range(len(low)):
            target = rows[to[slot[kind], row]]
            if target >= 0:
                low_to[target] = min(low_to[target], low[row] + shift[kind])
                high_to[target] = max(high_to[target], high[row] + shift[kind])


@compiled
def solve_windows(
    to: Array,
    slot: Array,
    shift: Array,
    of_roll: Array,
    weights: Array,
    die_steps: DieSteps,
    rows: Array,
    low: Array,
    start: Array,
    values: Array,
    low_to: Array,
    start_to: Array,
    values_to: Array,
) -> None:
    """Solves the turns of all positions with the same number of open categories.

    Args:
        to: See ``reach_windows``.
        slot: (K,) see ``space.Kinds``.
        shift: (K,) the points of each outcome.
        of_roll: (15, 252).
        weights: (252,) probability of each roll.
        die_steps: See ``space.DIE_STEPS``.
        rows: See ``reach_windows``.
        low: (N,) int64: the first points of each window.
        start: (N + 1,) int64: where each window begins in ``values``.
        values: (S,) float64, filled: the chance to win before the turn.
        low_to: (M,) int64: the same of the next turn.
        start_to: (M + 1,) int64.
        values_to: (T,) float64.
    """
    kinds = len(slot)
    lattice = np.empty((LATTICE, BLOCK), dtype=np.float64)
    ends = np.empty((kinds, BLOCK), dtype=np.float64)
    for row in range(len(low)):
        width = start[row + 1] - start[row]
        for first in range(0, width, BLOCK):
            columns = min(BLOCK, width - first)
            for r in range(ROLLS):
                for j in range(columns):
                    lattice[r, j] = -np.inf
            for kind in range(kinds):
                target = rows[to[slot[kind], row]]
                if target >= 0:
                    at = start_to[target] + low[row] + first + shift[kind] - low_to[target]
                    for j in range(columns):
                        ends[kind, j] = values_to[at + j]
            for category in range(15):
                if rows[to[slot[of_roll[category, 0]], row]] < 0:
                    continue
                for r in range(ROLLS):
                    kind = of_roll[category, r]
                    for j in range(columns):
                        lattice[r, j] = max(lattice[r, j], ends[kind, j])
            for _ in range(2):
                expect_throws(lattice, die_steps.added, columns, False)
                hold_columns(lattice, die_steps, columns)
            at = start[row] + first
            for j in range(columns):
                total = 0.0
                for r in range(ROLLS):
                    total += lattice[r, j] * weights[r]
                values[at + j] = total
