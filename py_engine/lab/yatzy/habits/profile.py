"""The profile of a player from answers: how much risk, how far ahead, how steady.

The answers are those of a player who values every action by one of 6 x 6 x 3 tables of values (theta, gamma, depth) and chooses by
softmax with steadiness beta. The posterior over all four is computed on a grid, from a prior that is even over the tables and over
the logarithm of beta; the profile is its mean, with intervals that hold 95 % of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import Rules
from py_engine.lab.yatzy.engine.moods import Mood, after_values, hold_values
from py_engine.lab.yatzy.engine.space import HOLD_COUNT, HOLDS, following, kinds_of, position_of
from py_engine.lab.yatzy.habits.card_program import DEPTHS, GAMMAS, THETAS
from py_engine.lab.yatzy.positions.sensitivity_program import Decision

__all__ = ["BETA_GRID", "OVER", "Estimate", "Profile", "action_tables", "fitted"]

BETA_GRID = np.exp(np.linspace(np.log(0.1), np.log(8.0), 45))
OVER = 4.0
"""Above this steadiness answers are all but the best ones, so higher values cannot be distinguished: it is said to be "over 4"."""
_MASS = 0.95


class Estimate(NamedTuple):
    """One habit."""

    mean: float
    low: float
    high: float


class Profile(NamedTuple):
    """The habits of a player."""

    theta: Estimate
    gamma: Estimate
    depth: Estimate
    beta: Estimate

    @property
    def beta_text(self) -> str:
        """Beta as it is said."""
        return "over 4" if self.beta.mean > OVER else f"{self.beta.mean:.2f}"


def action_tables(decisions: list[Decision], rules: Rules) -> list[Array]:
    """For each decision (6, 6, 3, A) float64: the worth of its actions to each player; minus infinity for closed categories."""
    kinds = kinds_of(rules)
    found = [
        np.empty((len(THETAS), len(GAMMAS), len(DEPTHS), HOLD_COUNT[d.roll] if d.throws_left else 15))
        for d in decisions
    ]
    positions = np.array([position_of(d.mask, d.upper) for d in decisions], dtype=np.int64)
    after = following(positions)[kinds.slot]
    for t, theta in enumerate(THETAS):
        rest = after_values(Mood(theta=theta, rules=rules))[after]
        for g, gamma in enumerate(GAMMAS):
            closed = (gamma * rest + kinds.points[:, None])[kinds.of_roll]
            for d, depth in enumerate(DEPTHS):
                held = hold_values(Mood(theta=theta, depth=depth, rules=rules), closed)
                for number, decision in enumerate(decisions):
                    codes = HOLDS[decision.roll, : HOLD_COUNT[decision.roll]].astype(np.int64)
                    left = decision.throws_left
                    found[number][t, g, d] = held[left - 1][codes, number] if left else closed[:, decision.roll, number]
    return found


def log_likelihoods(table: Array) -> Array:
    """(6, 6, 3, B, A) float64: the log probability of each action of a decision, by table and beta."""
    loss = table.max(axis=-1, keepdims=True) - table
    weights = np.exp(-BETA_GRID[:, None] * loss[..., None, :])
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(weights) - np.log(weights.sum(axis=-1, keepdims=True)))


def fitted(logs: list[Array], answers: list[int]) -> tuple[Profile, Array]:
    """The profile of answers, and the posterior (6, 6, 3, B).

    Args:
        logs: ``log_likelihoods`` of the decisions.
        answers: The actions chosen.
    """
    total = np.zeros(logs[0].shape[:-1])
    for log, answer in zip(logs, answers, strict=True):
        total += np.maximum(log[..., answer], -60.0)
    posterior = np.exp(total - total.max())
    posterior /= posterior.sum()
    grids = (np.array(THETAS), np.array(GAMMAS), np.array(DEPTHS, dtype=np.float64), BETA_GRID)
    estimates = []
    for axis, grid in enumerate(grids):
        chances = posterior.sum(axis=tuple(other for other in range(4) if other != axis))
        estimates.append(Estimate(float((chances * grid).sum()), *interval(grid, chances)))
    return Profile(*estimates), posterior


def interval(grid: Array, chances: Array) -> tuple[float, float]:
    """The shortest stretch of the grid that holds 95 % of the posterior."""
    reached = np.concatenate([[0.0], np.cumsum(chances)])
    best = (0, len(grid) - 1)
    for low in range(len(grid)):
        high = int(np.searchsorted(reached, reached[low] + _MASS - 1e-12)) - 1
        if high < len(grid) and grid[high] - grid[low] < grid[best[1]] - grid[best[0]]:
            best = (low, high)
    return float(grid[best[0]]), float(grid[best[1]])
