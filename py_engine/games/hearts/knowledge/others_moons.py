"""How much a difference in moons of the others counts, when two cards are compared by playouts.

Early in a hand, the difference between two cards in how often somebody else shoots the moon in playouts says little about hands that
better players play on: they see a moon coming in time. So a share of it counts, and that makes differences between cards more exact, too,
because few events are worth as much as a moon.
"""

from __future__ import annotations

from collections.abc import Mapping

from py_engine.core.numerics import Array

__all__ = ["counted_features", "counted_values", "share_that_counts"]

_FALL = (1.9, -0.15)
"""A constant, and a slope by the cards in the longest hand."""
LEAST = 0.25
"""Least share. It is above what was fitted for the first tricks, because those players never set out to shoot the moon, and some people do.

The share is from a robust regression of the true losses of 235 cards that are not the pick, among the first 692 positions of
``python -m py_engine.lab honesty hearts --set tuning``, on the parts of their losses in playouts: 0.89 with a standard error of 0.09 for up to 7
cards, 0.35 (0.11) for 8 to 10, and -0.01 (0.19) for more, counted once; the line through them stays above the middle one for the same reason. The points that the player takes itself have a factor of 0.79 (0.04) there, which is not
applied: interval scores are better without it, as large losses are seldom smaller when played on.
"""


def share_that_counts(cards: int) -> float:
    """The share, by the number of cards in the longest hand."""
    constant, slope = _FALL
    return min(1.0, max(LEAST, constant + slope * cards))


def counted_values(values: Array, against: Array, share: float) -> Array:
    """(P, W) float64: values of plans with that share of the differences in moons; those of the first plan stay as they are.

    Args:
        values: (P, W) float64: values of plans in the same worlds.
        against: (P, W) float64: the part of each value that is due to moons of the others.
        share: The share.
    """
    found: Array = values - (1.0 - share) * (against - against[0])
    return found


def counted_features(features: Mapping[str, float], best: Mapping[str, float], share: float) -> dict[str, float]:
    """The mean features of a plan with that share of the difference in moons from the best plan."""
    moons = best["moon_against"] + share * (features["moon_against"] - best["moon_against"])
    return {**features, "moon_against": moons}
