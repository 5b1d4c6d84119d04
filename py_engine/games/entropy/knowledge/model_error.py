"""The search's own error in the difference between two moves, as measured.

``python -m py_engine.lab entropy-model-error --games 40`` measures it: the root mean square difference between the grades of 228 plausible
moves and those of a search twenty times as large. How the error varies between the moves of a position was
fitted to 288 moves of 50 positions, against a search ten times as large and with earlier line values: a difference that changed in
the last step of the search, or is large, is less certain. No command repeats this second fit.
"""

from __future__ import annotations

import numpy as np

__all__ = ["model_error", "own_error", "played_on_error"]

MODEL_ERROR = (1.0, 0.5, 0.4)
"""Points, by depth: those of boards of which at most a third is empty. With more than three quarters empty they were 0.5, 0.1 and 0.1
only: the two searches share their line values, so they agree too well while little is decided."""


def model_error(depth: int) -> float:
    """Standard deviation, in points, of the search's error in the difference between two moves compared at a depth."""
    return MODEL_ERROR[depth]


OWN_PARTS = (0.44, 0.95, 0.2)
"""Parts of the squared error, as shares of the mean one: a constant, per squared change, per squared gap (in points)."""
MOST_CHANGE, MOST_GAP = 2.0, 3.0
"""Points beyond which the error grows no further."""


def own_error(error: float, change: float, gap: float) -> float:
    """Standard deviation, in points, of the error in one difference between two moves of a position.

    Args:
        error: That of such differences on the whole.
        change: How much the difference changed with the last depth, in points.
        gap: The difference, in points.
    """
    change, gap = min(abs(change), MOST_CHANGE), min(abs(gap), MOST_GAP)
    constant, by_change, by_gap = OWN_PARTS
    return error * float(np.sqrt(constant + by_change * change * change + by_gap * gap * gap))


PLAYED_ON, PLAYED_ON_OWN = 0.7, 3.25
"""Points, and factor of the search's own error: how far a difference is off from games that are played on."""


def played_on_error(own: float) -> float:
    """Standard deviation, in points, of the error in a difference, held against games played on from both moves.

    Fitted by maximum likelihood to 87 moves of the tuning set of ``python -m py_engine.lab honesty entropy`` that are not the pick, each played on
    in 192 games; no command repeats the fit. The intervals of 68 and 95 % then hold the true losses of 70 and 92 % of 71 other moves, which nothing was
    fitted to (``lab/results/entropy_honesty.md``).
    """
    scaled = PLAYED_ON_OWN * own
    return float(np.sqrt(PLAYED_ON * PLAYED_ON + scaled * scaled))
