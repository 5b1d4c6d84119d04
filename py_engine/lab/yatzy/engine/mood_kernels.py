"""The compiled loop of players who choose by chance; see ``kernels``."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import LATTICE, ROLLS
from py_engine.lab.yatzy.engine.kernels import BLOCK, compiled, expect_throws, hold_columns
from py_engine.lab.yatzy.engine.space import DieSteps

__all__ = ["play_turns"]


@compiled
def _to_points(value: float, sign: float, theta: float) -> float:
    return value if theta == 0.0 else np.log(sign * value) / theta


@compiled
def _best_closings(near: Array, of_roll: Array, is_open: Array, lattice: Array) -> None:
    for row in range(ROLLS):
        for j in range(BLOCK):
            lattice[row, j] = -np.inf
        for which in range(15):
            if is_open[which]:
                kind = of_roll[which, row]
                for j in range(BLOCK):
                    lattice[row, j] = max(lattice[row, j], near[kind, j])


@compiled
def _add_open(ends: Array, of_roll: Array, roll: int, values: Array, which_of: Array, count: int) -> int:
    for which in range(15):
        value = ends[of_roll[which, roll]]
        if value > -np.inf:
            values[count] = value
            which_of[count] = which
            count += 1
    return count


@compiled
def _pick(values: Array, count: int, scale: float, beta: float, choice: float, weights: Array) -> int:
    best = -np.inf
    for i in range(count):
        best = max(best, values[i])
    if scale > 0.0:
        for i in range(count):
            loss = (best - values[i]) / scale
            weights[i] = 1.0 / (1.0 + loss * loss)
    else:
        for i in range(count):
            weights[i] = np.exp(-beta * (best - values[i]))
    total = 0.0
    for i in range(count):
        total += weights[i]
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
    die_steps: DieSteps,
    throws: Array,
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
        die_steps: See ``space.DIE_STEPS``.
        throws: See ``space.thrown``.
        starts: (N + 1,) where the games of each position begin: all arrays of games are sorted by position.
        draws: (3, B) the throws.
        choices: (3, B) random numbers from 0 to 1.
        scale: See ``moods.Mood``; with it, categories can be closed with throws left.
        beta: See ``moods.Mood``.
        theta: Likewise.
        depth: Likewise.
        category: (B,) filled: the category closed.
        roll: (B,) filled: the roll that it is closed with.
    """
    # Worth after a throw is compared as utility, which is negated where less is better.
    sign = -1.0 if theta < 0.0 else 1.0
    one = np.empty((LATTICE, BLOCK), dtype=np.float64)
    two = np.empty((LATTICE, BLOCK), dtype=np.float64)
    near = np.empty((len(ends), BLOCK), dtype=np.float64)
    own = np.empty((BLOCK, len(ends)), dtype=np.float64)
    values = np.empty(47, dtype=np.float64)
    weights = np.empty(47, dtype=np.float64)
    which_of = np.empty(47, dtype=np.int64)
    is_open = np.empty(15, dtype=np.bool_)
    alone = np.zeros(15, dtype=np.bool_)
    positions = ends.shape[1]
    for start in range(0, positions, BLOCK):
        columns = min(BLOCK, positions - start)
        for which in range(15):
            is_open[which] = False
            for j in range(columns):
                is_open[which] |= ends[of_roll[which, 0], start + j] > -np.inf
        near[:] = -np.inf
        for kind in range(len(ends)):
            for j in range(columns):
                value = ends[kind, start + j]
                own[j, kind] = value
                near[kind, j] = value if theta == 0.0 else sign * np.exp(theta * value)
        if depth == 0:
            one[:] = -np.inf
            for which in range(15):
                if is_open[which]:
                    alone[which] = True
                    _best_closings(near, of_roll, alone, two)
                    alone[which] = False
                    expect_throws(two, die_steps.added, BLOCK, False)
                    for row in range(LATTICE):
                        for j in range(BLOCK):
                            one[row, j] = max(one[row, j], two[row, j])
        else:
            _best_closings(near, of_roll, is_open, one)
            expect_throws(one, die_steps.added, BLOCK, False)
            if depth == 2:
                two[:] = one
                hold_columns(two, die_steps, BLOCK)
                expect_throws(two, die_steps.added, BLOCK, False)
        for j in range(columns):
            for game in range(starts[start + j], starts[start + j + 1]):
                now = throws[LATTICE - 1, draws[0, game]]
                chosen = -1
                for stage in range(2):
                    held = two if stage == 0 and depth == 2 else one
                    count = hold_count[now]
                    for i in range(count):
                        values[i] = _to_points(held[holds[now, i], j], sign, theta)
                    if scale > 0.0:
                        count = _add_open(own[j], of_roll, now, values, which_of, count)
                    pick = _pick(values, count, scale, beta, choices[stage, game], weights)
                    if pick >= hold_count[now]:
                        chosen = which_of[pick]
                        break
                    now = throws[holds[now, pick], draws[stage + 1, game]]
                if chosen < 0:
                    count = _add_open(own[j], of_roll, now, values, which_of, 0)
                    chosen = which_of[_pick(values, count, scale, beta, choices[2, game], weights)]
                category[game] = chosen
                roll[game] = now
