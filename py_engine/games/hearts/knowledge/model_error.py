"""The model error of playouts: how far their policy puts the difference between two moves off, as measured."""

from __future__ import annotations

import numpy as np

__all__ = ["MODEL_ERROR", "model_error", "played_on_error"]

MODEL_ERROR = 0.04
"""
Points per card in hand. It is half the standard deviation of the change in the difference between two moves when playouts
use the untuned weights instead of the tuned ones (0.87 points before the third trick, 0.40 before the ninth).
"""

PLAYED_ON, PLAYED_ON_GAP, SHOOTING = 0.7, 0.3, 6.0
"""Points, and share of the difference: how far the difference of two moves is off from hands that better players play on. The third,
in points, is added where one of the moves is a plan to shoot the moon, which these players seldom bring home.

Chosen by the 424 moves, 6 of them against such plans, that are not the pick among the first 600 positions of both sets of
``python -m py_engine.lab honesty hearts``, when playouts were still by the greedy policy. They made losses of one to two points look
larger than they are, because that policy recovers less well from a bad move.
"""


def played_on_error(sampled: float, gap: float, scale: float, *, shoots: bool = False) -> float:
    """Standard deviation of the error of a difference in hands that better players play on.

    Args:
        sampled: The standard error of the sample. The model error of the playouts is no part of it: this one replaces it.
        gap: The difference.
        scale: Value of a point of the hand in the unit of the difference.
        shoots: Whether one of the moves is a plan to shoot the moon.
    """
    constant, share, moon = PLAYED_ON * scale, PLAYED_ON_GAP * gap, SHOOTING * scale if shoots else 0.0
    return float(np.sqrt(sampled * sampled + constant * constant + share * share + moon * moon))


def model_error(cards: int, scale: float) -> float:
    """Standard deviation of the model error of the difference between two moves, in the unit of their values.

    Args:
        cards: Number of cards in the longest hand.
        scale: Value of a point of the hand in that unit.
    """
    return MODEL_ERROR * cards * scale
