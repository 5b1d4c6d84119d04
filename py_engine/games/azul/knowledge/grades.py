"""The grades of a move, by the points it loses (the source document's words), its verdict's limits, and kinds of decisions."""

from __future__ import annotations

from py_engine.core.contract import DecisionKind, GradeBand, VerdictLimits
from py_engine.games.azul.rules.state import EARLY_FROM, MID_FROM, AzulState, draft_phase

__all__ = ["BANDS", "KINDS", "WIN_LIMITS", "kind_of"]

BANDS = (
    GradeBand(code="EXCELLENT", label="Excellent", max_loss=0.25),
    GradeBand(code="GOOD", label="Good", max_loss=1.0),
    GradeBand(code="OKAY", label="Okay", max_loss=2.5),
    GradeBand(code="MISS", label="Miss", max_loss=None),
)
WIN_LIMITS = VerdictLimits(
    scale="win", unit="points of a hundred", good=0.5, inaccuracy=5.0, mistake=10.0, blunder=15.0
)
"""Verdicts are given by the chance to win, since that is what the game is about: points that decide nothing cost nothing."""
KINDS = (
    DecisionKind(code="early", name=f"Early in a round ({EARLY_FROM}+ tiles)"),
    DecisionKind(code="mid", name=f"Mid-round ({MID_FROM} to {EARLY_FROM - 1} tiles)"),
    DecisionKind(code="late", name=f"End of a round (1 to {MID_FROM - 1} tiles)"),
)
"""By the tiles on the table, from the start of a round."""


def kind_of(state: AzulState) -> str:
    """The kind of a decision."""
    piles = [state.center.tiles, *state.factories]
    on_table = sum(sum(pile.values()) for pile in piles)  # same bits: whole numbers
    return draft_phase(on_table).lower()
