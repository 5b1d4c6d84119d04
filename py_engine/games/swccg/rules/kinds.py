"""The kind of a decision, from the server's wording."""

from __future__ import annotations

import re
from functools import lru_cache

from py_engine.core.contract import DecisionKind

__all__ = ["KINDS", "kind_of"]

KINDS = (
    DecisionKind(code="start", name="Setting up"),
    DecisionKind(code="activate", name="Activating Force"),
    DecisionKind(code="control", name="Control phase"),
    DecisionKind(code="deploy", name="Deploying"),
    DecisionKind(code="battle", name="Starting battles"),
    DecisionKind(code="weapons", name="Weapons"),
    DecisionKind(code="move", name="Moving"),
    DecisionKind(code="draw", name="Drawing"),
    DecisionKind(code="response", name="Responses"),
    DecisionKind(code="amount", name="Amounts"),
    DecisionKind(code="where", name="Where to"),
    DecisionKind(code="target", name="Targets"),
    DecisionKind(code="lose", name="Force loss and forfeit"),
    DecisionKind(code="take", name="Taking cards"),
    DecisionKind(code="question", name="Questions"),
    DecisionKind(code="look", name="Looking at cards"),
    DecisionKind(code="other", name="Other"),
)

_START = re.compile(r"\bstarting (?!direction)|\bto start game\b")
"""Choosing what to start the game with, as opposed to a starting direction."""
_PHASES = ("activate", "control", "deploy", "battle", "move", "draw")
_WHERE = ("where to", "next to", "as a related location", "on which side")
_LOSE = ("force to lose", "to forfeit", "lost pile", "to lose")
_TAKE = ("take into hand", "to deploy from", "from reserve deck", "to retrieve", "card to take", "to steal")
_USED = re.compile(r"\bto put on\b.*\bused pile")
"""A card put on the Used Pile is given up, like one put on the Lost Pile."""
_LOOK = ("verify", "opponent's hand", "used pile", "reserve deck", "force pile")


def _has(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)


@lru_cache(maxsize=1_024)
def kind_of(decision_type: str, text: str, phase: str | None) -> str:
    """The code of a decision's kind.

    Args:
        decision_type: See ``decisions.TYPES``.
        text: The question, without markup.
        phase: The phase of the turn; None if unknown, in which case the wording alone decides.
    """
    words = text.lower()
    if decision_type in ("CARD_ACTION_CHOICE", "ACTION_CHOICE"):
        return _action_kind(words)
    if phase == "Play starting cards" or _START.search(words) is not None:
        return "start"
    if decision_type == "INTEGER":
        return "amount"
    if decision_type == "MULTIPLE_CHOICE":
        return "where" if _has(words, _WHERE) else "question"
    if decision_type in ("CARD_SELECTION", "ARBITRARY_CARDS"):
        return _selection_kind(decision_type, words)
    return "other"


def _action_kind(words: str) -> str:
    if "responses" in words:
        return "response"
    if "weapons segment" in words:
        return "weapons"
    for phase in _PHASES:
        if f"choose {phase} action" in words:
            return phase
    return "other"


def _selection_kind(decision_type: str, words: str) -> str:
    if words.startswith("verify"):
        return "look"
    if _has(words, _LOSE) or _USED.search(words) is not None:
        return "lose"
    if _has(words, _WHERE):
        return "where"
    if decision_type == "CARD_SELECTION":
        return "target"
    if _has(words, _TAKE):
        return "take"
    return "look" if _has(words, _LOOK) else "take"
