"""How long moves take, as counts by time: they add up over any number of tasks, and stay small."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

__all__ = ["Latency"]

STEPS = 20
"""Times are told apart in so many steps from one power of ten to the next, that is to 12 per cent."""


class Latency:
    """Counts of moves by the time they took.

    Args:
        counts: as ``as_data`` gives them.
    """

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        self._counts: Counter[int] = Counter({int(step): count for step, count in (counts or {}).items()})

    @property
    def moves(self) -> int:
        """How many."""
        return self._counts.total()

    def add(self, milliseconds: float) -> None:
        """Counts a move."""
        self._counts[round(STEPS * math.log10(max(milliseconds, 1e-3)))] += 1

    def merge(self, other: Latency) -> None:
        """Counts another's moves too."""
        self._counts.update(other._counts)

    def quantile(self, part: float) -> float | None:
        """Milliseconds that this part (0..1) of the moves took at most; None without moves."""
        left = part * self.moves
        for step in sorted(self._counts):
            left -= self._counts[step]
            if left <= 0:
                return float(f"{10 ** (step / STEPS):.2g}")
        return None

    def as_data(self) -> dict[str, int]:
        """JSON data: counts by step."""
        return {str(step): self._counts[step] for step in sorted(self._counts)}
