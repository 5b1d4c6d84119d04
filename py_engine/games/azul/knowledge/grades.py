"""The grades of a move, by the points it loses: the four words of the source document."""

from __future__ import annotations

from py_engine.core.contract import GradeBand

__all__ = ["BANDS"]

BANDS = (
    GradeBand(code="EXCELLENT", label="Excellent", max_loss=0.25),
    GradeBand(code="GOOD", label="Good", max_loss=1.0),
    GradeBand(code="OKAY", label="Okay", max_loss=2.5),
    GradeBand(code="MISS", label="Miss", max_loss=None),
)
