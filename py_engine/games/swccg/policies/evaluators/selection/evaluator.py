"""Evaluates selections of cards: to lose, forfeit, target or take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, add_merged
from py_engine.games.swccg.policies.evaluators.deploy.evaluator import asks_which
from py_engine.games.swccg.policies.evaluators.selection.lose import Losses
from py_engine.games.swccg.policies.evaluators.selection.take import Takes
from py_engine.games.swccg.policies.evaluators.selection.target import Targets
from py_engine.games.swccg.policies.evaluators.selection.worth import Holdings
from py_engine.games.swccg.policies.scoring import EvaluatedAction
from py_engine.games.swccg.rules.decisions import SELECTIONS, Option

__all__ = ["CardSelectionEvaluator", "purpose_of"]

_LOSE = ("to lose", "to forfeit", "to be lost", "lost pile", "used pile", "sacrifice", "to place in", "to stack")
_NOT_LOSE = ("from lost pile", "from used pile")
_TAKE = (
    "into hand",
    "to deploy",
    "retrieve",
    "from hand to",
    "aboard",
    "as a 'react'",
    "to steal",
    "to play",
    "starting",
    "to take",
    "reserve deck",
    "lost pile",
)


def purpose_of(context: DecisionContext) -> str:
    """The purpose of a selection: ``lose``, ``take`` or ``target``; empty if it is left to another evaluator."""
    decision, words = context.decision, context.words
    if decision.decision_type not in SELECTIONS or decision.maximum <= 0 or decision.kind == "where":
        return ""
    if any(word in words for word in _LOSE) and not any(word in words for word in _NOT_LOSE):
        return "lose"
    if asks_which(context):
        return ""
    if decision.decision_type == "ARBITRARY_CARDS" or decision.kind in ("take", "start"):
        return "take"
    return "take" if any(word in words for word in _TAKE) else "target"


class CardSelectionEvaluator(ActionEvaluator):
    """Selections of cards; the findings on an answer with several cards are summed over them."""

    name: ClassVar[str] = "CardSelection"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        return purpose_of(context) != ""

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        judged = _judge(context)
        for choice in context.choices:
            if choice.picks:
                sheet = context.action(self.name, choice)
                add_merged(sheet, judged(choice.picks))
                yield sheet


def _judge(context: DecisionContext) -> Callable[[Sequence[Option]], list[list[Part]]]:
    """A function from the options of an answer to the findings on each."""
    purpose = purpose_of(context)
    if purpose == "lose":
        return Losses(context, Holdings.of(context)).parts
    judge = Takes(context, Holdings.of(context)) if purpose == "take" else Targets(context, Holdings.of(context))
    found: dict[str, list[Part]] = {}

    def each(picks: Sequence[Option]) -> list[list[Part]]:
        for option in picks:
            if option.answer not in found:
                found[option.answer] = judge.parts(option)
        return [found[option.answer] for option in picks]

    return each
