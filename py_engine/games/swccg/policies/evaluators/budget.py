"""What a turn can use Force for: deployments, battles, the opponent's turn, and cards to draw."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.rules.board import Piles

__all__ = [
    "BATTLES",
    "FULL_HAND",
    "LOW_LIFE",
    "PLENTY",
    "Budget",
    "budget_of",
    "destiny_reserve",
    "destiny_wanted",
    "drain_is_dear",
    "drain_need",
    "enough_label",
    "force_uses",
    "hand_costs",
    "kept_force",
    "playable_costs",
]

ENOUGH = 3
"""Force that is enough to act in a turn."""
BATTLES = 4
"""Force for the battles, moves and Interrupts of a turn, besides deployments."""
PLENTY = 8
"""Force from which on further destiny is worth more than further Force."""
FULL_HAND = 8
"""Cards in hand that are enough; more are not worth their life Force."""
LOW_LIFE = 18
"""Below this life Force, cards are better left in the piles than drawn."""
UNKNOWN_COST = 2.0
"""The deploy cost that a card without facts counts with."""
_TABLE = ("AT_LOCATION", "ATTACHED", "LOCATIONS", "SIDE_OF_TABLE")


class Budget(NamedTuple):
    """Force that a turn can use, against what there is.

    Attributes:
        uses: Force for the hand, battles, the opponent's turn and draws together.
        draws: Part of ``uses``: cards to draw until the hand is full again, if all that can be deployed has been.
        useful: Of the Force that can be activated now, what would be used.
        available: Force that can be activated now without the cards to leave for destiny.
    """

    uses: int
    draws: int
    useful: int
    available: int

    @property
    def share(self) -> float:
        """The useful part of what can be activated, 0 to 1."""
        return self.useful / self.available if self.available else 0.0


def budget_of(context: DecisionContext) -> Budget | None:
    """What Force activated now would be used for; None if the piles are unknown."""
    piles = context.piles()
    if piles is None:
        return None
    costs = [*_playable(context), *[UNKNOWN_COST] * max(0, piles.hand - len(context.board.hand()))]
    left = max(0, piles.hand - len(costs))
    # Cards in hand cost life Force.
    draws = max(0, FULL_HAND - left) if piles.life_force >= LOW_LIFE else 0
    uses = int(math.fsum(costs)) + BATTLES + kept_force(context)[0] + draws
    available = max(0, piles.reserve - destiny_reserve(context)[0])
    most = max(piles.reserve - destiny_wanted(context), PLENTY - piles.force)
    useful = max(0, min(available, uses - piles.force, most))
    generation = context.board.generation.get("seat")
    if generation is not None:
        available = min(available, int(generation))
        useful = min(useful, available)
    elif useful:
        # How much can be activated is unknown; it may be just the useful Force.
        available = useful
    return Budget(uses, draws, useful, available)


def enough_label(piles: Piles) -> str:
    """Why no Force is activated where none would be used (``Budget.useful``)."""
    return f"{piles.force} Force are enough for this turn: more of it serves better in the Reserve Deck, for destiny"


def destiny_reserve(context: DecisionContext) -> tuple[int, str]:
    """Number of cards to leave in the Reserve Deck for destiny draws, and why."""
    force, contested = context.force, _contested(context)
    # With too little Force to start a battle, Force comes before destiny.
    if contested and (force is None or force >= ENOUGH):
        return 3, f"a battle may come at {context.location_name(contested[0])}"
    return 1, "there may be a destiny to draw"


def destiny_wanted(context: DecisionContext) -> int:
    """Number of cards in the Reserve Deck for the destiny draws until the seat's next turn, weapons' included."""
    return 6 if _contested(context) else 3


def _contested(context: DecisionContext) -> list[int]:
    """Indices of the locations where both sides have power."""
    power = context.board.power
    return [place for place in power["seat"] if place in power["opponent"]]


def kept_force(context: DecisionContext) -> tuple[int, str]:
    """Force worth keeping for the end of the turn and for the opponent's, and why."""
    keep, why = (3, "a battle may come") if _contested(context) else (2, "for responses")
    due = context.upkeep
    return (keep + due, f"{why}, and {due} for maintenance") if due else (keep, why)


def drain_need(context: DecisionContext) -> int:
    """Of the Force that a card on the table takes for a drain, what the cards in hand could use."""
    cost, force = context.drain_cost, context.force
    return 0 if not cost or force is None else min(cost, max(0, playable_costs(context) - (force - cost)))


def drain_is_dear(context: DecisionContext, amount: int) -> bool:
    """Whether a drain of this size costs more than twice as much Force that is needed."""
    return drain_need(context) > 2 * amount


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


def playable_costs(context: DecisionContext) -> int:
    """Force that deploying the hand would cost, without unique cards that are on the table already."""
    return int(math.fsum(_playable(context)))


def _playable(context: DecisionContext) -> Iterator[float]:
    """The deploy costs of the cards in hand that can still be deployed."""
    table = [card for card in context.board.cards.values() if card.owner == "seat" and card.zone in _TABLE]
    titles = {facts.title for card in table if (facts := context.facts(card.blueprint_id)) is not None}
    for card in context.board.hand():
        facts = context.facts(card.blueprint_id)
        if facts is None:
            yield UNKNOWN_COST
        elif facts.deploy is not None and not (facts.unique and facts.title in titles):
            yield facts.deploy
