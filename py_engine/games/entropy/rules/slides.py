"""All slides of many boards at once, with the lines each changes: the inner loop of all of Order's decisions."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, Geometry, geometry

__all__ = ["Slides", "best_of", "occupancy", "slides_of"]


class Slides(NamedTuple):
    """The legal slides of a batch of boards, by board, then by line, start and end."""

    board: Array
    """(M,) intp: the index of the board."""
    slide: Array
    """(M,) intp: the slide's number, see ``Geometry``."""
    lines: Array
    """(3, M) intp: the changed lines."""
    codes: Array
    """(3, M) int32: the codes of these lines afterwards."""


def occupancy(codes: Array, g: Geometry) -> Array:
    """(B,) uint64: the filled cells, as bits, of boards given as codes (B, lines)."""
    cells = (codes[:, : g.size, None] >> (CELL_BITS * np.arange(g.size, dtype=np.int32))) & CELL_MASK
    filled = (cells != 0).reshape(len(codes), g.cells)
    bits: Array = np.where(filled, g.cell_bit, U64(0)).sum(axis=1, dtype=U64)
    return bits


def slides_of(codes: Array, occupied: Array, g: Geometry) -> Slides:
    """The legal slides of boards: from a token, over empty cells, to an empty cell.

    Args:
        codes: (B, lines) int32, see ``tables``.
        occupied: (B,) uint64, see ``occupancy``; pass 0 to get no slides for a board.
        g: The geometry.
    """
    moves = _line_moves(g.size)
    filled = _filled_in_lines(occupied, g.size)
    counts = moves.counts.take(filled)
    flat = counts.ravel()
    each = np.arange(flat.sum(dtype=np.intp), dtype=np.intp)
    before = flat.cumsum(dtype=np.intp) - flat
    way = moves.ways.take(each + (filled.ravel() * moves.most - before).repeat(flat))
    line = np.arange(g.lines, dtype=np.intp) * (g.size * g.size)
    slide = moves.slide.take(np.tile(line, len(occupied)).repeat(flat) + way)
    board = np.arange(len(occupied), dtype=np.intp).repeat(counts.sum(axis=1, dtype=np.intp))
    lines = g.changed.take(slide, axis=1)
    old = codes.ravel().take(board * g.lines + lines)
    # The line that is left crosses at the start cell, whose colour is the one that moves.
    color = old[1] >> g.shift.take(slide) & CELL_MASK
    return Slides(board, slide, lines, old + g.effect.take(slide, axis=1) * color)


class _LineMoves(NamedTuple):
    """The slides within a line, by its filled cells (as bits)."""

    counts: Array
    """(2^size,) intp."""
    most: int
    """The largest count."""
    ways: Array
    """(2^size * most,) intp: start * size + end of each slide, by filled cells."""
    slide: Array
    """(lines * size^2,) intp: the slide's number, by line and start * size + end."""


@cache
def _line_moves(size: int) -> _LineMoves:
    g = geometry(size)
    pairs = [(start, end) for start in range(size) for end in range(size) if start != end]
    passed = [sum(1 << cell for cell in _passed(start, end)) for start, end in pairs]  # same bits: whole numbers
    ways = [
        [
            start * size + end
            for (start, end), over in zip(pairs, passed, strict=True)
            if filled >> start & 1 and not filled & over
        ]
        for filled in range(1 << size)
    ]
    most = max(len(row) for row in ways)
    number = {(int(a), int(b)): i for i, (a, b) in enumerate(zip(g.start, g.end, strict=True))}
    slide = [number.get((int(a), int(b)), 0) for cells in g.line_cells for a in cells for b in cells]
    return _LineMoves(
        np.array([len(row) for row in ways], dtype=np.intp),
        most,
        np.array([row + [0] * (most - len(row)) for row in ways], dtype=np.intp).ravel(),
        np.array(slide, dtype=np.intp),
    )


def _passed(start: int, end: int) -> range:
    """The positions after the start, up to and including the end."""
    return range(start + 1, end + 1) if end > start else range(end, start)


def _filled_in_lines(occupied: Array, size: int) -> Array:
    """(B, lines) intp: the filled cells of each line, as bits from its start."""
    place = np.arange(size, dtype=U64)
    rows = occupied[:, None] >> place * U64(size)
    # The bits of a column lie ``size`` apart; the multiplication gathers them side by side (as in magic bitboards).
    apart = sum(1 << row * size for row in range(size))  # same bits: whole numbers
    copies = sum(1 << row * (size - 1) for row in range(size))  # same bits: whole numbers
    columns = ((occupied[:, None] >> place & U64(apart)) * U64(copies)) >> U64((size - 1) * (size - 1))
    filled: Array = (np.concatenate([rows, columns], axis=1) & U64((1 << size) - 1)).astype(np.intp)
    return filled


def best_of(values: Array, slides: Slides, boards: int) -> Array:
    """(boards,) the largest value over each board's slides, but at least 0, because Order may pass.

    Args:
        values: (M,) the gain of each slide.
        slides: The slides.
        boards: Number of boards.
    """
    best = np.zeros(boards, dtype=values.dtype)
    if values.size:
        first = np.flatnonzero(np.concatenate([[True], slides.board[1:] != slides.board[:-1]]))
        best[slides.board[first]] = np.maximum(np.maximum.reduceat(values, first), 0)
    return best
