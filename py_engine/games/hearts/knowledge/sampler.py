"""Samples worlds (determinizations) from beliefs, thousands at a time and without rejection.

The tables of ``Beliefs`` already contain all facts, so every world drawn agrees with them.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.beliefs import Beliefs
from py_engine.games.hearts.rules.cards import SEATS

__all__ = ["draw"]


def draw(beliefs: Beliefs, generator: np.random.Generator, worlds: int) -> Array:
    """Draws worlds according to their probability.

    Args:
        beliefs: The beliefs of a seat.
        generator: Source of random numbers; the same state gives the same worlds on every platform.
        worlds: Number of worlds, W.

    Returns:
        (4, W) uint64: hands by seat, including the seat's own.
    """
    hands = np.empty((SEATS, worlds), dtype=U64)
    hands[:] = np.array(beliefs.placed, dtype=U64)[:, None]
    lanes = np.arange(worlds, dtype=np.int64)
    left_a = np.full(worlds, beliefs.unplaced[0], dtype=np.int64)
    left_b = np.full(worlds, beliefs.unplaced[1], dtype=np.int64)
    for index, group in enumerate(beliefs.groups):
        if index == len(beliefs.groups) - 1:
            x, y = left_a, left_b
        elif index == 0:
            x, y = _first_split(beliefs.tables[0], generator, worlds)
        else:
            x, y = _split(beliefs.tables[index], left_a, left_b, generator)
        left_a, left_b = left_a - x, left_b - y
        upto = _shuffled(group.cards, generator, worlds)
        lanes_at = lanes * upto.shape[1]
        some = upto.ravel()
        of_a, of_both = some.take(lanes_at + x), some.take(lanes_at + (x + y))
        hands[beliefs.seats[0]] |= of_a
        hands[beliefs.seats[1]] |= of_both ^ of_a
        hands[beliefs.seats[2]] |= upto[:, -1] ^ of_both
    return hands


def _first_split(table: Array, generator: np.random.Generator, worlds: int) -> tuple[Array, Array]:
    """(W,) int64 each: numbers of cards of the first group for the first two seats, drawn by the weights (x, y)."""
    heights = table.ravel().cumsum()
    place = heights.searchsorted(generator.random(worlds) * heights[-1], side="right").astype(np.int64)
    x = place // table.shape[1]
    return x, place - x * table.shape[1]


def _split(table: Array, left_a: Array, left_b: Array, generator: np.random.Generator) -> tuple[Array, Array]:
    """(W,) int64 each: the same for a later group, by the weights (a, b, x, y): first x, then y given x."""
    _, wide, across, down = table.shape
    level = generator.random((2, len(left_a)))
    position = left_a * wide + left_b
    x = _below(table.sum(axis=3).reshape(-1, across), position, level[0])
    return x, _below(table.reshape(-1, down), position * across + x, level[1])


def _below(weights: Array, row: Array, level: Array) -> Array:
    """(W,) int64: a column of the given row for each world, drawn in proportion to the weights by inverting their sums.

    Args:
        weights: (rows, columns) float64.
        row: (W,) int64.
        level: (W,) float64 in [0, 1): random numbers.
    """
    heights = weights.cumsum(axis=1).take(row, axis=0)
    return (heights <= (level * heights[:, -1])[:, None]).sum(axis=1, dtype=np.int64)


def _shuffled(cards: tuple[int, ...], generator: np.random.Generator, worlds: int) -> Array:
    """(W, n + 1) uint64: the masks of the first 0, 1 ... n cards, in a random order for each world."""
    bits = np.broadcast_to(np.left_shift(U64(1), np.array(cards, dtype=U64)), (worlds, len(cards)))
    upto = np.zeros((worlds, len(cards) + 1), dtype=U64)
    # The sum of distinct bits is their mask.
    generator.permuted(bits, axis=1).cumsum(axis=1, out=upto[:, 1:])
    return upto
