"""``hints`` and ``cards`` of Yatzy: games alone, by points, and games of two, by chances to win."""

from __future__ import annotations

from py_engine.lab.core.honesty.said import Card, Hint, SaidTask, Spoken, card_of, frozen_source, hint_of
from py_engine.lab.yatzy.honesty.cards import faults
from py_engine.lab.yatzy.honesty.frozen import ALONE, TWO

__all__ = ["SPOKEN", "SPOKEN_TWO", "card", "hint", "two_card", "two_hint"]

WORK = 10**9
"""Nothing is left out: values come from tables, and the end of a game of two is solved."""
_POINTS = frozen_source(ALONE, "yatzy", {"evaluator": "exact"}, faults)
_WINNING = frozen_source(TWO, "yatzy", {"evaluator": "win"}, faults)


def hint(task: SaidTask) -> Hint:
    """A hint in a game alone, graded."""
    return hint_of(_POINTS, task)


def card(task: SaidTask) -> Card:
    """The card of a move in such a game."""
    return card_of(_POINTS, task)


def two_hint(task: SaidTask) -> Hint:
    """A hint in a game of two, graded."""
    return hint_of(_WINNING, task)


def two_card(task: SaidTask) -> Card:
    """The card of a move in such a game."""
    return card_of(_WINNING, task)


SPOKEN = Spoken("yatzy", "Yatzy alone, by points", _POINTS, hint, card, WORK)
SPOKEN_TWO = Spoken("yatzy-win", "Yatzy of two, by chances to win", _WINNING, two_hint, two_card, WORK)
