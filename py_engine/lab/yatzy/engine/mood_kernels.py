"""The compiled loop of players who choose by chance; see ``kernels``."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import LATTICE, ROLLS
from py_engine.lab.yatzy.engine.kernels import BLOCK, compiled, expect_throws, hold_columns

__all__ = ["play_turns"]


@compiled
def _to_utility(values: Array, rows: int, columns: int, theta: float) -> None:
    for row in range(rows):
        for j in range(columns):
            values[row, j] = np.exp(theta * values[row, j])


@compiled
def _to_points(values: Array, columns: int, theta: float, out: Array) -> None:
    for row in range(LATTICE):
        for j in range(columns):
            out[row, j] = np.log(values[row, j]) / theta if theta != 0.0 else values[row, j]


@compiled
def _pick(values: Array, count: int, scale: float, beta: float, choice: float, weights: Array) -> int:
    best = -np.inf
    for i in range(count):
        best = max(best, values[i])
    total = 0.0
    for i in range(count):
        loss = best - values[i]
        if loss == np.inf:
            weight = 0.0
        elif scale > 0.0:
            weight = 1.0 / (1.0 + (loss / scale) * (loss / scale))
        else:
            weight = np.exp(-beta * loss)
        total += weight
        weights[i] = total
    point = choice * total
    for i in range(count):
        if weights[i] > point:
            return i
    return count - 1


@compiled
def play_turns(
    ends: Array,
    of_roll: Array,
    holds: Array,
    hold_count: Array,
    added: Array,
    removed: Array,
    first_of_size: Array,
    throws: Array,
    order: Array,
    starts: Array,
    draws: Array,
    choices: Array,
    scale: float,
    beta: float,
    theta: float,
    depth: int,
    category: Array,
    roll: Array,
) -> None:
    """One turn of many games.

    Args:
        ends: (K, N) float64: the worth of each outcome in N positions; minus infinity if its category is closed.
        of_roll: (15, 252).
        holds: See ``space.HOLDS``.
        hold_count: See ``space.HOLD_COUNT``.
        added: See ``space.ADDED``.
        removed: See ``space.REMOVED``.
        first_of_size: See ``tables.FIRST_OF_SIZE``.
        throws: See ``space.thrown``.
        order: (B,) the games, sorted by position.
        starts: (N + 1,) where the games of each position begin in it.
        draws: (3, B) the throws.
        choices: (3, B) random numbers from 0 to 1.
        scale: See ``moods.Mood``; with it, categories can be closed with throws left.
        beta: See ``moods.Mood``.
        theta: Likewise.
        depth: Likewise.
        category: (B,) filled: the category closed.
        roll: (B,) filled: the roll that it is closed with.
    """
    lattice = np.empty((LATTICE, BLOCK), dtype=np.float64)
    one = np.empty((LATTICE, BLOCK), dtype=np.float64)
    two = np.empty((LATTICE, BLOCK), dtype=np.float64)
    found = np.empty((LATTICE, BLOCK), dtype=np.float64)
    values = np.empty(47, dtype=np.float64)
    weights = np.empty(47, dtype=np.float64)
    which_of = np.empty(47, dtype=np.int64)
    positions = ends.shape[1]
    for start in range(0, positions, BLOCK):
        columns = min(BLOCK, positions - start)
        if depth == 0:
            one[:] = -np.inf
            for which in range(15):
                for row in range(ROLLS):
                    for j in range(columns):
                        lattice[row, j] = ends[of_roll[which, row], start + j]
                if theta != 0.0:
                    _to_utility(lattice, ROLLS, columns, theta)
                expect_throws(lattice, added, columns, False)
                _to_points(lattice, columns, theta, found)
                for row in range(LATTICE):
                    for j in range(columns):
                        one[row, j] = max(one[row, j], found[row, j])
        else:
            for row in range(ROLLS):
                for j in range(columns):
                    best = -np.inf
                    for which in range(15):
                        best = max(best, ends[of_roll[which, row], start + j])
                    lattice[row, j] = best
            if theta != 0.0:
                _to_utility(lattice, ROLLS, columns, theta)
            expect_throws(lattice, added, columns, False)
            _to_points(lattice, columns, theta, one)
            if depth == 2:
                if theta < 0.0:
                    lattice *= -1.0
                hold_columns(lattice, removed, first_of_size, columns)
                if theta < 0.0:
                    lattice *= -1.0
                expect_throws(lattice, added, columns, False)
                _to_points(lattice, columns, theta, two)
        for j in range(columns):
            for place in range(starts[start + j], starts[start + j + 1]):
                game = order[place]
                now = throws[LATTICE - 1, draws[0, game]]
                chosen = -1
                for stage in range(2):
                    held = two if stage == 0 and depth == 2 else one
                    count = hold_count[now]
                    for i in range(count):
                        values[i] = held[holds[now, i], j]
                    if scale > 0.0:
                        for which in range(15):
                            value = ends[of_roll[which, now], start + j]
                            if value > -np.inf:
                                values[count] = value
                                which_of[count] = which
                                count += 1
                    pick = _pick(values, count, scale, beta, choices[stage, game], weights)
                    if pick >= hold_count[now]:
                        chosen = which_of[pick]
                        break
                    now = throws[holds[now, pick], draws[stage + 1, game]]
                if chosen < 0:
                    for which in range(15):
                        values[which] = ends[of_roll[which, now], start + j]
                    chosen = _pick(values, 15, scale, beta, choices[2, game], weights)
                category[game] = chosen
                roll[game] = now
