"""How well the habits of players can be fitted: simulated players answer questions, and are fitted from their answers.

The fit is the coach's (``coaching/habits/fit.py``). Habits of types of players lie on a coarse grid, so an interval that holds at
least 95 % of the posterior usually holds much more. Therefore ``calibrated`` finds the part of the posterior that an interval has to
hold for it to hold the truth in 95 % of all players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.habits.fit import (
    DEPTHS,
    GAMMAS,
    GRIDS,
    OVER,
    THETAS,
    interval,
    posterior_of,
)
from py_engine.games.yatzy.rules.tables import Rules
from py_engine.lab.yatzy.engine.moods import Mood, after_values, hold_values
from py_engine.lab.yatzy.engine.space import HOLD_COUNT, HOLDS, following, kinds_of, position_of
from py_engine.lab.yatzy.positions.sensitivity_program import Decision

__all__ = ["Simulated", "action_losses", "actions_of", "calibrated", "measured", "simulated"]

_COVERED = 0.95
_MASSES = np.arange(0.3, 0.996, 0.005)


def actions_of(decision: Decision) -> list[int]:
    """The codes of the holds, or the open categories."""
    if decision.throws_left:
        return list(range(HOLD_COUNT[decision.roll]))
    return [category for category in range(15) if not decision.mask >> category & 1]


def action_losses(decisions: Sequence[Decision], rules: Rules) -> list[Array]:
    """For each decision (6, 6, 3, A) float64: what its actions lose in the eyes of each type, in points."""
    kinds = kinds_of(rules)
    actions = [np.array(actions_of(decision), dtype=np.int64) for decision in decisions]
    found = [np.empty((len(THETAS), len(GAMMAS), len(DEPTHS), len(those))) for those in actions]
    positions = np.array([position_of(d.mask, d.upper) for d in decisions], dtype=np.int64)
    after = following(positions)[kinds.slot]
    for t, theta in enumerate(THETAS):
        rest = after_values(Mood(theta=theta, rules=rules))[after]
        for g, gamma in enumerate(GAMMAS):
            closed = (gamma * rest + kinds.points[:, None])[kinds.of_roll]
            for d, depth in enumerate(DEPTHS):
                held = hold_values(Mood(theta=theta, depth=depth, rules=rules), closed)
                for number, decision in enumerate(decisions):
                    codes, left = actions[number], decision.throws_left
                    if left:
                        values = held[left - 1][HOLDS[decision.roll, codes].astype(np.int64), number]
                    else:
                        values = closed[codes, decision.roll, number]
                    found[number][t, g, d] = values.max() - values
    return found


class Simulated(NamedTuple):
    """Players of random types and their fits."""

    truths: Array
    """(N, 4) the true habits."""
    marginals: list[Array]
    """By habit (N, G): the posterior."""


def simulated(chances: Sequence[Array], players: int, seed: int) -> Simulated:
    """Players of random types, drawn from the prior, who answer all questions.

    Args:
        chances: ``chances_of`` the questions.
        players: How many.
        seed: Of types and answers.
    """
    generator = np.random.default_rng(seed)
    truths = np.zeros((players, 4))
    marginals = [np.zeros((players, len(grid))) for grid in GRIDS]
    for player in range(players):
        truth = tuple(int(generator.integers(0, len(grid))) for grid in GRIDS)
        truths[player] = [grid[place] for grid, place in zip(GRIDS, truth, strict=True)]
        answers = [int(generator.choice(each.shape[-1], p=each[truth])) for each in chances]
        posterior = posterior_of([each[..., answer] for each, answer in zip(chances, answers, strict=True)])
        for axis, found in enumerate(marginals):
            found[player] = posterior.sum(axis=tuple(other for other in range(4) if other != axis))
    return Simulated(truths, marginals)


def _intervals(those: Simulated, habit: int, mass: float) -> Array:
    return np.array([interval(GRIDS[habit], chances, mass) for chances in those.marginals[habit]])


def _covered(those: Simulated, habit: int, intervals: Array) -> float:
    """The share of intervals that hold the truth; a beta above 4 counts as "over 4"."""
    truth, (low, high) = those.truths[:, habit], intervals.T
    held = (low - 1e-9 <= truth) & (truth <= high + 1e-9)
    return float(np.where(truth > OVER, high >= OVER, held).mean() if habit == 3 else held.mean())


def calibrated(those: Simulated) -> list[float]:
    """By habit, the smallest part of the posterior with which intervals hold the truth in 95 % of the players."""
    found = []
    for habit in range(4):
        low, high = 0, len(_MASSES) - 1
        while low < high:
            middle = (low + high) // 2
            if _covered(those, habit, _intervals(those, habit, float(_MASSES[middle]))) >= _COVERED:
                high = middle
            else:
                low = middle + 1
        found.append(round(float(_MASSES[low]), 3))
    return found


def measured(those: Simulated, masses: Sequence[float]) -> list[dict[str, float]]:
    """How the intervals fit players: by habit, the share that hold the truth and the widths."""
    found = []
    for habit, (grid, mass) in enumerate(zip(GRIDS, masses, strict=True)):
        intervals = _intervals(those, habit, mass)
        prior = interval(grid, np.full(len(grid), 1 / len(grid)), _COVERED)
        found.append(
            {
                "mass": mass,
                "covered": _covered(those, habit, intervals),
                "width": float(np.median([_width(habit, low, high) for low, high in intervals])),
                "prior": float(_width(habit, *prior)),
            }
        )
    return found


def _width(habit: int, low: float, high: float) -> float:
    """The width of an interval; that of beta as a ratio's logarithm, up to the highest that can be recognised."""
    return float(np.log(min(high, OVER) / min(low, OVER))) if habit == 3 else high - low
