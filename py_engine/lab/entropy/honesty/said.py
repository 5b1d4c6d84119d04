"""``hints`` and ``cards`` of Entropy."""

from __future__ import annotations

from py_engine.lab.core.honesty.said import Card, Hint, SaidTask, Spoken, card_of, frozen_source, hint_of
from py_engine.lab.entropy.cards import faults
from py_engine.lab.entropy.honesty.frozen import GAMES

__all__ = ["SPOKEN", "card", "hint"]

WORK = 60_000
"""A tenth of what the coach has."""
_SOURCE = frozen_source(GAMES, "entropy", {"evaluator": "search"}, faults)


def hint(task: SaidTask) -> Hint:
    """A hint, graded."""
    return hint_of(_SOURCE, task)


def card(task: SaidTask) -> Card:
    """The card of a move."""
    return card_of(_SOURCE, task)


SPOKEN = Spoken("entropy", "Entropy", _SOURCE, hint, card, WORK)
