"""The locations of a board, summarised for the deploy, battle and move evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from py_engine.games.swccg.policies.card_texts import Around, extra_draws, immunity, least_draws
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
    "is_pilot",
    "matches",
    "number_text",
    "piloting",
    "pilots_of",
    "plain_title",
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
    """A card's printed ability; permanent pilots of a starship or vehicle count as its text says, or else as 1 each."""
    if facts.type not in _SHIPS:
        return facts.ability or 0.0
    return max((effect.amount for effect in facts.says("permanent")), default=float(pilots_of(facts)))


def plain_title(title: str) -> str:
    """A title without its uniqueness dots."""
    return title.lstrip("•◇<> ")


def matches(one: CardFacts, other: CardFacts) -> bool:
    """Whether two cards are matching (a pilot and its ship, a weapon and its owner) according to either of them."""
    there = plain_title(other.title) in one.matching or plain_title(other.title) in one.matching_weapon
    return there or plain_title(one.title) in other.matching or plain_title(one.title) in other.matching_weapon


def is_pilot(facts: CardFacts) -> bool:
    """Whether a card is a character that can pilot a starship or vehicle."""
    return facts.type == "Character" and any("pilot" in icon.lower() for icon in facts.icons)


def piloting(ship: CardFacts, crew: Sequence[CardFacts]) -> list[CardFacts] | None:
    """The characters aboard that pilot a starship or vehicle: those that can, if it has a seat for each; else None.

    A log does not say who is a passenger. Where the text does not say how many pilots a ship takes, that is one.
    """
    able = [each for each in crew if is_pilot(each)]
    seats = max((effect.amount for effect in ship.says("capacity") if not effect.when), default=1.0)
    return able if len(able) <= seats else None


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
        ability: Their total printed ability, permanent pilots as in ``ability_of``; None if no card is known.
        forfeit: Their total printed forfeit value.
        presence: Ids of the cards that give it presence there.
        unidentified: Number of unknown cards there.
        strangers: How many of these stand there by themselves and are counted as characters in a battle.
        immune: The attrition below which a card is immune, and its forfeit value, for each card that is.
        least: Battle destinies that a text lets it draw whatever its ability.
        more: Battle destinies that texts add.
    """

    power: float | None
    cards: tuple[Card, ...]
    ability: float | None
    forfeit: float
    presence: frozenset[str]
    unidentified: int
    strangers: int = 0
    immune: tuple[tuple[float, float], ...] = ()
    least: int = 0
    more: int = 0

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
        """Battle destinies that its ability and its texts allow, unknown cards counted as is assumed."""
        return max(int(self.counted_ability >= BATTLE_ABILITY), self.least) + self.more


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
        drain: Size of the seat's Force drain there (the opponent's icons and what texts add); None if the icons are unknown.
        exposure: Size of the opponent's Force drain there, likewise.
        own_icons: The seat's Force icons there, which let it deploy there; None if unknown.
        their_icons: The opponent's, likewise.
    """

    index: int
    name: str
    facts: CardFacts | None
    system: str | None
    mine: Camp
    theirs: Camp
    drain: int | None
    exposure: int | None
    own_icons: int | None = None
    their_icons: int | None = None

    @property
    def space(self) -> bool | None:
        """Whether it is a system or sector, where starships fight; None if unknown."""
        return None if self.facts is None else self.facts.subtype in ("System", "Sector")


def _both(side: str) -> tuple[str, str]:
    """The seat's side and the opponent's."""
    return side, "light" if side == "dark" else "dark"


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

    def neighbours(self, ground: Ground, landspeed: int = 1) -> list[Ground]:
        """The sites of the same system that a landspeed reaches, the nearest first."""
        if ground.space or ground.system is None:
            return []
        row, found, ways = self.context.board.locations, [], [-1, 1]
        for distance in range(1, min(landspeed, len(row)) + 1):
            for way in list(ways):
                index = ground.index + way * distance
                near = self[index] if 0 <= index < len(row) and row[index] is not None else None
                if near is None or near.system != ground.system or near.space:
                    ways.remove(way)
                else:
                    found.append(near)
        return found

    def cards(self, ground: Ground, side: Side) -> Sequence[Card]:
        """A side's cards at a location, attached cards included."""
        return self._cards.get((ground.index, side), ())

    def _look(self, index: int) -> Ground:
        context = self.context
        row = context.board.locations
        place = row[index] if 0 <= index < len(row) else None
        facts = None if place is None else context.facts(place.blueprint_id)
        sides = None if facts is None or context.side is None else _both(context.side)
        mine, theirs = (self._camp(index, side) for side in SIDES)
        return Ground(
            index=index,
            name=context.location_name(index),
            facts=facts,
            system=None if place is None else place.system,
            mine=mine,
            theirs=theirs,
            drain=context.drain_at(index),
            exposure=context.drain_at(index, "opponent"),
            own_icons=None if facts is None or sides is None else facts.own_icons(sides[0]),
            their_icons=None if facts is None or sides is None else facts.own_icons(sides[1]),
        )

    def _camp(self, index: int, side: Side) -> Camp:
        ability, known, forfeit, unidentified, strangers = 0.0, False, 0.0, 0, 0
        fighters, presence, immune, least, more = [], set(), [], 0, 0
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
                around = self._around(index, card, facts)
                least, more = max(least, least_draws(facts, around)), more + extra_draws(facts, around)
                limit = immunity(facts, around)
                if limit:
                    immune.append((limit, facts.forfeit or 0.0))
        power = self.context.board.power_at(index, side)
        known_ability = ability if known else None
        return Camp(
            power,
            tuple(fighters),
            known_ability,
            forfeit,
            frozenset(presence),
            unidentified,
            strangers,
            tuple(immune),
            least,
            more,
        )

    def _around(self, index: int, card: Card, facts: CardFacts) -> Around:
        """Where a card is, for the conditions of its text."""
        context = self.context
        if not facts.effects:
            return Around()
        aboard = (context.facts_of(each) for each in context.board.attached(card.card_id))
        crew = [each for each in aboard if each is not None and each.type == "Character"]
        carrier = context.facts_of(context.card(card.attached_to))
        return Around(
            context.location_facts(index),
            crew,
            piloting(facts, crew),
            carrier,
            self._steers(card, facts, carrier),
            any(matches(facts, each) for each in crew),
        )

    def _steers(self, card: Card, facts: CardFacts, carrier: CardFacts | None) -> bool | None:
        """Whether a character pilots the card that it is aboard."""
        if carrier is None or card.attached_to is None or not is_pilot(facts):
            return False
        beside = (self.context.facts_of(each) for each in self.context.board.attached(card.attached_to))
        return None if piloting(carrier, [each for each in beside if each is not None]) is None else True
