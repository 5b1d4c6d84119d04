"""Afterstates: boards after a move and before the next draw; and the possible draws."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.boards import placements
from py_engine.games.entropy.rules.batch import CHAOS, Batch
from py_engine.games.entropy.rules.slides import slides_of
from py_engine.games.entropy.rules.tables import Geometry

__all__ = ["Boards", "Draws", "after_moves", "after_slides", "bags_after", "draws_from"]


class Boards(NamedTuple):
    """B boards with equally many tokens."""

    codes: Array
    """(B, lines) int32."""
    occupied: Array
    """(B,) uint64."""

    def take(self, index: Array) -> Boards:
        """Copies of the boards with these indices."""
        return Boards(self.codes.take(index, axis=0), self.occupied.take(index))


class Draws(NamedTuple):
    """The K possible next tokens."""

    colors: Array
    """(K,) int64: colours."""
    chances: Array
    """(K,) float64: probabilities."""
    bags: Array
    """(K, 8) int16: the bag after each draw."""


def draws_from(bag: Array, known: int = 0) -> Draws:
    """The possible draws from a bag (8,) int16; a single certain one if the token is ``known`` and no longer in the bag.

    Unless a token is known, the bag must not be empty.
    """
    if known:
        return Draws(np.array([known], dtype=np.int64), np.ones(1, dtype=np.float64), bag[None].copy())
    colors = np.flatnonzero(bag)
    counts = bag[colors].astype(np.float64)
    return Draws(colors, counts / counts.sum(), bags_after(bag, colors))


def bags_after(bag: Array, colors: Array) -> Array:
    """(K, 8) int16: a bag (8,) without each of K tokens."""
    bags = np.repeat(bag[None], colors.size, axis=0)
    bags[np.arange(colors.size, dtype=np.intp), colors] -= 1
    return bags


def after_moves(batch: Batch) -> tuple[Array, Boards]:
    """The moves of one position: their action numbers, passing last, and the boards after them."""
    if batch.turn[0] == CHAOS:
        placed = placements(batch.codes, batch.occupied, batch.token, batch.geometry)
        return placed.cell, Boards(placed.codes, placed.occupied)
    return after_slides(Boards(batch.codes, batch.occupied), batch.geometry)


def after_slides(board: Boards, g: Geometry) -> tuple[Array, Boards]:
    """Order's moves on one board: their action numbers, passing last, and the boards after them."""
    slides = slides_of(board.codes, board.occupied, g)
    count = slides.slide.size
    after = np.repeat(board.codes, count + 1, axis=0)
    row = np.arange(count, dtype=np.intp)
    for line, code in zip(slides.lines, slides.codes, strict=True):
        after[row, line] = code
    occupied = np.repeat(board.occupied, count + 1)
    occupied[:-1] ^= g.start_bit[slides.slide] | g.cell_bit[g.end[slides.slide]]
    return np.append(g.cells + slides.slide, g.cells + g.slides), Boards(after, occupied)
