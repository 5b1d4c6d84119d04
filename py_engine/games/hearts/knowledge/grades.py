"""The grades of Hearts (limits on the points lost), and its kinds of decisions."""

from __future__ import annotations

from py_engine.core.coaching.verdicts import Scale
from py_engine.core.contract import DecisionKind, GradeBand, VerdictLimits
from py_engine.core.results import Result
from py_engine.games.hearts.rules.state import HeartsState

__all__ = ["BANDS", "KINDS", "LIMITS", "UNSURE", "WIN_BANDS", "WIN_LIMITS", "kind_of", "scale_of"]

BANDS = (
    GradeBand(code="BEST", label="Best", max_loss=0.05),
    GradeBand(code="FINE", label="Fine", max_loss=0.3),
    GradeBand(code="INACCURACY", label="Inaccuracy", max_loss=1.0),
    GradeBand(code="MISTAKE", label="Mistake", max_loss=3.0),
    GradeBand(code="BLUNDER", label="Blunder", max_loss=None),
)
WIN_BANDS = tuple(
    band.model_copy(update={"max_loss": most}) for band, most in zip(BANDS, (0.5, 5.0, 10.0, 15.0, None), strict=True)
)
"""The same grades by lost chances to win, in points of a hundred, once a hand may end the game."""
LIMITS = VerdictLimits(scale="points", unit="points", good=0.05, inaccuracy=0.3, mistake=1.0, blunder=3.0)
WIN_LIMITS = VerdictLimits(
    scale="win", unit="points of a hundred", good=0.5, inaccuracy=5.0, mistake=10.0, blunder=15.0
)
_CLEAR = 0.75
"""Points: the loss from which a move is blamed with ``_BLAMING``'s certainty. Smaller ones are estimated too high more often: of 18 that are
still 1.6 errors, 9 were good and 2 mistakes when the hands were played on."""
_BLAMING, _BLAMING_SMALL = Scale(LIMITS, z=1.5, surely=0.0), Scale(LIMITS, z=3.0, surely=0.0)
"""A move is blamed if its loss reaches the limit of an inaccuracy and comes to 1.5 of its stated errors; a small one, to 3 of them.

Chosen by 340 moves of the tuning set of ``honesty hearts`` that are not the pick, of which 85 are mistakes or worse when the hands are played on: 77
are blamed, of them 12 good, and 47 of the mistakes. With 2 errors for all losses 66, 15, and 38 (``docs/laboratory/hearts.md``)."""
_SPARING = Scale(LIMITS, z=0.0)
"""Smaller losses than an inaccuracy are good, whatever the error."""
_WINNING = Scale(WIN_LIMITS, chance=lambda value: 1 + value / 100, decided_z=2.0)
"""The errors of candidates allow for deals that a small sample has not seen (``sampling_error``)."""
UNSURE = "FINE"
"""The worst grade for a loss that is within the error of the measurement."""
KINDS = (
    DecisionKind(code="pass", name="Passing"),
    DecisionKind(code="lead", name="Leading"),
    DecisionKind(code="follow", name="Following suit"),
    DecisionKind(code="discard", name="Discarding"),
)


def kind_of(state: HeartsState) -> str:
    """The kind of decision that the player to move faces; that player's cards must be known."""
    if state.phase == "pass":
        return "pass"
    if not state.trick:
        return "lead"
    hand = state.hands[state.active_player_id]
    led = state.trick[0][1]
    follows = isinstance(hand, list) and any(card[1] == led for card in hand)
    return "follow" if follows else "discard"


def scale_of(_: object, result: Result) -> Scale:
    """Verdicts are given by the chance to win once a hand may end the game, before that by the points of the hand."""
    if result.win_probability is not None:
        return _WINNING
    loss = -(result.delta_ev or 0.0)
    if loss < LIMITS.inaccuracy:
        return _SPARING
    return _BLAMING if loss >= _CLEAR else _BLAMING_SMALL
