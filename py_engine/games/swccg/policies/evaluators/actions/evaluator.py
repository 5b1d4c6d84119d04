"""Evaluates Force drains, weapons, Interrupts, responses and questions from the server's wording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.drain import drain_parts
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, add_parts
from py_engine.games.swccg.policies.evaluators.actions.questions import question_parts
from py_engine.games.swccg.policies.evaluators.actions.responses import response_parts
from py_engine.games.swccg.policies.evaluators.actions.use import cost_parts, search_parts, use_parts
from py_engine.games.swccg.policies.evaluators.actions.weapons import battle_destiny_parts, weapon_parts
from py_engine.games.swccg.policies.scoring import ActionType, Choice, EvaluatedAction
from py_engine.games.swccg.rules.decisions import ACTIONS, Option

__all__ = ["ActionTextEvaluator"]

_ELSEWHERE = (ActionType.BATTLE, ActionType.MOVE, ActionType.DRAW, ActionType.ACTIVATE)
"""Types of actions left to other evaluators."""


class ActionTextEvaluator(ActionEvaluator):
    """Actions by the server's text for them, and multiple-choice questions by their wording."""

    name: ClassVar[str] = "ActionText"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        decision = context.decision
        return decision.decision_type in ACTIONS or decision.decision_type == "MULTIPLE_CHOICE"

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        for choice in context.choices:
            if choice.option is None or choice.action_type in _ELSEWHERE:
                continue
            sheet = context.action(self.name, choice)
            if choice.action_type is ActionType.ANSWER:
                add_parts(sheet, question_parts(context, choice.option))
            else:
                add_parts(sheet, _action(context, choice, choice.option))
            yield sheet


def _action(context: DecisionContext, choice: Choice, option: Option) -> Iterator[Part]:
    words = option.action.lower()
    if choice.action_type is ActionType.FORCE_DRAIN:
        yield from drain_parts(context, option)
        return
    if choice.action_type is ActionType.FIRE_WEAPON:
        yield from weapon_parts(context, option)
        return
    yield from cost_parts(context, option, words)
    text = words.partition(":")[2].strip() if words.startswith(("used:", "lost:")) else words
    yield from _by_words(context, choice, option, text)


def _by_words(context: DecisionContext, choice: Choice, option: Option, text: str) -> Iterator[Part]:
    found = list(battle_destiny_parts(context, text))
    if not found and context.decision.kind == "response":
        found = list(response_parts(context, option, text))
    if not found and choice.action_type is ActionType.DEPLOY:
        # ``DeployEvaluator`` judges the deployed card; here, only whether the search finds it.
        found = list(search_parts(context, option, text))
    elif not found:
        found = list(use_parts(context, option, text))
    yield from found
