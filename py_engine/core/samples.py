"""Values of candidates in random worlds: one chunk of them, and running sums over all chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from py_engine.core.numerics import Array, mean_and_stderr

__all__ = ["Sample", "Tally"]


@dataclass(slots=True)
class Sample:
    """The values of C candidates in one chunk of W worlds."""

    values: Array
    """(C, W) float64: value of each candidate in each world, from the deciding player's point of view."""
    features: dict[str, Array]
    """Name -> (C,) float64: sum over the worlds."""
    work: int
    """Rollouts or nodes used."""

    def fault(self, candidates: int, worlds: int) -> str | None:
        """What is wrong with a sample of so many candidates and worlds, or None."""
        if self.values.shape != (candidates, worlds):
            return f"{self.values.shape} values for {candidates} candidates in {worlds} worlds"
        if not np.isfinite(self.values).all():
            return "a value that is not a number"
        for name, sums in self.features.items():
            if sums.shape != (candidates,) or not np.isfinite(sums).all():
                return f"no number as the feature {name}"
        return None if self.work >= 0 else "a negative amount of work"


@dataclass(slots=True)
class Tally:
    """Running sums over worlds, one entry per candidate."""

    count: Array
    total: Array
    squares: Array
    features: dict[str, Array] = field(default_factory=dict)

    @classmethod
    def of(cls, size: int) -> Tally:
        """An empty tally for ``size`` candidates."""
        return cls(np.zeros(size, np.int64), np.zeros(size, np.float64), np.zeros(size, np.float64))

    def add(self, candidates: Sequence[int], sample: Sample) -> None:
        """Adds a chunk; its rows belong to ``candidates``."""
        where = np.asarray(candidates, dtype=np.intp)
        self.count[where] += sample.values.shape[1]
        self.total[where] += sample.values.sum(axis=1)
        self.squares[where] += (sample.values * sample.values).sum(axis=1)
        for name, sums in sample.features.items():
            self.features.setdefault(name, np.zeros_like(self.total))[where] += sums

    def mean(self, candidate: int) -> tuple[float, float]:
        """A candidate's mean value and its standard error."""
        return mean_and_stderr(float(self.total[candidate]), float(self.squares[candidate]), int(self.count[candidate]))

    def feature_means(self, candidate: int) -> dict[str, float]:
        """A candidate's mean of each feature."""
        n = int(self.count[candidate])
        return {name: float(sums[candidate]) / n for name, sums in self.features.items()} if n else {}
