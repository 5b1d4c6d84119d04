"""Grade bands and verdicts by lost points, and the kinds of decisions."""

from __future__ import annotations

from py_engine.core.contract import DecisionKind, GradeBand, VerdictLimits

__all__ = ["BANDS", "KINDS", "LIMITS"]

BANDS = (
    GradeBand(code="BEST", label="Best", max_loss=0.05),
    GradeBand(code="FINE", label="Fine", max_loss=0.5),
    GradeBand(code="INACCURACY", label="Inaccuracy", max_loss=2.0),
    GradeBand(code="MISTAKE", label="Mistake", max_loss=5.0),
    GradeBand(code="BLUNDER", label="Blunder", max_loss=None),
)
LIMITS = VerdictLimits(scale="points", unit="points", good=0.05, inaccuracy=0.5, mistake=2.0, blunder=5.0)
"""In points, which are all that counts: there is no winner."""
KINDS = (
    DecisionKind(code="order", name="Order's moves"),
    DecisionKind(code="chaos", name="Chaos's placements"),
)
"""By player."""
