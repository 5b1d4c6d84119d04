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
    """Sums of the sampled values by plan, and of the differences by pair of plans; their size does not grow with the worlds.

    Args:
        plans: Number of plans.
    """

    def __init__(self, plans: int) -> None:
        self.counts = np.zeros(plans, dtype=np.int64)
        """Number of worlds seen, by plan."""
        self._totals = np.zeros(plans, dtype=np.float64)
        self._squares = np.zeros(plans, dtype=np.float64)
        self._gaps = np.zeros((plans, plans), dtype=np.float64)
        self._gap_squares = np.zeros((plans, plans), dtype=np.float64)

    def add(self, plans: Sequence[int], values: Array) -> None:
        """Adds the values (P, W) of some plans, which must all have seen the same worlds before.

        A plan that is left out once must not come back, so the sums of a pair are over the worlds that both have seen.
        """
        where = np.asarray(plans, dtype=np.intp)
        self.counts[where] += values.shape[1]
        self._totals[where] += values.sum(axis=1)
        self._squares[where] += (values * values).sum(axis=1)
        gaps = values[:, None] - values[None]
        pairs = np.ix_(where, where)
        self._gaps[pairs] += gaps.sum(axis=2)
        self._gap_squares[pairs] += (gaps * gaps).sum(axis=2)

    def difference(self, one: int, other: int) -> Difference:
        """The mean difference between two plans, with its standard error, over the worlds that both have seen."""
        shared = int(min(self.counts[one], self.counts[other]))
        total, squares = float(self._gaps[one, other]), float(self._gap_squares[one, other])
        return Difference(*mean_and_stderr(total, squares, shared))

    def variance(self, plan: int) -> float:
        """Variance of the values of a plan; 0 for fewer than two."""
        count = int(self.counts[plan])
        if count < 2:
            return 0.0
        mean = float(self._totals[plan]) / count
        return max(0.0, float(self._squares[plan]) / count - mean * mean)

    def mean(self, plan: int) -> float:
        """Mean value of a plan."""
        return float(self._totals[plan]) / int(self.counts[plan])

    def estimate(self, plan: int, basis: int) -> float:
        """Estimated mean of a plan: the mean of ``basis``, which has seen the most worlds, plus the paired difference."""
        return self.mean(basis) + self.difference(plan, basis).value
