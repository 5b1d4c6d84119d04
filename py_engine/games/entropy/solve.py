"""Exact values near the end: every token, every cell, every answer, down to the full board."""

from __future__ import annotations

import numpy as np

from py_engine.games.entropy.lookahead import Boards, Draws, Lookahead, draws_from
from py_engine.games.entropy.slides import slides_of
from py_engine.games.entropy.tables import score_table
from py_engine.numerics import Array

__all__ = ["SOLVED_FROM", "solve", "solve_answers"]

SOLVED_FROM = 3
"""Empty cells before a draw, from which all lines of play are looked at."""


def solve(boards: Boards, draws: Draws, look: Lookahead) -> Array:
    """(B,) float64 points: boards before a draw, under the best play of both sides to the end.

    Args:
        boards: with at least one empty cell each, and as many tokens.
        draws: what may come.
        look: of the boards' size; its work is counted.
    """
    count, kinds = len(boards.occupied), draws.colors.size
    placed, which = look.placed(boards, draws)
    empty = which.size // (count * kinds)
    if empty == 1:
        look.looks += which.size
        points = score_table(look.g.size).take(placed.codes).sum(axis=1, dtype=np.int32).astype(np.float64)
    else:
        points = np.empty(which.size, dtype=np.float64)
        for kind, bag in enumerate(draws.bags):
            here = np.flatnonzero(which == kind)
            points[here] = solve_answers(placed.take(here), draws_from(bag), look)
    lowest = points.reshape(kinds, count, empty).min(axis=2)
    value = np.zeros(count, dtype=np.float64)
    for chance, row in zip(draws.chances, lowest, strict=True):
        value += chance * row
    return value


def solve_answers(boards: Boards, draws: Draws, look: Lookahead) -> Array:
    """(B,) float64 points: boards on which Order is to move; equal boards after its moves are looked at once."""
    slides = slides_of(boards.codes, boards.occupied, look.g)
    board = np.concatenate([np.arange(len(boards.occupied), dtype=np.intp), slides.board])
    codes = boards.codes.take(board, axis=0)
    moved = np.arange(len(boards.occupied), board.size, dtype=np.intp)
    for lines, changed in zip(slides.lines, slides.codes, strict=True):
        codes[moved, lines] = changed
    occupied = boards.occupied.take(board)
    occupied[moved] ^= look.g.start_bit[slides.slide] | look.g.cell_bit[look.g.end[slides.slide]]
    _, first, same = np.unique(codes[:, : look.g.size], axis=0, return_index=True, return_inverse=True)
    values = solve(Boards(codes[first], occupied[first]), draws, look)[same.ravel()]
    best = np.full(len(boards.occupied), -np.inf, dtype=np.float64)
    np.maximum.at(best, board, values)
    return best
