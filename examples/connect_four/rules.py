"""The rules of Connect Four over a batch of boards, and the models of a state and an action, for single moves.

A cell is 0 if empty, 1 or 2 with a disc of player 0 or 1. Cells are numbered row by row from the bottom::

    35 36 37 38 39 40 41
    28 29 30 31 32 33 34
    21 22 23 24 25 26 27
    14 15 16 17 18 19 20
     7  8  9 10 11 12 13
     0  1  2  3  4  5  6
"""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, JsonValue, model_validator

from py_engine.core.contract import ContractError, GameState, Model
from py_engine.core.evaluators import NoOptions
from py_engine.core.legality import refusal, require_ending, require_playable
from py_engine.core.numerics import Array
from py_engine.core.validation import MisfitError

Boards = NDArray[np.int8]  # (N, 42)
Columns = NDArray[np.intp]  # (N,): one for each board

ROWS, COLUMNS, CELLS = 6, 7, 42
_LINES = [
    [(row + i * up) * COLUMNS + column + i * right for i in range(4)]
    for row, column, (up, right) in product(range(ROWS), range(COLUMNS), ((0, 1), (1, 0), (1, 1), (1, -1)))
    if row + 3 * up < ROWS and 0 <= column + 3 * right < COLUMNS
]
LINES = np.array(_LINES, dtype=np.intp)
"""(69, 4): the cells of every line of four."""


class State(GameState):
    """A position. Player 0 moves first."""

    ruleset_id: Literal["connect_four_v1"]
    active_player_id: Annotated[int, Field(ge=0, le=1)]
    board: Annotated[list[Literal[0, 1, 2]], Field(min_length=CELLS, max_length=CELLS)]

    @model_validator(mode="after")
    def _discs_are_possible(self) -> Self:
        if self.board.count(1) - self.board.count(2) != self.active_player_id:
            raise MisfitError("does not fit the number of discs: the players take turns", "active_player_id")
        if any(disc and not below for below, disc in zip(self.board, self.board[COLUMNS:], strict=False)):
            raise MisfitError("has a disc with an empty cell below it", "board")
        return self

    @property
    def batch(self) -> Boards:
        """The board as a batch of one."""
        return np.array([self.board], dtype=np.int8)


class Action(Model):
    """Drops a disc into a column; 0 is on the left."""

    column: Annotated[int, Field(ge=0, lt=COLUMNS)]


def winners(boards: Boards) -> Array:
    """(N,) int8: whose discs, 1 or 2, have four in a line; 0 where there is no such line."""
    lines = boards[:, LINES]
    return np.where(lines.min(axis=2) == lines.max(axis=2), lines[:, :, 0], 0).max(axis=1)


def legal_mask(boards: Boards) -> Array:
    """(N, 7) bool: the columns that take a disc; none where the game is over."""
    return (boards[:, -COLUMNS:] == 0) & (winners(boards) == 0)[:, None]


def step(boards: Boards, columns: Columns) -> Boards:
    """The boards after whoever is to move has dropped a disc into one column (N,) of each."""
    after, taken = boards.copy(), boards != 0  # taken: the cells that hold a disc
    lanes = np.arange(len(boards), dtype=np.intp)  # the index of each board in the batch
    heights = taken.reshape(-1, ROWS, COLUMNS).sum(axis=1, dtype=np.intp)[lanes, columns]
    after[lanes, heights * COLUMNS + columns] = 1 + taken.sum(axis=1, dtype=np.int8) % 2
    return after


def legal_columns(board: Array) -> list[int]:
    """The columns of one board (42,) that take a disc."""
    return [int(column) for column in np.flatnonzero(legal_mask(board[None])[0])]


def state_of(board: Array, seed: int | None, events: list[dict[str, JsonValue]]) -> State:
    """The state of a board (42,)."""
    player = int((board != 0).sum(dtype=np.int8)) % 2
    state = State(ruleset_id="connect_four_v1", active_player_id=player, board=board.tolist(), seed=seed)
    return complete(state.model_copy(update={"last_events": events}))


def new_game(seed: int, _: NoOptions) -> State:
    """An empty board."""
    return state_of(np.zeros(CELLS, dtype=np.int8), seed, [])


def complete(state: State) -> State:
    """Fills in the derived fields; raises INVALID_STATE if given ones are wrong."""
    winner = int(winners(state.batch)[0])
    over = winner > 0 or 0 not in state.board
    require_ending(state, over=over, why="the game is won or the board is full" if over else "it is not decided")
    returns = ([0.5, 0.5], [1.0, 0.0], [0.0, 1.0])[winner] if over else [None, None]
    return state.model_copy(update={"game_over": over, "returns": returns})


def legal_actions(state: State) -> list[JsonValue]:
    """The legal actions as JSON, from left to right."""
    return [{"column": column} for column in legal_columns(state.batch[0])]


def illegal(state: State, action: Action) -> ContractError | None:
    """Why an action cannot be played in an unfinished game; None when it can."""
    full = state.board[action.column - COLUMNS] != 0
    return refusal(f"Column {action.column + 1} is full.", "COLUMN_FULL") if full else None


def apply_action(state: State, action: Action) -> State:
    """The state after a move; raises ACTION_FAILED or NO_LEGAL_ACTIONS."""
    require_playable(state, action, illegal)
    board = step(state.batch, np.array([action.column], dtype=np.intp))[0]
    return state_of(board, state.seed, [{"type": "drop", "player_id": state.active_player_id, **action.model_dump()}])


def describe(state: State) -> str:
    """The board as text, the top row first."""
    return "\n".join("".join(".XO"[disc] for disc in row) for row in state.batch.reshape(ROWS, COLUMNS)[::-1])
