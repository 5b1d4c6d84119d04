"""The grades of a move, by the points it loses (the four words of the source document), and the limits of its verdict."""

from __future__ import annotations

from py_engine.core.contract import GradeBand, VerdictLimits

__all__ = ["BANDS", "WIN_LIMITS"]

BANDS = (
    GradeBand(code="EXCELLENT", label="Excellent", max_loss=0.25),
    GradeBand(code="GOOD", label="Good", max_loss=1.0),
    GradeBand(code="OKAY", label="Okay", max_loss=2.5),
    GradeBand(code="MISS", label="Miss", max_loss=None),
)
WIN_LIMITS = VerdictLimits(
    scale="win", unit="points of a hundred", good=0.5, inaccuracy=5.0, mistake=10.0, blunder=15.0
)
"""Verdicts go by the chance to win, since that is what the game is about: points that decide nothing cost nothing."""
