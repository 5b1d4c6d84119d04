"""The locations of a board, summarised for the deploy, battle and move evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.rules.board import SIDES, Card, Side
from py_engine.games.swccg.rules.cards import CardFacts

__all__ = [
    "ASSUMED_ABILITY",
    "ASSUMED_FORFEIT",
    "BATTLE_ABILITY",
    "Camp",
    "Ground",
    "Grounds",
    "ability_of",
    "fights",
    "has_presence",
    "number_text",
    "pilots_of",
]

BATTLE_ABILITY = 4.0
"""The total ability needed to draw a battle destiny."""
ASSUMED_ABILITY, ASSUMED_FORFEIT = 2.0, 4.0
"""What an unknown card at a location counts with in a battle: about the mean of all characters of the game."""
_FIGHTING = ("Character", "Starship", "Vehicle")
_SHIPS = ("Starship", "Vehicle")


def fights(facts: CardFacts | None) -> bool:
    """Whether a card has power of its own, or would have with a pilot."""
    return facts is not None and facts.type in _FIGHTING


def pilots_of(facts: CardFacts) -> int:
    """Number of permanent pilots of a starship or vehicle (a character's Pilot icon means something else)."""
    if facts.type not in _SHIPS:
        return 0
    pilots = 0
    for icon in facts.icons:
        if "pilot" in icon.lower():
            times = icon.lower().partition(" x")[2]
            pilots += int(times) if times.isdecimal() else 1
    return pilots


def ability_of(facts: CardFacts) -> float:
    """A card's printed ability; permanent pilots of a starship or vehicle count as 1 each."""
    return float(pilots_of(facts)) if facts.type in _SHIPS else facts.ability or 0.0


def has_presence(facts: CardFacts) -> bool:
    """Whether a card has presence by itself, from ability or a Presence icon."""
    return ability_of(facts) > 0 or any("presence" in icon.lower() for icon in facts.icons)


def number_text(number: float) -> str:
    """A number without needless decimals."""
    return f"{number:g}"


@dataclass(frozen=True, slots=True)
class Camp:
    """One side's cards at a location.

    Attributes:
        power: The power from the log; None if it has nobody there.
        cards: Its known cards with power there.
        ability: Their total printed ability, permanent pilots counting as 1 each; None if no card is known.
        forfeit: Their total printed forfeit value.
        presence: Ids of the cards that give it presence there.
        unidentified: Number of unknown cards there.
        strangers: How many of these stand there by themselves and are counted as characters in a battle.
    """

    power: float | None
    cards: tuple[Card, ...]
    ability: float | None
    forfeit: float
    presence: frozenset[str]
    unidentified: int
    strangers: int = 0

    @property
    def is_present(self) -> bool:
        """Whether the side has anybody there."""
        return self.power is not None

    @property
    def may_drain(self) -> bool:
        """Whether it has, or may have, presence there."""
        return self.is_present and (bool(self.presence or self.unidentified) or not self.cards)

    @property
    def strength(self) -> float:
        """Its power, 0 if nobody is there."""
        return self.power or 0.0

    @property
    def assumed(self) -> int:
        """Number of unknown cards counted in a battle; power without any card known to be there is that of one card."""
        return self.strangers or int(self.strength > 0 and self.ability is None)

    @property
    def counted_ability(self) -> float:
        """Its ability with what is assumed of unknown cards."""
        return (self.ability or 0.0) + ASSUMED_ABILITY * self.assumed

    @property
    def counted_forfeit(self) -> float:
        """Its forfeit value with what is assumed of unknown cards."""
        return self.forfeit + ASSUMED_FORFEIT * self.assumed

    @property
    def draws(self) -> int:
        """Battle destinies that its ability allows, unknown cards counted as is assumed."""
        return int(self.counted_ability >= BATTLE_ABILITY)


@dataclass(frozen=True, slots=True)
class Ground:
    """A location.

    Attributes:
        index: Its position in the row.
        name: Its title.
        facts: The facts of its card; None if unknown.
        system: The system it belongs to; None if unknown.
        mine: The seat's cards there.
        theirs: The opponent's cards there.
        drain: Size of the seat's Force drain there (the opponent's icons); None if the icons are unknown.
        exposure: Size of the opponent's Force drain there (the seat's icons); None if the icons are unknown.
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
        """Whether it is a system or sector, where starships fight; None if unknown."""
        return None if self.facts is None else self.facts.subtype in ("System", "Sector")


class Grounds:
    """The locations of a decision's board, each summarised once."""

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
        """All known locations, from left to right."""
        return [self[index] for index, place in enumerate(self.context.board.locations) if place is not None]

    def of(self, card_id: str | None) -> Ground | None:
        """The location that a card is, or is at; None if there is none."""
        place = self.context.place_of(card_id)
        return None if place is None else self[place]

    def location(self, card_id: str | None) -> Ground | None:
        """The location that a card is; None if it is not a location."""
        card = self.context.card(card_id)
        return self.of(card_id) if card is not None and card.zone == "LOCATIONS" else None

    def neighbours(self, ground: Ground) -> list[Ground]:
        """The adjacent sites of the same system, which landspeed reaches."""
        if ground.space or ground.system is None:
            return []
        row = self.context.board.locations
        beside = (ground.index - 1, ground.index + 1)
        near = [self[index] for index in beside if 0 <= index < len(row) and row[index] is not None]
        return [each for each in near if each.system == ground.system and not each.space]

    def cards(self, ground: Ground, side: Side) -> Sequence[Card]:
        """A side's cards at a location, attached cards included."""
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
        ability, known, forfeit, unidentified, strangers = 0.0, False, 0.0, 0, 0
        fighters, presence = [], set()
        for card in self._cards.get((index, side), ()):
            facts = self.context.facts(card.blueprint_id)
            if facts is None:
                unidentified += 1
                strangers += card.zone == "AT_LOCATION"
            elif fights(facts):
                known = True
                fighters.append(card)
                ability += ability_of(facts)
                forfeit += facts.forfeit or 0.0
                if has_presence(facts):
                    presence.add(card.card_id)
        power = self.context.board.power_at(index, side)
        known_ability = ability if known else None
        return Camp(power, tuple(fighters), known_ability, forfeit, frozenset(presence), unidentified, strangers)
