"""An endgame position with all hands known, as bit masks for the search.

The cards in play are renumbered without gaps in their usual order, so that a mask fits into a machine word. Hands are not
stored with each position: a seat holds its original hand minus the cards played.

A value packs the *future* points of all four seats, including the moon, into one integer. Points taken earlier are a
constant that is added at the end; all the search needs to know about them is who can still shoot the moon.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from py_engine.games.hearts.knowledge.equivalence import Lowest
from py_engine.games.hearts.rules.batch import HEART_COUNT, JACK, MOON, QUEEN, Rules
from py_engine.games.hearts.rules.cards import HEARTS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, SEATS, SUIT_MASKS, cards_of

__all__ = ["DEAD", "FAR", "FIELD", "FIELD_MASK", "NOBODY", "NO_POINTS", "Points", "Position", "TooManyNodes", "World"]

Points = tuple[int, int, int, int]
"""Points of a hand by seat, after the moon."""

NOBODY, DEAD = 4, 5
"""Values of ``holder`` when no single seat has all point cards so far: nobody has any, or two seats have some."""
FIELD = 7
"""Bits per seat in a value."""
FIELD_MASK = (1 << FIELD) - 1
_BIAS = 63
"""Added to the points of a seat, which are between -62 and 52, to keep fields positive."""
NO_POINTS = sum(_BIAS << FIELD * place for place in range(SEATS))  # same bits: whole numbers
"""The value of no points for anybody."""
FAR = 1 << FIELD * SEATS + 2
"""An upper bound on all values, used as infinity."""


class TooManyNodes(Exception):  # noqa: N818 - a limit, not an error
    """The search of a world reached its limit of nodes."""


class World(NamedTuple):
    """A position with all hands known."""

    hands: Sequence[int]
    """Masks by seat, without the cards on the table."""
    leader: int
    """Leader of the current trick."""
    table: Sequence[int]
    """Numbers of the cards on the table, in the order played."""
    gone: int
    """Mask of the cards of completed tricks."""
    taken: Sequence[int]
    """Codes of what was taken, by seat (see ``rules.batch``)."""


class _Worth(dict[int, int]):
    """A cache of the points in a mask of point cards."""

    __slots__ = ("_hearts", "_jack", "_queen")

    def __init__(self, hearts: int, queen: int, jack: int) -> None:
        super().__init__()
        self._hearts, self._queen, self._jack = hearts, queen, jack

    def __missing__(self, cards: int) -> int:
        """Counts the points."""
        worth = (cards & self._hearts).bit_count()
        worth += 13 if cards & self._queen else 0
        worth -= 10 if cards & self._jack else 0
        self[cards] = worth
        return worth


class Position(ABC):
    """An endgame position in gapless numbering, and the operations that both searches share.

    Throughout, ``rem`` is the mask of the cards in play at the beginning of a trick (including those of the trick), ``trick``
    the mask of the cards on the table, ``suit`` the mask of the suit led, ``high`` the winning card so far, and ``winner`` its
    player; ``holder`` is the seat that has all point cards taken so far, or NOBODY or DEAD.
    """

    most_nodes = 1 << 60
    """Number of nodes beyond which the search raises ``TooManyNodes``; checked once per trick."""

    def __init__(self, rules: Rules, root: int, world: World, shift: tuple[int, ...]) -> None:
        hands, leader, table, gone, taken = world
        self.root = root
        self.leader = leader
        self.shift = shift
        self.nodes = 0
        owner = {card: (leader + place) & 3 for place, card in enumerate(table)}
        for seat, hand in enumerate(hands):
            for card in cards_of(hand):
                owner[card] = seat
        self.in_play = sum(1 << card for card in owner)
        self.bits = {card: 1 << place for place, card in enumerate(sorted(owner))}
        own, suits = [0] * SEATS, [0] * len(SUIT_MASKS)
        for card, bit in self.bits.items():
            own[owner[card]] |= bit
            suits[card >> 4] |= bit
        self.suits = suits
        self.seat_of = {bit: owner[card] for card, bit in self.bits.items()}
        self.own = own
        self.suit_of = {bit: suits[card >> 4] for card, bit in self.bits.items()}
        self.rem = (1 << len(owner)) - 1
        self.table = [self.bits[card] for card in table]
        self._points(rules, gone, taken)
        self.lowest = [Lowest(hand, self.point_cards & ~suits[HEARTS]) for hand in own]

    def _points(self, rules: Rules, gone: int, taken: Sequence[int]) -> None:
        """Sets up the point cards, who may still shoot the moon, and the final values for each case."""
        hearts, queen = self.suits[HEARTS], self.bits.get(QUEEN_OF_SPADES, 0)
        self.jack = self.bits.get(JACK_OF_DIAMONDS, 0) if rules.jack_of_diamonds else 0
        self.queen = queen
        self.moon_cards = hearts | queen
        self.point_cards = hearts | queen | self.jack
        self.worth = _Worth(hearts, queen, self.jack)
        # Hearts are unbroken while all breakers are in play; once one is gone, a bit of no card makes that test fail.
        breakers = hearts | (queen if rules.queen_breaks_hearts else 0)
        self.breakers = self.rem + 1 if gone & rules.breakers else breakers
        self.offsets = [
            (code & HEART_COUNT) + (13 if code & QUEEN else 0) - (10 if code & JACK else 0) for code in taken
        ]
        open_to = [
            seat
            for seat, code in enumerate(taken)
            if (code & HEART_COUNT) + hearts.bit_count() == 13 and (code & QUEEN or queen)
        ]
        self.holder = DEAD if not open_to else NOBODY if len(open_to) > 1 else open_to[0]
        alone = 2 * MOON if rules.moon_subtracts else MOON
        others = 0 if rules.moon_subtracts else MOON
        moons = [[-alone if one == seat else others for one in range(SEATS)] for seat in range(SEATS)]
        self.last = [sum(_BIAS + points << at for points, at in zip(moon, self.shift, strict=True)) for moon in moons]
        self.last += [NO_POINTS, NO_POINTS]

    def leads(self, rem: int, seat: int) -> tuple[int, ...]:
        """The cards for a seat to lead, as bits."""
        lowest, (clubs, diamonds, spades, hearts) = self.lowest[seat], self.suits
        cards = lowest[rem & spades] + lowest[rem & diamonds] + lowest[rem & clubs]
        if rem & self.breakers != self.breakers or not cards:
            cards = lowest[rem & hearts] + cards
        return cards

    def discards(self, rem: int, lowest: Lowest) -> tuple[int, ...]:
        """The cards for a seat to discard when it cannot follow suit, as bits; hearts and spades first."""
        clubs, diamonds, spades, hearts = self.suits
        return (
            lowest[rem & hearts][::-1]
            + lowest[rem & spades][::-1]
            + lowest[rem & diamonds][::-1]
            + lowest[rem & clubs][::-1]
        )

    def safe(self, rem: int) -> bool:
        """Whether the root seat takes no trick while others lead, because its cards are the lowest of their suits."""
        own = rem & self.own[self.root]
        others = rem ^ own
        for suit in self.suits:
            against = others & suit
            if against and own & suit > against & -against:
                return False
        return True

    def on_top(self, rem: int) -> bool:
        """Whether the root seat, on lead, takes all tricks, because its cards are the highest of their suits."""
        own = rem & self.own[self.root]
        others = rem ^ own
        for suit in self.suits:
            cards = own & suit
            if cards and cards & -cards < others & suit:
                return False
        return True

    def last_trick(self, rem: int, leader: int, holder: int) -> int:
        """The value when every seat has one card left."""
        self.nodes += 1
        following = rem & self.suit_of[rem & self.own[leader]]
        taker = self.seat_of[1 << following.bit_length() - 1]
        if rem & self.moon_cards and holder != taker:
            holder = taker if holder == NOBODY else DEAD
        return self.last[holder] + (self.worth[rem & self.point_cards] << self.shift[taker])

    def root_cards(self) -> tuple[int, ...]:
        """The cards for the root seat to play, as bits."""
        if self.table:
            lowest = self.lowest[self.root]
            return lowest[self.rem & self.suit_of[self.table[0]]] or self.discards(self.rem, lowest)
        return self.leads(self.rem, self.root)

    def value_after(self, card: int) -> int:
        """The value of the position after the root seat's card."""
        self.nodes += 1
        played = [*self.table, card]
        suit = self.suit_of[played[0]]
        high = max(one for one in played if one & suit)
        winner = (self.leader + played.index(high)) & 3
        trick = 0
        for one in played:
            trick |= one
        left = SEATS - len(played)
        if left:
            return self.reply(self.rem, self.root + 1 & 3, left, suit, high, winner, trick, self.holder)
        return self.next_trick(self.rem, trick, winner, self.holder)

    def points(self, value: int) -> Points:
        """The final points of the hand for a value."""
        first, second, third, fourth = (
            offset + (value >> at & FIELD_MASK) - _BIAS for offset, at in zip(self.offsets, self.shift, strict=True)
        )
        return first, second, third, fourth

    @abstractmethod
    def reply(  # noqa: PLR0917 - calls by name take longer
        self, rem: int, seat: int, left: int, suit: int, high: int, winner: int, trick: int, holder: int
    ) -> int:
        """The value with ``left`` seats still to play to the trick, ``seat`` first."""

    @abstractmethod
    def next_trick(self, rem: int, trick: int, leader: int, holder: int) -> int:
        """The value after ``leader`` has taken a trick, including that trick's points."""
