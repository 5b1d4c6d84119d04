"""Evaluates drawing a card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, add_parts, note, plural
from py_engine.games.swccg.policies.evaluators.budget import BATTLES, FULL_HAND, LOW_LIFE, kept_force, playable_costs
from py_engine.games.swccg.policies.scoring import ActionType, EvaluatedAction
from py_engine.games.swccg.policies.strategy import drain_potential
from py_engine.games.swccg.rules.board import Piles

__all__ = ["WITH_POWER", "DrawEvaluator", "lacks_power"]

MAX_IDLE = 12
WITH_POWER = ("Character", "Starship", "Vehicle")


def lacks_power(context: DecisionContext) -> bool | None:
    """Whether no card in hand would add power to the table; None if that depends on an unknown card."""
    piles, hand = context.piles(), context.board.hand()
    found = len(hand) < (1 if piles is None else piles.hand)
    for card in hand:
        facts = context.facts(card.blueprint_id)
        if facts is None:
            found = True
        elif facts.type in WITH_POWER:
            return False
    return None if found else True


class DrawEvaluator(ActionEvaluator):
    """Drawing a card into hand from the Force Pile."""

    name: ClassVar[str] = "Draw"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        return any(choice.action_type is ActionType.DRAW for choice in context.choices)

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        for choice in context.choices:
            if choice.action_type is not ActionType.DRAW:
                continue
            sheet = context.action(self.name, choice)
            sheet.add("card", "One more card to choose from", "draw.card")
            piles = context.piles()
            if piles is None:
                sheet.note("piles_unknown", "Hand and piles are unknown")
            else:
                add_parts(sheet, _hand(context, piles))
                add_parts(sheet, _force(context, piles))
                add_parts(sheet, _life(context, piles))
                if piles.life_force <= 1 and context.weights["draw.low_life"]:
                    sheet.veto("last_life", "It would be the last card of life Force: you would lose the game")
            yield sheet


def _hand(context: DecisionContext, piles: Piles) -> Iterator[Part]:
    if piles.hand < FULL_HAND:
        held = f"Only {plural(piles.hand, 'card')} in hand" if piles.hand else "No card in hand"
        yield Part("small_hand", held, "draw.small_hand", float(FULL_HAND - piles.hand))
    elif piles.hand > FULL_HAND:
        label = f"Already {piles.hand} cards in hand"
        yield Part("full_hand", label, "draw.full_hand", float(piles.hand - FULL_HAND))
    if lacks_power(context):
        yield Part("needs", "No character, starship or vehicle in hand", "draw.needs")


def _force(context: DecisionContext, piles: Piles) -> Iterator[Part]:
    """Force to keep for the opponent's turn, more if a battle may come."""
    keep, why = kept_force(context)
    left = piles.force - 1
    if left < context.upkeep:
        label = f"Leaves {left} Force, and {context.upkeep} are due for the maintenance of your cards"
        yield Part("upkeep", label, "draw.upkeep", float(context.upkeep - left))
    if left < keep:
        label = f"Leaves {left} Force for the opponent's turn; {keep} are worth keeping ({why})"
        yield Part("kept", label, "draw.kept", float(keep - max(0, left)))
    elif left > keep:
        label = f"Leaves {left} Force, more than the {keep} worth keeping"
        yield Part("surplus", label, "draw.surplus", float(min(6, left - keep)))
        yield from _idle(context, piles)


def _idle(context: DecisionContext, piles: Piles) -> Iterator[Part]:
    """Force that stays unused although a turn passes: cards that do not circulate any more, worth more in hand.

    With little life Force, unused Force is worth having for itself.
    """
    generation, hand = context.board.generation.get("seat"), context.board.hand()
    if generation is None or len(hand) < piles.hand or piles.life_force < LOW_LIFE:
        return
    coming = min(int(generation), piles.reserve + piles.used)
    uses = playable_costs(context) + BATTLES
    idle = piles.force + coming - uses
    if idle > 0:
        label = f"{piles.force} Force now and {coming} next turn, of which hand and battles can use about {uses}"
        yield Part("idle", label, "draw.idle", float(min(MAX_IDLE, idle)))


def _life(context: DecisionContext, piles: Piles) -> Iterator[Part]:
    life = piles.life_force
    if life < LOW_LIFE:
        label = f"Life Force down to {life}, and a drawn card no longer counts"
        yield Part("low_life", label, "draw.low_life", float(LOW_LIFE - life))
    if context.side is None:
        yield note("drains_unknown", "The opponent's Force drains are unknown")
        return
    drains = drain_potential(context.board, context.position.facts, context.side, "opponent")
    if 0 < life - 1 <= drains:
        label = f"Leaves {life - 1} life Force, and the opponent drains {drains} per turn"
        yield Part("drained", label, "draw.drained")
