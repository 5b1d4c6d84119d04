"""``hints`` and ``cards`` of Hearts: hands that count in points, and hands that may end the game."""

from __future__ import annotations

from py_engine.lab.core.honesty.said import Card, Hint, SaidTask, Spoken, card_of, frozen_source, hint_of
from py_engine.lab.hearts.cards import faults
from py_engine.lab.hearts.honesty.frozen import GAMES, LAST_HANDS

__all__ = ["SPOKEN", "SPOKEN_LAST", "card", "hint", "last_card", "last_hint"]

WORK = 1_500
"""A sixth of what the coach has."""
_SEARCH = {"evaluator": "search", "rollouts_per_action": 10**7}
_POINTS = frozen_source(GAMES, "hearts", _SEARCH, faults)
_WINNING = frozen_source(LAST_HANDS, "hearts", _SEARCH, faults)


def hint(task: SaidTask) -> Hint:
    """A hint in a hand that counts in points, graded."""
    return hint_of(_POINTS, task)


def card(task: SaidTask) -> Card:
    """The card of a move in such a hand."""
    return card_of(_POINTS, task)


def last_hint(task: SaidTask) -> Hint:
    """A hint in a hand that may end the game, graded."""
    return hint_of(_WINNING, task)


def last_card(task: SaidTask) -> Card:
    """The card of a move in such a hand."""
    return card_of(_WINNING, task)


SPOKEN = Spoken("hearts", "Hearts, by points", _POINTS, hint, card, WORK)
SPOKEN_LAST = Spoken("hearts-win", "Hearts, in hands that may end the game", _WINNING, last_hint, last_card, WORK)
