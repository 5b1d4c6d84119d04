"""Applies the card rules: findings on single cards, from data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.card_rules.reading import CardRule, shown_names
from py_engine.games.swccg.policies.card_rules.scene import Scene
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.scoring import Choice, EvaluatedAction
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import ACTIONS, SELECTIONS, Option

__all__ = ["CardRulesEvaluator"]

WEIGHT = "rules.points"
_On = Literal["act", "choose", "lose", "target"]


class CardRulesEvaluator(ActionEvaluator):
    """Actions, choices, losses and targets of the cards that rules are about."""

    name: ClassVar[str] = "CardRules"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        covered = context.decision.decision_type in (*ACTIONS, *SELECTIONS)
        return covered and bool(context.rules.by_card) and context.weights[WEIGHT] != 0

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        scene = Scene(context)
        for choice in context.choices:
            sheet = context.action(self.name, choice)
            for rule in _rules(context, choice):
                if scene.holds(rule.when) and _fits(scene, rule, choice):
                    sheet.add(f"rule_{rule.code}", rule.reason, WEIGHT, scene.points(rule))
            if sheet.contributions:
                yield sheet


def _rules(context: DecisionContext, choice: Choice) -> Iterator[CardRule]:
    """The rules on an answer, apart from their conditions."""
    decision = context.decision
    if decision.decision_type in ACTIONS:
        if choice.option is not None:
            yield from _on(context, choice.option.blueprint_id, "act", choice.option.action)
        return
    if choice.passes:
        return
    on: _On = "lose" if decision.kind == "lose" else "choose"
    for option in choice.picks:
        yield from _on(context, option.blueprint_id, on, decision.text)
    if choice.option is not None and decision.mentions:
        yield from _on(context, decision.mentions[0], "target", decision.text)


def _on(context: DecisionContext, blueprint: str | None, on: _On, text: str) -> Iterator[CardRule]:
    """The rules on a card, each once, also if it names the card in two ways."""
    if blueprint is None:
        return
    seen = set()
    for name in shown_names(context.title(blueprint), blueprint):
        for rule in context.rules.by_card.get(name, ()):
            fits = rule.on == on and (rule.words is None or rule.words.lower() in text.lower())
            if fits and rule.code not in seen and _of_type(context.facts(blueprint), rule):
                seen.add(rule.code)
                yield rule


def _of_type(facts: CardFacts | None, rule: CardRule) -> bool:
    """A card without facts may be of any type."""
    return rule.type is None or facts is None or facts.type == rule.type


def _fits(scene: Scene, rule: CardRule, choice: Choice) -> bool:
    option: Option | None = choice.option
    return rule.on != "target" or (option is not None and scene.fits(rule.target, option))
