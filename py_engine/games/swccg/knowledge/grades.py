"""The grades of a choice that differs from the best scored answer, by the points between the two scores."""

from __future__ import annotations

from py_engine.core.contract import GradeBand

__all__ = ["BANDS", "FAR", "SAME"]

SAME = "SAME"
FAR = "FAR"
BANDS = (
    GradeBand(code=SAME, label="The same", max_loss=0.0),
    # Scores are multiples of 1/4096: "under 10" is up to the last one before it.
    GradeBand(code="CLOSE", label="Close", max_loss=10 - 1 / 4096),
    GradeBand(code="DIFFERENT", label="Different", max_loss=30 - 1 / 4096),
    GradeBand(code=FAR, label="Far apart", max_loss=None),
)
"""None is called a mistake: nothing shows that the weights play well."""
