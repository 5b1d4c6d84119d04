"""What is said of the gap between two moves beside its error: words never claim more than the figures that stand next to them.

An error is shown as two standard errors. A verdict may leave a move undecided whose gap is larger than that: then the move is
probably worse, and how bad that is stays open. From four standard errors on it is worse, and only the verdict stays open.
"""

from __future__ import annotations

from py_engine.core.contract import Verdict
from py_engine.core.grading import is_clear

__all__ = ["AS_GOOD", "CLOSE", "OPEN", "OPENINGS", "WORSE", "opening"]

AS_GOOD, CLOSE, OPEN = "About as good", "Too close to call", "Probably worse, but how bad is open"
WORSE = "Worse, but perhaps not by enough for an inaccuracy"
OPENINGS = (AS_GOOD, CLOSE, OPEN, WORSE)
"""Of the sentence on a gap: of a good move, and of undecided ones within the error, beyond it, and far beyond it."""
_FAR = 2.0
"""A gap of this many shown errors is no matter of chance."""


def opening(verdict: Verdict | None, loss: float, stderr: float) -> str:
    """How the sentence begins that gives a loss with its error, for a move that is not blamed.

    Args:
        verdict: What the card's heading says about the move.
        loss: What the move loses, not negative.
        stderr: The standard error of the loss.
    """
    if verdict in ("best", "good"):
        return AS_GOOD
    if verdict != "undecided" or not is_clear(loss, stderr):
        return CLOSE
    return WORSE if is_clear(loss, _FAR * stderr) else OPEN
