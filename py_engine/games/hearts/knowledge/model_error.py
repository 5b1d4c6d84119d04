"""The model error of playouts: how far their policy puts the difference between two moves off, as measured."""

from __future__ import annotations

import numpy as np

__all__ = ["MODEL_ERROR", "model_error", "played_on_error"]

MODEL_ERROR = 0.04
"""
Points per card in hand. It is half the standard deviation of the change in the difference between two moves when playouts
use the untuned weights instead of the tuned ones (0.87 points before the third trick, 0.40 before the ninth).
"""

PLAYED_ON, PLAYED_ON_GAP = 0.5, 0.3
"""Points, and share of the difference: how far the difference of two moves is off from hands that better players play on.

They are fitted to 218 moves of the tuning set of ``python -m py_engine.lab honesty hearts``: intervals of 68 and 95 % hold 71 and 93 % of the
true losses, and their interval score is 8.8. Playouts make losses of one to two points look larger than they are (1.4 for 1.0), because
their policy recovers less well from a bad move.
"""


def played_on_error(sampled: float, gap: float, scale: float) -> float:
    """Standard deviation of the error of a difference in hands that better players play on.

    Args:
        sampled: The standard error of the sample. The model error of the playouts is no part of it: this one replaces it.
        gap: The difference.
        scale: Value of a point of the hand in the unit of the difference.
    """
    constant, share = PLAYED_ON * scale, PLAYED_ON_GAP * gap
    return float(np.sqrt(sampled * sampled + constant * constant + share * share))


def model_error(cards: int, scale: float) -> float:
    """Standard deviation of the model error of the difference between two moves, in the unit of their values.

    Args:
        cards: Number of cards in the longest hand.
        scale: Value of a point of the hand in that unit.
    """
    return MODEL_ERROR * cards * scale
