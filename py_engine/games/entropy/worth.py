"""What a position is worth as a final score, between Order's move and Chaos's placement.

Looked at as the search does first: over the next token, Chaos's most harmful cell and Order's best answer.
"""

from __future__ import annotations

import numpy as np

from py_engine.games.entropy.learnt import line_values
from py_engine.games.entropy.lookahead import Boards, Draws, Lookahead, draws_from
from py_engine.games.entropy.tables import geometry, score_table
from py_engine.numerics import U64, Array

__all__ = ["worth_before_draw", "worth_of_boards", "worth_with_token"]


def worth_before_draw(codes: Array, occupied: int, bag: Array, size: int) -> float:
    """The expected final score of a board when a token is to be drawn: the mean over the draws.

    Args:
        codes: (lines,) int32.
        occupied: filled cells as bits.
        bag: (8,) tokens that are left by colour; a full board has none.
        size: of the board.
    """
    if not bag.any():
        return float(score_table(size).take(codes).sum(dtype=np.int32))
    return float(worth_of_boards(_one(codes, occupied), draws_from(bag), size)[0])


def worth_with_token(codes: Array, occupied: int, bag: Array, token: int, size: int) -> float:
    """The expected final score of a board on which Chaos is to place a token.

    Args:
        codes: (lines,) int32.
        occupied: filled cells as bits.
        bag: (8,) tokens that are left by colour, without this one.
        token: its colour, from 1 on.
        size: of the board.
    """
    return float(worth_of_boards(_one(codes, occupied), draws_from(bag, token), size)[0])


def worth_of_boards(boards: Boards, draws: Draws, size: int) -> Array:
    """(B,) float64: expected final scores of boards with as many tokens, before a draw."""
    look = Lookahead(geometry(size), line_values(size).worth)
    tokens = int(np.bitwise_count(boards.occupied[0]))
    return look.after_draw(boards, draws, look.leaves(tokens + 1, draws.bags, 1))


def _one(codes: Array, occupied: int) -> Boards:
    return Boards(codes[None], np.array([occupied], dtype=U64))
