# These are the innermost loops of the endgame search, where calls cost more than branches.
# ruff: noqa: C901, PLR0911, PLR0912, PLR0917, PLR1730
"""Game-tree search of an endgame with all hands known, for one position at a time.

Two algorithms share ``Position``, each with a transposition table:

- max^n: C. Luckhardt and K. Irani, "An algorithmic solution of N-person games", AAAI 1986;
- paranoid search with alpha-beta pruning: N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
  AAAI 2000.

A *value* packs the future points of all seats into one integer, and ``Position`` explains it and the arguments ``rem``,
``trick``, ``suit``, ``high``, ``winner`` and ``holder``. ``next_trick`` and ``reply`` call each other: the first closes a trick
and tries the leads to the next one, the second tries the cards of one of the seats that follow.
"""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.search.endgame.position import (
    DEAD,
    FAR,
    FIELD,
    FIELD_MASK,
    NO_POINTS,
    NOBODY,
    Position,
    TooManyNodes,
    World,
)

__all__ = ["Dislikes", "Maxn", "Paranoid"]


class Dislikes(dict[int, int]):
    """A cache of the points that a packed value holds for one seat, used as a sort key."""

    __slots__ = ("_shift",)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self._shift = FIELD * seat

    def __missing__(self, value: int) -> int:
        """Extracts the seat's points from a value."""
        dislike = self[value] = value >> self._shift & FIELD_MASK
        return dislike


class Maxn(Position):
    """Max^n search: every seat minimizes its own points, and breaks ties as people usually play.

    In order of preference, a seat leads its lowest heart, spade, diamond or club; follows with the highest card that does not
    take the trick, or else the lowest; and discards the queen of spades, then hearts, spades, diamonds and clubs, high cards
    first. Cards are generated in this order, and ``min`` keeps the first of equal values.
    """

    def __init__(self, rules: Rules, root: int, world: World, dislikes: Sequence[Dislikes]) -> None:
        super().__init__(rules, root, world, tuple(FIELD * seat for seat in range(SEATS)))
        self.dislikes = dislikes
        self.memory: dict[int, int] = {}

    def next_trick(self, rem: int, trick: int, leader: int, holder: int) -> int:
        """The value of a completed trick and all that follows, from the transposition table or by trying every lead.

        ``trick`` is the completed trick, and ``leader`` its winner; ``rem`` still includes its cards.
        """
        gain = 0
        if trick & self.point_cards:
            gain = self.worth[trick & self.point_cards] << self.shift[leader]
            if trick & self.moon_cards and holder != leader:
                holder = leader if holder == NOBODY else DEAD
        rem ^= trick
        if not rem & self.point_cards:
            return gain + self.last[holder]
        if rem.bit_count() == SEATS:
            return gain + self.last_trick(rem, leader, holder)
        key = rem << 5 | leader << 3 | holder
        known = self.memory.get(key)
        if known is not None:
            return gain + known
        if self.nodes > self.most_nodes:
            raise TooManyNodes
        cards = self.leads(rem, leader)
        self.nodes += len(cards)
        seat, suit_of, reply = leader + 1 & 3, self.suit_of, self.reply
        values = [reply(rem, seat, 3, suit_of[card], card, leader, card, holder) for card in cards]
        best = values[0] if len(values) == 1 else min(values, key=self.dislikes[leader].__getitem__)
        self.memory[key] = best
        return gain + best

    def reply(self, rem: int, seat: int, left: int, suit: int, high: int, winner: int, trick: int, holder: int) -> int:
        """The value of the best card that ``seat`` can play to the trick; ``left`` seats, this one included, are still to play."""
        lowest = self.lowest[seat]
        cards = lowest[rem & suit]
        if not cards:
            cards = self.discards(rem, lowest)
            if self.queen in cards:
                cards = (self.queen, *[card for card in cards if card != self.queen])
        elif cards[0] < high and len(cards) > 1:
            cards = (*[card for card in cards[::-1] if card < high], *[card for card in cards if card > high])
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
        return values[0] if len(values) == 1 else min(values, key=self.dislikes[seat].__getitem__)


class Paranoid(Position):
    """Paranoid search: the other three maximize the root seat's points. Alpha-beta with a transposition table of bounds.

    The root seat's points are the highest bits of a value. The other seats' points below them belong to one principal
    variation and decide nothing: ``alpha`` has all lower bits set and ``beta`` none, and the first of the moves with the same
    points for the root seat counts.
    """

    def __init__(self, rules: Rules, root: int, world: World) -> None:
        super().__init__(rules, root, world, tuple(FIELD * ((seat - root - 1) & 3) for seat in range(SEATS)))
        self.low = (1 << self.shift[root]) - 1
        """Mask of the other seats' points."""
        self.at_least: dict[int, int] = {}
        self.at_most: dict[int, int] = {}

    def next_trick(self, rem: int, trick: int, leader: int, holder: int, alpha: int = -FAR, beta: int = FAR) -> int:
        """Looks up bounds in the transposition table, tries quick cutoffs, then tries every lead.

        The arguments are those of ``Maxn.next_trick``. The table holds values without the points of the completed trick.
        """
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
        if rem.bit_count() == SEATS:
            return gain + self.last_trick(rem, leader, holder)
        key = rem << 5 | leader << 3 | holder
        least = self.at_least.get(key, -FAR)
        if least >= beta:
            return gain + least
        most = self.at_most.get(key, FAR)
        if most <= alpha or most == least:
            return gain + most
        if holder == DEAD:
            # Nobody can shoot the moon any more, so the root seat takes at most all hearts and the queen that are left, and at
            # least nothing once the jack is gone.
            most = NO_POINTS + (self.worth[rem & self.moon_cards] << self.shift[root])
            if most <= alpha:
                return gain + most
            if not rem & self.jack and (beta <= NO_POINTS or (leader == root and beta <= most and self.on_top(rem))):
                return gain + (NO_POINTS if beta <= NO_POINTS else most)
            if leader != root and alpha >= NO_POINTS and self.safe(rem):
                return gain + NO_POINTS
        value = self._lead(rem, leader, holder, alpha, beta)
        if value > alpha:
            self.at_least[key] = value
        if value < beta:
            self.at_most[key] = value
        return gain + value

    def _lead(self, rem: int, leader: int, holder: int, alpha: int, beta: int) -> int:
        """The value of the best lead. ``bar`` is ``best`` as a bound, so that equal points for the root seat do not replace it."""
        if self.nodes > self.most_nodes:
            raise TooManyNodes
        cards = self.leads(rem, leader)
        self.nodes += len(cards)
        low, seat, suit_of, reply = self.low, leader + 1 & 3, self.suit_of, self.reply
        if leader == self.root:
            best = bar = FAR
            for card in cards:
                value = reply(rem, seat, 3, suit_of[card], card, leader, card, holder, alpha, beta)
                if value < bar:
                    best, bar = value, value & ~low
                    if value <= alpha:
                        break
                    if bar < beta:
                        beta = bar
            return best
        best = bar = -FAR
        for card in cards:
            value = reply(rem, seat, 3, suit_of[card], card, leader, card, holder, alpha, beta)
            if value > bar:
                best, bar = value, value | low
                if value >= beta:
                    break
                if bar > alpha:
                    alpha = bar
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
        alpha: int = -FAR,
        beta: int = FAR,
    ) -> int:
        """The value of the best card that ``seat`` can play to the trick; ``left`` and ``bar`` as in ``Maxn.reply`` and ``_lead``."""
        lowest = self.lowest[seat]
        cards = lowest[rem & suit] or self.discards(rem, lowest)
        self.nodes += len(cards)
        least = seat == self.root
        if least and len(cards) > 1 and cards[0] & suit:
            # Move ordering: the highest card that does not take the trick, or else a low one; a high one in last place.
            over = cards if left > 1 else cards[::-1]
            cards = (*[card for card in cards[::-1] if card < high], *[card for card in over if card > high])
        low = self.low
        best = bar = FAR if least else -FAR
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
                    if bar < beta:
                        beta = bar
            elif value > bar:
                best, bar = value, value | low
                if value >= beta:
                    break
                if bar > alpha:
                    alpha = bar
        return best
