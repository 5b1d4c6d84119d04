"""Means with standard errors and confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

__all__ = ["Mean", "interval", "mean_of", "paired"]

_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Two-sided 95 % quantiles of Student's t for 1, 2 ... 10 degrees of freedom."""


class Mean(NamedTuple):
    """A mean over games."""

    mean: float
    error: float
    """Standard error; NaN for fewer than two games."""
    games: int

    def text(self, *, signed: bool = False) -> str:
        """The mean and its standard error with one decimal: ``116.9 ± 0.6``."""
        if not self.games:
            return "-"
        shown = f"{self.mean:+.1f}" if signed else f"{self.mean:.1f}"
        error = "?" if np.isnan(self.error) else f"{self.error:.1f}"
        return f"{shown.replace('-', '−')} ± {error}"  # noqa: RUF001 - a true minus is what tables have


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of the values, one per game."""
    count = len(values)
    if not count:
        return Mean(float("nan"), float("nan"), 0)
    error = float(np.std(values, ddof=1) / np.sqrt(count)) if count > 1 else float("nan")
    return Mean(float(np.mean(values)), error, count)


def interval(mean: Mean) -> tuple[float, float]:
    """The 95 % confidence interval of a mean, by Student's t; NaN for fewer than two games."""
    degrees = mean.games - 1
    if degrees <= len(_STUDENT):
        times = _STUDENT[max(0, degrees - 1)]
    else:
        # First terms of t's expansion in 1/degrees (Abramowitz & Stegun, 26.7.5), off by less than 0.003 in this range.
        times = 1.95996 + 2.37227 / degrees + 2.8225 / degrees**2
    return mean.mean - times * mean.error, mean.mean + times * mean.error


def paired(first: Mapping[int, float], second: Mapping[int, float]) -> Mean:
    """Paired comparison: the mean of first minus second over the seeds that both have played."""
    return mean_of([first[seed] - second[seed] for seed in sorted(first.keys() & second.keys())])
