"""The model error of playouts: how far their policy puts the difference between two moves off, as measured."""

from __future__ import annotations

__all__ = ["MODEL_ERROR", "model_error"]

MODEL_ERROR = 0.04
"""
Points per card in hand. It is half the standard deviation of the change in the difference between two moves when playouts
use the untuned weights instead of the tuned ones (0.87 points before the third trick, 0.40 before the ninth).
"""


def model_error(cards: int, scale: float) -> float:
    """Standard deviation of the model error of the difference between two moves, in the unit of their values.

    Args:
        cards: Number of cards in the longest hand.
        scale: Value of a point of the hand in that unit.
    """
    return MODEL_ERROR * cards * scale
