"""The policy of players who defend against a moon, once a single player has taken many points alone."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules.batch import HEART_COUNT, QUEEN, SEAT, Batch
from py_engine.games.hearts.rules.cards import DECK, HEARTS, POINT_CARDS, QUEEN_OF_SPADES, SUIT_BITS

__all__ = ["SUSPICIOUS", "choose_to_stop", "suspects"]

SUSPICIOUS = 5
"""Points taken by one player alone from which the others defend."""
NOBODY = SEAT(4)
_LONG, _LONG_HEARTS = 200, 100
_QUEEN = U64(1 << QUEEN_OF_SPADES)
_ONE, _ZERO = U64(1), U64(0)
_POINTS, _HEART_SHIFT = U64(POINT_CARDS), U64(SUIT_BITS * HEARTS)


def suspects(taken: Array, least: int = SUSPICIOUS) -> Array:
    """(B,) SEAT: the only seat that has taken points, if it has at least ``least``; else NOBODY.

    Args:
        taken: (4, B) int16 by seat: codes of what was taken.
        least: Minimum points.
    """
    some = ((taken & (HEART_COUNT | QUEEN)) != 0).view(np.uint8)
    alone = some[0] + some[1] + some[2] + some[3] == 1
    # If only one seat has points, the union of all codes holds that seat's points (the tricks are not used).
    codes = taken[0] | taken[1] | taken[2] | taken[3]
    points = (codes & HEART_COUNT) + (codes & QUEEN != 0) * np.int16(13)
    seat = some[1] + some[2] * np.uint8(2) + some[3] * np.uint8(3)
    return np.where(alone & (points >= least), seat, NOBODY)


def choose_to_stop(batch: Batch, lanes: Array, legal: Array, greedy: Array, suspect: Array) -> Array:
    """(L,) uint64: the number of the card that a defender plays, in some lanes of a batch.

    A defender takes tricks from the suspect if possible and otherwise saves its high cards for that; it gives points to
    the other players but none to the suspect.

    Args:
        batch: The positions.
        lanes: (L,) SEAT: the lanes to choose for.
        legal: (L,) uint64: masks of the legal cards in these lanes.
        greedy: (L,) uint64: numbers of the cards that the greedy policy would play.
        suspect: (L,) SEAT: the seats to stop.
    """
    hearts = legal >> _HEART_SHIFT
    if batch.on_table == 0:
        seen = (batch.gone | batch.hand).take(lanes, mode="clip")
        top = hearts > (DECK & ~seen) >> _HEART_SHIFT
        return np.where(top, _highest(hearts) + _HEART_SHIFT, greedy)
    led, best = batch.led.take(lanes, mode="clip"), batch.best.take(lanes, mode="clip")
    following = legal & led
    follows = following != _ZERO
    pays = (batch.trick & _POINTS).take(lanes, mode="clip") != _ZERO
    losing = (batch.leader + batch.place & 3).take(lanes, mode="clip") == suspect
    beating = following & ~(best | best - _ONE)
    beats = beating != _ZERO
    card = greedy.copy()
    where = np.flatnonzero((pays | losing) & beats)
    if where.size:
        # Take the trick from the suspect, if possible with another card than the queen of spades.
        winners = beating.take(where, mode="clip")
        spared = winners & ~_POINTS
        shift = batch.shift.take(lanes.take(where, mode="clip"), mode="clip")
        card[where] = _highest(np.where(spared != _ZERO, spared, winners) >> shift) + shift
    where = np.flatnonzero(losing & follows & ~beats)
    if where.size:
        card[where] = _lowest(following.take(where, mode="clip"))
    where = np.flatnonzero(losing & ~follows)
    if where.size:
        card[where] = _spare(legal.take(where, mode="clip"))
    where = np.flatnonzero(~losing & ~follows & (hearts != _ZERO))
    if where.size:
        card[where] = _lowest(hearts.take(where, mode="clip")) + _HEART_SHIFT
    return card


def _highest(words: Array) -> Array:
    """uint64: the highest rank in words of 13 bits, from the exponent of a float32; undefined for empty words."""
    return (words.astype(np.float32).view(np.uint32) >> np.uint32(23)) - U64(127)


def _spare(masks: Array) -> Array:
    """uint64: the number of the card of each mask that is best discarded on the suspect's trick.

    It is the lowest card of a suit. The last card of a suit may be the one that stops the suspect there, so it goes only if
    there is no other; points go before it, because they matter only if the suspect takes all of them. The queen of spades
    is kept as long as possible.
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


def _lowest(masks: Array) -> Array:
    """uint64: the number of the lowest bit of each mask."""
    return np.bitwise_count((masks & ~masks + _ONE) - _ONE).astype(U64)
