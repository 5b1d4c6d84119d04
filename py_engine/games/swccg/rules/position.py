"""A decision with all that was known when it was asked: what every evaluation starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from py_engine.games.swccg.rules.board import Board
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Decision

__all__ = ["Position"]


@dataclass(slots=True)
class Position:
    """A decision and all that was known when it was asked.

    Attributes:
        seat: the player who is asked, by name.
        opponent: the other player's name, None where the log has not told.
        side: ``"dark"`` or ``"light"``, None where the log has not shown.
        phase: of the turn, such as ``"Deploy"``; None where the log has not told.
        turn: its number, 0 before the first.
        whose_turn: a player's name.
        board: as the log has shown it.
        titles: blueprint -> title, as the log has told them.
        facts: blueprint -> facts, of the cards that are known.
        decision: the question.
        repeats: answer -> how often it was already taken without anything having changed.
        lacks: what is not known at all, by code.
    """

    seat: str
    opponent: str | None
    side: str | None
    phase: str | None
    turn: int
    whose_turn: str | None
    board: Board
    titles: Mapping[str, str]
    facts: Mapping[str, CardFacts]
    decision: Decision
    repeats: Mapping[str, int] = field(default_factory=dict)
    lacks: tuple[str, ...] = ()
