"""Finds the numbers that do best in games of chance: the cross-entropy method.

Random candidates lie around a centre. The best of them are the next centre, and how far they lie from the last one says
how far to look (Rubinstein 1999, "The cross-entropy method for combinatorial and continuous optimization"). Which are
the best is measured by halves: all in a few games, the better half of them in twice as many, and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from py_engine.core.numerics import Array
from py_engine.lab.core.statistics import Mean, mean_of

__all__ = ["KEPT_SPREAD", "CrossEntropy", "Measure"]

KEPT_SPREAD = 0.5
"""How much of the spread of one generation stays in the next, whatever its best look like."""
Measure = Callable[[Array, int], Array]
"""(N, D) float64 candidates and a number of games -> (N, games) float64: what each makes, all in the same new games."""


@dataclass(frozen=True, slots=True)
class CrossEntropy:
    """How a search goes."""

    generations: int
    candidates: int
    """Of a generation; the first is its centre."""
    games: int
    """Of all candidates; twice as many for the better half, and again."""
    halvings: int
    spread: Array
    """(D,) float64: the first standard deviations."""
    least_spread: Array
    """(D,) float64: they never fall below these."""
    all_games: bool
    """A half is chosen by all games that it has played, not by the last ones alone."""

    def run(
        self, center: Array, measure: Measure, random: np.random.Generator, told: Callable[[int, Mean], None]
    ) -> Array:
        """(D,) float64: the last centre.

        Args:
            center: (D,) float64, the first one.
            measure: plays.
            random: draws the candidates.
            told: hears what the best of each generation make, by its number from 1 on.
        """
        spread = self.spread
        for number in range(self.generations):
            steps = random.standard_normal((self.candidates - 1, len(center)))
            best, score = self._halved(np.concatenate([center[None], center + steps * spread]), measure)
            moved = best - center
            # About the old centre: a step that paid widens the search in its direction.
            wide = np.sqrt((moved * moved).mean(axis=0))
            spread = np.maximum(KEPT_SPREAD * spread + (1 - KEPT_SPREAD) * wide, self.least_spread)
            center = best.mean(axis=0)
            told(number + 1, score)
        return center

    def _halved(self, points: Array, measure: Measure) -> tuple[Array, Mean]:
        """The better half of the better half ... of the candidates, and what they make on average."""
        games = self.games
        results = np.zeros((len(points), 0), dtype=np.float64)
        for _ in range(self.halvings + 1):
            last = measure(points, games)
            results = np.concatenate([results, last], axis=1) if self.all_games else last
            kept = np.argsort(-results.mean(axis=1), kind="stable")[: max(1, len(points) // 2)]
            points, results = points[kept], results[kept]
            games *= 2
        return points, mean_of(results.mean(axis=0).tolist())
