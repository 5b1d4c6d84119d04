"""The play policy of playouts, learnt from practice games: for a whole batch at once, from what each player sees.

``python -m py_engine.lab hearts-practice`` writes the file of its weights; nothing else changes it. The score of each card that
competes (``competing``) is a sum of table entries, whole numbers in units of 1/GAIN, so that the answers are the same on every
platform. Cards are drawn from the softmax of the scores, by adding Gumbel noise and taking the highest sum (E. J. Gumbel, 1954):
plans that see the same random bits play alike where their positions are alike.

The scores of the three ways to follow suit are fields of one 64-bit word, so that one lookup finds all three.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from py_engine.core.artifacts import shipped
from py_engine.core.numerics import U32, U64, Array, arrays_of
from py_engine.games.hearts.policies.competing import (
    CONTEXTS,
    FEATURES_OF_HOLDING,
    KINDS,
    PAIRS,
    PLACES,
    REACHES,
    STATES,
    Following,
    discards,
    features_of_holdings,
    follows,
    leads,
)
from py_engine.games.hearts.policies.policy import RANKS_TO_FOLLOW
from py_engine.games.hearts.policies.weights import CLASSES, HIGH, MASKS
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch
from py_engine.games.hearts.rules.cards import SEATS, SUIT_BITS

__all__ = [
    "ARTIFACT", "FILE", "GAIN", "KEY_BITS", "KEY_MASK", "LARGEST", "SHA256", "SHAPES", "Tables", "card_of_way", "discard_keys",
    "draw_cards", "follow_scores", "lead_keys", "learnt_play", "packed", "unpacked",
]  # fmt: skip

ARTIFACT = "learnt_play"
FILE = Path(__file__).with_name("learnt_play.npz")
SHA256 = "69993a13d1743e53bf28c88626913e691d65d7b0a6b8f1f190f09caaed6f7eb2"
GAIN = 256
"""Steps of a score per unit of the logarithm of the odds."""
LARGEST = 6000
"""Largest absolute value of a weight."""
NIBBLE = 16
SHAPES = {
    "lead_pairs": (2, PAIRS),
    "lead_holdings": (2, CLASSES, FEATURES_OF_HOLDING),
    "lead_contexts": (2, SEATS, HAND, STATES),
    "discard_pairs": (PAIRS,),
    "discard_holdings": (CLASSES, FEATURES_OF_HOLDING),
    "discard_contexts": (SEATS, HAND, PLACES, STATES),
    "follow_kinds": (3, KINDS),
    "follow_reaches": (3, REACHES),
    "follow_holdings": (3, PLACES, CLASSES, FEATURES_OF_HOLDING),
    "follow_contexts": (3, CONTEXTS),
    "noise": (256,),
    "coarse_noise": (NIBBLE,),
}
"""The arrays of the file, int16. Noise is Gumbel noise at evenly spaced probabilities."""
KEY_BITS = 6
"""Bits below the score in a key of a lead or a discard, for the rank or the number of the card."""
KEY_MASK = np.int32((1 << KEY_BITS) - 1)
"""These bits."""
_SUITS = (np.arange(SEATS, dtype=np.int32) * SUIT_BITS)[:, None]
NEVER = np.int32(-(1 << 30))
_FIELD_BITS = 21
_FIELD = np.int64((1 << _FIELD_BITS) - 1)
_LOW_FIELD, _HIGH_FIELD = np.int64(_FIELD_BITS), np.int64(2 * _FIELD_BITS)
_POSSIBLE = 20 * LARGEST
"""Added to the scores of ways that exist."""
_LOW_BITS, _HIGH_BITS, _WAY_BITS = np.uint8(NIBBLE - 1), np.uint8(4), U32(NIBBLE * NIBBLE * NIBBLE - 1)
_ZERO = U64(0)


class Tables(NamedTuple):
    """Lookup tables of the policy.

    Scores of leads and discards are int32, shifted so that a card's suit and rank fit below; those of the ways to follow suit
    are int64 words of three fields.
    """

    lead_pairs: Array
    """(2 * PAIRS,)"""
    lead_holdings: Array
    """(2, CLASSES * MASKS); ``NEVER`` for no cards."""
    lead_contexts: Array
    """(HAND, 2, 4, STATES)"""
    discard_pairs: Array
    """(PAIRS,)"""
    discard_holdings: Array
    """(CLASSES * MASKS,); ``NEVER`` for no cards."""
    discard_contexts: Array
    """(HAND, PLACES, 4, STATES)"""
    follow_kinds: Array
    """(KINDS,)"""
    follow_reaches: Array
    """(REACHES,)"""
    follow_holdings: Array
    """(PLACES, CLASSES * MASKS)"""
    follow_contexts: Array
    """(CONTEXTS,)"""
    noise: Array
    """(256,)"""
    coarse_noise: Array
    """(16,)"""
    way_noise: Array
    """(4096,)"""


def draw_cards(batch: Batch, tables: Tables, legal: Array, bits: Array) -> Array:
    """(B,) uint64: the number of the card that the policy plays in each lane.

    Args:
        batch: The positions.
        tables: The tables of the policy.
        legal: (B,) uint64: masks of the legal cards.
        bits: (B,) uint32: random bits.
    """
    if batch.on_table == 0:
        return _lead(batch, legal, tables, bits)
    seen = batch.gone | batch.trick
    card = _follow(batch, legal, seen, tables, bits)
    void = np.flatnonzero((legal & batch.led) == _ZERO)
    if void.size:
        hand, allowed, played = (each.take(void, mode="clip") for each in (batch.hand, legal, seen))
        contexts = tables.discard_contexts[batch.tricks, batch.on_table - 1]
        keys = discard_keys(hand, allowed, played, tables, contexts)
        keys += tables.noise.take(_lots(bits.take(void, mode="clip")), mode="clip")
        card[void] = _best_card(keys)
    return card


def _lead(batch: Batch, legal: Array, tables: Tables, bits: Array) -> Array:
    """(B,) uint64: the card to lead."""
    keys = lead_keys(batch, legal, tables)
    lots = _lots(bits)
    keys[0] += tables.coarse_noise.take(lots & _LOW_BITS, mode="clip")
    keys[1] += tables.coarse_noise.take(lots >> _HIGH_BITS, mode="clip")
    return _best_card(np.maximum(keys[0], keys[1]))


def lead_keys(batch: Batch, legal: Array, tables: Tables) -> Array:
    """(2, 4, B) int32: keys of the lowest and the highest card of each suit for a lead, without noise.

    A key is the score of a card and, in its lowest ``KEY_BITS`` bits, its rank; it is far below all others where there is no card.

    Args:
        batch: The positions.
        legal: (B,) uint64: masks of the legal cards.
        tables: The tables of the policy.
    """
    found = leads(batch.hand, legal, batch.gone)
    found.pairs[1] += PAIRS
    # No index is out of bounds, and in a browser this mode takes little more than half the time.
    keys: Array = tables.lead_pairs.take(found.pairs, mode="clip")
    keys += tables.lead_holdings.take(found.holdings, axis=1, mode="clip")
    keys += tables.lead_contexts[batch.tricks].take(found.queen, axis=2, mode="clip")
    keys += found.ranks
    return keys


def discard_keys(hand: Array, legal: Array, seen: Array, tables: Tables, contexts: Array) -> Array:
    """(4, B) int32: keys of the highest card of each suit for players who are void in the suit led, without noise.

    Args:
        hand: (B,) uint64: their hands.
        legal: (B,) uint64: masks of the legal cards.
        seen: (B,) uint64: masks of the cards played.
        tables: The tables of the policy.
        contexts: (4, STATES) int32: the contexts of the trick and the place.
    """
    found = discards(hand, legal, seen)
    keys: Array = tables.discard_pairs.take(found.pairs[0], mode="clip")
    keys += tables.discard_holdings.take(found.holdings, mode="clip")
    keys += contexts.take(found.queen, axis=1, mode="clip")
    keys += found.ranks[0]
    return keys


def _lots(bits: Array) -> Array:
    """(4, B) uint8: random bytes by suit."""
    return np.ascontiguousarray(bits.view(np.uint8).reshape(-1, SEATS).T)


def _best_card(keys: Array) -> Array:
    """(B,) uint64: the card of the highest key, (4, B) int32 by suit."""
    keys += _SUITS
    return (keys.max(axis=0) & KEY_MASK).astype(U64)


def _follow(batch: Batch, legal: Array, seen: Array, tables: Tables, bits: Array) -> Array:
    """(B,) uint64: the card of players who follow suit; undefined for the others."""
    found = follows(batch, legal, seen)
    duck, low, high = follow_scores(batch, found, tables, tables.way_noise.take(bits & _WAY_BITS, mode="clip"))
    way = (low > duck).astype(SEAT)
    way[high > np.maximum(duck, low)] = HIGH
    return card_of_way(batch, found, way)


def follow_scores(
    batch: Batch, found: Following, tables: Tables, noise: Array | None = None
) -> tuple[Array, Array, Array]:
    """(B,) int64 each: the scores of the ways to follow suit; that of ducking is far below the others where no card ducks.

    Args:
        batch: The positions.
        found: The ways.
        tables: The tables of the policy.
        noise: (B,) int64: noise to add, as words of three fields.
    """
    scores = tables.follow_kinds.take(found.kinds, mode="clip")
    scores += tables.follow_reaches.take(found.reaches, mode="clip")
    scores += tables.follow_holdings[batch.on_table - 1].take(found.holdings, mode="clip")
    scores += tables.follow_contexts.take(found.contexts, mode="clip")
    if noise is not None:
        scores += noise
    return scores & _FIELD, scores >> _LOW_FIELD & _FIELD, scores >> _HIGH_FIELD


def card_of_way(batch: Batch, found: Following, way: Array | int) -> Array:
    """(B,) uint64: the number of the card of a way to follow suit; undefined for ducking where no card ducks.

    Args:
        batch: The positions.
        found: The ways.
        way: One of them, or (B,) SEAT.
    """
    # In the table: the way, other suits or spades, and the cards to choose from.
    where = np.where(np.equal(way, 0), found.ducking, found.own).view(SEAT)
    where += (way * SEAT(2) + found.spades) * MASKS
    card: Array = RANKS_TO_FOLLOW.take(where, mode="clip")
    card += batch.shift
    return card


def _tables(weights: dict[str, Array]) -> Tables:
    """Builds the tables from the arrays of the file."""
    wide = {name: part.astype(np.int32) for name, part in weights.items()}
    lead, discard = (_of_holdings(wide[name]) << KEY_BITS for name in ("lead_holdings", "discard_holdings"))
    lead[..., ::MASKS] = NEVER
    discard[..., ::MASKS] = NEVER
    kinds = wide["follow_kinds"] + _POSSIBLE
    # The last bit of a kind says that no card ducks.
    kinds[0, 1::2] = -LARGEST
    noise = wide["coarse_noise"].astype(np.int64)
    return Tables(
        wide["lead_pairs"].ravel() << KEY_BITS,
        lead,
        np.ascontiguousarray(wide["lead_contexts"].transpose(2, 0, 1, 3)) << KEY_BITS,
        wide["discard_pairs"] << KEY_BITS,
        discard,
        np.ascontiguousarray(wide["discard_contexts"].transpose(1, 2, 0, 3)) << KEY_BITS,
        _fields(kinds),
        _fields(wide["follow_reaches"]),
        _fields(_of_holdings(wide["follow_holdings"])),
        _fields(wide["follow_contexts"]),
        wide["noise"] << KEY_BITS,
        wide["coarse_noise"] << KEY_BITS,
        _fields(np.stack(np.broadcast_arrays(noise, noise[:, None], noise[:, None, None])).reshape(3, -1)),
    )


def _of_holdings(parts: Array) -> Array:
    """(..., CLASSES * MASKS) int32: the sums of the features' weights, (..., CLASSES, FEATURES_OF_HOLDING)."""
    total = np.zeros((*parts.shape[:-1], MASKS), dtype=np.int32)
    for row in features_of_holdings():
        total += parts.take(row, axis=-1)
    return total.reshape(*parts.shape[:-2], CLASSES * MASKS)


def _fields(scores: Array) -> Array:
    """(...) int64: words of the scores of the three ways, (3, ...), each made nonnegative."""
    duck, low, high = scores.astype(np.int64) + 5 * LARGEST
    return duck + (low << _LOW_FIELD) + (high << _HIGH_FIELD)


def packed(weights: dict[str, Array]) -> bytes:
    """The bytes of the file."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **weights)
    return file.getvalue()


def unpacked(data: bytes) -> Tables:
    """The tables from the bytes of a file.

    Raises:
        ValueError: this is not a file of learnt weights.
    """
    weights = arrays_of(data, SHAPES, "learnt weights")
    for name, shape in SHAPES.items():
        part = weights[name]
        if part.shape != shape or part.dtype != np.int16 or np.abs(part.astype(np.int32)).max() > LARGEST:
            raise ValueError(f"The weights {name} have the wrong shape, type or size.")
    return _tables(weights)


@cache
def learnt_play() -> Tables:
    """The tables of the weights that the engine ships.

    Raises:
        ContractError: INVALID_ARTIFACT if the file is damaged or missing.
    """
    return unpacked(shipped(FILE, SHA256, "The learnt playouts of Hearts are damaged"))
