"""Evaluates how much Force to activate, and other amounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from py_engine.core.text import listed
from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import plural
from py_engine.games.swccg.policies.evaluators.budget import (
    PLENTY,
    Budget,
    budget_of,
    destiny_reserve,
    destiny_wanted,
)
from py_engine.games.swccg.policies.scoring import ActionType, EvaluatedAction
from py_engine.games.swccg.rules.board import Piles

__all__ = ["ForceActivationEvaluator"]


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
            elif (budget := budget_of(context)) is not None and budget.share < 1:
                sheet.add("enough", _enough(budget, piles), "activate.enough", 1 - budget.share)
            yield sheet

    def _amounts(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        (keep, why), wanted = destiny_reserve(context), destiny_wanted(context)
        piles, budget = context.piles(), budget_of(context)
        for choice in context.choices:
            amount = choice.amount or 0
            sheet = context.action(self.name, choice)
            if amount:
                sheet.add("force", f"{amount} Force to use", "activate.force", float(amount))
            if piles is None or budget is None:
                sheet.note("piles_unknown", "Force Pile and Reserve Deck are unknown")
            else:
                over = min(amount, piles.force + amount - budget.uses)
                if over > 0:
                    label = (
                        f"{piles.force + amount} Force, and the turn can use about {budget.uses} ({_purposes(budget)})"
                    )
                    sheet.add("surplus", label, "activate.surplus", float(over))
                left = piles.reserve - amount
                if left < keep:
                    label = f"Leaves {plural(max(0, left), 'card')} in the Reserve Deck, and {why}"
                    sheet.add("destiny", label, "activate.destiny", float(keep - max(0, left)))
                beyond = min(amount, piles.force + amount - PLENTY, wanted - max(left, keep))
                if beyond > 0:
                    label = f"{piles.force + amount} Force, but {plural(max(0, left), 'card')} for destiny until your next turn"
                    sheet.add("depth", label, "activate.depth", float(beyond))
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


def _enough(budget: Budget, piles: Piles) -> str:
    """Why not all Force that could be activated is worth it."""
    if budget.useful < budget.uses - piles.force:
        return f"{piles.force} Force already: with {plural(piles.reserve, 'card')} in the Reserve Deck, destiny is worth more"
    return f"{piles.force} Force already, and the turn can use about {budget.uses} ({_purposes(budget)})"


def _purposes(budget: Budget) -> str:
    """What the Force of a turn is for, in words."""
    draws = [f"{plural(budget.draws, 'card')} to draw"] if budget.draws else []
    return listed(["the hand", "battles", "the opponent's turn", *draws])
