"""Random bits that perturb the greedy policy in playouts.

Players who always follow the greedy policy are too easy to predict: a search that plays against them relies on tricks which
real players do not let it have. So the scores of leads and discards are perturbed by up to two points, and one in five
players who follow suit ducks, plays low or plays high at random. All plans of a search see the same bits in the same world
(common random numbers). How much is perturbed was chosen by matches of a compiled copy of the search, which is no part of the project
(``docs/laboratory.md``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U32, Array
from py_engine.games.hearts.policies.weights import DUCK, GAIN, HIGH, KEY_BITS, LOW
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch
from py_engine.games.hearts.rules.cards import SEATS

__all__ = ["Perturbation", "change_ways", "perturbation", "perturbations"]

LARGEST = 2
"""Points by which the score of a lead or discard may change."""
FOLLOWS = 51
"""Of 256 players who follow suit, those who do so at random."""
_MIDDLE = np.int32(128)
_STEP = np.int32(LARGEST * (GAIN << KEY_BITS) // 128)
_BYTE, _SHIFT = U32(255), U32(8)
_WAYS = np.array([[LOW, HIGH, LOW], [DUCK, HIGH, LOW]], dtype=np.uint64)
"""By whether some card ducks, and a third of the random numbers."""


class Perturbation(NamedTuple):
    """The random bits of some playouts."""

    bits: Array
    """(52, W) uint32, by card of the hand and world."""
    world: Array
    """(B,) SEAT: the world of every lane."""

    def take(self, lanes: Array) -> Perturbation:
        """The same for the given lanes."""
        return Perturbation(self.bits, self.world.take(lanes))

    def at(self, batch: Batch) -> Array:
        """(B,) uint32: the bits for the next card of all lanes."""
        row: Array = self.bits[batch.tricks * SEATS + batch.on_table].take(self.world)
        return row


def perturbation(generator: np.random.Generator, worlds: int, plans: int) -> Perturbation:
    """The bits for playouts of plans in worlds, plan by plan."""
    bits = generator.integers(0, 1 << 32, size=(HAND * SEATS, worlds), dtype=U32)
    return Perturbation(bits, np.tile(np.arange(worlds, dtype=SEAT), plans))


def perturbations(bits: Array) -> Array:
    """(4, B) int32: what is added to the keys of a card of each suit, given (B,) uint32."""
    changes = np.ascontiguousarray(bits.view(np.uint8).reshape(-1, SEATS).T).astype(np.int32)
    changes -= _MIDDLE
    changes *= _STEP
    return changes


def change_ways(part: Array, bits: Array, ducks: Array) -> None:
    """Changes how some players follow suit, in place.

    Args:
        part: (B,) uint64: DUCK, LOW or HIGH.
        bits: (B,) uint32.
        ducks: (B,) bool: whether some card ducks.
    """
    lanes = np.flatnonzero((bits & _BYTE) < FOLLOWS)
    if lanes.size:
        part[lanes] = _WAYS[ducks.take(lanes).view(np.uint8), (bits.take(lanes) >> _SHIFT) % U32(3)]
