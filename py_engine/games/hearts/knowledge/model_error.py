"""What playouts themselves get wrong about the difference of two moves, as measured."""

from __future__ import annotations

__all__ = ["MODEL_ERROR", "model_error"]

MODEL_ERROR = 0.04
"""
Points a card in hand: half of what the difference of two moves changes by, as a standard deviation, when playouts follow
the untuned weights instead of the tuned ones (0.87 points before the third trick, 0.40 before the ninth).
"""


def model_error(cards: int, scale: float) -> float:
    """Standard deviation of the difference of two moves, in the unit of their values.

    Args:
        cards: in the fullest hand.
        scale: what a point of the hand is worth in that unit.
    """
    return MODEL_ERROR * cards * scale
