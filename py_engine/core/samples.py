"""What is measured of candidates in random worlds: a chunk of them, and running sums over all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from py_engine.core.numerics import Array, mean_and_stderr

__all__ = ["Sample", "Tally"]


@dataclass(slots=True)
class Sample:
    """What one chunk of worlds says of some candidates."""

    values: Array
    """(C, W) float64: value of each candidate in each world, from the view of the player who asked."""
    features: dict[str, Array]
    """Name -> (C,) float64: sum over the worlds."""
    work: int
    """Rollouts or nodes that it took."""


@dataclass(slots=True)
class Tally:
    """Running sums over worlds, one entry a candidate."""

    count: Array
    total: Array
    squares: Array
    features: dict[str, Array] = field(default_factory=dict)

    @classmethod
    def of(cls, size: int) -> Tally:
        """Sums over no worlds."""
        return cls(np.zeros(size, np.int64), np.zeros(size, np.float64), np.zeros(size, np.float64))

    def add(self, candidates: Sequence[int], sample: Sample) -> None:
        """Adds a chunk."""
        where = np.asarray(candidates, dtype=np.intp)
        self.count[where] += sample.values.shape[1]
        self.total[where] += sample.values.sum(axis=1)
        self.squares[where] += (sample.values * sample.values).sum(axis=1)
        for name, sums in sample.features.items():
            self.features.setdefault(name, np.zeros_like(self.total))[where] += sums

    def mean(self, candidate: int) -> tuple[float, float]:
        """Mean value and its standard error."""
        return mean_and_stderr(float(self.total[candidate]), float(self.squares[candidate]), int(self.count[candidate]))

    def feature_means(self, candidate: int) -> dict[str, float]:
        """Mean of each feature."""
        n = int(self.count[candidate])
        return {name: float(sums[candidate]) / n for name, sums in self.features.items()} if n else {}
