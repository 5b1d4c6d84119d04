"""The board as the log has shown it, seen from one seat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

__all__ = ["MOST_LOCATIONS", "OTHER", "SIDES", "Battle", "Board", "Card", "Location", "Piles", "Side"]

Side = Literal["seat", "opponent"]
SIDES: tuple[Side, Side] = ("seat", "opponent")
OTHER: dict[Side, Side] = {"seat": "opponent", "opponent": "seat"}

KEPT_MESSAGES = 12
MOST_LOCATIONS = 200
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
        """Cards that stand between the player and defeat."""
        return self.force + self.reserve + self.used


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the log has put somewhere; one that moves is replaced, so that copies of a board may share it."""

    card_id: str
    blueprint_id: str
    zone: str
    """The server's name of the zone, such as ``AT_LOCATION``."""
    owner: Side | None
    location: int | None = None
    """The index of the location it is at; None where it is at none."""
    attached_to: str | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """A place on the table; its index is its place in the row."""

    card_id: str
    blueprint_id: str
    system: str | None
    owner: Side | None

    @classmethod
    def nameless(cls, index: int) -> Location:
        """A place of which nothing is known but that it is there."""
        return cls(f"{_NAMELESS}{index}", f"{_NAMELESS}{index}", None, None)

    @property
    def is_known(self) -> bool:
        """Whether it is known which card it is."""
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
        """The battle as it stands now."""
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
    """An earlier copy of a list or dictionary where it still says the same, a new one where it does not."""
    return before if now == before else copy(now)


@dataclass(slots=True)
class Board:
    """All that is known of the table, the piles and the seat's own hand."""

    piles: dict[Side, Piles] = field(default_factory=dict)
    """Absent while the log has not told."""
    generation: dict[Side, float] = field(default_factory=dict)
    locations: list[Location | None] = field(default_factory=list)
    power: dict[Side, dict[int, float]] = field(default_factory=lambda: {"seat": {}, "opponent": {}})
    """Side -> index of the location -> power; nobody is there where there is no entry."""
    cards: dict[str, Card] = field(default_factory=dict)
    """By card id; locations are among them."""
    battle: Battle | None = None
    seen: dict[str, int] = field(default_factory=dict)
    """How many cards of a blueprint the seat's own deck has at least."""
    messages: list[str] = field(default_factory=list)
    touched: set[str] = field(default_factory=set, compare=False, repr=False)
    """Ids of the cards that came, changed or went since whoever keeps an account of them emptied this."""
    version: int = field(default=0, compare=False, repr=False)
    """Grows whenever a card comes, changes or goes."""

    def put(self, card: Card) -> None:
        """Puts a card where it says it is; of two with the same id the later one is there."""
        self.cards[card.card_id] = card
        self.touched.add(card.card_id)
        self.version += 1

    def take(self, card_id: str) -> Card | None:
        """Takes a card away, and returns it; None where there is none."""
        card = self.cards.pop(card_id, None)
        if card is not None:
            self.touched.add(card_id)
            self.version += 1
        return card

    def copy(self, before: Board | None = None) -> Board:
        """The board as it stands now: what happens later does not change it.

        Args:
            before: an earlier copy of this board, never changed since; what is still the same is shared with it.
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
            messages=_kept(self.messages, before.messages),
            version=self.version,
        )

    def clear_table(self) -> None:
        """Nothing lies anywhere; piles and what is known of the deck stay."""
        self.touched.update(self.cards)
        self.version += 1
        self.cards.clear()
        self.locations.clear()
        self.power = {"seat": {}, "opponent": {}}
        self.battle = None

    def reach(self, index: int) -> None:
        """Makes the row of locations long enough, with places that the log has not told of."""
        self.locations.extend([None] * (index + 1 - len(self.locations)))

    def put_location(self, index: int, location: Location) -> int | None:
        """Puts a location into the row, and moves what stands there and behind it with all that is there.

        Args:
            index: its place from then on.
            location: a new one comes between those that stand there; one that stands elsewhere moves.

        Returns:
            Its place; None when the row is as long as a row can be.
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
            if len(row) >= MOST_LOCATIONS:
                return None
            order.insert(index, None)
            self._rearrange(order)
        self.reach(index)
        row[index] = location
        return index

    def remove_locations(self, indexes: Collection[int]) -> None:
        """Takes locations out of the row; what was there is at no location, what stood behind moves up."""
        self._rearrange([place for place in range(len(self.locations)) if place not in indexes])

    def _rearrange(self, order: Sequence[int | None]) -> None:
        """Brings the row into another order, with all that is there.

        Args:
            order: for every place of the new row the old place; None for a place that is new.
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
                # The dictionary keeps its keys while it is gone through.
                self.put(replace(card, location=places.get(card.location)))
        for side in SIDES:
            # Power may have been told of places that the row does not reach.
            self.power[side] = {
                place + longer if place >= beyond else places[place]: power
                for place, power in self.power[side].items()
                if place >= beyond or place in places
            }
        if self.battle is not None:
            place = places.get(self.battle.location)
            self.battle = None if place is None else replace(self.battle, location=place)

    def power_at(self, location: int, side: Side) -> float | None:
        """A side's power at a location; None where it has nobody there."""
        return self.power[side].get(location)

    def hand(self) -> list[Card]:
        """The seat's hand, as far as the log has shown it."""
        return [card for card in self.cards.values() if card.zone == "HAND" and card.owner == "seat"]

    def at(self, location: int, side: Side | None = None) -> Iterator[Card]:
        """The cards at a location, attached ones included, the location itself left out."""
        for card in self.cards.values():
            if card.zone != "LOCATIONS" and self.place_of(card) == location and side in (None, card.owner):
                yield card

    def place_of(self, card: Card) -> int | None:
        """The index of the location where a card is, through what it is attached to; None where it is at none."""
        for _ in range(8):
            if card.location is not None:
                return card.location
            if card.attached_to is None or card.attached_to not in self.cards:
                return None
            card = self.cards[card.attached_to]
        return None

    def attached(self, card_id: str) -> list[Card]:
        """The cards on a card."""
        return [card for card in self.cards.values() if card.attached_to == card_id]

    def total_power(self, side: Side) -> float:
        """A side's power at all locations together."""
        total = 0.0
        for power in self.power[side].values():
            total += power
        return total

    def tell(self, message: str) -> None:
        """Notes a message of the log."""
        self.messages.append(message)
        del self.messages[:-KEPT_MESSAGES]
