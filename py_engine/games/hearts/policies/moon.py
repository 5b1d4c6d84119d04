"""The policy of a player who tries to shoot the moon: it wins every trick it can and discards its losers."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules.batch import Batch
from py_engine.games.hearts.rules.cards import (
    BITS,
    CLUBS,
    DECK,
    DIAMONDS,
    HEARTS,
    QUEEN_OF_SPADES,
    SPADES,
    SUIT_BITS,
    SUITS,
)

__all__ = ["choose_to_shoot"]

_ONE, _ZERO, _BITS, _FOUR = U64(1), U64(0), U64(BITS), U64(4)
_QUEEN = np.int64(1 << QUEEN_OF_SPADES % SUIT_BITS)
_SUIT_CARDS = np.arange(len(SUITS), dtype=np.int32)[:, None] * SUIT_BITS
_NONE = np.int32(-(1 << 31))
_HEART = np.array([[0], [0], [0], [1]], dtype=np.int32)
_MASKS = np.arange(1 << 13, dtype=np.int64)
_HELD = _MASKS[:, None] >> np.arange(13, dtype=np.int64) & 1
_HIGH = (12 - _HELD[:, ::-1].argmax(axis=1)).astype(np.int32)
_LOW = _HELD.argmax(axis=1).astype(np.int32)


def choose_to_shoot(batch: Batch, lanes: Array, legal: Array) -> Array:
    """(L,) uint64: the number of the card that a shooter plays, in some lanes of a batch.

    Args:
        batch: The positions.
        lanes: (L,) SEAT: the lanes to choose for.
        legal: (L,) uint64: masks of the legal cards in these lanes.
    """
    hand, seen = batch.hand.take(lanes, mode="clip"), (batch.gone | batch.trick).take(lanes, mode="clip")
    others = DECK & ~(hand | seen)
    if batch.on_table == 0:
        return _lead(_words(legal), _words(others))
    led, best = batch.led.take(lanes, mode="clip"), batch.best.take(lanes, mode="clip")
    shift = batch.shift.take(lanes, mode="clip")
    winners = legal & led & ~(best | best - _ONE)
    own = (np.where(winners != _ZERO, winners, legal & led) >> shift & _BITS).astype(np.int64)
    # The last player to a trick wins with the lowest card that is high enough.
    high = (winners != _ZERO) & (batch.on_table < 3)
    card = np.where(high, _HIGH.take(own, mode="clip"), _LOW.take(own, mode="clip")).astype(U64) + shift
    void = np.flatnonzero((legal & led) == _ZERO)
    if void.size:
        card[void] = _throw(_words(legal.take(void, mode="clip")), _words(others.take(void, mode="clip")))
    return card


def _words(masks: Array) -> Array:
    """(4, B) int64: the cards of each suit as words of 13 bits."""
    return np.ascontiguousarray(masks.view(np.uint16).reshape(-1, 4).T).astype(np.int64)


def _lead(own: Array, others: Array) -> Array:
    """The highest card of the longest suit with a sure winner; other suits before hearts if they tie."""
    high = _HIGH.take(own, mode="clip")
    above = np.bitwise_count(others >> high)
    sure = np.bitwise_count(own & ~_below_highest(others)).astype(np.int32)
    lengths = np.bitwise_count(own).astype(np.int32)
    scores = 64 * np.minimum(sure, 1) - 16 * above.astype(np.int32) + lengths - _HEART
    return _best(scores, high, own)


def _throw(own: Array, others: Array) -> Array:
    """The lowest card of the suit with the most higher cards out; hearts are kept, and the queen of spades to the last."""
    spades = own[SPADES] & ~_QUEEN
    own[SPADES] = np.where((spades | own[CLUBS] | own[DIAMONDS] | own[HEARTS]) != 0, spades, own[SPADES])
    low = _LOW.take(own, mode="clip")
    losing = np.bitwise_count(others >> low).astype(np.int32)
    return _best(losing - 64 * _HEART, low, own)


def _below_highest(others: Array) -> Array:
    """Masks of all ranks up to the others' highest card."""
    return np.where(others > 0, (np.int64(2) << _HIGH.take(others, mode="clip").astype(np.int64)) - 1, 0)


def _best(scores: Array, ranks: Array, own: Array) -> Array:
    marked = (scores << 6) + _SUIT_CARDS + ranks
    best = np.where(own == 0, _NONE, marked).max(axis=0)
    return (best & 63).astype(U64)
