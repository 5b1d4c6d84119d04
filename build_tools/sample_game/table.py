"""The table of the sample game: where every card of both decks is, and what the seat is shown.

Piles, power and Force generation in the log are computed from the cards here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from build_tools.sample_game.cards import FACTS, Fact
from build_tools.sample_game.gemp import (
    FACE_DOWN_DARK,
    FACE_DOWN_LIGHT,
    NOBODY,
    PHASES,
    Numbers,
    Value,
    card,
    hint,
    ids,
    message,
    phase,
    removed,
    stats,
)

RESERVE, FORCE, USED, LOST, HAND = "RESERVE_DECK", "FORCE_PILE", "USED_PILE", "LOST_PILE", "HAND"
_SETTING_UP = "PLAY_STARTING_CARDS"
_CUT = 7
"""A shuffle just cuts this many cards: only the number of the top card is visible, so any order will do."""


@dataclass(eq=False)
class Card:
    """A card of a deck, wherever it is."""

    number: int
    blueprint: str
    at: Card | None = None
    """Its location."""
    on: Card | None = None
    """The card that it is attached to."""
    hit: bool = False

    @property
    def fact(self) -> Fact:
        """What is printed on it."""
        return FACTS[self.blueprint]

    @property
    def name(self) -> str:
        """Its title with the server's markup."""
        return hint(self.blueprint, self.fact.title, horizontal=self.fact.kind == "location")


@dataclass(eq=False)
class Player:
    """A player: piles (top card first) and cards in play."""

    name: str
    side: str
    piles: dict[str, list[Card]] = field(
        default_factory=lambda: {pile: [] for pile in (RESERVE, FORCE, USED, LOST, HAND)}
    )
    in_play: list[Card] = field(default_factory=list)
    battle: dict[str, Value] = field(default_factory=dict)
    """Its battle statistics, with the keys of ``Numbers.battle``."""

    @property
    def icon(self) -> int:
        """Index of its icons in ``Fact.icons``."""
        return 0 if self.side == "dark" else 1

    def find(self, blueprint: str) -> Card:
        """The player's card of a blueprint, in play or in hand."""
        return next(one for one in (*self.in_play, *self.piles[HAND]) if one.blueprint == blueprint)


@dataclass
class Table:
    """The state of the game, and the log so far."""

    seat: Player
    other: Player
    events: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    row: list[Card] = field(default_factory=list)
    current: Player = field(init=False)
    number: int = 0
    """The number of the turn; 0 while setting up."""
    stage: str = _SETTING_UP
    last: int = 0
    """The last card number assigned."""
    dealt: int = 0
    """The last card number of the two decks."""

    def __post_init__(self) -> None:
        self.current = self.seat

    # --- Queries ---

    def opponent(self, player: Player) -> Player:
        """The other player."""
        return self.other if player is self.seat else self.seat

    def characters(self, player: Player, place: Card) -> list[Card]:
        """A player's characters at a location."""
        return [one for one in player.in_play if one.at is place]

    def power(self, player: Player, place: Card) -> int:
        """A player's power at a location, or NOBODY."""
        there = self.characters(player, place)
        return sum(one.fact.power for one in there) if there else NOBODY

    def generation(self, player: Player) -> int:
        """A player's Force generation: 1, plus its icons on the table."""
        return 1 + sum(place.fact.icons[player.icon] for place in self.row)

    def controls(self, player: Player) -> list[Card]:
        """The locations where only this player has characters."""
        return [
            place
            for place in self.row
            if self.characters(player, place) and not self.characters(self.opponent(player), place)
        ]

    def index(self, one: Card) -> int:
        """Index of a card's location, or of a location; 0 for other cards."""
        place = one if one in self.row else one.at
        return 0 if place is None else self.row.index(place)

    # --- The log ---

    def write(self, *events: str) -> None:
        """Appends events to the log."""
        self.events += events

    def say(self, text: str) -> None:
        """Writes a message."""
        self.write(message(text))

    def count(self) -> None:
        """Writes the current statistics."""
        dark, light = (self.seat, self.other) if self.seat.side == "dark" else (self.other, self.seat)
        self.write(stats((dark.name, self._numbers(dark)), (light.name, self._numbers(light))))

    def begin(self, name: str) -> None:
        """Starts a phase."""
        self.stage = PHASES[name]
        self.write(phase(name, self.number))

    def show(self, kind: str, one: Card, owner: Player, zone: str, *, face_down: bool = False, **more: Any) -> None:
        """Writes an event with a complete card.

        Args:
            kind: The event's type.
            one: The card.
            owner: Its owner.
            zone: The server's name for the zone.
            face_down: Whether only its back is shown.
            **more: Further attributes.
        """
        is_location = one.fact.kind == "location"
        back = FACE_DOWN_DARK if owner.side == "dark" else FACE_DOWN_LIGHT
        self.write(
            card(
                kind,
                one.number,
                back if face_down else one.blueprint,
                owner.name,
                zone,
                phase=self.stage,
                location=self.index(one),
                system="Tatooine" if is_location and not face_down else None,
                target=one.on.number if one.on and zone == "ATTACHED" else None,
                horizontal=is_location and not face_down,
                sideways=one.hit and zone == "AT_LOCATION",
                **more,
            )
        )

    def affect(self, one: Card, owner: Player, zone: str, targets: list[Card]) -> None:
        """Writes that a card affects others."""
        self.show("CAC", one, owner, zone, otherCardIds=ids(target.number for target in targets))

    def remove_card(self, one: Card, owner: Player | None = None) -> None:
        """Writes that a card is removed from where it was shown."""
        self.write(removed([one.number], owner.name if owner else None))

    def renew(self, one: Card) -> None:
        """Gives a card a new number, as the server does when a card changes zone."""
        self.last += 1
        one.number = self.last

    def _numbers(self, player: Player) -> Numbers:
        return Numbers(
            piles={pile: len(cards) for pile, cards in player.piles.items()},
            power=[self.power(player, place) for place in self.row],
            generation=self.generation(player),
            battle=player.battle,
        )

    # --- Piles ---

    @contextmanager
    def changing(self, player: Player, *piles: str) -> Iterator[None]:
        """Removes the top cards of piles from view, and afterwards shows the new top cards."""
        for pile in piles:
            if player.piles[pile]:
                self.remove_card(player.piles[pile][0])
        yield
        for pile in piles:
            if player.piles[pile]:
                self.show("PCIP", player.piles[pile][0], player, f"TOP_OF_{pile}", face_down=pile != LOST)

    def shuffle(self, player: Player, what: str = "Reserve Deck") -> None:
        """Shuffles a Reserve Deck."""
        reserve = player.piles[RESERVE]
        self.say(f"{player.name} shuffles {what}")
        self.remove_card(reserve[0], player)
        reserve[:] = reserve[_CUT:] + reserve[:_CUT]
        self.show("PCIP", reserve[0], player, f"TOP_OF_{RESERVE}", face_down=True)

    def exchange(self, player: Player, one: Card, blueprint: str, *piles: str) -> None:
        """Makes a face-down card a given one, by exchanging it with an unseen card of these piles.

        A card that has been seen has a number beyond those of the decks, since it got a new one then.
        """
        unseen = [other for pile in piles for other in player.piles[pile] if other.number <= self.dealt]
        if one.number > self.dealt:
            raise ValueError(one)
        if one.blueprint != blueprint:
            other = next(other for other in unseen if other.blueprint == blueprint)
            one.blueprint, other.blueprint = other.blueprint, one.blueprint

    def to_hand(self, player: Player, pile: str) -> Card:
        """Moves the top card of a pile to hand."""
        one = player.piles[pile].pop(0)
        self.renew(one)
        player.piles[HAND].append(one)
        return one

    def show_hand(self, player: Player, one: Card) -> None:
        """Shows a card in hand, if it is the seat's."""
        if player is self.seat:
            self.show("PCIP", one, player, HAND)

    def from_hand(self, player: Player, one: Card) -> None:
        """Removes a card from hand."""
        player.piles[HAND].remove(one)
        if player is self.seat:
            self.remove_card(one)

    def on_pile(self, player: Player, one: Card, pile: str) -> None:
        """Puts a card on top of a pile, with a new number."""
        with self.changing(player, pile):
            self.renew(one)
            one.at = one.on = None
            one.hit = False
            player.piles[pile].insert(0, one)
