"""Connect Four's negamax against a minimax without pruning, and what it sees."""

from __future__ import annotations

import random

import numpy as np

from examples.connect_four.rules import CELLS, legal_columns, step, winners
from examples.connect_four.search import WIN, negamax, static_values, valued_moves
from py_engine.core.numerics import Array


def board_of(*columns: int) -> Array:
    """The board after discs in these columns."""
    board = np.zeros(CELLS, dtype=np.int8)
    for column in columns:
        board = step(board[None], np.array([column]))[0]
    return board


def minimax(board: Array, depth: int) -> int:
    """The value to the player who has just moved, of all replies to a depth."""
    columns = legal_columns(board)
    if depth == 0 or winners(board[None])[0] or not columns:
        return int(static_values(board[None])[0])
    return -max(minimax(step(board[None], np.array([column]))[0], depth - 1) for column in columns)


def test_pruning_changes_no_value() -> None:
    rng = random.Random(1)
    for discs in range(0, 24, 3):
        board = board_of()
        for _ in range(discs):
            if legal_columns(board):
                board = step(board[None], np.array([rng.choice(legal_columns(board))]))[0]
        wanted = [minimax(step(board[None], np.array([column]))[0], 2) for column in legal_columns(board)]
        assert [move.ev for move in valued_moves(board, depth=3)] == wanted
        if wanted:
            assert negamax(board, legal_columns(board), 3)[0] == max(wanted)


def test_a_win_is_taken_and_a_threat_is_met() -> None:
    threat = board_of(0, 6, 0, 6, 0)
    assert negamax(threat, legal_columns(threat), 2)[1][0] == 0
    won = board_of(0, 6, 0, 6, 0, 5)
    assert negamax(won, legal_columns(won), 4) == (WIN - 7, [0])


def test_the_sooner_win_is_worth_more() -> None:
    board = board_of(2, 2, 3, 3)
    best = max(valued_moves(board, depth=4), key=lambda move: move.ev)
    assert (best.ev, len(best.line)) == (WIN - 7, 3)
    assert best.action in ({"column": 1}, {"column": 4})
