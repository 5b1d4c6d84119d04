"""Connect Four's batched rules against a brute-force reading of the board, and what a state may be."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import examples
from examples.connect_four.rules import CELLS, COLUMNS, ROWS, State, legal_mask, step, winners
from py_engine import games
from tests.bridge.asking import ask, refused

RULESET = "connect_four_v1"


@pytest.fixture(autouse=True)
def _with_examples() -> Any:
    with games.including(examples.GAMES):
        yield


def winner_by_hand(board: list[int]) -> int:
    """Whose discs have four in a line, by walking in every direction from every cell."""
    for cell, (up, right) in ((c, d) for c in range(CELLS) for d in ((0, 1), (1, 0), (1, 1), (1, -1))):
        row, column = divmod(cell, COLUMNS)
        ends = row + 3 * up, column + 3 * right
        if board[cell] and ends[0] < ROWS and 0 <= ends[1] < COLUMNS:
            line = {board[(row + i * up) * COLUMNS + column + i * right] for i in range(4)}
            if line == {board[cell]}:
                return board[cell]
    return 0


def test_a_batch_of_games_is_as_each_game_by_hand() -> None:
    rng = random.Random(3)
    boards = np.zeros((64, CELLS), dtype=np.int8)
    seen = set()
    for ply in range(CELLS):
        found = winners(boards).tolist()
        assert found == [winner_by_hand(board) for board in boards.tolist()]
        seen.update(found)
        mask = legal_mask(boards)
        assert not mask[np.array(found) > 0].any()
        going = mask.any(axis=1)
        if not going.any():
            break
        columns = np.array([rng.choice(np.flatnonzero(row)) for row in mask[going]])
        boards = step(boards[going], columns)
        assert ((boards != 0).sum(axis=1) == ply + 1).all()
    assert seen == {0, 1, 2}


@pytest.mark.parametrize(
    ("changes", "path"),
    [({"active_player_id": 1}, "active_player_id"), ({"board": [0] * 7 + [1, 2] + [0] * 33}, "board")],
)
def test_an_impossible_board_is_refused(changes: dict[str, Any], path: str) -> None:
    state = ask("new_game", RULESET, 1, {}) | changes
    assert refused("INVALID_STATE", "describe_state", state)["context"]["path"] == path


def test_a_full_column_takes_no_disc() -> None:
    state = ask("new_game", RULESET, 1, {})
    for _ in range(ROWS):
        state = ask("apply_action", state, {"column": 2})
    answer = refused("ACTION_FAILED", "apply_action", state, {"column": 2})
    assert (answer["error"], answer["context"]) == ("Column 3 is full.", {"reason": "COLUMN_FULL"})


def test_a_state_is_read_as_a_batch_of_one() -> None:
    state = State(ruleset_id="connect_four_v1", active_player_id=0, board=[0] * CELLS)
    assert state.batch.shape == (1, CELLS)
    assert state.batch.dtype == np.int8
