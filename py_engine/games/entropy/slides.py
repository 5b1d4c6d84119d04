"""All slides of many boards at once, and what each changes: the inner loop of everything that Order decides."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.games.entropy.tables import CELL_BITS, CELL_MASK, Geometry
from py_engine.numerics import U64, Array

__all__ = ["Slides", "best_of", "occupancy", "slides_of"]


class Slides(NamedTuple):
    """The legal slides of a batch of boards, by board and then by number."""

    board: Array
    """(M,) intp: which board."""
    slide: Array
    """(M,) intp: which slide, see ``Geometry``."""
    lines: Array
    """(3, M) intp: the lines that change."""
    codes: Array
    """(3, M) int32: the codes of these lines afterwards."""


def occupancy(codes: Array, g: Geometry) -> Array:
    """(B,) uint64: the filled cells, as bits, of boards given by their rows' codes (B, lines)."""
    cells = (codes[:, : g.size, None] >> (CELL_BITS * np.arange(g.size, dtype=np.int32))) & CELL_MASK
    filled = (cells != 0).reshape(len(codes), g.cells)
    bits: Array = np.where(filled, g.cell_bit, U64(0)).sum(axis=1, dtype=U64)
    return bits


def slides_of(codes: Array, occupied: Array, g: Geometry) -> Slides:
    """The legal slides of boards: from a token, over empty cells, to an empty cell.

    Args:
        codes: (B, lines) int32, see ``tables``.
        occupied: (B,) uint64, see ``occupancy``.
        g: the geometry.
    """
    legal = (occupied[:, None] & g.needs) == g.start_bit
    board, slide = legal.nonzero()
    flat = codes.ravel()
    row = board * g.lines
    lines = g.changed.take(slide, axis=1)
    effect = g.effect.take(slide, axis=1)
    before = flat.take(row + lines)
    # The line that is left crosses at the start: what stands there is what moves.
    color = _colors(before[1], effect[1])
    return Slides(board, slide, lines, before + effect * color)


def _colors(code: Array, effect: Array) -> Array:
    """(M,) int32: the colour in the cell whose weight, negative, is the effect."""
    color: Array = code // -effect & CELL_MASK
    return color


def best_of(values: Array, slides: Slides, boards: int) -> Array:
    """(boards,) the largest value over each board's slides, or 0 where that is more: nobody has to slide.

    Args:
        values: (M,) what each slide gains.
        slides: the slides.
        boards: how many boards there are.
    """
    best = np.zeros(boards, dtype=values.dtype)
    if values.size:
        first = np.flatnonzero(np.concatenate([[True], slides.board[1:] != slides.board[:-1]]))
        best[slides.board[first]] = np.maximum(np.maximum.reduceat(values, first), 0)
    return best
