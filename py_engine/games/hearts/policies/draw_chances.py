"""How likely the learnt policy is to play a card, for a whole batch at once.

The policy draws from the softmax of the scores of the cards that compete (``learnt``). A card that does not compete has the chance
of those with which it is interchangeable. Weights of the softmax are whole numbers, so that sums are the same on every platform.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array, exponential
from py_engine.games.hearts.policies.competing import follows
from py_engine.games.hearts.policies.learnt import (
    GAIN,
    KEY_BITS,
    KEY_MASK,
    Tables,
    card_of_way,
    discard_keys,
    follow_scores,
    lead_keys,
)
from py_engine.games.hearts.policies.weights import DUCK, HIGH, LOW
from py_engine.games.hearts.rules.batch import Batch
from py_engine.games.hearts.rules.cards import SUIT_BITS

__all__ = ["draw_chances"]

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
        same: (B,) uint64: the cards that are interchangeable with it, see ``equivalence.interchangeable``.
    """
    if batch.on_table and U64(1 << card) & batch.led[0]:
        return _follow_chances(batch, tables, legal, same)
    if batch.on_table == 0:
        keys = lead_keys(batch, legal, tables)
    else:
        contexts = tables.discard_contexts[batch.tricks, batch.on_table - 1]
        keys = discard_keys(batch.hand, legal, batch.gone | batch.trick, tables, contexts)[None]
    weights = _softmax(keys >> KEY_BITS, axis=(0, 1))
    suit = card // SUIT_BITS
    drawn = (keys[:, suit] & KEY_MASK).astype(U64) + U64(suit * SUIT_BITS)
    hit = same >> drawn & _ONE
    return (weights[:, suit] * hit.view(np.int64)).sum(axis=0) / weights.sum(axis=(0, 1))


def _follow_chances(batch: Batch, tables: Tables, legal: Array, same: Array) -> Array:
    """(B,) float64: the same for a card of the suit led."""
    found = follows(batch, legal, batch.gone | batch.trick)
    weights = _softmax(np.stack(follow_scores(batch, found, tables)), axis=(0,))
    drawn = np.stack([card_of_way(batch, found, way) for way in (DUCK, LOW, HIGH)])
    hit = same >> drawn & _ONE
    return (weights * hit.view(np.int64)).sum(axis=0) / weights.sum(axis=0)


def _softmax(scores: Array, axis: tuple[int, ...]) -> Array:
    """Weights (int64) of scores of the same shape, in each lane; ``axis`` has those of the cards that compete."""
    below = (scores.max(axis=axis) - scores) >> _STEP_BITS
    weights: Array = _WEIGHTS.take(below, mode="clip")
    return weights
