"""Evaluates passing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, add_parts, note, plural
from py_engine.games.swccg.policies.evaluators.budget import budget_of, destiny_reserve, drain_is_dear, enough_label
from py_engine.games.swccg.policies.scoring import ActionType, Choice, EvaluatedAction
from py_engine.games.swccg.rules.decisions import ACTIONS

__all__ = ["PassEvaluator"]

LOW_FORCE, LOW_RESERVE = 3, 14
FULL_HAND = 10
DESTINY = 3
"""A typical destiny draw."""
_FREE = (ActionType.PASS, ActionType.FORCE_DRAIN, ActionType.ACTIVATE)
"""Actions that cost no Force. (The Force left after a draw is judged by ``DrawEvaluator``.)"""
_FIGHTING = ("battle", "weapons")
"""Kinds of decisions whose actions draw destiny from the Reserve Deck."""
_EARLY = ("Activate", "Control", "Deploy")
"""Phases of the opponent's turn before any battle."""


class PassEvaluator(ActionEvaluator):
    """Passing, and choosing nothing where that is legal.

    In the profile ``document`` the source document's factors count at every decision; the coach's own factors count
    only where passing actually saves the resource. The document's base of 5 is the weight ``base.pass``.
    """

    name: ClassVar[str] = "Pass"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        return any(choice.passes for choice in context.choices)

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        for choice in context.choices:
            if choice.passes:
                sheet = context.action(self.name, choice)
                if context.decision.kind != "start":
                    # Nothing costs Force before the first turn, so the piles do not matter.
                    add_parts(sheet, _resources(context))
                add_parts(
                    sheet, _actions(context) if context.decision.decision_type in ACTIONS else _selections(context)
                )
                yield sheet


def _resources(context: DecisionContext) -> Iterator[Part]:
    """The source document's factors: little Force, few cards in the Reserve Deck."""
    piles = context.piles()
    if piles is None:
        yield note("piles_unknown", "The piles are unknown")
        return
    if piles.force < LOW_FORCE:
        yield Part("low_force", f"Force Pile down to {piles.force}: worth conserving", "pass.source_force")
    if piles.reserve < LOW_RESERVE:
        yield Part("low_reserve", f"Reserve Deck down to {piles.reserve}", "pass.source_reserve")


def _actions(context: DecisionContext) -> Iterator[Part]:
    types = [choice.action_type for choice in context.choices]
    others = len(types) - 1
    if others == 0:
        yield note("nothing_to_do", "There is nothing else to do")
        return
    if ActionType.ACTIVATE in types:
        yield _activation(context)
    drains = sum(1 for choice in context.choices if _takes_something(context, choice))
    if drains:
        left = plural(drains, "Force drain")
        yield Part("drain", f"Skips {left}", "pass.drain", float(drains))
    if context.decision.kind == "draw":
        yield from _full_hand(context)
    else:
        yield from _kept_resources(context)
    yield from _kept(context)


def _takes_something(context: DecisionContext, choice: Choice) -> bool:
    """Whether a choice is a Force drain that may take something, and is worth its cost."""
    if choice.action_type is not ActionType.FORCE_DRAIN or choice.option is None:
        return False
    if context.drain_cost and context.position.drained.get(choice.answer) == 0:
        return False
    place = context.place_of(choice.option.card_id)
    amount = None if place is None else context.drain_at(place)
    return amount is None or (amount != 0 and not drain_is_dear(context, amount))


def _activation(context: DecisionContext) -> Part:
    keep, why = destiny_reserve(context)
    piles = context.piles()
    if piles is not None and piles.reserve <= keep:
        last = "card" if piles.reserve == 1 else f"{piles.reserve} cards"
        return note("reserve_kept", f"Keeps the last {last} in the Reserve Deck: {why}")
    budget = budget_of(context)
    if piles is not None and budget is not None and not budget.useful:
        return note("force_enough", enough_label(piles))
    share = 1.0 if budget is None else budget.share
    return Part("activation", "Force that could be activated stays in the Reserve Deck", "pass.activation", share)


def _full_hand(context: DecisionContext) -> Iterator[Part]:
    piles = context.piles()
    if piles is not None and piles.hand > FULL_HAND:
        over = float(piles.hand - FULL_HAND)
        yield Part("full_hand", f"{piles.hand} cards in hand are enough", "pass.full_hand", over)


def _kept_resources(context: DecisionContext) -> Iterator[Part]:
    """The last Force and the cards left for destiny, where an action would use them."""
    piles = context.piles()
    if piles is None:
        return
    costs = any(choice.action_type not in _FREE for choice in context.choices)
    if costs and 0 < piles.force < LOW_FORCE:
        board = context.board
        place = next((place for place in board.power["seat"] if _open_fight(context, place)), None)
        if context.my_turn and context.decision.kind == "deploy" and place is not None:
            where = context.location_name(place)
            yield Part("battle_force", f"Keeps {piles.force} Force for a battle at {where}", "pass.battle_force")
        elif all(choice.action_type is not ActionType.DEPLOY for choice in context.choices):
            # For deployments, the Force left is a reason on the card.
            count = "" if piles.force == 1 else f"{piles.force} "
            yield Part("keeps_force", f"Keeps the last {count}Force", "pass.low_force")
    if piles.reserve < LOW_RESERVE and context.decision.kind in _FIGHTING:
        label = f"Reserve Deck down to {plural(piles.reserve, 'card')}: few to draw destiny from"
        yield Part("keeps_reserve", label, "pass.low_reserve")


def _open_fight(context: DecisionContext, place: int) -> bool:
    """Whether the opponent is at a location, ahead by no more than a typical destiny."""
    return context.present(place, "opponent") and context.power(place) + DESTINY >= context.power(place, "opponent")


def _kept(context: DecisionContext) -> Iterator[Part]:
    """Actions of cards in hand that can wait."""
    if context.my_turn is False and context.position.phase in _EARLY and context.decision.kind != "response":
        held = sum(
            1 for choice in context.choices if choice.option is not None and _in_hand(context, choice.option.card_id)
        )
        if held:
            label = f"{plural(held, 'action')} of cards in hand can wait until later in the opponent's turn"
            yield Part("wait", label, "pass.wait")


def _in_hand(context: DecisionContext, card_id: str | None) -> bool:
    card = context.card(card_id)
    return card is not None and card.zone == "HAND"


def _selections(context: DecisionContext) -> Iterator[Part]:
    if context.decision.maximum <= 0:
        yield note("nothing_to_choose", "There is nothing to choose")
    elif "to cancel" in context.words and len(context.choices) > 1:
        yield Part("cancel", "Cancels the action already started", "pass.cancel")
