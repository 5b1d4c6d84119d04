"""Tuning of weights in games of chance by the cross-entropy method, with successive halving.

Candidates are sampled around a centre. The mean of the best ones is the next centre, and their distance from the old one
gives the next standard deviations (Rubinstein 1999, "The cross-entropy method for combinatorial and continuous
optimization"). The best are found by successive halving (Karnin, Koren & Somekh 2013, "Almost optimal exploration in
multi-armed bandits"): all candidates play a few games, the better half of them twice as many, and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from py_engine.core.numerics import Array
from py_engine.lab.core.statistics import Mean, mean_of

__all__ = ["KEPT_SPREAD", "CrossEntropy", "Measure"]

KEPT_SPREAD = 0.5
"""Smoothing: the weight of the previous standard deviations in the next generation."""
Measure = Callable[[Array, int], Array]
"""(N, D) float64 candidates and a number of games -> (N, games) float64 scores, all in the same new games."""


@dataclass(frozen=True, slots=True)
class CrossEntropy:
    """The parameters of a search."""

    generations: int
    candidates: int
    """Candidates per generation; the first is the centre."""
    games: int
    """Games of every candidate; doubled at each halving."""
    halvings: int
    spread: Array
    """(D,) float64: the initial standard deviations."""
    least_spread: Array
    """(D,) float64: lower limits of the standard deviations."""
    all_games: bool
    """Whether candidates are ranked by all of their games, or only by those since the last halving."""

    def run(
        self, center: Array, measure: Measure, random: np.random.Generator, on_generation: Callable[[int, Mean], None]
    ) -> Array:
        """Runs the search and returns the last centre, (D,) float64.

        Args:
            center: (D,) float64, the first centre.
            measure: Plays the games.
            random: Draws the candidates.
            on_generation: Called after each generation with its number, from 1 on, and the score of its best.
        """
        spread = self.spread
        for number in range(self.generations):
            steps = random.standard_normal((self.candidates - 1, len(center)))
            best, score = self._halved(np.concatenate([center[None], center + steps * spread]), measure)
            moved = best - center
            # Deviations from the old centre, so that a successful step widens the search in its direction.
            wide = np.sqrt((moved * moved).mean(axis=0))
            spread = np.maximum(KEPT_SPREAD * spread + (1 - KEPT_SPREAD) * wide, self.least_spread)
            center = best.mean(axis=0)
            on_generation(number + 1, score)
        return center

    def _halved(self, points: Array, measure: Measure) -> tuple[Array, Mean]:
        """The candidates that remain after all halvings, and their mean score."""
        games = self.games
        results = np.zeros((len(points), 0), dtype=np.float64)
        for _ in range(self.halvings + 1):
            last = measure(points, games)
            results = np.concatenate([results, last], axis=1) if self.all_games else last
            kept = np.argsort(-results.mean(axis=1), kind="stable")[: max(1, len(points) // 2)]
            points, results = points[kept], results[kept]
            games *= 2
        return points, mean_of(results.mean(axis=0).tolist())
