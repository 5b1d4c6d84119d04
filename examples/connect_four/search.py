"""The evaluators of Connect Four: random, greedy, and negamax with alpha-beta pruning (Knuth & Moore 1975)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import numpy as np
from pydantic import Field

from examples.connect_four.rules import CELLS, LINES, Action, State, legal_actions, legal_columns, step, winners
from py_engine.core.contract import GradeBand, Model
from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import Array, descending
from py_engine.core.one_shot import RankedEvaluation, random_moves
from py_engine.core.request import Request

WIN = 1000
"""Points of a win, less one for every disc on the board: the sooner the better. No line points come near it."""
LINE_POINTS = np.array([0, 1, 4, 9, 0], dtype=np.int64)
"""Points of a line by the number of discs in it, where all are one player's."""
_LIMITS = {"Best": 0.0, "Good": 4.0, "Inaccuracy": 10.0, "Mistake": 25.0, "Blunder": None}
BANDS = tuple(GradeBand(code=label.upper(), label=label, max_loss=limit) for label, limit in _LIMITS.items())


def static_values(boards: Array) -> Array:
    """(N,) int64: the static evaluation of boards, for the player who has just moved."""
    discs = (boards != 0).sum(axis=1, dtype=np.int64)
    mover, lines = (2 - discs % 2)[:, None, None], boards[:, LINES]
    own, other = ((lines == player).sum(axis=2, dtype=np.int64) for player in (mover, 3 - mover))
    points = np.where(other == 0, LINE_POINTS[own], 0) - np.where(own == 0, LINE_POINTS[other], 0)
    return np.where(winners(boards) > 0, WIN - discs, points.sum(axis=1, dtype=np.int64))


def negamax(board: Array, columns: list[int], depth: int, alpha: int = -WIN, beta: int = WIN) -> tuple[int, list[int]]:
    """The negamax value of a board for the player to move, restricted to these columns, and the principal variation.

    Values outside of ``alpha`` to ``beta`` are bounds.
    """
    boards = step(board[None].repeat(len(columns), axis=0), np.array(columns, dtype=np.intp))
    values = static_values(boards)
    best, variation = alpha if columns else 0, list[int]()  # a full board is a draw: 0
    for move in descending(values).tolist():
        value, replies = int(values[move]), list[int]()
        if depth > 1 and value < WIN - CELLS:  # the game is not won
            value, replies = negamax(boards[move], legal_columns(boards[move]), depth - 1, -beta, -best)
            value = -value
        if value > best:
            best, variation = value, [columns[move], *replies]
        if best >= beta:
            break
    return best, variation


def valued_moves(board: Array, depth: int) -> Iterator[Measured]:
    """Every legal move with its exact value (a full window per move) and its principal variation."""
    for column in legal_columns(board):
        value, line = negamax(board, [column], depth)
        yield Measured({"column": column}, float(value), float(value), 0.0, 0, line=[{"column": at} for at in line])


def searched(request: Request[State, Action], depth: int, name: str = "search") -> RankedEvaluation:
    """An evaluation to a depth."""
    return RankedEvaluation(request, name, BANDS, valued_moves(request.state.batch[0], depth))


def at_random(request: Request[State, Action]) -> RankedEvaluation:
    """A move at random."""
    moves = random_moves(legal_actions(request.state), request.params.evaluator_seed)
    return RankedEvaluation(request, "random", BANDS, moves, compares=False)


class SearchOptions(Model):
    """How many moves the search looks ahead."""

    depth: Annotated[int, Field(ge=1, le=8)] = 4


_BY_NAME = {
    "search": Evaluator("Looks ahead.", SearchOptions, lambda request, options: searched(request, options.depth)),
    "greedy": Evaluator("Looks at its own move.", NoOptions, lambda request, _: searched(request, 1, "greedy")),
    "random": Evaluator("Any legal move.", NoOptions, lambda request, _: at_random(request)),
}
EVALUATORS = Evaluators("Connect Four", "search", _BY_NAME)
