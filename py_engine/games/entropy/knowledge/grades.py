"""Grade bands and verdicts by lost points, and the kinds of decisions."""

from __future__ import annotations

from py_engine.core.coaching.verdicts import Scale
from py_engine.core.contract import DecisionKind, GradeBand, VerdictLimits
from py_engine.core.results import Result

__all__ = ["BANDS", "KINDS", "LIMITS", "scale_of"]

BANDS = (
    GradeBand(code="BEST", label="Best", max_loss=0.05),
    GradeBand(code="FINE", label="Fine", max_loss=0.5),
    GradeBand(code="INACCURACY", label="Inaccuracy", max_loss=2.0),
    GradeBand(code="MISTAKE", label="Mistake", max_loss=5.0),
    GradeBand(code="BLUNDER", label="Blunder", max_loss=None),
)
LIMITS = VerdictLimits(scale="points", unit="points", good=0.05, inaccuracy=0.5, mistake=2.0, blunder=5.0)
"""In points, which are all that counts: there is no winner."""
_BLAMING, _SPARING = Scale(LIMITS, z=0.3), Scale(LIMITS, z=1.0)
"""Of 32 moves that are blamed from 0.3 stated errors on, games played on confirm 29 (``lab/results/entropy_honesty.md``): true losses are
the larger ones. A move is called good only if a whole error keeps it so."""
KINDS = (
    DecisionKind(code="order", name="Order's moves"),
    DecisionKind(code="chaos", name="Chaos's placements"),
)
"""By player."""


def scale_of(_: object, result: Result) -> Scale:
    """How far the interval of a loss reaches: less where its lower end decides."""
    return _BLAMING if -(result.delta_ev or 0.0) >= LIMITS.inaccuracy else _SPARING
