"""How well boards fit the next token: rare and common colours, and empty cells in line with the token's colour.

All counts are whole numbers, weighted by the count of each colour in the bag, or by 1 for a known next token.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.entropy.policies.heuristic_lines import colors_in_line, cover_table
from py_engine.games.entropy.policies.heuristic_moves import Changes
from py_engine.games.entropy.rules.batch import BAG_COLUMNS, Batch
from py_engine.games.entropy.rules.tables import Geometry

__all__ = ["TokenFit", "fit_after", "fit_of"]

RARE, RARE_UP_TO = 10, 1
"""Points if the next token's colour is on the board at most this often."""
COMMON, COMMON_FROM = -5, 4
"""Points if it is on the board at least this often."""
COLOR = 2
"""Points for each colour on the board."""
FIT = 2
"""Points for each empty cell in a row or column with the next token's colour."""


class TokenFit(NamedTuple):
    """The fit of boards for the next token."""

    wanted: Array
    """(B, 8) int64: the weight of each colour."""
    total: Array
    """(B,) int64: the sum of the weights, at least 1."""
    fixed: Array
    """(B,) int64: points for rare and common colours and for the number of colours, times the total."""
    held: Array
    """(B, 8) uint16: the lines that contain each colour, as bits."""
    cover: Array
    """(B, 8) uint64: the cells of these lines, as bits."""
    points: Array
    """(B,) int64: points for cells that fit the next token, times the total."""


def fit_of(batch: Batch) -> TokenFit:
    """The fit of boards for the next token if it is known, else for all tokens in the bag."""
    g = batch.geometry
    wanted = batch.bag.astype(np.int64)
    wanted[:, 0] = 0
    on_board = g.size - wanted
    known = np.flatnonzero(batch.next_token)
    color = batch.next_token[known]
    on_board[known, color] -= 1
    wanted[known] = 0
    wanted[known, color] = 1
    on_board[:, 0], on_board[:, g.size + 1 :] = 0, 0
    total = np.maximum(wanted.sum(axis=1, dtype=np.int64), 1)
    rarity = RARE * (on_board <= RARE_UP_TO) + COMMON * (on_board >= COMMON_FROM)
    colors = np.count_nonzero(on_board, axis=1)
    fixed = (wanted * rarity).sum(axis=1, dtype=np.int64) + COLOR * colors * total
    held = _lines_that_hold(batch.codes, g)
    cover = cover_table(g.size).take(held)
    empty = np.bitwise_count(cover & ~batch.occupied[:, None])
    return TokenFit(wanted, total, fixed, held, cover, FIT * (wanted * empty).sum(axis=1, dtype=np.int64))


def _lines_that_hold(codes: Array, g: Geometry) -> Array:
    there = colors_in_line(g.size).take(codes)
    held = np.zeros((len(codes), BAG_COLUMNS), dtype=np.uint16)
    for color in range(1, g.size + 1):
        holds = (there >> U8(color) & U8(1)).astype(np.uint16)
        held[:, color] = np.left_shift(holds, np.arange(g.lines, dtype=np.uint16)).sum(axis=1, dtype=np.uint16)
    return held


def fit_after(occupied: Array, fit: TokenFit, changes: Changes, g: Geometry) -> Array:
    """(M,) int64: ``points`` after moves, computed incrementally.

    Lines can gain or lose only the colour that moves. For the other colours, only the cells left and entered matter.

    Args:
        occupied: (B,) uint64 before the moves.
        fit: The fit of the boards before the moves.
        changes: The moves.
        g: The geometry.
    """
    board, color = changes.board, changes.color
    worth = _cell_worths(fit, g)
    row = board * worth.shape[1]
    points = fit.points.take(board) + worth.take(row + changes.start) - worth.take(row + changes.end)
    cell_bit = np.append(g.cell_bit, U64(0))
    empty = ~(occupied.take(board) ^ cell_bit.take(changes.start) ^ cell_bit.take(changes.end))
    of = board * BAG_COLUMNS + color
    held = fit.held.ravel().take(of)
    there = colors_in_line(g.size)
    for lines, codes in zip(changes.lines, changes.codes, strict=True):
        bit = np.left_shift(1, lines.astype(np.uint16), dtype=np.uint16)
        held = np.where(there.take(codes) >> color & 1, held | bit, held & ~bit)
    before = np.bitwise_count(fit.cover.ravel().take(of) & empty).astype(np.int64)
    after = np.bitwise_count(cover_table(g.size).take(held) & empty).astype(np.int64)
    return points + FIT * fit.wanted.ravel().take(of) * (after - before)


def _cell_worths(fit: TokenFit, g: Geometry) -> Array:
    """(B, cells + 1) int64: points of each cell if it is empty; the last entry stands for no cell."""
    bits = np.unpackbits(fit.cover.view(U8).reshape(-1, BAG_COLUMNS, 8), axis=2, count=g.cells + 1, bitorder="little")
    worth = np.zeros((len(bits), g.cells + 1), dtype=np.int64)
    for color in range(1, g.size + 1):
        worth += fit.wanted[:, color, None] * bits[:, color]
    return FIT * worth
