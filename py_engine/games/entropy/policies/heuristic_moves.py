"""The changes made by every legal move of many positions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.entropy.rules.batch import CHAOS, ORDER, Batch, is_over, pass_number
from py_engine.games.entropy.rules.slides import slides_of
from py_engine.games.entropy.rules.tables import Geometry

__all__ = ["Changes", "changes_of"]


class Changes(NamedTuple):
    """The changes of legal moves: slides, passes, placements; each kind by position.

    The number of cells stands for "no cell".
    """

    board: Array
    """(M,) intp: the index of the position."""
    number: Array
    """(M,) intp: see ``batch``."""
    lines: Array
    """(3, M) intp: three lines that include all changed ones."""
    codes: Array
    """(3, M) int32: the codes of these lines afterwards."""
    color: Array
    """(M,) int32: the colour of the moved token; 0 if none moves."""
    start: Array
    """(M,) intp: the cell it leaves, if any."""
    end: Array
    """(M,) intp: the cell it enters, if any."""


def changes_of(batch: Batch) -> Changes:
    """The changes of all legal moves; finished games have none."""
    kinds = [_slides(batch), _passes(batch), _placements(batch)]
    present = [kind for kind in kinds if kind.board.size]
    if len(present) == 1:
        return present[0]
    return Changes(*(np.concatenate(column, axis=-1) for column in zip(*kinds, strict=True)))


def _slides(batch: Batch) -> Changes:
    g = batch.geometry
    found = slides_of(batch.codes, np.where(batch.turn == ORDER, batch.occupied, U64(0)), g)
    entered = _codes(batch, found.board, found.lines[2], g)
    return Changes(
        found.board,
        g.cells + found.slide,
        found.lines,
        found.codes,
        (found.codes[2] - entered) // g.effect[2].take(found.slide),
        g.start.take(found.slide),
        g.end.take(found.slide),
    )


def _passes(batch: Batch) -> Changes:
    g = batch.geometry
    board = np.flatnonzero((batch.turn == ORDER) & ~is_over(batch))
    lines = np.zeros((3, board.size), dtype=np.intp)
    nowhere = np.full(board.size, g.cells, dtype=np.intp)
    number = np.full(board.size, pass_number(g.size), dtype=np.intp)
    color = np.zeros(board.size, dtype=np.int32)
    return Changes(board, number, lines, _codes(batch, board, lines, g), color, nowhere, nowhere)


def _placements(batch: Batch) -> Changes:
    g = batch.geometry
    empty = (batch.occupied[:, None] & g.cell_bit) == 0
    board, cell = (empty & (batch.turn == CHAOS)[:, None]).nonzero()
    row, column = g.cell_lines.take(cell, axis=1)
    # Two lines change; the third may be any other, here the next row.
    lines = np.stack([row, column, (row + 1) % g.size])
    codes = _codes(batch, board, lines, g)
    color = batch.token.astype(np.int32).take(board)
    codes[:2] += g.cell_effect.take(cell, axis=1) * color
    return Changes(board, cell, lines, codes, color, np.full(cell.size, g.cells, dtype=np.intp), cell)


def _codes(batch: Batch, board: Array, lines: Array, g: Geometry) -> Array:
    """The current codes of lines, int32."""
    return batch.codes.ravel().take(board * g.lines + lines)
