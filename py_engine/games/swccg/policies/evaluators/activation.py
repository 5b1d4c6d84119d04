"""Evaluates how much Force to activate, and other amounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import plural
from py_engine.games.swccg.policies.scoring import ActionType, EvaluatedAction

__all__ = ["BATTLES", "UNKNOWN_COST", "ForceActivationEvaluator", "destiny_reserve", "force_uses", "hand_costs"]

ENOUGH = 3
"""Force that is enough to act in a turn."""
BATTLES = 4
"""Force for the battles, moves and Interrupts of a turn, besides deployments."""
UNKNOWN_COST = 2.0
"""The deploy cost that a card without facts counts with."""


def destiny_reserve(context: DecisionContext) -> tuple[int, str]:
    """Number of cards to leave in the Reserve Deck for destiny draws, and why."""
    board, force = context.board, context.force
    contested = [place for place in board.power["seat"] if place in board.power["opponent"]]
    # With too little Force to start a battle, Force comes before destiny.
    if contested and (force is None or force >= ENOUGH):
        return 3, f"a battle may come at {context.location_name(contested[0])}"
    return 1, "there may be a destiny to draw"


class ForceActivationEvaluator(ActionEvaluator):
    """Amounts of Force to activate; for other amounts, the server's default."""

    name: ClassVar[str] = "ForceActivation"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        if context.decision.decision_type == "INTEGER":
            return True
        return any(choice.action_type is ActionType.ACTIVATE for choice in context.choices)

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        words = context.words
        if context.decision.decision_type != "INTEGER":
            return self._action(context)
        if "to allow opponent to activate" in words:
            return self._allow(context)
        if "to activate" in words:
            return self._amounts(context)
        return self._other(context)

    def _action(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """The action "Activate Force"; the amount is a decision of its own."""
        keep, why = destiny_reserve(context)
        piles, generation = context.piles(), context.board.generation.get("seat")
        for choice in context.choices:
            if choice.action_type is not ActionType.ACTIVATE:
                continue
            sheet = context.action(self.name, choice)
            if generation is not None:
                sheet.note("generation", f"Force generation is {generation:g}")
            if piles is None:
                sheet.note("piles_unknown", "The Reserve Deck is unknown")
            elif piles.reserve <= keep:
                label = f"Only {plural(piles.reserve, 'card')} left in the Reserve Deck, and {why}"
                sheet.add("none", label, "activate.none")
            yield sheet

    def _amounts(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        keep, why = destiny_reserve(context)
        piles, uses = context.piles(), force_uses(context)
        for choice in context.choices:
            amount = choice.amount or 0
            sheet = context.action(self.name, choice)
            if amount:
                sheet.add("force", f"{amount} Force to use", "activate.force", float(amount))
            if piles is None:
                sheet.note("piles_unknown", "Force Pile and Reserve Deck are unknown")
            else:
                over = min(amount, piles.force + amount - uses)
                if over > 0:
                    label = f"{piles.force + amount} Force, of which hand and battles can use about {uses}"
                    sheet.add("surplus", label, "activate.surplus", float(over))
                left = piles.reserve - amount
                if left < keep:
                    label = f"Leaves {plural(max(0, left), 'card')} in the Reserve Deck, and {why}"
                    sheet.add("destiny", label, "activate.destiny", float(keep - max(0, left)))
            yield sheet

    def _allow(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        for choice in context.choices:
            sheet = context.action(self.name, choice)
            amount = choice.amount or 0
            label = f"The opponent activates {amount} Force before the next question"
            sheet.add("allow", label, "activate.allow", float(amount))
            yield sheet

    def _other(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        default = context.decision.default
        for choice in context.choices:
            sheet = context.action(self.name, choice)
            if default is None:
                sheet.note("amount_unknown", "What the amount is for is unknown")
            elif choice.amount == default:
                sheet.add("default", f"{default} is the server's default", "question.default")
            yield sheet


def force_uses(context: DecisionContext) -> int:
    """Force that the hand and a turn's battles could use."""
    return hand_costs(context) + BATTLES


def hand_costs(context: DecisionContext) -> int:
    """Force that deploying all of the hand would cost; a card of unknown cost counts as 2."""
    total = 0.0
    for card in context.board.hand():
        facts = context.facts(card.blueprint_id)
        cost = facts.deploy if facts is not None else UNKNOWN_COST
        total += cost or 0.0
    return int(total)
