"""Wilcoxon's signed-rank test: whether paired differences lie around zero, without a normal distribution of theirs.

Wilcoxon (1945), "Individual comparisons by ranking methods", Biometrics Bulletin 1. Differences of zero are left out and
equal sizes share the mean of their ranks. Up to ``EXACT`` differences the chance is counted over all signs that they
could have had; beyond, it is that of a normal distribution with the correction for ties and for continuity.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array

__all__ = ["EXACT", "SignedRank", "signed_rank"]

EXACT = 50
"""Differences other than zero up to which the chance is exact."""


class SignedRank(NamedTuple):
    """The result of a test."""

    positive: float
    """Sum of the ranks of the positive differences."""
    negative: float
    p: float
    """Two-sided: the chance of sums that are as unlike, or more so, if signs were tossed; 1 without differences."""
    used: int
    """Differences other than zero."""


def signed_rank(differences: Sequence[float]) -> SignedRank:
    """Tests paired differences."""
    values = np.asarray(differences, dtype=np.float64)
    values = values[values != 0]
    used = len(values)
    if not used:
        return SignedRank(0.0, 0.0, 1.0, 0)
    ranks, ties = _ranks(np.abs(values))
    positive = float(ranks[values > 0].sum())
    negative = float(ranks[values < 0].sum())
    smaller = min(positive, negative)
    p = _exact(ranks, smaller) if used <= EXACT else _normal(used, ties, smaller)
    return SignedRank(positive, negative, p, used)


def _ranks(sizes: Array) -> tuple[Array, Array]:
    """(N,) float64: the ranks from 1 on, equal ones sharing their mean; and how many share each, int64."""
    _, where, counts = np.unique(sizes, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[where], counts


def _exact(ranks: Array, smaller: float) -> float:
    """Counts by the sum of ranks, doubled so that it is whole, how many of the 2^N signs have it."""
    ways = np.ones(1, dtype=np.float64)
    for rank in np.rint(2 * ranks).astype(np.int64):
        with_it = np.zeros(len(ways) + rank, dtype=np.float64)
        with_it[: len(ways)] = ways
        with_it[rank:] += ways
        ways = with_it / 2
    below = float(ways[: round(2 * smaller) + 1].sum())
    return min(1.0, 2 * below)


def _normal(used: int, ties: Array, smaller: float) -> float:
    mean = used * (used + 1) / 4
    # Shared ranks vary less than different ones.
    shared = float((ties.astype(np.float64) ** 3 - ties).sum()) / 48
    spread = math.sqrt(used * (used + 1) * (2 * used + 1) / 24 - shared)
    z = max(0.0, mean - smaller - 0.5) / spread
    return min(1.0, math.erfc(z / math.sqrt(2)))
