"""How likely the learnt policy is to play a card, for a whole batch at once.

The policy draws from the softmax of the scores of the cards that compete (``learnt``). A card that does not compete has the chance
of those with which it is interchangeable. Weights of the softmax are whole numbers, so that sums are the same on every platform.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array, exponential
from py_engine.games.hearts.knowledge.equivalence import apart
from py_engine.games.hearts.policies.competing import follows
from py_engine.games.hearts.policies.learnt import (
    GAIN,
    KEY_BITS,
    RANK_OF_KEY,
    Tables,
    card_of_way,
    discard_keys,
    follow_scores,
    lead_keys,
)
from py_engine.games.hearts.policies.weights import DUCK, HIGH, LOW
from py_engine.games.hearts.rules.batch import Batch
from py_engine.games.hearts.rules.cards import DECK, SUIT_BITS

__all__ = ["draw_chances", "interchangeable"]

_STEPS, _STEP_BITS = 1024, 2
"""Number of steps of the softmax, and bits of a score that a step leaves out."""
_UNIT = 1 << 20
_WEIGHTS = np.array(
    [round(_UNIT * exponential(-(step + 0.5) * (1 << _STEP_BITS) / GAIN)) for step in range(_STEPS - 1)] + [0],
    dtype=np.int64,
)
"""By how far a score is below the highest one, in steps; what is further below is never drawn."""
_ONE = U64(1)


def draw_chances(batch: Batch, tables: Tables, legal: Array, card: int, same: Array) -> Array:
    """(B,) float64: the chance that the player to move draws a card, or one that is interchangeable with it.

    Args:
        batch: The positions, with equal cards on the table in all lanes.
        tables: The tables of the policy.
        legal: (B,) uint64: masks of the legal cards.
        card: The number of the card, which is legal in all lanes.
        same: (B,) uint64: the cards that are interchangeable with it, see ``interchangeable``.
    """
    if batch.on_table and U64(1 << card) & batch.led[0]:
        return _follow_chances(batch, tables, legal, same)
    if batch.on_table == 0:
        keys = lead_keys(batch, legal, tables)
    else:
        place = batch.tricks, batch.on_table
        keys = discard_keys(batch.hand, legal, batch.gone | batch.trick, tables, place)[None]
    weights = _softmax((keys >> KEY_BITS).reshape(-1, batch.size)).reshape(keys.shape)
    suit = card // SUIT_BITS
    drawn = (keys[:, suit] & RANK_OF_KEY).astype(np.uint64) + U64(suit * SUIT_BITS)
    hit = same >> drawn & _ONE
    return (weights[:, suit] * hit.view(np.int64)).sum(axis=0) / weights.sum(axis=(0, 1))


def _follow_chances(batch: Batch, tables: Tables, legal: Array, same: Array) -> Array:
    """(B,) float64: the same for a card of the suit led."""
    found = follows(batch, legal, batch.gone | batch.trick)
    weights = _softmax(np.stack(follow_scores(batch, found, tables)))
    drawn = np.stack([card_of_way(batch, found, way) for way in (DUCK, LOW, HIGH)])
    hit = same >> drawn & _ONE
    return (weights * hit.view(np.int64)).sum(axis=0) / weights.sum(axis=0)


def _softmax(scores: Array) -> Array:
    """(C, B) int64: weights of C scores in each lane."""
    below = (scores.max(axis=0) - scores) >> _STEP_BITS
    weights: Array = _WEIGHTS.take(below, mode="clip")
    return weights


def interchangeable(batch: Batch, card: int) -> Array:
    """(B,) uint64: masks of a card and of those with which the players to move may change it (see ``equivalence``).

    The masks may have cards that are gone.
    """
    alone, shift = apart(batch.rules), U64(card - card % SUIT_BITS)
    if alone >> card & 1:
        return np.full(batch.size, U64(1 << card))
    bit = np.uint16(1 << card % SUIT_BITS)
    run = ((batch.hand | batch.gone) >> shift).astype(np.uint16) | bit
    # Adding the bit carries through the ranks from it upwards, without a gap; those below reach down to the first gap.
    above = run & ~(run + bit)
    gaps = ~run & (bit - np.uint16(1))
    for by in (1, 2, 4, 8):
        gaps |= gaps >> np.uint16(by)
    below = ~gaps & (bit - np.uint16(1))
    return (above | below).astype(U64) << shift & U64(~alone & int(DECK))
