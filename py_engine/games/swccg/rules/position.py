"""A decision with everything known at that moment: the starting point of every evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from py_engine.games.swccg.rules.board import Board
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Decision

__all__ = ["Position"]


@dataclass(slots=True)
class Position:
    """A decision and everything known at that moment.

    Attributes:
        seat: Name of the player who decides.
        opponent: Name of the other player; None if unknown.
        side: ``"dark"`` or ``"light"``; None if unknown.
        phase: The phase of the turn, such as ``"Deploy"``; None if unknown.
        turn: Its number, 0 before the first turn.
        whose_turn: Name of the player whose turn it is.
        board: The board as far as the log has shown it.
        titles: Blueprint -> title in the log so far.
        facts: Blueprint -> facts, for known cards.
        decision: The decision.
        repeats: Answer -> earlier times it was taken without changing anything.
        lacks: Codes of what is unknown.
        taken: Answer -> earlier times that the action was taken this turn, with or without effect.
        fruitless: Answer -> earlier times in the game that the same search found nothing.
        drained: Answer -> size of the last Force drain at that location, if made in the last few turns.
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
    taken: Mapping[str, int] = field(default_factory=dict)
    fruitless: Mapping[str, int] = field(default_factory=dict)
    drained: Mapping[str, int] = field(default_factory=dict)
