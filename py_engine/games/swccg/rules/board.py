"""The board as far as the log has shown it, from one player's seat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

__all__ = ["MAX_LOCATIONS", "OTHER", "SIDES", "Battle", "Board", "Card", "Location", "Piles", "Side"]

Side = Literal["seat", "opponent"]
SIDES: tuple[Side, Side] = ("seat", "opponent")
OTHER: dict[Side, Side] = {"seat": "opponent", "opponent": "seat"}

KEPT_MESSAGES = 12
MAX_LOCATIONS = 200
_NAMELESS = "location "


@dataclass(slots=True)
class Piles:
    """How many cards a player has in each pile and in hand."""

    force: int = 0
    hand: int = 0
    reserve: int = 0
    used: int = 0
    lost: int = 0
    out_of_play: int = 0

    @property
    def life_force(self) -> int:
        """Cards left before the player loses the game."""
        return self.force + self.reserve + self.used


@dataclass(frozen=True, slots=True)
class Card:
    """A card and where it is. Immutable, so that copies of a board can share it: a card that moves is replaced."""

    card_id: str
    blueprint_id: str
    zone: str
    """The server's name for the zone, such as ``AT_LOCATION``."""
    owner: Side | None
    location: int | None = None
    """Index of its location; None if it is not at a location."""
    attached_to: str | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """A location on the table; its index is its position in the row."""

    card_id: str
    blueprint_id: str
    system: str | None
    owner: Side | None

    @classmethod
    def nameless(cls, index: int) -> Location:
        """A location whose card is unknown."""
        return cls(f"{_NAMELESS}{index}", f"{_NAMELESS}{index}", None, None)

    @property
    def is_known(self) -> bool:
        """Whether the location's card is known."""
        return not self.blueprint_id.startswith(_NAMELESS)


@dataclass(slots=True)
class Battle:
    """A battle under way."""

    location: int
    cards: list[str]
    power: dict[Side, float | None] = field(default_factory=dict)
    destiny_draws: dict[Side, int] = field(default_factory=dict)
    attrition: dict[Side, float | None] = field(default_factory=dict)
    damage: dict[Side, float | None] = field(default_factory=dict)

    def copy(self) -> Battle:
        """An independent copy."""
        return Battle(
            location=self.location,
            cards=list(self.cards),
            power=dict(self.power),
            destiny_draws=dict(self.destiny_draws),
            attrition=dict(self.attrition),
            damage=dict(self.damage),
        )


_Part = TypeVar("_Part")


def _kept(now: _Part, before: _Part) -> _Part:
    """The earlier copy of a list or dictionary if it is unchanged, else a new copy."""
    return before if now == before else copy(now)


@dataclass(slots=True)
class Board:
    """Everything known about the table, the piles and the seat's hand."""

    piles: dict[Side, Piles] = field(default_factory=dict)
    """A side is absent until the log has given its piles."""
    generation: dict[Side, float] = field(default_factory=dict)
    locations: list[Location | None] = field(default_factory=list)
    power: dict[Side, dict[int, float]] = field(default_factory=lambda: {"seat": {}, "opponent": {}})
    """Side -> location index -> power; no entry where the side has nobody."""
    cards: dict[str, Card] = field(default_factory=dict)
    """By card id, locations included."""
    battle: Battle | None = None
    seen: dict[str, int] = field(default_factory=dict)
    """Blueprint -> minimum number of copies in the seat's deck."""
    shown: dict[str, int] = field(default_factory=dict)
    """Blueprint -> minimum number of copies in the opponent's deck, from what the seat has been shown of it."""
    messages: list[str] = field(default_factory=list)
    touched: set[str] = field(default_factory=set, compare=False, repr=False)
    """Ids of cards added, changed or removed since ``loops.Table`` last cleared this set."""
    version: int = field(default=0, compare=False, repr=False)
    """Incremented whenever a card is added, changed or removed."""

    def put(self, card: Card) -> None:
        """Adds a card, replacing any card with the same id."""
        self.cards[card.card_id] = card
        self.touched.add(card.card_id)
        self.version += 1

    def take(self, card_id: str) -> Card | None:
        """Removes and returns a card; None if there is no such card."""
        card = self.cards.pop(card_id, None)
        if card is not None:
            self.touched.add(card_id)
            self.version += 1
        return card

    def copy(self, before: Board | None = None) -> Board:
        """A snapshot of the board, unaffected by later changes.

        Args:
            before: An earlier, unmodified snapshot of this board; unchanged parts are shared with it.
        """
        if before is None:
            before, cards = Board(), dict(self.cards)
        else:
            cards = before.cards if before.version == self.version else dict(self.cards)
        return Board(
            piles=_kept(self.piles, before.piles),
            generation=_kept(self.generation, before.generation),
            locations=_kept(self.locations, before.locations),
            power={side: _kept(self.power[side], before.power[side]) for side in SIDES},
            cards=cards,
            battle=None if self.battle is None else self.battle.copy(),
            seen=_kept(self.seen, before.seen),
            shown=_kept(self.shown, before.shown),
            messages=_kept(self.messages, before.messages),
            version=self.version,
        )

    def clear_table(self) -> None:
        """Removes all cards, locations and power; keeps the piles and what is known about the deck."""
        self.touched.update(self.cards)
        self.version += 1
        self.cards.clear()
        self.locations.clear()
        self.power = {"seat": {}, "opponent": {}}
        self.battle = None

    def reach(self, index: int) -> None:
        """Extends the row of locations up to an index, with unknown entries (None)."""
        self.locations.extend([None] * (index + 1 - len(self.locations)))

    def put_location(self, index: int, location: Location) -> int | None:
        """Puts a location into the row; later locations shift, with everything at them.

        Args:
            index: Its new position.
            location: Inserted if it is new, moved if it is already in the row.

        Returns:
            Its position; None if the row is full.
        """
        row = self.locations
        old = next(
            (place for place, each in enumerate(row) if each is not None and each.card_id == location.card_id), None
        )
        order: list[int | None] = list(range(len(row)))
        if old is not None:
            index = min(index, len(row) - 1)
            order.insert(index, order.pop(old))
            self._rearrange(order)
        elif index < len(row) and row[index] is not None:
            if len(row) >= MAX_LOCATIONS:
                return None
            order.insert(index, None)
            self._rearrange(order)
        self.reach(index)
        row[index] = location
        return index

    def remove_locations(self, indexes: Collection[int]) -> None:
        """Removes locations from the row. Cards there end up at no location; later locations move up."""
        self._rearrange([place for place in range(len(self.locations)) if place not in indexes])

    def _rearrange(self, order: Sequence[int | None]) -> None:
        """Reorders the row, with everything at its locations.

        Args:
            order: For each position of the new row, the old position; None for a new one.
        """
        row = self.locations
        longer = len(order) - len(row)
        places = {old: new for new, old in enumerate(order) if old is not None}
        if longer == 0 and all(old == new for old, new in places.items()):
            return
        beyond = len(row)
        row[:] = [None if old is None else row[old] for old in order]
        for card in self.cards.values():
            if card.location is not None and card.location != places.get(card.location):
                # Replacing a value does not change the keys, so this is safe during iteration.
                self.put(replace(card, location=places.get(card.location)))
        for side in SIDES:
            # The log may report power at indices beyond the end of the row.
            self.power[side] = {
                place + longer if place >= beyond else places[place]: power
                for place, power in self.power[side].items()
                if place >= beyond or place in places
            }
        if self.battle is not None:
            place = places.get(self.battle.location)
            self.battle = None if place is None else replace(self.battle, location=place)

    def power_at(self, location: int, side: Side) -> float | None:
        """A side's power at a location; None if it has nobody there."""
        return self.power[side].get(location)

    def hand(self) -> list[Card]:
        """The known cards in the seat's hand."""
        return [card for card in self.cards.values() if card.zone == "HAND" and card.owner == "seat"]

    def at(self, location: int, side: Side | None = None) -> Iterator[Card]:
        """The cards at a location, attached cards included, the location itself excluded."""
        for card in self.cards.values():
            if card.zone != "LOCATIONS" and self.place_of(card) == location and side in (None, card.owner):
                yield card

    def place_of(self, card: Card) -> int | None:
        """Index of a card's location, following attachments; None if it is not at a location."""
        for _ in range(8):
            if card.location is not None:
                return card.location
            if card.attached_to is None or card.attached_to not in self.cards:
                return None
            card = self.cards[card.attached_to]
        return None

    def attached(self, card_id: str) -> list[Card]:
        """The cards attached to a card."""
        return [card for card in self.cards.values() if card.attached_to == card_id]

    def total_power(self, side: Side) -> float:
        """A side's total power over all locations."""
        total = 0.0
        for power in self.power[side].values():
            total += power
        return total

    def add_message(self, message: str) -> None:
        """Appends a message of the log, keeping the last ``KEPT_MESSAGES``."""
        self.messages.append(message)
        del self.messages[:-KEPT_MESSAGES]
