"""The model error of playouts: how far their policy puts the difference between two moves off, as measured."""

from __future__ import annotations

import numpy as np

from py_engine.games.hearts.rules.batch import HAND

__all__ = ["MODEL_ERROR", "model_error", "played_on_error"]

MODEL_ERROR = 0.04
"""
Points per card in hand. It is half the standard deviation of the change in the difference between two moves when playouts
use the untuned weights instead of the tuned ones (0.87 points before the third trick, 0.40 before the ninth).
"""

PLAYED_ON, PLAYED_ON_GAP, SHOOTING = 0.1, 0.25, 6.0
"""Points; a share of the difference; and points times the chance of the player's own moon: how far the difference of two moves is off from
hands that better players play on. These players seldom bring a moon home."""
SPREAD, SPREAD_LATER = 0.03, 0.013
"""Shares of the standard deviation of the difference from deal to deal: one, and one more for each card that has been played from the longest hand.
Moves that come to the same in most deals cannot be far off. Players err more in playouts than at a table, and early in a hand these errors cancel.

All were chosen from a grid by 272 moves that are not the pick, 3 of them against plans to shoot the moon, among the first 692 positions of
``python -m py_engine.lab honesty hearts --set tuning``: by coverage in quarters of the stated error and thirds of the hand, by interval scores, and by
how many moves are blamed that are good when played on. With one share for all, errors were too large early in a hand and too small late.
"""


def played_on_error(
    sampled: float, gap: float, scale: float, cards: int, *, spread: float = 0.0, moon: float = 0.0, costs: float = 0.0
) -> float:
    """Standard deviation of the error of a difference in hands that better players play on.

    Args:
        sampled: The standard error of the sample. The model error of the playouts is no part of it: this one replaces it.
        gap: The difference.
        scale: Value of a point of the hand in the unit of the difference.
        cards: Number of cards in the longest hand.
        spread: Standard deviation of the difference from deal to deal.
        moon: The larger of the two moves' shares of playouts in which the player shoots the moon.
        costs: The error of what the cards kept after a pass are expected to cost.
    """
    share = SPREAD + SPREAD_LATER * (HAND - cards)
    played = [PLAYED_ON * scale, PLAYED_ON_GAP * gap, share * spread, SHOOTING * moon * scale]
    parts = np.array([sampled, *played, costs], dtype=np.float64)
    return float(np.sqrt((parts * parts).sum()))


def model_error(cards: int, scale: float) -> float:
    """Standard deviation of the model error of the difference between two moves, in the unit of their values.

    Args:
        cards: Number of cards in the longest hand.
        scale: Value of a point of the hand in that unit.
    """
    return MODEL_ERROR * cards * scale
