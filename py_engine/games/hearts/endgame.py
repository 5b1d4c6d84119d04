"""Exact values of an endgame whose four hands are known: one kernel over bit masks, beside the rules over a batch.

The cards in play are numbered anew without gaps, from the two of clubs to the ace of hearts, so that a mask fits into a
machine word, and the hands need not be carried along: what a seat holds is its first hand less what has been played. Tests
hold the kernel's moves and tricks against ``rules.py``.

Values are the *future* points of all four seats, the moon included, packed into one number. Points taken earlier are a
constant that is added at the end; of them the search has to know only who can still shoot the moon.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

from py_engine.games.hearts.cards import HEARTS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, SEATS, SUIT_MASKS, cards_of
from py_engine.games.hearts.equivalence import Lowest, lowest_equals
from py_engine.games.hearts.rules import HEART_COUNT, MOON, QUEEN, Rules, points_of

__all__ = ["Mode", "Points", "Solver", "TooLong", "World"]

Mode = Literal["maxn", "paranoid"]
Points = tuple[int, int, int, int]
"""Of the hand, by seat, after the moon."""

NOBODY, DEAD = 4, 5
"""Instead of the seat that has all point cards so far: nobody has any, or two seats have some."""
_FIELD, _BIAS = 7, 63
_MASK = (1 << _FIELD) - 1
_ZERO = sum(_BIAS << _FIELD * place for place in range(SEATS))  # same bits: whole numbers
"""No points for anybody: a seat's points are kept with 63 added; they lie between -62 and 52."""
_FAR = 1 << _FIELD * SEATS + 2
"""More than any value."""


class TooLong(Exception):  # noqa: N818 - it ends a search and is no mistake
    """More nodes would be needed than were allowed."""


class World(NamedTuple):
    """A position with all hands known."""

    hands: Sequence[int]
    """Masks by seat, without the cards on the table."""
    leader: int
    """Of the current trick."""
    table: Sequence[int]
    """Card numbers, in the order played."""
    gone: int
    """Mask of the cards of completed tricks."""
    taken: Sequence[int]
    """Codes by seat, as in the rules."""


class Solver:
    """Solves worlds for one seat that is to play, under one idea of what the others want.

    With "maxn" every seat wants few points for itself. Of moves that cost it the same, another seat takes what is worst for
    the root seat, and after that (the root seat: at once) what gives few points to the seats after it, one after the other.
    So a value does not depend on the order of moves. With "paranoid" the three others want the root seat to have many
    points, and the points of these three are those of one line of best play.
    """

    def __init__(self, rules: Rules, root_seat: int, mode: Mode) -> None:
        self.rules = rules
        self.root_seat = root_seat
        self.mode: Mode = mode
        self.nodes = 0
        """Cards tried so far, in all worlds."""
        self._likings = [_Liking(seat, root_seat) for seat in range(SEATS)] if mode == "maxn" else []

    def solve(
        self,
        hands: Sequence[int],
        leader: int,
        table_cards: Sequence[int],
        gone: int,
        taken: Sequence[int],
        *,
        most_nodes: int | None = None,
    ) -> dict[int, Points]:
        """What each legal card of the root seat leads to.

        Args:
            hands: masks by seat, without the cards on the table.
            leader: of the current trick; the root seat must be the one to play.
            table_cards: numbers, in the order played.
            gone: mask of the cards of completed tricks; at least one trick.
            taken: codes by seat, as in the rules.
            most_nodes: more are not tried; no bound when left out.

        Returns:
            Card number -> final points of the hand by seat, in card order.

        Raises:
            ValueError: when another seat is to play, or in the first trick of a hand.
            TooLong: when ``most_nodes`` do not suffice.
        """
        if (leader + len(table_cards)) & 3 != self.root_seat:
            raise ValueError("The root seat is not the one to play.")
        if not gone:
            raise ValueError("The first trick of a hand has rules of its own, which the endgame does not know.")
        world = World(hands, leader, table_cards, gone, taken)
        search: _Search
        if self.mode == "maxn":
            search = _Maxn(self.rules, self.root_seat, world, self._likings)
        else:
            search = _Paranoid(self.rules, self.root_seat, world)
        if most_nodes is not None:
            search.most_nodes = most_nodes
        try:
            values = {bit: search.points(search.value_after(bit)) for bit in search.root_cards()}
        finally:
            self.nodes += search.nodes
        equals = lowest_equals(hands[self.root_seat], search.in_play, self.rules)
        found = {card: values.get(search.bits[lowest]) for card, lowest in equals.items()}
        return {card: points for card, points in found.items() if points is not None}

    def solve_worlds(
        self, worlds: Iterable[World], *, most_nodes: int | None = None
    ) -> Iterator[dict[int, Points] | None]:
        """Solves one world after the other, each when it is asked for; None for one that needs more than ``most_nodes``."""
        for world in worlds:
            try:
                yield self.solve(*world, most_nodes=most_nodes)
            except TooLong:
                yield None


class _Worth(dict[int, int]):
    """Points of the point cards in a mask."""

    __slots__ = ("_hearts", "_jack", "_queen")

    def __init__(self, hearts: int, queen: int, jack: int) -> None:
        super().__init__()
        self._hearts, self._queen, self._jack = hearts, queen, jack

    def __missing__(self, cards: int) -> int:
        """Counts them."""
        worth = (cards & self._hearts).bit_count()
        worth += 13 if cards & self._queen else 0
        worth -= 10 if cards & self._jack else 0
        self[cards] = worth
        return worth


class _Liking(dict[int, int]):
    """How much a seat dislikes a value: its own points, then the root seat's few, then those of the seats after it."""

    __slots__ = ("_seat", "_root")

    def __init__(self, seat: int, root: int) -> None:
        super().__init__()
        self._seat, self._root = seat, root

    def __missing__(self, value: int) -> int:
        points = [value >> _FIELD * seat & _MASK for seat in range(SEATS)]
        order = points[self._seat + 1 :] + points[: self._seat]
        first = [points[self._seat]]
        if self._seat != self._root:
            first.append(_MASK - points[self._root])
        dislike = 0
        for one in first + order:
            dislike = dislike << _FIELD | one
        self[value] = dislike
        return dislike


class _Search(ABC):
    """A position in gapless numbering, and what both ways of searching ask of it.

    Throughout, ``rem`` is the mask of the cards in play at the beginning of a trick, those of the trick included; ``trick``
    are the cards on the table, ``suit`` all cards of the suit led, ``high`` the card that takes the trick so far, ``winner``
    whose it is; ``holder`` is the seat that has all point cards so far, NOBODY or DEAD.
    """

    def __init__(self, rules: Rules, root: int, world: World, shift: tuple[int, ...]) -> None:
        hands, leader, table, gone, taken = world
        self.root = root
        self.leader = leader
        self.shift = shift
        self.nodes = 0
        self.most_nodes = _FAR
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
        self.suit_of = {bit: suits[card >> 4] for card, bit in self.bits.items()}
        self.rem = (1 << len(owner)) - 1
        self.table = [self.bits[card] for card in table]
        self._points(rules, gone, taken)
        self.lowest = [Lowest(hand, self.point_cards & ~suits[HEARTS]) for hand in own]

    def _points(self, rules: Rules, gone: int, taken: Sequence[int]) -> None:
        """Which cards count, who may still shoot the moon, and what that would mean."""
        hearts, queen = self.suits[HEARTS], self.bits.get(QUEEN_OF_SPADES, 0)
        self.jack = self.bits.get(JACK_OF_DIAMONDS, 0) if rules.jack_of_diamonds else 0
        self.moon_cards = hearts | queen
        self.point_cards = hearts | queen | self.jack
        self.worth = _Worth(hearts, queen, self.jack)
        # Once a card that breaks hearts is gone, the cards in play are not all of these: a bit of no card sees to that.
        breakers = hearts | (queen if rules.queen_breaks_hearts else 0)
        self.breakers = self.rem + 1 if gone & rules.breakers else breakers
        self.offsets = [int(points) for points in points_of(np.array(taken, dtype=np.int16))]
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
        self.last += [_ZERO, _ZERO]

    def leads(self, rem: int, seat: int) -> tuple[int, ...]:
        """The cards that a seat may lead."""
        lowest, (clubs, diamonds, spades, hearts) = self.lowest[seat], self.suits
        cards = lowest[rem & spades] + lowest[rem & diamonds] + lowest[rem & clubs]
        if rem & self.breakers != self.breakers or not cards:
            cards = lowest[rem & hearts] + cards
        return cards

    def replies(self, rem: int, seat: int, suit: int) -> tuple[int, ...]:
        """The cards that a seat may play to a lead."""
        lowest = self.lowest[seat]
        cards = lowest[rem & suit]
        if not cards:
            clubs, diamonds, spades, hearts = self.suits
            cards = lowest[rem & hearts] + lowest[rem & spades] + lowest[rem & diamonds] + lowest[rem & clubs]
        return cards

    def root_cards(self) -> tuple[int, ...]:
        """The cards that the root seat may play, as bits."""
        if self.table:
            return self.replies(self.rem, self.root, self.suit_of[self.table[0]])
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
        """The final points of a value."""
        first, second, third, fourth = (
            offset + (value >> at & _MASK) - _BIAS for offset, at in zip(self.offsets, self.shift, strict=True)
        )
        return first, second, third, fourth

    @abstractmethod
    def reply(self, rem: int, seat: int, left: int, suit: int, high: int, winner: int, trick: int, holder: int) -> int:
        """The value when ``left`` seats are still to play to the trick, ``seat`` first."""

    @abstractmethod
    def next_trick(self, rem: int, trick: int, leader: int, holder: int) -> int:
        """The value when ``leader`` has taken a trick, that trick's points included."""


class _Maxn(_Search):
    """Every seat for itself."""

    def __init__(self, rules: Rules, root: int, world: World, likings: Sequence[_Liking]) -> None:
        super().__init__(rules, root, world, tuple(_FIELD * seat for seat in range(SEATS)))
        self.likings = likings
        self.memory: dict[int, int] = {}

    def next_trick(self, rem: int, trick: int, leader: int, holder: int) -> int:
        """Looks the position up, or lets the seat lead."""
        gain = 0
        if trick & self.point_cards:
            gain = self.worth[trick & self.point_cards] << self.shift[leader]
            if trick & self.moon_cards and holder != leader:
                holder = leader if holder == NOBODY else DEAD
        rem ^= trick
        if not rem & self.point_cards:
            return gain + self.last[holder]
        key = rem << 5 | leader << 3 | holder
        known = self.memory.get(key)
        if known is not None:
            return gain + known
        cards = self.leads(rem, leader)
        self.nodes += len(cards)
        if self.nodes > self.most_nodes:
            raise TooLong
        seat, suit_of, reply = leader + 1 & 3, self.suit_of, self.reply
        values = [reply(rem, seat, 3, suit_of[card], card, leader, card, holder) for card in cards]
        best = values[0] if len(values) == 1 else min(values, key=self.likings[leader].__getitem__)
        self.memory[key] = best
        return gain + best

    def reply(self, rem: int, seat: int, left: int, suit: int, high: int, winner: int, trick: int, holder: int) -> int:
        """Lets the seat play to the trick."""
        cards = self.replies(rem, seat, suit)
        self.nodes += len(cards)
        values = []
        for card in cards:
            if card & suit and card > high:
                taking, taker = card, seat
            else:
                taking, taker = high, winner
            if left > 1:
                values.append(self.reply(rem, seat + 1 & 3, left - 1, suit, taking, taker, trick | card, holder))
            else:
                values.append(self.next_trick(rem, trick | card, taker, holder))
        return values[0] if len(values) == 1 else min(values, key=self.likings[seat].__getitem__)


class _Paranoid(_Search):
    """Everyone against the root seat: alpha-beta, whose memory holds bounds.

    A value has the root seat's points on top; the other seats' points below come from one line of best play and decide
    nothing: ``alpha`` has all bits below set and ``beta`` none, and of moves with equal points of the root seat the first counts.
    """

    def __init__(self, rules: Rules, root: int, world: World) -> None:
        super().__init__(rules, root, world, tuple(_FIELD * ((seat - root - 1) & 3) for seat in range(SEATS)))
        self.low = (1 << self.shift[root]) - 1
        """Mask of the other seats' points."""
        self.at_least: dict[int, int] = {}
        self.at_most: dict[int, int] = {}

    def next_trick(
        self, rem: int, trick: int, leader: int, holder: int, alpha: int = -_FAR, beta: int = _FAR
    ) -> int:
        """Looks the position up, or lets the seat lead."""
        gain, root, points = 0, self.root, self.point_cards
        if trick & points:
            gain = self.worth[trick & points] << self.shift[leader]
            if trick & self.moon_cards and holder != leader:
                holder = leader if holder == NOBODY else DEAD
            if leader == root:
                alpha -= gain
                beta -= gain
        rem ^= trick
        if not rem & points:
            return gain + self.last[holder]
        key = rem << 5 | leader << 3 | holder
        least = self.at_least.get(key, -_FAR)
        if least >= beta:
            return gain + least
        most = self.at_most.get(key, _FAR)
        if most <= alpha or most == least:
            return gain + most
        if holder == DEAD:
            most = _ZERO + (self.worth[rem & self.moon_cards] << self.shift[root])
            if most <= alpha:
                return gain + most
            if beta <= _ZERO and not rem & self.jack:
                return gain + _ZERO
        value = self._lead(rem, leader, holder, alpha, beta)
        if value > alpha:
            self.at_least[key] = value
        if value < beta:
            self.at_most[key] = value
        return gain + value

    def _lead(self, rem: int, leader: int, holder: int, alpha: int, beta: int) -> int:
        cards = self.leads(rem, leader)
        self.nodes += len(cards)
        if self.nodes > self.most_nodes:
            raise TooLong
        low, seat, suit_of, reply = self.low, leader + 1 & 3, self.suit_of, self.reply
        if leader == self.root:
            best = bar = _FAR
            for card in cards:
                value = reply(rem, seat, 3, suit_of[card], card, leader, card, holder, alpha, beta)
                if value < bar:
                    best, bar = value, value & ~low
                    if value <= alpha:
                        break
                    beta = min(beta, bar)
            return best
        best = bar = -_FAR
        for card in cards:
            value = reply(rem, seat, 3, suit_of[card], card, leader, card, holder, alpha, beta)
            if value > bar:
                best, bar = value, value | low
                if value >= beta:
                    break
                alpha = max(alpha, bar)
        return best

    def reply(
        self,
        rem: int,
        seat: int,
        left: int,
        suit: int,
        high: int,
        winner: int,
        trick: int,
        holder: int,
        alpha: int = -_FAR,
        beta: int = _FAR,
    ) -> int:
        """Lets the seat play to the trick."""
        cards = self.replies(rem, seat, suit)
        self.nodes += len(cards)
        least = seat == self.root
        if least and len(cards) > 1 and cards[0] & suit:
            # The highest card that does not take the trick, or else a low one; behind all others, a high one.
            over = cards if left > 1 else cards[::-1]
            cards = (*[card for card in cards[::-1] if card < high], *[card for card in over if card > high])
        low = self.low
        best = bar = _FAR if least else -_FAR
        for card in cards:
            if card & suit and card > high:
                taking, taker = card, seat
            else:
                taking, taker = high, winner
            if left > 1:
                value = self.reply(rem, seat + 1 & 3, left - 1, suit, taking, taker, trick | card, holder, alpha, beta)
            else:
                value = self.next_trick(rem, trick | card, taker, holder, alpha, beta)
            if least:
                if value < bar:
                    best, bar = value, value & ~low
                    if value <= alpha:
                        break
                    beta = min(beta, bar)
            elif value > bar:
                best, bar = value, value | low
                if value >= beta:
                    break
                alpha = max(alpha, bar)
        return best
