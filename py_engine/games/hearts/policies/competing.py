"""The cards that compete for a play, and what the learnt policy knows of each: numbers that index its tables.

For a lead the lowest and the highest card of each suit compete, for a discard the highest of each, and for following suit three
ways to do so (``DUCK``, ``LOW`` and ``HIGH``, see ``weights``). Everything is what the player sees: its hand, the cards played
and those on the table. The queen of spades is led only if there is no other spade, and is discarded before the king and the ace.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.weights import CLASSES, HEART, LEVELS, MASKS, MINOR, QUEEN_OUT
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch
from py_engine.games.hearts.rules.cards import (
    BITS,
    DECK,
    HEARTS,
    POINT_CARDS,
    QUEEN_OF_SPADES,
    SEATS,
    SPADES,
    SUIT_BITS,
)

__all__ = [
    "CONTEXTS",
    "FEATURES_OF_HOLDING",
    "KINDS",
    "PAIRS",
    "REACHES",
    "STATES",
    "Competing",
    "Following",
    "discards",
    "features_of_holdings",
    "follows",
    "leads",
    "words",
]

STATES = 3
"""Where the queen of spades is: another seat may hold her, the player holds her, she is gone."""
PLACES = SEATS - 1
"""Places in a trick after the lead."""
PAIRS = CLASSES * LEVELS * LEVELS
"""Classes of suits, and numbers of the others' cards above and below a card."""
WORTHS, FEW, ABOVE = 8, 3, 7
KINDS = PLACES * CLASSES * LEVELS * WORTHS * 2
"""Places, classes, numbers of the others' cards in the suit, worths of the trick, whether no card ducks."""
REACHES = PLACES * CLASSES * (ABOVE + 1) * (FEW + 1) * (FEW + 1)
"""Places, classes, the others' cards above the best one (at most 7), own cards below and above it (at most 3 each)."""
CONTEXTS = HAND * PLACES * CLASSES * STATES
"""Tricks, places, classes, states of the queen."""
FEATURES_OF_HOLDING = 64
"""Length, lowest, second lowest and highest rank of the cards held in a suit, and which of its three highest are held."""
_ONE, _TWO, _ZERO, _BITS = U64(1), U64(2), U64(0), U64(BITS)
_QUEEN = np.uint16(1 << QUEEN_OF_SPADES % SUIT_BITS)
_QUEEN_AT, _QUEEN_AT_ONE = U64(QUEEN_OF_SPADES), U64(QUEEN_OF_SPADES - 1)
_SPADE_SHIFT, _HEART_SHIFT = U64(SPADES * SUIT_BITS), U64(HEARTS * SUIT_BITS)
_POINTS = U64(POINT_CARDS)
_CLASSES = np.array([MINOR, MINOR, QUEEN_OUT, HEART], dtype=SEAT)[:, None]
"""By suit; the state of the queen is added to that of spades."""
_TWO_OF_SUIT = np.uint16(1)
_RANK = np.uint8(15)
_FEW, _ABOVE, _QUEEN_WORTH = np.uint8(FEW), np.uint8(ABOVE), np.uint8(4)
_EXPONENT, _BIAS = 23, 127
"""Position and bias of the exponent of a float32."""


class Competing(NamedTuple):
    """Cards of each suit that compete for a lead or a discard; n of a suit."""

    ranks: Array
    """(n, 4, B) uint8: their ranks; anything where the suit has no legal card."""
    pairs: Array
    """(n, 4, B) SEAT: the suit's class, and how many cards of the others are above and below."""
    holdings: Array
    """(4, B) SEAT: the suit's class and the legal cards in it."""
    queen: Array
    """(B,) SEAT: the state of the queen of spades."""


class Following(NamedTuple):
    """Ways to follow suit."""

    ducking: Array
    """(B,) uint64: the cards that duck, as ranks of the suit led."""
    own: Array
    """(B,) uint64: all cards of that suit."""
    spades: Array
    """(B,) bool: whether it is spades."""
    kinds: Array
    """(B,) SEAT, see ``KINDS``."""
    reaches: Array
    """(B,) SEAT, see ``REACHES``."""
    holdings: Array
    """(B,) SEAT: class and cards held."""
    contexts: Array
    """(B,) SEAT, see ``CONTEXTS``."""


def leads(hand: Array, legal: Array, gone: Array) -> Competing:
    """The cards that compete for a lead; n = 2: the lowest and the highest. Arguments are masks, (B,) uint64."""
    own = words(legal)
    led = own.copy()
    other_spades = led[SPADES] & ~_QUEEN
    np.copyto(led[SPADES], other_spades, where=other_spades != 0)
    ranks = np.empty((2, *led.shape), dtype=np.uint8)
    ranks[0] = np.bitwise_count((led & -led) - np.uint16(1)) & _RANK
    ranks[1] = _highest(led | _TWO_OF_SUIT)
    return _competing(ranks, own, hand, gone)


def discards(hand: Array, legal: Array, seen: Array) -> Competing:
    """The cards that compete for a discard; n = 1: the highest. Arguments are masks, (B,) uint64."""
    own = words(legal)
    thrown = own | _TWO_OF_SUIT
    np.copyto(thrown[SPADES], _QUEEN, where=thrown[SPADES] & _QUEEN != 0)
    return _competing(_highest(thrown).astype(np.uint8)[None], own, hand, seen)


def follows(batch: Batch, legal: Array, seen: Array) -> Following:
    """The ways to follow suit; undefined where no legal card does.

    Args:
        batch: The positions.
        legal: (B,) uint64: masks of the legal cards.
        seen: (B,) uint64: masks of the cards played.
    """
    hand, shift = batch.hand, batch.shift
    under = batch.best - _ONE & legal & batch.led
    own, ducking = legal >> shift & _BITS, under >> shift
    spades = shift == _SPADE_SHIFT
    queen = _queen(hand, seen)
    # Class of the suit at a place of the trick.
    kind = (queen + SEAT(QUEEN_OUT)) * spades + (shift == _HEART_SHIFT) * SEAT(HEART)
    context = ((batch.tricks * PLACES + batch.on_table - 1) * CLASSES + kind) * STATES + queen
    holdings = kind * MASKS + own.view(SEAT)
    kind += (batch.on_table - 1) * CLASSES
    out = DECK & ~(seen | hand) & batch.led
    # Up to three cards with points, and whether the queen is in the trick or could be ducked with.
    worth = np.minimum(np.bitwise_count(batch.trick & _POINTS), _FEW)
    worth += ((batch.trick | under) >> _QUEEN_AT & _ONE).astype(np.uint8) * _QUEEN_WORTH
    worth <<= np.uint8(1)
    worth += ducking == _ZERO
    kinds = kind * LEVELS
    kinds += np.bitwise_count(out)
    kinds *= 2 * WORTHS
    kinds += worth
    below, held = np.bitwise_count(ducking), np.bitwise_count(own)
    reach = np.minimum(np.bitwise_count(out & ~(batch.best - _ONE)), _ABOVE) << np.uint8(4)
    reach += np.minimum(below, _FEW) << np.uint8(2)
    reach += np.minimum(held - below, _FEW)
    kind <<= 7
    kind += reach
    return Following(ducking, own, spades, kinds, kind, holdings, context)


def features_of_holdings() -> Array:
    """(5, MASKS) int64: the features of cards held in a suit, as numbers below ``FEATURES_OF_HOLDING``."""
    masks = np.arange(MASKS, dtype=np.int64)
    held = masks[:, None] >> np.arange(HAND, dtype=np.int64) & 1
    others = (masks & masks - 1)[:, None] >> np.arange(HAND, dtype=np.int64) & 1
    length = np.bitwise_count(masks).astype(np.int64)
    lowest = np.where(length > 0, held.argmax(axis=1), HAND)
    second = np.where(length > 1, others.argmax(axis=1), HAND)
    highest = np.where(length > 0, HAND - 1 - held[:, ::-1].argmax(axis=1), HAND)
    parts = (length, 14 + lowest, 28 + second, 42 + highest, 56 + (masks >> HAND - 3))
    return np.stack(parts).astype(np.int64)


def words(masks: Array) -> Array:
    """(4, B) uint16: masks (B,) uint64 split into words by suit."""
    return np.ascontiguousarray(masks.view(np.uint16).reshape(-1, SEATS).T)


def _competing(ranks: Array, own: Array, hand: Array, seen: Array) -> Competing:
    """What is known of cards of some ranks, (n, 4, B); ``own`` has the legal cards by suit."""
    queen = _queen(hand, seen)
    others = words(DECK & ~(seen | hand))
    classes = np.repeat(_CLASSES, len(queen), axis=1)
    classes[SPADES] += queen
    # Each card above counts 14, each below 1: all of them count 1, and those above 13 more.
    counts = np.bitwise_count(others >> ranks) * np.uint8(LEVELS - 1)
    counts += np.bitwise_count(others)
    return Competing(ranks, counts + classes * (LEVELS * LEVELS), classes * MASKS + own, queen)


def _queen(hand: Array, seen: Array) -> Array:
    """(B,) SEAT: the state of the queen of spades."""
    return (hand >> _QUEEN_AT & _ONE | seen >> _QUEEN_AT_ONE & _TWO).view(SEAT)


def _highest(masks: Array) -> Array:
    """int32: the highest rank in nonzero words of 13 bits. Float exponents are exact, and cheaper than a table."""
    return (masks.astype(np.float32).view(np.int32) >> _EXPONENT) - _BIAS
