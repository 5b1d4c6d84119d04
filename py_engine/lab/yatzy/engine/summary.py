"""Statistics of final scores, from an exact distribution or from games."""

from __future__ import annotations

from typing import TypedDict

import numpy as np

from py_engine.core.numerics import Array

__all__ = ["PERCENTILES", "Summary", "cvar", "percentile", "summarize"]

PERCENTILES = (0.1, 1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9)
TAIL = 0.05
HIGH = 300
_ROUNDING = 1e-12


class Summary(TypedDict):
    """Statistics of a distribution of scores."""

    mean: float
    sd: float
    percentiles: dict[str, int]
    """The smallest score whose cumulative probability is at least X %."""
    cvar_5: float
    """The mean of the worst 5 % (conditional value at risk)."""
    at_least_300: float


def percentile(chances: Array, per_cent: float) -> int:
    """The smallest score whose cumulative probability is at least that many per cent."""
    reached = np.cumsum(chances)
    return min(len(chances) - 1, int(np.searchsorted(reached, per_cent / 100 * reached[-1] - _ROUNDING)))


def cvar(chances: Array, tail: float = TAIL) -> float:
    """The mean of the worst scores that make up this share."""
    before = np.concatenate([[0.0], np.cumsum(chances)[:-1]])
    weights = np.clip(tail - before, 0.0, chances)
    return float((weights * np.arange(len(chances))).sum() / tail)


def summarize(chances: Array) -> Summary:
    """The statistics.

    Args:
        chances: (S,) probability, or share of games, of each score.
    """
    scores = np.arange(len(chances), dtype=np.float64)
    mean = float((chances * scores).sum())
    return {
        "mean": mean,
        "sd": float(np.sqrt((chances * (scores - mean) ** 2).sum())),
        "percentiles": {f"p{x:g}": percentile(chances, x) for x in PERCENTILES},
        "cvar_5": cvar(chances),
        "at_least_300": float(chances[HIGH:].sum()),
    }
