"""What passing is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from py_engine.games.swccg.context import DecisionContext
from py_engine.games.swccg.decisions import ACTIONS
from py_engine.games.swccg.evaluators.action_parts import Part, note, plural, tell
from py_engine.games.swccg.evaluators.activation import destiny_reserve
from py_engine.games.swccg.scoring import ActionEvaluator, ActionType, EvaluatedAction

__all__ = ["PassEvaluator"]

FULL_HAND = 10
_EARLY = ("Activate", "Control", "Deploy")
"""Phases of the opponent's turn before there can be a battle."""


class PassEvaluator(ActionEvaluator):
    """Passing, and choosing nothing where that is allowed.

    The first two factors are the source document's; its base of 5 is the weight ``base.pass``.
    """

    name: ClassVar[str] = "Pass"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        return any(choice.passes for choice in context.choices)

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        for choice in context.choices:
            if choice.passes:
                sheet = context.action(self, choice)
                if context.decision.kind != "start":
                    # Before the first turn the piles say nothing: nothing is paid for then.
                    tell(sheet, _resources(context))
                tell(sheet, _actions(context) if context.decision.decision_type in ACTIONS else _selections(context))
                yield sheet


def _resources(context: DecisionContext) -> Iterator[Part]:
    piles = context.piles()
    if piles is None:
        yield note("piles_unknown", "The piles are not known")
        return
    if piles.force < 3:
        yield Part("low_force", f"Force Pile down to {piles.force}: worth conserving", "pass.low_force")
    if piles.reserve < 14:
        yield Part("low_reserve", f"Reserve Deck down to {piles.reserve}", "pass.low_reserve")


def _actions(context: DecisionContext) -> Iterator[Part]:
    types = [choice.action_type for choice in context.choices]
    others = len(types) - 1
    if others == 0:
        yield note("nothing_to_do", "There is nothing else to do")
        return
    if ActionType.ACTIVATE in types:
        yield _activation(context)
    drains = types.count(ActionType.FORCE_DRAIN)
    if drains:
        left = plural(drains, "Force drain")
        yield Part("drain", f"Leaves {left} that could be made", "pass.drain", float(drains))
    if context.decision.kind == "draw":
        yield from _full_hand(context)
    yield from _kept(context)


def _activation(context: DecisionContext) -> Part:
    keep, why = destiny_reserve(context)
    piles = context.piles()
    if piles is not None and piles.reserve <= keep:
        return note("reserve_kept", f"Keeps the last {plural(piles.reserve, 'card')} in the Reserve Deck: {why}")
    return Part("activation", "Leaves Force that could be activated", "pass.activation")


def _full_hand(context: DecisionContext) -> Iterator[Part]:
    piles = context.piles()
    if piles is not None and piles.hand > FULL_HAND:
        over = float(piles.hand - FULL_HAND)
        yield Part("full_hand", f"{piles.hand} cards in hand are enough", "pass.full_hand", over)


def _kept(context: DecisionContext) -> Iterator[Part]:
    """What is kept by not acting now."""
    board, force = context.board, context.force
    if context.my_turn and context.decision.kind == "deploy" and force is not None and 0 < force <= 2:
        place = next((place for place in board.power["seat"] if place in board.power["opponent"]), None)
        if place is not None:
            where = context.location_name(place)
            yield Part("battle_force", f"Keeps {force} Force for a battle at {where}", "pass.battle_force")
    if context.my_turn is False and context.position.phase in _EARLY and context.decision.kind != "response":
        held = sum(
            1 for choice in context.choices if choice.option is not None and _in_hand(context, choice.option.card_id)
        )
        if held:
            cards = plural(held, "action")
            yield Part("wait", f"{cards} of cards in hand can wait for later in the opponent's turn", "pass.wait")


def _in_hand(context: DecisionContext, card_id: str | None) -> bool:
    card = context.card(card_id)
    return card is not None and card.zone == "HAND"


def _selections(context: DecisionContext) -> Iterator[Part]:
    if context.decision.maximum <= 0:
        yield note("nothing_to_choose", "There is nothing to choose")
    elif "to cancel" in context.words and len(context.choices) > 1:
        yield Part("cancel", "Breaks off the action that was begun", "pass.cancel")
