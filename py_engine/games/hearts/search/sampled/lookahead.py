"""Some plies of full-width search between a move and its playouts: maxn, or the paranoid kind."""

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
    """Every legal card played in every lane of a batch."""

    batch: Batch
    """L lanes, those of a parent one after the other."""
    parent: Array
    """(L,) SEAT: the lane that each came from."""
    first: Array
    """(B,) SEAT: where the lanes of each parent begin."""
    mover: Array
    """(L,) SEAT: the seat that played."""


def expand(batch: Batch) -> Expanded:
    """Plays every legal card of every lane."""
    parent, card = np.nonzero((legal_cards(batch)[:, None] & _BITS) != U64(0))
    parent = parent.astype(SEAT)
    mover = batch.seat.take(parent)
    after = batch.take(parent)
    step(after, _CARDS.take(card))
    first = np.searchsorted(parent, np.arange(batch.size, dtype=SEAT)).astype(SEAT)
    return Expanded(after, parent, first, mover)


def preferred(points: Array, expanded: Expanded, root_seat: int | None) -> Array:
    """(B,) SEAT: the lane that the player of each parent prefers; of equals the lowest card's.

    Args:
        points: (4, L) final points by seat.
        expanded: the lanes.
        root_seat: the one whose points the others want to be high (paranoid); None where each wants few itself (maxn).
    """
    lanes = np.arange(points.shape[1], dtype=SEAT)
    wanted = points[expanded.mover, lanes].astype(SEAT)
    if root_seat is not None:
        wanted = np.where(expanded.mover == root_seat, wanted, -points[root_seat].astype(SEAT))
    # Lanes are told apart by a remainder, so that the least value names its lane.
    # Places are of another size in the browser, and are not converted there unless one says so.
    best: Array = np.minimum.reduceat(wanted * len(lanes) + lanes, expanded.first.astype(np.intp)) % len(lanes)
    return best
