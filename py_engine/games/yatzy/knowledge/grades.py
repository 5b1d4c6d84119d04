"""Grade bands by lost points or by lost chances to win, and the kinds of decisions."""

from __future__ import annotations

from py_engine.core.coaching.verdicts import Scale
from py_engine.core.contract import DecisionKind, GradeBand, VerdictLimits
from py_engine.core.results import Result

__all__ = ["BANDS", "KINDS", "LIMITS", "TIE", "WIN_BANDS", "WIN_LIMITS", "WIN_TIE", "scale_of"]

TIE = 0.002
"""Points: values are rounded to 1/1024, so smaller gaps are ties."""
BANDS = (
    GradeBand(code="BEST", label="Best", max_loss=TIE),
    GradeBand(code="FINE", label="Fine", max_loss=0.25),
    GradeBand(code="INACCURACY", label="Inaccuracy", max_loss=1.0),
    GradeBand(code="MISTAKE", label="Mistake", max_loss=4.0),
    GradeBand(code="BLUNDER", label="Blunder", max_loss=None),
)
WIN_TIE = 0.01
"""Points of a hundred: smaller differences in the chance to win are ties."""
_WIN_LIMITS = (WIN_TIE, 5.0, 10.0, 15.0, None)
WIN_BANDS = tuple(
    GradeBand(code=band.code, label=band.label, max_loss=limit) for band, limit in zip(BANDS, _WIN_LIMITS, strict=True)
)
"""The same grades by the lost chance to win, in points of a hundred."""
LIMITS = VerdictLimits(scale="points", unit="points", good=TIE, inaccuracy=0.25, mistake=1.0, blunder=4.0)
WIN_LIMITS = VerdictLimits(
    scale="win", unit="points of a hundred", good=WIN_TIE, inaccuracy=5.0, mistake=10.0, blunder=15.0
)
_POINTS, _WINNING = Scale(LIMITS), Scale(WIN_LIMITS, chance=lambda value: value / 100)


def scale_of(_: object, result: Result) -> Scale:
    """Verdicts go by the chance to win where that is what was measured, else by points."""
    return _WINNING if result.metadata.objective == "win" else _POINTS


KINDS = (
    DecisionKind(code="first_reroll", name="After the first throw"),
    DecisionKind(code="second_reroll", name="After the second throw"),
    DecisionKind(code="category", name="Choice of category"),
)
"""By throws made in the turn, from the first."""
