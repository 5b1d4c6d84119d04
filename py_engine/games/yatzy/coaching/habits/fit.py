"""The habits of a player, fitted to answers: how much risk, how far ahead, how steady.

A player of habits values the card after a turn at ``gamma`` times its worth, by the risk preference ``theta`` (e^(theta points)),
looks ``depth`` throws ahead, and chooses by softmax with steadiness ``beta``, in points. The posterior over all four is computed
on a grid, from a prior that is uniform over the grids of theta, gamma and depth, and over the logarithm of beta.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise, repeat
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array

__all__ = [
    "BETAS",
    "BETA_GRID",
    "DEPTHS",
    "GAMMAS",
    "GRIDS",
    "HABITS",
    "OVER",
    "THETAS",
    "TYPES",
    "Estimate",
    "card_posterior",
    "chances_of",
    "estimates",
    "interval",
    "posterior_of",
]

HABITS = ("theta", "gamma", "depth", "beta")
THETAS = (-0.1, -0.04, -0.015, 0.0, 0.02, 0.05)
GAMMAS = (0.3, 0.6, 0.8, 0.9, 0.95, 1.0)
DEPTHS = (0, 1, 2)
"""Throws looked ahead: 2 all that are left, 1 the next one, 0 the next one with a single category in mind."""
BETAS = (0.25, 0.5, 1.0, 1.5, 2.5, 4.0)
"""The steadinesses of the 648 player types."""
TYPES = (len(THETAS), len(GAMMAS), len(DEPTHS))
_FINE, _RATIO = 45, 1.1047195638891616
"""80^(1/44): the grid reaches from 0.1 to 8."""
BETA_GRID = np.array(list(accumulate(repeat(_RATIO, _FINE - 1), lambda a, b: a * b, initial=0.1)), dtype=np.float64)
OVER = 4.0
"""Above this steadiness nearly all answers are best ones, and players differ no more: it is reported as "over 4"."""
GRIDS = (
    np.array(THETAS, dtype=np.float64),
    np.array(GAMMAS, dtype=np.float64),
    np.array(DEPTHS, dtype=np.float64),
    BETA_GRID,
)
_FAR = 60.0
"""Exponents beyond this count as this: e^-60 is as good as 0."""
_TERMS, _HALVINGS = 8, 10
"""Of the Taylor series of e^-x: its terms, and how often x is halved first."""
_NEVER = 1e-26
"""Floor of a probability: one odd answer does not exclude a type."""


class Estimate(NamedTuple):
    """One habit."""

    median: float
    """Within the interval."""
    low: float
    high: float


def _decay(x: Array) -> Array:
    """e^-x for x >= 0, by scaling and squaring with a Taylor series, which is the same on every platform."""
    small = np.minimum(x, _FAR) * (-1.0 / (1 << _HALVINGS))
    value = np.ones_like(small)
    for n in range(_TERMS, 0, -1):
        value = 1.0 + small * value / n
    for _ in range(_HALVINGS):
        value *= value
    return value


def chances_of(losses: Array) -> Array:
    """The probability of each action of a decision, by type of player.

    Args:
        losses: (..., A) points that each action loses, in the eyes of each type.

    Returns:
        (..., 45, A) float64, by ``BETA_GRID``.
    """
    weights = _decay(BETA_GRID[:, None] * losses[..., None, :])
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def posterior_of(chances: Sequence[Array]) -> Array:
    """(6, 6, 3, 45) float64: the posterior from the probabilities of the answers given, each of this shape."""
    found = np.ones((*TYPES, _FINE), dtype=np.float64)
    for chance in chances:
        found = found * np.maximum(chance, _NEVER)
        found = found / found.max()
    return np.asarray(found / found.sum())


def estimates(posterior: Array, masses: Sequence[float]) -> tuple[Estimate, ...]:
    """The habits: posterior medians, with intervals.

    A long tail can draw the mean out of the interval. The median lies outside only if the interval holds less than half; then
    the nearest end stands for it.

    Args:
        posterior: (6, 6, 3, 45).
        masses: By habit, the part of the posterior that its interval holds.
    """
    found = []
    for axis, (grid, mass) in enumerate(zip(GRIDS, masses, strict=True)):
        chances = posterior.sum(axis=tuple(other for other in range(4) if other != axis))
        low, high = interval(grid, chances, mass)
        found.append(Estimate(min(max(_median(grid, chances), low), high), low, high))
    return tuple(found)


def _median(grid: Array, chances: Array) -> float:
    cumulative = accumulate(chances.tolist())
    half = float(chances.sum()) / 2
    return float(next((value for value, mass in zip(grid, cumulative, strict=True) if mass >= half), grid[-1]))


def interval(grid: Array, chances: Array, mass: float) -> tuple[float, float]:
    """The ends of the shortest stretch of a grid with at least this mass; of equally short ones, the one with the most mass.

    Args:
        grid: (N,) ascending values.
        chances: (N,) their probabilities.
        mass: From 0 to 1.
    """
    size = len(grid)
    reached = [0.0, *accumulate(chances.tolist())]
    best, low_best, high_best = (float("inf"), 0.0), 0, size - 1
    # A sliding window: for each low end, the first high end that suffices.
    high = 0
    for low in range(size):
        high = max(high, low)
        while high < size and reached[high + 1] - reached[low] < mass - 1e-12:
            high += 1
        if high == size:
            break
        key = (round(float(grid[high] - grid[low]), 9), reached[low] - reached[high + 1])
        if key < best:
            best, low_best, high_best = key, low, high
    return float(grid[low_best]), float(grid[high_best])


def card_posterior(posterior: Array) -> Array:
    """(6, 6, 3, 6) float64: the posterior by ``BETAS``; each fine steadiness counts for the nearest of them."""
    found = np.zeros((*TYPES, len(BETAS)), dtype=np.float64)
    for place, beta in enumerate(BETA_GRID.tolist()):
        nearest = sum(beta * beta > low * high for low, high in pairwise(BETAS))
        found[..., nearest] += posterior[..., place]
    return found
