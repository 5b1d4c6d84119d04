"""Boards after every slide and placement, valued by any function that is a sum over lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.expected import expected_lines, match_chances
from py_engine.games.entropy.rules.slides import Slides, best_of, slides_of
from py_engine.games.entropy.rules.tables import Geometry, score_table

__all__ = [
    "LineWorth",
    "Placements",
    "best_replies",
    "by_expectation",
    "by_score",
    "line_worths",
    "placements",
    "slide_gains",
]

LineWorth = Callable[[Array, Array], Array]
"""A line value function: (M,) int32 codes and (M,) intp board indices -> (M,) float64 values."""


class Placements(NamedTuple):
    """Boards after placing a token, by board and then by cell."""

    board: Array
    """(P,) intp: the index of the board before."""
    cell: Array
    """(P,) intp."""
    codes: Array
    """(P, lines) int32."""
    occupied: Array
    """(P,) uint64."""


def placements(codes: Array, occupied: Array, token: Array, g: Geometry) -> Placements:
    """The boards after placing a token (B,) on each empty cell of boards (B, lines)."""
    board, cell = ((occupied[:, None] & g.cell_bit) == 0).nonzero()
    after = codes.take(board, axis=0)
    color = token.astype(np.int32).take(board)
    row = np.arange(board.size, dtype=np.intp)
    for lines, effect in zip(g.cell_lines, g.cell_effect, strict=True):
        after[row, lines.take(cell)] += effect.take(cell) * color
    return Placements(board, cell, after, occupied.take(board) | g.cell_bit.take(cell))


def by_score(size: int) -> LineWorth:
    """The line value that is the current score."""
    table = score_table(size).astype(np.float64)
    return lambda codes, _: table.take(codes)


def by_expectation(bag: Array, size: int) -> LineWorth:
    """The line value V (see ``expected``); bags are (B, 8), one per board, or (1, 8) for all boards."""
    chances = match_chances(bag)
    if len(bag) == 1:
        return lambda codes, _: expected_lines(codes, chances, size)
    return lambda codes, board: expected_lines(codes, chances, size, board)


def line_worths(codes: Array, worth: LineWorth) -> Array:
    """(B, lines) float64: the value of every line of boards (B, lines)."""
    boards, lines = codes.shape
    return worth(codes.ravel(), np.repeat(np.arange(boards, dtype=np.intp), lines)).reshape(boards, lines)


def slide_gains(slides: Slides, worths: Array, worth: LineWorth) -> Array:
    """(M,) float64: how much each slide changes the value of its board.

    Args:
        slides: The slides of some boards.
        worths: (B, lines), see ``line_worths``.
        worth: The value of lines.
    """
    after = worth(slides.codes.ravel(), np.tile(slides.board, 3)).reshape(slides.codes.shape)
    before = worths.ravel().take(slides.board * worths.shape[1] + slides.lines)
    gains: Array = (after - before).sum(axis=0)
    return gains


def best_replies(codes: Array, occupied: Array, worth: LineWorth, g: Geometry) -> tuple[Array, int]:
    """(B,) float64 the values of boards (B, lines) after Order's best slide or pass, and the number of replies valued."""
    worths = line_worths(codes, worth)
    slides = slides_of(codes, occupied, g)
    best = worths.sum(axis=1) + best_of(slide_gains(slides, worths, worth), slides, len(codes))
    return best, slides.slide.size + len(codes)
