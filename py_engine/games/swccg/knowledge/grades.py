"""Grades of a choice, by its distance in points from the best-scored answer."""

from __future__ import annotations

from py_engine.core.contract import GradeBand

__all__ = ["BANDS", "FAR", "SAME"]

SAME = "SAME"
FAR = "FAR"
BANDS = (
    GradeBand(code=SAME, label="The same", max_loss=0.0),
    # Scores are multiples of 1/4096, so "under 10" means up to 10 - 1/4096.
    GradeBand(code="CLOSE", label="Close", max_loss=10 - 1 / 4096),
    GradeBand(code="DIFFERENT", label="Different", max_loss=30 - 1 / 4096),
    GradeBand(code=FAR, label="Far apart", max_loss=None),
)
"""No band is called a mistake: nothing shows that the weights play well."""
