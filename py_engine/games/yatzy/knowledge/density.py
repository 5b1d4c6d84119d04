"""The exact distribution of the final score from any position, under optimal play for a given risk preference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.artifact import Pmf
from py_engine.games.yatzy.knowledge.forward import ForwardPass, ForwardResult
from py_engine.games.yatzy.knowledge.policy_columns import outcomes_of
from py_engine.games.yatzy.knowledge.solver import Objective, Solver
from py_engine.games.yatzy.rules.tables import CATEGORIES, STANDARD, Rules

__all__ = ["PERCENTILES", "DistributionJob", "Summary", "category_split", "pmf_of", "summary"]

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_SOLVING = 0.35
"""Fraction of the work spent on solving."""
_ROUNDING = 1e-12
"""Rounding error allowed when a sum of probabilities is compared with a percentile."""


class DistributionJob(Job[ForwardResult]):
    """Solves everything that can follow a position (backward), then computes its distribution (forward).

    Args:
        rules: The house rules.
        theta: See ``solver.Objective``.
        mask: Closed categories.
        upper: Upper score, at most 63, which the mask allows.
        flat: (958976,) float64, the values; None to solve them first.
        count: See ``ForwardPass``.
    """

    def __init__(
        self,
        rules: Rules = STANDARD,
        theta: float = 0.0,
        mask: int = 0,
        upper: int = 0,
        *,
        flat: Array | None = None,
        count: bool = True,
    ) -> None:
        super().__init__()
        self.rules, self.theta, self.mask, self.upper, self.flat = rules, theta, mask, upper, flat
        self._counts = count
        self._solver: Solver | None = None
        self._forward: ForwardPass | None = None
        self._share = _SOLVING if flat is None else 0.0

    @property
    def progress(self) -> float:
        """Fraction of the work done."""
        if self._forward is not None:
            return self._share + (1 - self._share) * self._forward.progress
        return self._share * self._solver.progress if self._solver is not None else 0.0

    @property
    def finished(self) -> ForwardResult:
        """The result; only once the job is done."""
        found = self.result()
        if found is None:
            raise ValueError("the distribution has not been computed yet")
        return found

    def result(self) -> ForwardResult | None:
        """The result, once the job is done."""
        return None if self._forward is None else self._forward.result

    def work(self) -> Pieces:
        """Each piece is one of the solver or of the forward pass."""
        if self.flat is None:
            self._solver = Solver(self.rules, self.theta, closed=self.mask)
            yield from self._solver.pieces()
            self.flat = np.concatenate([array.reshape(-1) for array in self._solver.values])
            yield
        self._forward = ForwardPass(
            self.rules, Objective(self.theta), self.flat, self.mask, self.upper, count=self._counts
        )
        yield
        yield from self._forward.work()


def pmf_of(result: ForwardResult, before: int) -> Pmf:
    """The distribution of the final score.

    Args:
        result: The distribution of the points still to come.
        before: Points scored so far.
    """
    scores = np.flatnonzero(result.distribution > 0).tolist()
    return [[score + before, float(result.distribution[score])] for score in scores]


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary statistics of a distribution."""

    mean: float
    std_dev: float
    percentiles: Mapping[str, int]
    """``pX`` is the smallest score whose cumulative probability is at least X %."""


def summary(pmf: Pmf) -> Summary:
    """The mean, standard deviation and percentiles of a distribution."""
    scores = np.array([score for score, _ in pmf], dtype=np.float64)
    chances = np.array([chance for _, chance in pmf], dtype=np.float64)
    mean = float((scores * chances).sum())
    away = scores - mean
    reached = np.cumsum(chances)
    last = len(pmf) - 1
    places = [min(last, int(np.searchsorted(reached, x / 100 - _ROUNDING))) for x in PERCENTILES]
    return Summary(
        mean,
        float(np.sqrt((away * away * chances).sum())),
        {f"p{x}": int(pmf[place][0]) for x, place in zip(PERCENTILES, places, strict=True)},
    )


def category_split(
    mask: int, upper: int, rules: Rules = STANDARD, flat: Array | None = None
) -> tuple[dict[str, float], float]:
    """The expected points of each open category under optimal play, and the probability of the bonus.

    The expected points and 50 times that probability add up to the value of the position.

    Args:
        mask: Closed categories.
        upper: Upper score, at most 63, which the mask allows.
        rules: The house rules.
        flat: (958976,) float64, the values, such as ``ValueTable.flat``; None to solve them first.

    Returns:
        Expected points by category, in order; the probability of the bonus.
    """
    job = DistributionJob(rules, 0.0, mask, upper, flat=flat, count=False)
    job.run()
    outcomes = outcomes_of(rules)
    points = job.finished.outcomes * outcomes.points
    expected: dict[str, float] = {}
    for i, name in enumerate(CATEGORIES):
        if not mask >> i & 1:
            expected[name] = float(points[outcomes.slices[i]].sum())
    return expected, job.finished.bonus
