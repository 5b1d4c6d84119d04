"""How a player keeps another one from shooting the moon, once that one alone has taken many points."""

from __future__ import annotations

import numpy as np

from py_engine.games.hearts.cards import DECK, HEARTS, POINT_CARDS, QUEEN_OF_SPADES, SUIT_BITS, SUIT_MASKS
from py_engine.games.hearts.rules import HEART_COUNT, QUEEN, SEAT, Batch, points_of
from py_engine.numerics import U64, Array

__all__ = ["SUSPICIOUS", "choose_to_stop", "suspects"]

SUSPICIOUS = 5
"""Points that one player alone has taken when the others begin to defend."""
NOBODY = SEAT(4)
_LONG, _LONG_HEARTS = 200, 100
_QUEEN = U64(1 << QUEEN_OF_SPADES)
_ONE, _ZERO = U64(1), U64(0)
_HEARTS, _POINTS = U64(SUIT_MASKS[HEARTS]), U64(POINT_CARDS)


def suspects(taken: Array, least: int = SUSPICIOUS) -> Array:
    """(B,) SEAT: who alone has taken points, and at least so many; 4 where there is nobody.

    Args:
        taken: (4, B) int16 by seat.
        least: points.
    """
    points = points_of(taken & (HEART_COUNT | QUEEN))
    most = points.max(axis=0)
    alone = (most >= least) & (points.sum(axis=0, dtype=np.int16) == most)
    return np.where(alone, points.argmax(axis=0), NOBODY)


def choose_to_stop(batch: Batch, lanes: Array, legal: Array, greedy: Array, suspect: Array) -> Array:
    """(L,) uint64: the card of a player who keeps the suspect from taking all points, in some lanes of a batch.

    It takes tricks from the suspect where it can, keeps its high cards for that where it cannot, and gives points to whoever else takes a
    trick, none to the suspect.

    Args:
        batch: the positions.
        lanes: (L,) SEAT: which.
        legal: (L,) uint64: the legal cards there.
        greedy: (L,) uint64: what the greedy policy would play.
        suspect: (L,) SEAT.
    """
    if batch.on_table == 0:
        seen = (batch.gone | batch.hand).take(lanes)
        others = DECK & ~seen & _HEARTS
        top = _highest(legal & _HEARTS)
        return np.where((top > others) & (top != _ZERO), _number(top), greedy)
    led, best = batch.led.take(lanes), batch.best.take(lanes)
    following = legal & led
    beating = following & ~(best | best - _ONE)
    pays = (batch.trick.take(lanes) & _POINTS) != _ZERO
    losing = (batch.leader.take(lanes) + batch.place.take(lanes)) & 3 == suspect
    # What can be taken from the suspect is; the queen of spades is not spent on it if another card does.
    spared = np.where(beating & ~_POINTS != _ZERO, beating & ~_POINTS, beating)
    lowest = _number(following & ~following + _ONE)
    card = np.where((pays | losing) & (beating != _ZERO), _number(_highest(spared)), np.where(losing, lowest, greedy))
    hearts = legal & _HEARTS
    given = np.where(hearts != _ZERO, _number(hearts & ~hearts + _ONE), greedy)
    return np.where(following != _ZERO, card, np.where(losing, _spare(legal), given))


def _highest(masks: Array) -> Array:
    """The highest card of each mask, as a mask of one; 0 where there is none."""
    filled = masks.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        filled |= filled >> U64(shift)
    return filled ^ filled >> _ONE


def _spare(masks: Array) -> Array:
    """uint64: the card of each mask that can best be spared to the suspect's trick: the lowest of a suit.

    The last card of a suit may be the one that stops the suspect there, so that it goes only when there is no other; points
    go before it, for they count only if the suspect takes all of them. The queen of spades is kept.
    """
    words = np.ascontiguousarray((masks & ~_QUEEN).view(np.uint16).reshape(-1, 4).T)
    lengths = np.bitwise_count(words).astype(np.int16)
    ranks = np.bitwise_count((words & -words) - np.uint16(1)).astype(np.int16)
    worth = np.where(lengths > 1, lengths + _LONG, -ranks)
    worth[HEARTS] = np.where(lengths[HEARTS] > 1, lengths[HEARTS] + _LONG_HEARTS, -ranks[HEARTS])
    worth[lengths == 0] = -_LONG
    suit = worth.argmax(axis=0)
    rank = ranks[suit, np.arange(len(masks), dtype=SEAT)]
    return np.where(words.any(axis=0), rank + suit * SUIT_BITS, QUEEN_OF_SPADES).astype(U64)


def _number(bits: Array) -> Array:
    """uint64: the number of the card of masks of one; 64 where there is none."""
    return np.bitwise_count(bits - _ONE).astype(U64)
