"""The order of a position's moves, and how many leaves each of them gets."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.afterstates import Afterstates
from py_engine.games.azul.rules.tables import INDEX

__all__ = ["allocated", "by_value"]

_MOVE_BITS = 8
"""A position has fewer than 2^8 moves."""


def by_value(found: Afterstates, starts: Array) -> Array:
    """(M,) INDEX: the order of moves by position, then from best to worst, then by action.

    Args:
        found: The moves, ordered by position and action.
        starts: (B,) the first move of each position.
    """
    # Integers that sort as the negated values do: the bits of negative floats are flipped, except for the sign.
    bits = (np.float32(0) - found.values).view(np.int32)
    bits ^= (bits >> 31) & 0x7FFF_FFFF
    keys = found.parents.astype(np.int64) << 32
    keys += bits
    keys <<= _MOVE_BITS
    keys += np.arange(len(bits), dtype=INDEX) - starts.take(found.parents, mode="clip")
    keys.sort()  # same bits: no two keys are the same
    keys &= (1 << _MOVE_BITS) - 1
    return starts.take(found.parents, mode="clip") + keys


def allocated(share: Array, had: Array, quota: Array) -> Array:
    """(F, W) INDEX: how much of its row's quota each move gets; those furthest below their share come first."""
    total = np.add.reduce(share, axis=1, dtype=np.float64)
    due = share * ((np.add.reduce(had, axis=1) + quota) / np.maximum(total, 1e-9))[:, None]
    due -= had
    lacking = np.maximum(due, 0)
    order = np.argsort(-lacking, axis=1, kind="stable")
    order += np.arange(0, share.size, share.shape[1], dtype=INDEX)[:, None]
    ranked = lacking.reshape(-1).take(order, mode="clip").cumsum(axis=1, dtype=np.float64)
    all_of_it = ranked[:, -1:]
    upto = np.ceil(ranked / np.maximum(all_of_it, 1e-9) * quota[:, None] - 1e-6)
    upto *= all_of_it > 0
    upto[:, 1:] -= upto[:, :-1].copy()
    out = np.zeros(share.shape, dtype=INDEX)
    out.reshape(-1)[order] = upto
    return out
