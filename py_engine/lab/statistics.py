"""Means of games with their errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

__all__ = ["Mean", "mean_of", "paired"]


class Mean(NamedTuple):
    """A mean over games."""

    mean: float
    error: float
    """Its standard error; not a number for fewer than two games."""
    games: int

    def text(self, *, signed: bool = False) -> str:
        """With one decimal, as ``116.9 ± 0.6``."""
        if not self.games:
            return "-"
        shown = f"{self.mean:+.1f}" if signed else f"{self.mean:.1f}"
        error = "?" if np.isnan(self.error) else f"{self.error:.1f}"
        return f"{shown.replace('-', '−')} ± {error}"  # noqa: RUF001 - a true minus is what tables have


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of some values."""
    count = len(values)
    if not count:
        return Mean(float("nan"), float("nan"), 0)
    error = float(np.std(values, ddof=1) / np.sqrt(count)) if count > 1 else float("nan")
    return Mean(float(np.mean(values)), error, count)


def paired(first: Mapping[int, float], second: Mapping[int, float]) -> Mean:
    """The mean of first less second, game by game, over the seeds that both have played."""
    return mean_of([first[seed] - second[seed] for seed in sorted(first.keys() & second.keys())])
