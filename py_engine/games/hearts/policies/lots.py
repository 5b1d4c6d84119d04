"""Random bits by which the players of playouts draw their cards, and the players who play greedily instead.

All plans of a search see the same bits in the same world (common random numbers).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U32, Array
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch
from py_engine.games.hearts.rules.cards import SEATS

__all__ = ["Lots", "lots_of"]


_NONE = np.empty(0, dtype=np.int64)


class Lots(NamedTuple):
    """The random bits of some playouts."""

    bits: Array
    """(52, W) uint32, by card of the hand and world."""
    world: Array
    """(B,) SEAT: the world of every lane."""
    greedy: Array | None = None
    """(4, W) bool: the seats that play by the greedy policy in a world; None if there are none."""

    def take(self, lanes: Array) -> Lots:
        """The same for the given lanes."""
        return Lots(self.bits, self.world.take(lanes), self.greedy)

    def at(self, batch: Batch) -> Array:
        """(B,) uint32: the bits for the next card of all lanes."""
        row: Array = self.bits[batch.tricks * SEATS + batch.on_table].take(self.world)
        return row

    def greedy_lanes(self, batch: Batch) -> Array:
        """(L,) int64: the lanes in which a player is to move who plays by the greedy policy."""
        if self.greedy is None:
            return _NONE
        return np.flatnonzero(self.greedy[batch.seat, self.world])


def lots_of(generator: np.random.Generator, worlds: int, plans: int, greedy: Array | None = None) -> Lots:
    """The bits for playouts of plans in worlds, plan by plan.

    Args:
        generator: Where they come from.
        worlds: The number of worlds, W.
        plans: The number of plans.
        greedy: (4, W) bool: by seat, whether it plays by the greedy policy; by default nobody does.
    """
    bits = generator.integers(0, 1 << 32, size=(HAND * SEATS, worlds), dtype=U32)
    return Lots(bits, np.tile(np.arange(worlds, dtype=SEAT), plans), greedy)
