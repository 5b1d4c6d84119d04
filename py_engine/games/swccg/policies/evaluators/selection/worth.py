"""The value of a card, from what is printed on it, and an inventory of the seat's cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.battle.ground import ability_of
from py_engine.games.swccg.policies.evaluators.draw import lacks_power
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["Holdings", "owned", "strength", "worth"]

MAX_WORTH = 20.0
_BY_TYPE = {
    "Location": 6.0,
    "Weapon": 4.0,
    "Device": 3.0,
    "Effect": 4.0,
    "Interrupt": 4.0,
    "Epic Event": 5.0,
    "Objective": 8.0,
    "Admiral's Order": 4.0,
    "Defensive Shield": 3.0,
}
OTHER = 3.0


def strength(facts: CardFacts) -> float | None:
    """Power plus ability, permanent pilots included; None for a card with neither."""
    if facts.power is None and facts.ability is None:
        return None
    return (facts.power or 0.0) + ability_of(facts)


def worth(facts: CardFacts) -> tuple[float, str]:
    """The value in points of a card that is not on the table, and why.

    Power, ability and half the forfeit value; a value by card type if it has neither power nor ability.
    """
    both = strength(facts)
    if both is None:
        points = _BY_TYPE.get(facts.type, OTHER)
        article = "an" if facts.type[:1] in "AEIOU" else "a"
        return points, f"{article} {facts.type}"
    numbers = (("power", facts.power), ("ability", ability_of(facts)), ("forfeit", facts.forfeit))
    parts = [f"{name} {value:g}" for name, value in numbers if value]
    points = both + (facts.forfeit or 0.0) / 2
    return min(MAX_WORTH, max(1.0, points)), ", ".join(parts) or "no power"


def owned(context: DecisionContext, option: Option) -> bool | None:
    """Whether an option's card is the seat's, from the board or its side; None if unknown."""
    card = context.card(option.card_id)
    if card is not None and card.owner is not None:
        return card.owner == "seat"
    facts = context.facts_of(option)
    if facts is None or context.side is None:
        return None
    return facts.side == context.side


@dataclass(slots=True)
class Holdings:
    """The seat's cards in hand and on the table.

    Attributes:
        hand: Blueprint -> number of copies in hand.
        attached: Card id -> ids of the cards attached to it.
        unique: Titles of its unique cards on the table.
        matches: Titles of weapons that match its characters on the table.
        pilotless: Whether it has a starship with nobody aboard.
        powerless: Whether no card in hand would add power to the table; None if unknown.
    """

    hand: dict[str, int] = field(default_factory=dict)
    attached: dict[str, list[str]] = field(default_factory=dict)
    unique: set[str] = field(default_factory=set)
    matches: set[str] = field(default_factory=set)
    pilotless: bool = False
    powerless: bool | None = None

    @classmethod
    def of(cls, context: DecisionContext) -> Holdings:
        """The holdings on a decision's board."""
        found = cls(powerless=lacks_power(context))
        for card in context.board.cards.values():
            if card.attached_to is not None:
                found.attached.setdefault(card.attached_to, []).append(card.card_id)
        for card_id, facts in _table(context):
            if facts.unique:
                found.unique.add(facts.title)
            found.matches.update(facts.matching_weapon)
            built_in = any(icon.startswith("Pilot") for icon in facts.icons)
            if facts.type == "Starship" and card_id not in found.attached and not built_in:
                found.pilotless = True
        for card in context.board.hand():
            found.hand[card.blueprint_id] = found.hand.get(card.blueprint_id, 0) + 1
        return found


_TABLE = ("AT_LOCATION", "ATTACHED", "LOCATIONS", "SIDE_OF_TABLE")


def _table(context: DecisionContext) -> Iterator[tuple[str, CardFacts]]:
    for card in context.board.cards.values():
        if card.owner == "seat" and card.zone in _TABLE:
            facts = context.facts(card.blueprint_id)
            if facts is not None:
                yield card.card_id, facts
