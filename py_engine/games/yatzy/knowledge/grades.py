"""Grade bands by lost points, and the kinds of decisions."""

from __future__ import annotations

from py_engine.core.contract import DecisionKind, GradeBand

__all__ = ["BANDS", "KINDS", "TIE"]

TIE = 0.002
"""Points: values are rounded to 1/1024, so smaller gaps are ties."""
BANDS = (
    GradeBand(code="BEST", label="Best", max_loss=TIE),
    GradeBand(code="FINE", label="Fine", max_loss=0.25),
    GradeBand(code="INACCURACY", label="Inaccuracy", max_loss=1.0),
    GradeBand(code="MISTAKE", label="Mistake", max_loss=4.0),
    GradeBand(code="BLUNDER", label="Blunder", max_loss=None),
)
KINDS = (
    DecisionKind(code="first_reroll", name="After the first throw"),
    DecisionKind(code="second_reroll", name="After the second throw"),
    DecisionKind(code="category", name="Choice of category"),
)
"""By throws made in the turn, from the first."""
