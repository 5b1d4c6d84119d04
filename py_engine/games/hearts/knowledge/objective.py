"""The objective of a seat in a hand: few points, or the chance to win the game once this hand may end it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.winning import win_chances
from py_engine.games.hearts.rules.batch import HEART_COUNT, MOON, QUEEN, TRICK, after_moon

__all__ = ["FEATURES", "Goal", "Objective", "Outcome", "goal_of"]

Goal = Literal["points", "win"]
POINTS_OF_A_WIN = 100.0
"""Value of a win: one percentage point of the chance to win counts as one point."""
FEATURES = (
    "expected_points", "hearts", "queen_chance", "moon_chance", "moon_against", "tricks", "win_chance",
)  # fmt: skip
"""What is measured in every playout besides its value."""


def goal_of(scores: Sequence[int], points_to_end: int) -> Goal:
    """What counts in a hand: the chance to win if it may end the game, else points."""
    return "win" if max(scores) + MOON >= points_to_end else "points"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of finished hands for a seat."""

    values: Array
    """(B,) float64: utilities, to be maximized."""
    features: Array
    """(len(FEATURES), B) float64."""


@dataclass(frozen=True, slots=True)
class Objective:
    """The utility of a finished hand for a seat.

    Args:
        facts: The facts of the seat.
        beta: Points added per point by which the lowest score of the others exceeds the seat's own.
    """

    facts: Facts
    beta: float = 0.0

    @property
    def goal(self) -> Goal:
        """``"win"`` if this hand may end the game, else ``"points"``."""
        return goal_of(self.facts.scores, self.facts.points_to_end)

    def outcome(self, taken: Array) -> Outcome:
        """Values and features of finished hands.

        Args:
            taken: (4, B) int16 by seat: codes of what was taken.
        """
        facts, seat = self.facts, self.facts.seat
        points = after_moon(taken, facts.rules)
        mine = taken[seat]
        values, winning = self.worth(points)
        moons = (taken & (HEART_COUNT | QUEEN)) == 13 + QUEEN
        shot = moons[seat]
        features = np.empty((len(FEATURES), taken.shape[1]), dtype=np.float64)
        features[0] = points[seat]
        features[1] = mine & HEART_COUNT
        features[2] = mine & QUEEN > 0
        features[3] = shot
        features[4] = moons.any(axis=0) & ~shot
        features[5] = mine // TRICK
        features[6] = winning
        return Outcome(values, features)

    def points_scale(self) -> float:
        """Approximate value of a point of this hand, in the unit of values."""
        if self.goal == "points":
            return 1.0
        points = np.repeat(np.array([[6], [7], [7], [6]], dtype=np.int64), 2, axis=1)
        points[self.facts.seat] = 4, 8
        values, _ = self.worth(points)
        return max(1.0, float(values[0] - values[1]) / 4)

    def worth(self, points: Array) -> tuple[Array, Array]:
        """Values of finished hands, and the chance to win the game after them; both (B,) float64.

        Args:
            points: (4, B) integers by seat, after the moon.
        """
        seat = self.facts.seat
        scores = points + np.array(self.facts.scores, dtype=np.int64)[:, None]
        winning = win_chances(scores, seat, self.facts.points_to_end)
        if self.goal == "win":
            return POINTS_OF_A_WIN * (winning - 1.0), winning
        values: Array = -points[seat].astype(np.float64)
        if self.beta:
            others = np.delete(scores, seat, axis=0).min(axis=0)
            values = values + self.beta * (others - scores[seat])
        return values, winning
