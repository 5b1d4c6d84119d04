"""Exact endgame values: full-width expectimax over every token, cell and reply down to the full board."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.slides import slides_of
from py_engine.games.entropy.rules.tables import score_table
from py_engine.games.entropy.search.afterstates import Boards, Draws, draws_from
from py_engine.games.entropy.search.lookahead import Lookahead

__all__ = ["SOLVED_FROM", "solve", "solve_answers"]

SOLVED_FROM = 3
"""Maximum number of empty cells, before a draw, for an exact search."""


def solve(boards: Boards, draws: Draws, lookahead: Lookahead, *, ahead: bool) -> Array:
    """(B,) float64 points: exact values of boards before a placement, under optimal play by both sides.

    Args:
        boards: Boards with equally many tokens and at least one empty cell each.
        draws: The possible tokens to place.
        lookahead: For the boards' size; it counts the work.
        ahead: Whether the players know the token after that before it is placed.
    """
    count = len(boards.occupied)
    placed, which = lookahead.placed(boards, draws)
    empty = which.size // (count * draws.colors.size)
    value = np.zeros(count, dtype=np.float64)
    for kind, (chance, bag) in enumerate(zip(draws.chances, draws.bags, strict=True)):
        here = placed.take(np.flatnonzero(which == kind))
        if empty == 1:
            lookahead.nodes += count
            value += chance * score_table(lookahead.g.size).take(here.codes).sum(axis=1, dtype=np.int32)
            continue
        later = draws_from(bag)
        known = [(1.0, later)]
        if ahead:
            colors = later.colors.tolist()
            known = [(c, draws_from(left, t)) for c, t, left in zip(later.chances, colors, later.bags, strict=True)]
        for share, following in known:
            answered = solve_answers(here, following, lookahead, ahead=ahead).reshape(count, empty)
            value += chance * share * answered.min(axis=1)
    return value


def solve_answers(boards: Boards, draws: Draws, lookahead: Lookahead, *, ahead: bool) -> Array:
    """(B,) float64 points: exact values of boards with Order to move; equal boards after its moves are searched once.

    Args:
        boards: Boards with equally many tokens and at least one empty cell each.
        draws: The possible tokens to place after the move.
        lookahead: See ``solve``.
        ahead: See ``solve``.
    """
    slides = slides_of(boards.codes, boards.occupied, lookahead.g)
    board = np.concatenate([np.arange(len(boards.occupied), dtype=np.intp), slides.board])
    codes = boards.codes.take(board, axis=0)
    moved = np.arange(len(boards.occupied), board.size, dtype=np.intp)
    for lines, changed in zip(slides.lines, slides.codes, strict=True):
        codes[moved, lines] = changed
    occupied = boards.occupied.take(board)
    occupied[moved] ^= lookahead.g.start_bit[slides.slide] | lookahead.g.cell_bit[lookahead.g.end[slides.slide]]
    _, first, same = np.unique(codes[:, : lookahead.g.size], axis=0, return_index=True, return_inverse=True)
    values = solve(Boards(codes[first], occupied[first]), draws, lookahead, ahead=ahead)[same.ravel()]
    best = np.full(len(boards.occupied), -np.inf, dtype=np.float64)
    np.maximum.at(best, board, values)
    return best
