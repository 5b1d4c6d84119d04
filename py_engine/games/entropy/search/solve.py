"""Exact endgame values: full-width expectimax over every token, cell and reply down to the full board."""

from __future__ import annotations

import numpy as np

from py_engine.core.grading import ROUNDING
from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.slides import slides_of
from py_engine.games.entropy.rules.tables import score_table
from py_engine.games.entropy.search.afterstates import Boards, Draws, draws_from
from py_engine.games.entropy.search.expectimax.lookahead import Lookahead

__all__ = ["SOLVED_FROM", "first_best", "solve", "solve_answers", "solve_lines"]

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
    return _before_draw(boards, draws, lookahead, ahead=ahead, lines=False)[:, 0]


def solve_answers(boards: Boards, draws: Draws, lookahead: Lookahead, *, ahead: bool) -> Array:
    """(B,) float64 points: exact values of boards with Order to move.

    Args:
        boards: Boards with equally many tokens and at least one empty cell each.
        draws: The possible tokens to place after the move.
        lookahead: See ``solve``.
        ahead: See ``solve``.
    """
    return _answered(boards, draws, lookahead, ahead=ahead, lines=False)[:, 0]


def solve_lines(boards: Boards, draws: Draws, lookahead: Lookahead, *, ahead: bool) -> Array:
    """(B, lines) float64 points: what each line is expected to score in the end, so that the lines add up to ``solve``.

    Of moves that are worth the same, Chaos takes the first cell, and Order passes or takes the first slide: two boards on
    which the same moves are best are played alike, and no line differs for want of a reason.
    """
    return _before_draw(boards, draws, lookahead, ahead=ahead, lines=True)[:, 1:]


def first_best(values: Array) -> int:
    """The index of the first of the highest values (N,), which may differ by rounding."""
    return int((values >= values.max() - ROUNDING).argmax())


def _before_draw(boards: Boards, draws: Draws, lookahead: Lookahead, *, ahead: bool, lines: bool) -> Array:
    """(B, 1) float64 points: see ``solve``; or with what each line scores in the end (B, 1 + lines)."""
    count = len(boards.occupied)
    placed, which = lookahead.placed(boards, draws)
    empty = which.size // (count * draws.colors.size)
    value = np.zeros((count, 1 + (lookahead.g.lines if lines else 0)), dtype=np.float64)
    for kind, (chance, bag) in enumerate(zip(draws.chances, draws.bags, strict=True)):
        here = placed.take(np.flatnonzero(which == kind))
        if empty == 1:
            lookahead.nodes += count
            value += chance * _scored(here, lookahead.g.size, lines=lines)
            continue
        later = draws_from(bag)
        known = [(1.0, later)]
        if ahead:
            colors = later.colors.tolist()
            known = [(c, draws_from(left, t)) for c, t, left in zip(later.chances, colors, later.bags, strict=True)]
        for share, following in known:
            answered = _answered(here, following, lookahead, ahead=ahead, lines=lines)
            value += chance * share * _lowest(answered.reshape(count, empty, -1))
    return value


def _scored(boards: Boards, size: int, *, lines: bool) -> Array:
    """(B, 1): the scores of full boards; or with those of their lines (B, 1 + lines)."""
    scores = score_table(size).take(boards.codes)
    total = scores.sum(axis=1, dtype=np.int32)[:, None]
    return np.concatenate([total, scores.astype(np.int32)], axis=1) if lines else total


def _lowest(values: Array) -> Array:
    """(B, W): the rows of the first of the cells (B, E, W) with the lowest value, which is the first column."""
    least: Array = values[:, :, 0].min(axis=1)
    if values.shape[2] == 1:
        return least[:, None]
    first = (values[:, :, 0] <= least[:, None] + ROUNDING).argmax(axis=1)
    found = values[np.arange(len(values), dtype=np.intp), first]
    found[:, 0] = least
    return found


def _answered(boards: Boards, draws: Draws, lookahead: Lookahead, *, ahead: bool, lines: bool) -> Array:
    """(B, 1 or 1 + lines): see ``solve_answers`` and ``_before_draw``; equal boards after Order's moves are searched once."""
    slides = slides_of(boards.codes, boards.occupied, lookahead.g)
    board = np.concatenate([np.arange(len(boards.occupied), dtype=np.intp), slides.board])
    codes = boards.codes.take(board, axis=0)
    moved = np.arange(len(boards.occupied), board.size, dtype=np.intp)
    for line, changed in zip(slides.lines, slides.codes, strict=True):
        codes[moved, line] = changed
    occupied = boards.occupied.take(board)
    occupied[moved] ^= lookahead.g.start_bit[slides.slide] | lookahead.g.cell_bit[lookahead.g.end[slides.slide]]
    _, first, same = np.unique(codes[:, : lookahead.g.size], axis=0, return_index=True, return_inverse=True)
    values = _before_draw(Boards(codes[first], occupied[first]), draws, lookahead, ahead=ahead, lines=lines)
    values = values[same.ravel()]
    best: Array = np.full(len(boards.occupied), -np.inf, dtype=np.float64)
    np.maximum.at(best, board, values[:, 0])
    if not lines:
        return best[:, None]
    # Passing comes before the slides of any board.
    good = np.flatnonzero(values[:, 0] >= best[board] - ROUNDING)
    _, at = np.unique(board[good], return_index=True)
    found = values[good[at]]
    found[:, 0] = best
    return found
