"""Wilcoxon's signed-rank test of paired differences, which need not be normally distributed.

Wilcoxon (1945), "Individual comparisons by ranking methods", Biometrics Bulletin 1. Zero differences are dropped, and
equal sizes share the mean of their ranks. Up to ``EXACT`` differences the p-value is exact, by counting over all
combinations of signs; beyond, it is a normal approximation with corrections for ties and continuity.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array

__all__ = ["EXACT", "SignedRank", "signed_rank"]

EXACT = 50
"""Maximum number of non-zero differences for the exact p-value."""


class SignedRank(NamedTuple):
    """The result of a test."""

    positive: float
    """Sum of the ranks of the positive differences."""
    negative: float
    p: float
    """Two-sided p-value; 1 without differences."""
    used: int
    """Number of non-zero differences."""


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
    """The ranks from 1 on, (N,) float64, with ties sharing their mean; and the size of each group of ties, int64."""
    _, where, counts = np.unique(sizes, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[where], counts


def _exact(ranks: Array, smaller: float) -> float:
    """The exact p-value: the distribution of the rank sum over all 2^N signs. Ranks are doubled to make them integers."""
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
    # Ties reduce the variance.
    shared = float((ties.astype(np.float64) ** 3 - ties).sum()) / 48
    spread = math.sqrt(used * (used + 1) * (2 * used + 1) / 24 - shared)
    z = max(0.0, mean - smaller - 0.5) / spread
    return min(1.0, math.erfc(z / math.sqrt(2)))
