"""Move times as a histogram with logarithmic buckets, which can be merged over any number of tasks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

__all__ = ["Latency"]

STEPS = 20
"""Buckets per power of ten; each is 12 per cent wide."""


class Latency:
    """A histogram of move times.

    Args:
        counts: Counts as returned by ``as_data``.
    """

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        self._counts: Counter[int] = Counter({int(step): count for step, count in (counts or {}).items()})

    @property
    def moves(self) -> int:
        """The number of moves."""
        return self._counts.total()

    def add(self, milliseconds: float) -> None:
        """Adds a move."""
        self._counts[round(STEPS * math.log10(max(milliseconds, 1e-3)))] += 1

    def merge(self, other: Latency) -> None:
        """Adds the moves of another histogram."""
        self._counts.update(other._counts)

    def quantile(self, part: float) -> float | None:
        """The quantile of the move times in milliseconds, for a fraction 0..1; None without moves."""
        left = part * self.moves
        for step in sorted(self._counts):
            left -= self._counts[step]
            if left <= 0:
                return float(f"{10 ** (step / STEPS):.2g}")
        return None

    def as_data(self) -> dict[str, int]:
        """The histogram as JSON data: counts by bucket."""
        return {str(step): self._counts[step] for step in sorted(self._counts)}
