"""The rules of a hand, over a batch that plays in lockstep: every lane has as many cards played as the others.

Hands are kept by *place*: place 0 leads the trick, place 1 plays after it, and so on. Who sits there is ``leader`` plus the
place, modulo four; hands change places when a trick is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules.cards import (
    BITS,
    HEARTS,
    JACK_OF_DIAMONDS,
    POINT_CARDS,
    QUEEN_OF_SPADES,
    SEATS,
    SUIT_BITS,
    SUIT_MASKS,
    TWO_OF_CLUBS,
)

__all__ = [
    "HAND",
    "HEART_COUNT",
    "JACK",
    "MOON",
    "QUEEN",
    "SEAT",
    "TRICK",
    "Batch",
    "Rules",
    "after_moon",
    "first_leader",
    "legal_cards",
    "points_of",
    "start",
    "step",
]

SEAT = np.int64
"""Of seats, places, lanes and card numbers: the dtype of indices and shifts on every platform."""
TAKEN = np.int16
"""Of what a seat has taken: hearts, and multiples of the following."""
HEART_COUNT = 15
"""Mask of the number of hearts."""
QUEEN, JACK, TRICK = 32, 64, 128
MOON = 26
HAND = 13
"""Cards of a player, and tricks."""

_ZERO, _ONE = U64(0), U64(1)
_HEARTS, _POINTS, _CLUBS = U64(SUIT_MASKS[HEARTS]), U64(POINT_CARDS), U64(SUIT_MASKS[0])
_TWO = U64(1 << TWO_OF_CLUBS)
_SUIT_OF_CARD = U64(3 * SUIT_BITS)
_PLACES = np.arange(SEATS, dtype=SEAT)[:, None]
_BITS = U64(BITS)
_TO_QUEEN = U64(QUEEN_OF_SPADES - QUEEN.bit_length() + 1)
"""How far the queen of spades is from the bit that counts her."""
_AND_JACK = U64(JACK_OF_DIAMONDS)


class Rules(NamedTuple):
    """What may be agreed on otherwise."""

    queen_breaks_hearts: bool = True
    jack_of_diamonds: bool = False
    moon_subtracts: bool = False
    first_lead_any_club: bool = False

    @property
    def breakers(self) -> int:
        """Mask of the cards that break hearts."""
        return POINT_CARDS if self.queen_breaks_hearts else SUIT_MASKS[HEARTS]


@dataclass(slots=True)
class Batch:
    """B hands in play, in lockstep."""

    rules: Rules
    hands: Array
    """(4, B) uint64: masks by place."""
    leader: Array
    """(B,) SEAT: who leads the trick."""
    gone: Array
    """(B,) uint64: cards of completed tricks."""
    taken: Array
    """(4, B) int16 by seat: hearts + QUEEN + JACK + TRICK x tricks."""
    trick: Array
    """(B,) uint64: cards on the table."""
    led: Array
    """(B,) uint64: mask of the suit led; 0 before the lead."""
    shift: Array
    """(B,) uint64: where that suit begins."""
    best: Array
    """(B,) uint64: the card that takes the trick so far, as a bit."""
    place: Array
    """(B,) SEAT: whose it is."""
    on_table: int = 0
    """How many cards are on the table."""
    tricks: int = 0
    """How many are completed."""

    @property
    def size(self) -> int:
        """B."""
        return len(self.leader)

    @property
    def hand(self) -> Array:
        """(B,) uint64: the cards of those who are to play."""
        return self.hands[self.on_table]

    @property
    def seat(self) -> Array:
        """(B,) SEAT: who is to play."""
        return (self.leader + self.on_table) & 3

    def take(self, lanes: Array) -> Batch:
        """The positions of some lanes, as often as they are named."""
        return Batch(
            self.rules,
            self.hands.take(lanes, axis=1, mode="clip"),
            self.leader.take(lanes, mode="clip"),
            self.gone.take(lanes, mode="clip"),
            self.taken.take(lanes, axis=1, mode="clip"),
            self.trick.take(lanes, mode="clip"),
            self.led.take(lanes, mode="clip"),
            self.shift.take(lanes, mode="clip"),
            self.best.take(lanes, mode="clip"),
            self.place.take(lanes, mode="clip"),
            self.on_table,
            self.tricks,
        )


def start(hands: Array, leader: Array, rules: Rules, taken: Array | None = None, gone: Array | None = None) -> Batch:
    """Positions at the beginning of a trick.

    Args:
        hands: (4, B) uint64 by seat, as many cards in each.
        leader: (B,) SEAT.
        rules: of all.
        taken: (4, B) int16 by seat; nothing when left out.
        gone: (B,) uint64: cards of completed tricks; none when left out.
    """
    size = len(leader)
    none = np.zeros(size, dtype=U64)
    return Batch(
        rules,
        _turned(hands, leader),
        leader,
        none if gone is None else gone,
        np.zeros((SEATS, size), dtype=TAKEN) if taken is None else taken,
        none,
        none,
        none,
        none,
        np.zeros(size, dtype=SEAT),
        0,
        HAND - int(np.bitwise_count(hands[0, 0])),
    )


def _turned(hands: Array, first: Array) -> Array:
    """(4, B): the rows of each lane from row ``first`` (B,) on, round and round."""
    size = hands.shape[1]
    index = (first + _PLACES) & 3
    index *= size
    index += np.arange(size, dtype=SEAT)
    turned: Array = hands.ravel().take(index, mode="clip")
    return turned


def first_leader(hands: Array) -> Array:
    """(B,) SEAT: who holds the two of clubs, of hands (4, B) by seat."""
    return ((hands & _TWO) != _ZERO).argmax(axis=0).astype(SEAT)


def legal_cards(batch: Batch) -> Array:
    """(B,) uint64: masks of the cards that may be played."""
    hand = batch.hand
    if batch.on_table:
        following = hand & batch.led
        free = _without(hand, _POINTS) if batch.tricks == 0 else hand
        return np.where(following != _ZERO, following, free)
    if batch.tricks == 0:
        opening = _CLUBS if batch.rules.first_lead_any_club else _TWO
        return hand & opening
    broken = (batch.gone & U64(batch.rules.breakers)) != _ZERO
    return np.where(broken, hand, _without(hand, _HEARTS))


def _without(hand: Array, cards: np.uint64) -> Array:
    """The hand without some cards, or the whole hand where it holds nothing else."""
    rest = hand & ~cards
    return np.where(rest != _ZERO, rest, hand)


def step(batch: Batch, card: Array) -> None:
    """Plays a card of everyone who is to play, in place; the fourth one ends the trick.

    Args:
        batch: the positions.
        card: (B,) uint64: numbers of legal cards.
    """
    bit = np.left_shift(_ONE, card)
    batch.hands[batch.on_table] ^= bit
    if batch.on_table == 0:
        batch.shift = card & _SUIT_OF_CARD
        batch.led = np.left_shift(_BITS, batch.shift)
        batch.trick = batch.best = bit
        batch.place = np.zeros(batch.size, dtype=SEAT)
    else:
        batch.trick = batch.trick | bit
        better = (bit & batch.led) > batch.best
        batch.best = np.where(better, bit, batch.best)
        batch.place = np.where(better, batch.on_table, batch.place)
    batch.on_table += 1
    if batch.on_table == SEATS:
        _end_trick(batch)


def _end_trick(batch: Batch) -> None:
    winner = (batch.leader + batch.place) & 3
    trick = batch.trick
    worth = (np.bitwise_count(trick & _HEARTS) + (trick >> _TO_QUEEN & U64(QUEEN))).astype(TAKEN)
    worth += TAKEN(TRICK)
    if batch.rules.jack_of_diamonds:
        worth += (((trick >> _AND_JACK) & _ONE).astype(TAKEN)) * TAKEN(JACK)
    # A batch that was taken from another one may share its arrays.
    taken = batch.taken.copy()
    where = winner * batch.size
    where += np.arange(batch.size, dtype=SEAT)
    flat = taken.reshape(-1)
    flat[where] += worth
    batch.taken = taken
    batch.hands = _turned(batch.hands, batch.place)
    batch.leader = winner
    batch.gone = batch.gone | trick
    batch.on_table = 0
    batch.tricks += 1


def _points_table() -> Array:
    codes = np.arange(2048, dtype=np.int32)
    queens, jacks = codes // QUEEN & 1, codes // JACK & 1
    return ((codes & HEART_COUNT) + 13 * queens - 10 * jacks).astype(np.int16)


_POINTS_OF = _points_table()


def points_of(taken: Array) -> Array:
    """int16 of the same shape: the points of what was taken, before the moon."""
    points: Array = _POINTS_OF.take(taken, mode="clip")
    return points


def after_moon(taken: Array, rules: Rules) -> Array:
    """(4, B) int16 by seat: the points of hands that are over.

    Whoever has all hearts and the queen shoots the moon: nothing for that seat and 26 for each other one, or 26 less for
    that seat where ``moon_subtracts``. A jack of diamonds counts apart from that.
    """
    points = points_of(taken)
    shooter = (taken & (HEART_COUNT | QUEEN)) == 13 + QUEEN
    if rules.moon_subtracts:
        points[shooter] -= 2 * MOON
        return points
    shot = shooter.any(axis=0)
    if shot.any():
        points[:, shot] += np.where(shooter[:, shot], -MOON, MOON).astype(np.int16)
    return points
