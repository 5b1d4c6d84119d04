"""A few plies of full-width search between a move and its playouts, by max^n or paranoid search.

Max^n: C. Luckhardt and K. Irani, 1986. Paranoid search: N. Sturtevant and R. Korf, 2000.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.rules.batch import SEAT, Batch, legal_cards, step
from py_engine.games.hearts.rules.cards import CARDS

__all__ = ["Expanded", "expand", "preferred"]

_CARDS = np.array(CARDS, dtype=U64)
_BITS = np.left_shift(U64(1), _CARDS)


class Expanded(NamedTuple):
    """The successors of a batch: every legal card played in every lane."""

    batch: Batch
    """L lanes; the successors of a lane are adjacent."""
    parent: Array
    """(L,) SEAT: the lane that each successor came from."""
    first: Array
    """(B,) SEAT: the first successor of each lane."""
    mover: Array
    """(L,) SEAT: the seat that played."""


def expand(batch: Batch) -> Expanded:
    """Plays every legal card in every lane."""
    parent, card = np.nonzero((legal_cards(batch)[:, None] & _BITS) != U64(0))
    parent = parent.astype(SEAT)
    mover = batch.seat.take(parent)
    after = batch.take(parent)
    step(after, _CARDS.take(card))
    first = np.searchsorted(parent, np.arange(batch.size, dtype=SEAT)).astype(SEAT)
    return Expanded(after, parent, first, mover)


def preferred(points: Array, expanded: Expanded, root_seat: int | None) -> Array:
    """(B,) SEAT: the successor that the player to move prefers in each lane; the lowest card wins ties.

    Args:
        points: (4, L) final points by seat.
        expanded: The successors.
        root_seat: The seat whose points the others maximize (paranoid); None if every seat minimizes its own (max^n).
    """
    lanes = np.arange(points.shape[1], dtype=SEAT)
    wanted = points[expanded.mover, lanes].astype(SEAT)
    if root_seat is not None:
        wanted = np.where(expanded.mover == root_seat, wanted, -points[root_seat].astype(SEAT))
    # The lane is encoded as a remainder, so that the minimum identifies it. Indices are converted explicitly, because the
    # native index type is smaller in a browser.
    best: Array = np.minimum.reduceat(wanted * len(lanes) + lanes, expanded.first.astype(np.intp)) % len(lanes)
    return best
