"""The greedy play policy: it ducks, gets rid of high cards and avoids the queen of spades, for a whole batch at once.

It uses only what a player sees: its own cards, the cards played, and the cards on the table.

A lead or a discard is the card with the highest *key*. In each suit one or two cards compete; their keys, int32, are::

    score << 7 | suit << 5 | low << 4 | rank

so that ties go to the later suit, then to the lowest card rather than the highest. Following suit is a table lookup instead.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.weights import DUCK, HEART, LEVELS, MASKS, MINOR, QUEEN_OUT, SUIT_AT, PlayTables
from py_engine.games.hearts.rules.batch import SEAT, Batch, legal_cards
from py_engine.games.hearts.rules.cards import BITS, DECK, HEARTS, POINT_CARDS, QUEEN_OF_SPADES, SPADES, SUIT_BITS

__all__ = ["RANKS_TO_FOLLOW", "choose"]

_ONE, _TWO, _ZERO, _FOUR, _BITS = U64(1), U64(2), U64(0), U64(4), U64(BITS)
_POINTS = U64(POINT_CARDS)
_QUEEN_AT, _QUEEN_AT_ONE = U64(QUEEN_OF_SPADES), U64(QUEEN_OF_SPADES - 1)
_QUEEN_RANK = QUEEN_OF_SPADES % SUIT_BITS
_QUEEN = np.uint16(1 << _QUEEN_RANK)
_SPADE_SHIFT, _HEART_SHIFT = U64(SPADES * SUIT_BITS), U64(HEARTS * SUIT_BITS)
_TWO_OF_SUIT = np.uint16(1)
_SQUARE = LEVELS * LEVELS
_CLASS_OFFSETS = np.array([MINOR, MINOR, QUEEN_OUT, HEART], dtype=SEAT)[:, None] * _SQUARE
_ROW_OFFSETS = np.array([0, 1, 2, 5], dtype=SEAT)[:, None] * MASKS
"""By suit; the class of spades is added to its row."""
_SUIT_OF_KEY = 3 << SUIT_AT - 1
_RANK_OF_KEY = 15
_LOW_FIRST = np.int32(16)
"""Bit of a key that prefers the lowest card to the highest at equal scores."""
_EXPONENT, _BIAS = 23, 127
"""Position and bias of the exponent of a float32."""


def _ranks() -> Array:
    """(3 * 2 * MASKS,) uint64: the rank to duck with, the lowest and the highest rank; by other suits/spades and holding.

    In spades the queen is the first card to duck with and the last to take a trick with.
    """
    duck, low, high = (np.zeros((2, MASKS), dtype=U64) for _ in range(3))
    for mask in range(1, MASKS):
        others = mask & ~(1 << _QUEEN_RANK) or mask
        duck[:, mask] = mask.bit_length() - 1, _QUEEN_RANK if mask >> _QUEEN_RANK & 1 else mask.bit_length() - 1
        low[:, mask] = (mask & -mask).bit_length() - 1, (others & -others).bit_length() - 1
        high[:, mask] = mask.bit_length() - 1, others.bit_length() - 1
    return np.stack([duck, low, high]).ravel()


RANKS_TO_FOLLOW = _ranks()


def choose(batch: Batch, tables: PlayTables, legal: Array | None = None) -> Array:
    """(B,) uint64: the number of the card that the policy plays in each lane.

    Args:
        batch: The positions.
        tables: The tables of the policy.
        legal: (B,) uint64: masks of the legal cards, if they are already known.
    """
    if legal is None:
        legal = legal_cards(batch)
    hand = batch.hand
    if batch.on_table == 0:
        return _lead(hand, legal, batch.gone, tables)
    seen = batch.gone | batch.trick
    card = _follow(batch, legal, seen, tables)
    void = np.flatnonzero((legal & batch.led) == _ZERO)
    if void.size:
        card[void] = _discard(
            hand.take(void, mode="clip"),
            legal.take(void, mode="clip"),
            seen.take(void, mode="clip"),
            tables,
        )
    return card


def _by_suit(masks: Array) -> Array:
    """(4, B) uint16: masks (B,) uint64 split into words by suit."""
    return np.ascontiguousarray(masks.view(np.uint16).reshape(-1, 4).T)


def _spade_class(hand: Array, seen: Array) -> Array:
    """(B,) uint64: 0 while another seat may hold the queen, 1 if the player holds her, 2 once she is gone."""
    return hand >> _QUEEN_AT & _ONE | seen >> _QUEEN_AT_ONE & _TWO


def _highest(words: Array) -> Array:
    """int32: the highest rank in nonzero words of 13 bits. Float exponents are exact, and cheaper than a table."""
    return (words.astype(np.float32).view(np.int32) >> _EXPONENT) - _BIAS


def _scores(ranks: Array, others: Array, table: Array, spades: Array) -> Array:
    """(4, B) int32: table entries for a card of each suit, by the cards that others hold above and below it.

    Args:
        ranks: (4, B) uint8 or uint16: ranks of the cards.
        others: (4, B) uint16: cards of the others by suit.
        table: By class, cards above and cards below.
        spades: (B,) SEAT: the class of spades, from 0.
    """
    counts = np.bitwise_count(others >> ranks) * np.uint8(LEVELS - 1)
    counts += np.bitwise_count(others)
    index: Array = counts + _CLASS_OFFSETS
    index[SPADES] += spades * _SQUARE
    # No index is out of bounds, and in a browser this mode takes little more than half the time.
    scores: Array = table.take(index, mode="clip")
    return scores


def _basis(table: Array, own: Array, spades: Array) -> Array:
    """(4, B) int32: table entries for the cards held in each suit."""
    index = own + _ROW_OFFSETS
    index[SPADES] += spades * MASKS
    basis: Array = table.take(index, mode="clip")
    return basis


def _lead(hand: Array, legal: Array, gone: Array, tables: PlayTables) -> Array:
    """(B,) uint64: the card to lead: the lowest or the highest of a suit. Arguments are masks, (B,) uint64, see ``choose``."""
    spades = _spade_class(hand, gone).view(SEAT)
    own = _by_suit(legal)
    others = _by_suit(DECK & ~(gone | hand))
    # The queen of spades is led only if there is no other spade.
    led = own.copy()
    other_spades = led[SPADES] & ~_QUEEN
    np.copyto(led[SPADES], other_spades, where=other_spades != 0)
    low = np.bitwise_count((led & -led) - np.uint16(1)) & np.uint8(_RANK_OF_KEY)
    high = _highest(led | _TWO_OF_SUIT)
    keys = _scores(low, others, tables.lead, spades)
    keys += low
    keys += _LOW_FIRST
    highs = _scores(high.astype(np.uint16), others, tables.lead, spades)
    highs += high
    highs += tables.lead_top
    keys = np.maximum(keys, highs)
    keys += _basis(tables.lead_own, own, spades)
    return _best_card(keys)


def _discard(hand: Array, legal: Array, seen: Array, tables: PlayTables) -> Array:
    """(B,) uint64: the card of players who are void in the suit led: the highest of a suit."""
    spades = _spade_class(hand, seen).view(SEAT)
    own = _by_suit(legal)
    others = _by_suit(DECK & ~(seen | hand))
    # The queen of spades goes before the king and the ace.
    thrown = own | _TWO_OF_SUIT
    np.copyto(thrown[SPADES], _QUEEN, where=thrown[SPADES] & _QUEEN != 0)
    card = _highest(thrown)
    keys = _scores(card.astype(np.uint16), others, tables.discard, spades)
    keys += card
    keys += _basis(tables.discard_own, own, spades)
    return _best_card(keys)


def _best_card(keys: Array) -> Array:
    """(B,) uint64: the card of the highest key; the last suit wins ties."""
    best = keys.max(axis=0)
    card = best >> 1
    card &= _SUIT_OF_KEY
    best &= _RANK_OF_KEY
    card |= best
    return card.astype(U64)


def _follow(batch: Batch, legal: Array, seen: Array, tables: PlayTables) -> Array:
    """(B,) uint64: the card of players who follow suit; undefined for the others."""
    hand, shift = batch.hand, batch.shift
    own = legal >> shift & _BITS
    under = batch.best - _ONE & legal & batch.led
    duck = under >> shift
    spade = shift == _SPADE_SHIFT
    # The index into ``tables.follow``: class of the suit, number of the others' cards in it, points, no card that ducks.
    kind = (_spade_class(hand, seen) + _ONE) * spade + (shift == _HEART_SHIFT) * _FOUR
    kind *= U64(LEVELS)
    kind += np.bitwise_count(DECK & ~(seen | hand) & batch.led)
    kind <<= _TWO
    kind += duck == _ZERO
    # Play the queen under the king or the ace if possible: the trick is ducked as if it held points.
    kind += (((batch.trick | under) & _POINTS) != _ZERO).view(np.uint8) << np.uint8(1)
    part = tables.follow[batch.on_table - 1].take(kind.view(SEAT), mode="clip")
    # In ``RANKS_TO_FOLLOW``: the way to follow, other suits or spades, and the cards to choose from.
    where = np.where(part == DUCK, duck, own) + part * U64(2 * MASKS)
    where += spade * U64(MASKS)
    card: Array = RANKS_TO_FOLLOW.take(where.view(SEAT), mode="clip")
    card += shift
    return card
