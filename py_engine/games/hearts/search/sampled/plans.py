"""What was measured of plans in shared worlds, and which of them are still worth measuring.

A plan is a move with an idea of how to go on. All plans see the same worlds, the first ones of the same series, so that any
two of them are compared in the worlds that both have seen (common random numbers).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.grading import Difference
from py_engine.core.numerics import Array, mean_and_stderr

__all__ = ["Plan", "PlanValues"]


class Plan(NamedTuple):
    """A move and what follows it."""

    move: int
    """Mask of the card to play, or of the three to pass."""
    shoot: bool = False
    """Whether every trick is wanted from then on."""


class PlanValues:
    """Values by plan and world.

    Args:
        plans: how many.
    """

    def __init__(self, plans: int) -> None:
        self._values = np.empty((plans, 256), dtype=np.float64)
        self.counts = np.zeros(plans, dtype=np.int64)
        """Worlds seen, by plan."""

    def add(self, plans: Sequence[int], values: Array) -> None:
        """Adds the values (P, W) of some plans, all of which have seen the same worlds before."""
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
        """(W,) float64: the values seen."""
        return self._values[plan, : self.counts[plan]]

    def difference(self, one: int, other: int) -> Difference:
        """How much better a plan is than another in the worlds that both have seen."""
        shared = int(min(self.counts[one], self.counts[other]))
        gaps = self._values[one, :shared] - self._values[other, :shared]
        return Difference(*mean_and_stderr(float(gaps.sum()), float((gaps * gaps).sum()), shared))

    def variance(self, plan: int) -> float:
        """Of the values of a plan; 0 for a single one."""
        values = self.of(plan)
        return float(values.var()) if len(values) > 1 else 0.0

    def estimate(self, plan: int, basis: int) -> float:
        """Mean value of a plan: that of the basis, which has seen the most worlds, and what sets the two apart."""
        return float(self.of(basis).mean()) + self.difference(plan, basis).value
