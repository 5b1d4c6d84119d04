"""The locations of a board as the evaluators of deploying, battling and moving see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.rules.board import SIDES, Card, Side
from py_engine.games.swccg.rules.cards import CardFacts

__all__ = ["BATTLE_ABILITY", "Camp", "Ground", "Grounds", "ability_of", "fights", "has_presence", "pilots_of", "number_text"]

BATTLE_ABILITY = 4.0
"""The total ability from which a side draws a battle destiny."""
_FIGHTING = ("Character", "Starship", "Vehicle")
_SHIPS = ("Starship", "Vehicle")


def fights(facts: CardFacts | None) -> bool:
    """Whether a card has power of its own (or would have with a pilot)."""
    return facts is not None and facts.type in _FIGHTING


def pilots_of(facts: CardFacts) -> int:
    """How many pilots a starship or vehicle brings with it; a character's Pilot icon is another thing."""
    if facts.type not in _SHIPS:
        return 0
    pilots = 0
    for icon in facts.icons:
        if "pilot" in icon.lower():
            times = icon.lower().partition(" x")[2]
            pilots += int(times) if times.isdecimal() else 1
    return pilots


def ability_of(facts: CardFacts) -> float:
    """A card's printed ability; the permanent pilots of a starship or vehicle count as 1 each."""
    return float(pilots_of(facts)) if facts.type in _SHIPS else facts.ability or 0.0


def has_presence(facts: CardFacts) -> bool:
    """Whether a card can control a place by itself: by its ability, or by a Presence icon."""
    return ability_of(facts) > 0 or any("presence" in icon.lower() for icon in facts.icons)


def number_text(number: float) -> str:
    """A number as people write it."""
    return f"{number:g}"


@dataclass(frozen=True, slots=True)
class Camp:
    """What one side has at a location.

    Attributes:
        power: as the log tells it; None where it has nobody there.
        cards: its cards there that fight, as far as they are known.
        ability: their printed ability, permanent pilots counted as 1 each; None where no card is known.
        forfeit: their printed forfeit values together.
        presence: ids of its cards that give it presence there.
        unidentified: cards there of which nothing is known.
    """

    power: float | None
    cards: tuple[Card, ...]
    ability: float | None
    forfeit: float
    presence: frozenset[str]
    unidentified: int

    @property
    def there(self) -> bool:
        """Whether the side has anybody there."""
        return self.power is not None

    @property
    def may_drain(self) -> bool:
        """Whether it has presence there, as far as the log has shown what it has there."""
        return self.there and (bool(self.presence or self.unidentified) or not self.cards)

    @property
    def strength(self) -> float:
        """Its power, 0 where nobody is there."""
        return self.power or 0.0

    @property
    def draws(self) -> int:
        """Battle destinies it draws by its ability, as far as cards are known."""
        return int(self.ability is not None and self.ability >= BATTLE_ABILITY)


@dataclass(frozen=True, slots=True)
class Ground:
    """A location.

    Attributes:
        index: its place in the row.
        name: what it is called.
        facts: of its card, None where they are not known.
        system: the system it belongs to, None where the log has not number_text.
        mine: what the seat has there.
        theirs: what the opponent has there.
        drain: Force that the seat's drain takes there (the opponent's icons); None where icons are not known.
        exposure: Force that the opponent's drain takes there (the seat's icons); None where icons are not known.
    """

    index: int
    name: str
    facts: CardFacts | None
    system: str | None
    mine: Camp
    theirs: Camp
    drain: int | None
    exposure: int | None

    @property
    def space(self) -> bool | None:
        """Whether it is a place for starships (a system or sector); None where that is not known."""
        return None if self.facts is None else self.facts.subtype in ("System", "Sector")


class Grounds:
    """The locations of one decision's board, each looked at once."""

    def __init__(self, context: DecisionContext) -> None:
        self.context = context
        self._cards: dict[tuple[int, Side], list[Card]] = {}
        self._found: dict[int, Ground] = {}
        board = context.board
        for card in board.cards.values():
            if card.zone == "LOCATIONS" or card.owner is None:
                continue
            place = board.place_of(card)
            if place is not None:
                self._cards.setdefault((place, card.owner), []).append(card)

    def __getitem__(self, index: int) -> Ground:
        found = self._found.get(index)
        if found is None:
            found = self._found[index] = self._look(index)
        return found

    def all(self) -> list[Ground]:
        """Every location that the log has shown, from left to right."""
        return [self[index] for index, place in enumerate(self.context.board.locations) if place is not None]

    def of(self, card_id: str | None) -> Ground | None:
        """The location that a card is, or is at; None where it is at none."""
        place = self.context.place_of(card_id)
        return None if place is None else self[place]

    def location(self, card_id: str | None) -> Ground | None:
        """The location that a card itself is; None for any other card."""
        card = self.context.card(card_id)
        return self.of(card_id) if card is not None and card.zone == "LOCATIONS" else None

    def neighbours(self, ground: Ground) -> list[Ground]:
        """The sites next to a site that belong to the same system: where landspeed leads."""
        if ground.space or ground.system is None:
            return []
        row = self.context.board.locations
        beside = (ground.index - 1, ground.index + 1)
        near = [self[index] for index in beside if 0 <= index < len(row) and row[index] is not None]
        return [each for each in near if each.system == ground.system and not each.space]

    def cards(self, ground: Ground, side: Side) -> Sequence[Card]:
        """A side's cards at a location, attached ones included."""
        return self._cards.get((ground.index, side), ())

    def _look(self, index: int) -> Ground:
        context = self.context
        row = context.board.locations
        place = row[index] if 0 <= index < len(row) else None
        facts = None if place is None else context.facts(place.blueprint_id)
        known = facts is not None and context.side is not None
        mine, theirs = (self._camp(index, side) for side in SIDES)
        return Ground(
            index=index,
            name=context.location_name(index),
            facts=facts,
            system=None if place is None else place.system,
            mine=mine,
            theirs=theirs,
            drain=context.drain_icons(index),
            exposure=facts.own_icons(context.side) if facts is not None and known else None,
        )

    def _camp(self, index: int, side: Side) -> Camp:
        ability, known, forfeit, unidentified = 0.0, False, 0.0, 0
        fighters, presence = [], set()
        for card in self._cards.get((index, side), ()):
            facts = self.context.facts(card.blueprint_id)
            if facts is None:
                unidentified += 1
            elif fights(facts):
                known = True
                fighters.append(card)
                ability += ability_of(facts)
                forfeit += facts.forfeit or 0.0
                if has_presence(facts):
                    presence.add(card.card_id)
        power = self.context.board.power_at(index, side)
        known_ability = ability if known else None
        return Camp(power, tuple(fighters), known_ability, forfeit, frozenset(presence), unidentified)
