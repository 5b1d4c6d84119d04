"""The greedy play policy: it ducks, gets rid of high cards, keeps from the queen; chosen for a whole batch at once.

It sees what a player sees: its own cards, the cards played, the cards on the table.
"""

from __future__ import annotations

import numpy as np

from py_engine.games.hearts.cards import BITS, DECK, POINT_CARDS, QUEEN_OF_SPADES, SPADES, SUIT_BITS, SUITS
from py_engine.games.hearts.rules import SEAT, Batch, legal_cards
from py_engine.games.hearts.weights import (
    DUCK,
    HEART,
    LEVELS,
    MASKS,
    MINOR,
    QUEEN_GONE,
    QUEEN_MINE,
    QUEEN_OUT,
    PlayTables,
)
from py_engine.numerics import U64, Array

__all__ = ["choose"]

_ONE, _ZERO, _FOUR, _BITS = U64(1), U64(0), U64(4), U64(BITS)
_POINTS = U64(POINT_CARDS)
_QUEEN = U64(1 << QUEEN_OF_SPADES)
_SPADE_SHIFT = U64(SPADES * SUIT_BITS)
_CLASS_OF = np.array([MINOR, MINOR, 0, HEART], dtype=SEAT)
"""By suit; what spades are depends on the queen."""
_CLASS_OFFSETS = _CLASS_OF[:, None] * (LEVELS * LEVELS)
_OWN_OFFSETS = _CLASS_OF[:, None] * MASKS
_SUIT_CARDS = np.arange(len(SUITS), dtype=np.int32)[:, None] * SUIT_BITS
_CARD_BITS = 6
_CARD = (1 << _CARD_BITS) - 1
_LEAST = np.int32(-(1 << 31))


def _ranks() -> Array:
    """(3 * 2 * MASKS,) uint64: the rank to duck with, the lowest and the highest one; each by a suit's cards and by spades.

    In spades the queen is the first to be ducked with, and the last to take a trick with.
    """
    duck, low, high = (np.zeros((2, MASKS), dtype=U64) for _ in range(3))
    queen = QUEEN_OF_SPADES % SUIT_BITS
    for mask in range(1, MASKS):
        others = mask & ~(1 << queen) or mask
        duck[:, mask] = mask.bit_length() - 1, queen if mask >> queen & 1 else mask.bit_length() - 1
        low[:, mask] = (mask & -mask).bit_length() - 1, (others & -others).bit_length() - 1
        high[:, mask] = mask.bit_length() - 1, others.bit_length() - 1
    return np.stack([duck, low, high]).ravel()


_RANKS = _ranks()


def _of_suits(part: int) -> Array:
    """(4 * MASKS,) uint8: the ranks by suit and mask."""
    plain, spades = _RANKS.astype(np.uint8).reshape(3, 2, MASKS)[part]
    return np.concatenate([plain, plain, spades, plain])


_DUCK_OF, _LOW_OF, _HIGH_OF = (_of_suits(part) for part in range(3))
_MASK_OFFSETS = np.arange(len(SUITS), dtype=SEAT)[:, None] * MASKS


def choose(batch: Batch, tables: PlayTables) -> Array:
    """(B,) uint64: the number of the card that each player to play would play."""
    legal = legal_cards(batch)
    hand = batch.hand
    if batch.on_table == 0:
        return _lead(hand, legal, batch.gone, tables)
    seen = batch.gone | batch.trick
    card = _follow(batch, legal, seen, tables)
    void = np.flatnonzero((legal & batch.led) == _ZERO)
    if void.size:
        card[void] = _discard(hand.take(void), legal.take(void), seen.take(void), tables)
    return card


def _by_suit(masks: Array) -> Array:
    """(4, B) uint16: the words of masks (B,) uint64."""
    return np.ascontiguousarray(masks.view(np.uint16).reshape(-1, 4).T)


def _spade_class(hand: Array, seen: Array) -> Array:
    """(B,) SEAT: QUEEN_OUT, QUEEN_MINE or QUEEN_GONE."""
    return np.where(hand & _QUEEN != _ZERO, QUEEN_MINE, np.where(seen & _QUEEN != _ZERO, QUEEN_GONE, QUEEN_OUT))


def _scores(ranks: Array, others: Array, table: Array, spades: Array) -> Array:
    """(4, B) int32: table entries of a card of each suit, by the cards that others hold above and below it.

    Args:
        ranks: (4, B) uint8: of the cards.
        others: (4, B) uint16: what others hold.
        table: by class, cards above and cards below.
        spades: (B,) SEAT: the class of spades.
    """
    counts = np.bitwise_count(others >> ranks) * np.uint8(LEVELS - 1)
    counts += np.bitwise_count(others)
    index: Array = counts + _CLASS_OFFSETS
    index[SPADES] += spades * (LEVELS * LEVELS)
    scores: Array = table.take(index)
    return scores


def _basis(table: Array, own: Array, spades: Array) -> Array:
    """(4, B) int32: what a table says of the cards held in each suit."""
    index = own + _OWN_OFFSETS
    index[SPADES] += spades * MASKS
    basis: Array = table.take(index)
    return basis


def _lead(hand: Array, legal: Array, gone: Array, tables: PlayTables) -> Array:
    spades = _spade_class(hand, gone)
    own = _by_suit(legal)
    others = _by_suit(DECK & ~(gone | hand))
    where = own + _MASK_OFFSETS
    low, high = _LOW_OF.take(where), _HIGH_OF.take(where)
    scores = _scores(low, others, tables.lead, spades)
    highs = _scores(high, others, tables.lead, spades)
    highs += tables.lead_top
    top = highs > scores
    scores = np.where(top, highs, scores)
    scores += _basis(tables.lead_own, own, spades)
    return _best_card(scores, np.where(top, high, low), own)


def _discard(hand: Array, legal: Array, seen: Array, tables: PlayTables) -> Array:
    spades = _spade_class(hand, seen)
    own = _by_suit(legal)
    others = _by_suit(DECK & ~(seen | hand))
    card = _DUCK_OF.take(own + _MASK_OFFSETS)
    scores = _scores(card, others, tables.discard, spades)
    scores += _basis(tables.discard_own, own, spades)
    return _best_card(scores, card, own)


def _best_card(scores: Array, ranks: Array, own: Array) -> Array:
    """(B,) uint64: the card of the suit with the highest score, the last of equals; ``own`` is 0 where there is none."""
    scores <<= _CARD_BITS
    scores += _SUIT_CARDS
    scores += ranks
    best = np.where(own == 0, _LEAST, scores).max(axis=0)
    best &= _CARD
    return best.astype(U64)


def _follow(batch: Batch, legal: Array, seen: Array, tables: PlayTables) -> Array:
    """(B,) uint64: the card of those who follow suit; nonsense for the others."""
    hand, shift = batch.hand, batch.shift
    own = legal >> shift & _BITS
    under = batch.best - _ONE & legal & batch.led
    duck = under >> shift
    spade = shift == _SPADE_SHIFT
    kind = np.where(spade, _spade_class(hand, seen), _CLASS_OF.take(shift >> _FOUR))
    kind *= LEVELS
    kind += np.bitwise_count(DECK & ~(seen | hand) & batch.led)
    kind <<= 2
    kind += duck == _ZERO
    # A queen that can go under the king or the ace goes: the trick is ducked as if there were points in it.
    kind += (((batch.trick | under) & _POINTS) != _ZERO).view(np.uint8) << np.uint8(1)
    part = tables.follow[batch.on_table - 1].take(kind)
    where = np.where(part == DUCK, duck, own) + part * U64(2 * MASKS)
    where += spade * U64(MASKS)
    card: Array = _RANKS.take(where)
    card += shift
    return card
