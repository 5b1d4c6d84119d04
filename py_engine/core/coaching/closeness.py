"""What is said of the gap between two moves beside its error: words never claim more than the figures that stand next to them.

An error is shown as two standard errors. A verdict may leave a move undecided whose gap is larger than that: then the move is
worse, and only how bad that is stays open.
"""

from __future__ import annotations

from py_engine.core.contract import Verdict
from py_engine.core.grading import is_clear

__all__ = ["AS_GOOD", "CLOSE", "OPEN", "opening"]

AS_GOOD, CLOSE, OPEN = "About as good", "Too close to call", "Probably worse, but how bad is open"
"""Openings of the sentence on a gap: of a good move, and of undecided ones within and beyond the error."""


def opening(verdict: Verdict | None, loss: float, stderr: float) -> str:
    """How the sentence begins that gives a loss with its error, for a move that is not blamed.

    Args:
        verdict: What the card's heading says about the move.
        loss: What the move loses, not negative.
        stderr: The standard error of the loss.
    """
    if verdict in ("best", "good"):
        return AS_GOOD
    return OPEN if verdict == "undecided" and is_clear(loss, stderr) else CLOSE
