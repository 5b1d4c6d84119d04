"""Plans, and their values in shared worlds.

A plan is a move together with a way to continue. All plans are played out in the same sequence of worlds, so that any two
of them are compared in the worlds that both have seen (common random numbers, paired comparison).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.grading import Difference
from py_engine.core.numerics import Array, mean_and_stderr

__all__ = ["Plan", "PlanValues"]


class Plan(NamedTuple):
    """A move and the way to continue after it."""

    move: int
    """Mask of the card to play, or of the three to pass."""
    shoot: bool = False
    """Whether to shoot the moon from then on."""


class PlanValues:
    """Sampled values by plan and world.

    Args:
        plans: Number of plans.
    """

    def __init__(self, plans: int) -> None:
        self._values = np.empty((plans, 256), dtype=np.float64)
        self.counts = np.zeros(plans, dtype=np.int64)
        """Number of worlds seen, by plan."""

    def add(self, plans: Sequence[int], values: Array) -> None:
        """Adds the values (P, W) of some plans, which must all have seen the same worlds before."""
        where = np.asarray(plans, dtype=np.intp)
        begin = int(self.counts[where[0]])
        end = begin + values.shape[1]
        if end > self._values.shape[1]:
            more = np.empty((len(self._values), 2 * end), dtype=np.float64)
            more[:, :begin] = self._values[:, :begin]
            self._values = more
        self._values[where, begin:end] = values
        self.counts[where] = end

    def of(self, plan: int) -> Array:
        """(W,) float64: the values of a plan."""
        return self._values[plan, : self.counts[plan]]

    def difference(self, one: int, other: int) -> Difference:
        """The mean difference between two plans, with its standard error, over the worlds that both have seen."""
        shared = int(min(self.counts[one], self.counts[other]))
        gaps = self._values[one, :shared] - self._values[other, :shared]
        return Difference(*mean_and_stderr(float(gaps.sum()), float((gaps * gaps).sum()), shared))

    def variance(self, plan: int) -> float:
        """Variance of the values of a plan; 0 for fewer than two."""
        values = self.of(plan)
        return float(values.var()) if len(values) > 1 else 0.0

    def estimate(self, plan: int, basis: int) -> float:
        """Estimated mean of a plan: the mean of ``basis``, which has seen the most worlds, plus the paired difference."""
        return float(self.of(basis).mean()) + self.difference(plan, basis).value
