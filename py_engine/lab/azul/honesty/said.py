"""``hints`` and ``cards`` of Azul."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from py_engine.games.azul.game import GAME
from py_engine.games.azul.rules.state import AzulState
from py_engine.lab.azul.honesty.cards import faults, flips
from py_engine.lab.azul.honesty.frozen import Place, drawn, position
from py_engine.lab.core.honesty.said import Card, Hint, SaidTask, Source, Spoken, card_of, hint_of

__all__ = ["SPOKEN", "card", "hint"]

WORK = 6_000
"""A tenth of what the coach has."""


def _decision(name: str, place: Sequence[int]) -> tuple[AzulState, JsonValue]:
    found = position(name, Place(*place))
    return found.state, found.move.model_dump(mode="json")


_SOURCE = Source(GAME, "azul", drawn, _decision, {"evaluator": "search", "rollouts_per_action": 10**6}, faults, flips)


def hint(task: SaidTask) -> Hint:
    """A hint, graded."""
    return hint_of(_SOURCE, task)


def card(task: SaidTask) -> Card:
    """The card of a move."""
    return card_of(_SOURCE, task)


SPOKEN = Spoken("azul", "Azul", _SOURCE, hint, card, WORK)
