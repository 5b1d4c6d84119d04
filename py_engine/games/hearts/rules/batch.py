"""The rules of a hand over a batch that plays in lockstep: the same number of cards has been played in every lane.

Hands are stored by *place*: place 0 leads the trick, place 1 plays next, and so on. The seat at a place is ``leader`` plus the
place, modulo four; hands are rotated whenever a trick is taken.
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
"""Dtype of seats, places, lanes and card numbers, the same for indices and shifts on every platform."""
TAKEN = np.int16
"""Dtype of the codes for what a seat has taken: hearts + QUEEN + JACK + TRICK x tricks."""
HEART_COUNT = 15
"""Mask of the number of hearts in a code."""
QUEEN, JACK, TRICK = 32, 64, 128
MOON = 26
HAND = 13
"""Number of cards per player, and of tricks."""

_ZERO, _ONE = U64(0), U64(1)
_HEARTS, _POINTS, _CLUBS = U64(SUIT_MASKS[HEARTS]), U64(POINT_CARDS), U64(SUIT_MASKS[0])
_TWO = U64(1 << TWO_OF_CLUBS)
_SUIT_OF_CARD = U64(3 * SUIT_BITS)
_PLACES = np.arange(SEATS, dtype=SEAT)[:, None]
_BITS = U64(BITS)
_TO_QUEEN = U64(QUEEN_OF_SPADES - QUEEN.bit_length() + 1)
"""Right shift that moves the queen of spades to the bit that counts her."""
_AND_JACK = U64(JACK_OF_DIAMONDS)


class Rules(NamedTuple):
    """The variable rules of a hand."""

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
    """A batch of B hands in play, in lockstep."""

    rules: Rules
    hands: Array
    """(4, B) uint64: masks by place."""
    leader: Array
    """(B,) SEAT: leader of the trick."""
    gone: Array
    """(B,) uint64: cards of completed tricks."""
    taken: Array
    """(4, B) int16 by seat: hearts + QUEEN + JACK + TRICK x tricks."""
    trick: Array
    """(B,) uint64: cards on the table."""
    led: Array
    """(B,) uint64: mask of the suit led; 0 before the lead."""
    shift: Array
    """(B,) uint64: position of that suit's lowest bit."""
    best: Array
    """(B,) uint64: the winning card so far, as a bit."""
    place: Array
    """(B,) SEAT: place of the player of that card."""
    on_table: int = 0
    """Number of cards on the table."""
    tricks: int = 0
    """Number of completed tricks."""

    @property
    def size(self) -> int:
        """The number of lanes, B."""
        return len(self.leader)

    @property
    def hand(self) -> Array:
        """(B,) uint64: hands of the players to move."""
        return self.hands[self.on_table]

    @property
    def seat(self) -> Array:
        """(B,) SEAT: seats of the players to move."""
        return (self.leader + self.on_table) & 3

    def take(self, lanes: Array) -> Batch:
        """A new batch of the given lanes, in that order, repetitions included."""
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
        hands: (4, B) uint64 by seat, all of the same size.
        leader: (B,) SEAT.
        rules: The rules of all hands.
        taken: (4, B) int16 by seat: codes of what was taken; 0 by default.
        gone: (B,) uint64: cards of completed tricks; none by default.
    """
    size = len(leader)
    none = np.zeros(size, dtype=U64)
    return Batch(
        rules,
        _rotated(hands, leader),
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


def _rotated(hands: Array, first: Array) -> Array:
    """(4, B): the rows of each lane rotated so that row ``first`` (B,) comes first."""
    size = hands.shape[1]
    index = (first + _PLACES) & 3
    index *= size
    index += np.arange(size, dtype=SEAT)
    rotated: Array = hands.ravel().take(index, mode="clip")
    return rotated


def first_leader(hands: Array) -> Array:
    """(B,) SEAT: the holder of the two of clubs, in hands (4, B) by seat."""
    return ((hands & _TWO) != _ZERO).argmax(axis=0).astype(SEAT)


def legal_cards(batch: Batch) -> Array:
    """(B,) uint64: masks of the legal cards."""
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
    """The hand without the given cards, or the whole hand if it holds nothing else."""
    rest = hand & ~cards
    return np.where(rest != _ZERO, rest, hand)


def step(batch: Batch, card: Array) -> None:
    """Plays one card in every lane, in place; the fourth card ends the trick.

    Args:
        batch: The positions.
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
    # Copy: a batch made by ``take`` or ``start`` may share its arrays with another one.
    taken = batch.taken.copy()
    where = winner * batch.size
    where += np.arange(batch.size, dtype=SEAT)
    flat = taken.reshape(-1)
    flat[where] += worth
    batch.taken = taken
    batch.hands = _rotated(batch.hands, batch.place)
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
    """int16 of the same shape: the points of taken codes, before the moon."""
    points: Array = _POINTS_OF.take(taken, mode="clip")
    return points


def after_moon(taken: Array, rules: Rules) -> Array:
    """(4, B) int16 by seat: the points of finished hands.

    A seat with all hearts and the queen of spades shoots the moon: it gets 0 points and each other seat 26, or it gets -26
    if ``moon_subtracts``. The jack of diamonds counts separately.
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
