"""The true loss of a move in Yatzy: by the solver's own table for points, by the exact best response for chances to win.

The table has the solver's float64 values, where the coach's is rounded. The best response solves everything that can follow, as the coach does
with few open rows; it is feasible up to a few more (``MOST_ROWS``).
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.knowledge.turn import Turn, play_turn
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.knowledge.winning.best_response import BestResponse
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card, against, certain, last_answer
from py_engine.games.yatzy.policies.policy import Prospects
from py_engine.games.yatzy.rules.state import YatzyAction
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, STANDARD
from py_engine.games.yatzy.search.position import Move, Position, is_same, move_values, moves_under
from py_engine.games.yatzy.search.win_evaluator import cards_of
from py_engine.lab.core.versions import require_same, version
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.honesty.frozen import ALONE, TWO

__all__ = ["MOST_ROWS", "TruthTask", "engine", "lost"]

MOST_ROWS = 8
"""Open rows of either player up to which the best response is solved."""


class TruthTask(TypedDict):
    """Two moves of a frozen decision."""

    two: bool
    """Whether it is a game of two, in which chances to win count."""
    set: str
    place: list[int]
    pick: Any
    move: Any
    engine: str
    """The version of what solves."""


def engine() -> str:
    """A hash of what determines true losses."""
    return version(__name__, but=("py_engine.games.yatzy.game", "py_engine.games.yatzy.coach"))


def lost(task: TruthTask) -> float | None:
    """The loss of the move against the pick; None where it takes too long."""
    require_same(task["engine"], engine())
    frozen = TWO if task["two"] else ALONE
    state = frozen.decision(task["set"], task["place"]).state
    position = Position.of(state, state.active_player_id)
    if not task["two"]:
        moves = move_values(position, _table()).moves
        return _value(moves, task["pick"], position) - _value(moves, task["move"], position)
    cards = cards_of(state)
    own = cards[state.active_player_id]
    other = cards[1 - state.active_player_id]
    if max(own.open_rows, other.open_rows) > MOST_ROWS:
        return None
    moves = moves_under(position, _prospects(own.key, other.key)).moves
    return 100 * (_value(moves, task["pick"], position) - _value(moves, task["move"], position))


def _value(moves: list[Move], action: Any, position: Position) -> float:
    wanted = YatzyAction.model_validate(action)
    return next(move.ev for move in moves if is_same(move, wanted, position))


@cache
def _table() -> ValueTable:
    return ValueTable(solved(Goal(rules=STANDARD)), STANDARD)


@cache
def _prospects(own: tuple[int, int, int], other: tuple[int, int, int]) -> Prospects:
    """The solved turn of the player with the first card."""
    mine, theirs = Card(*own), Card(*other)
    if mine.open_rows == 1 and theirs.open_rows == 1:
        payoff = last_answer(theirs, STANDARD)
    else:
        payoff = against([_distribution(theirs)])
    job = BestResponse(STANDARD, mine, payoff)
    job.run()
    closed = job.closings()[:, :, None]
    turn: Turn = play_turn(closed.max(axis=0))
    return Prospects(closed, turn, np.zeros(1, dtype=np.intp))


def _distribution(card: Card) -> Array:
    """The distribution of a card's final score, played for points."""
    if not card.open_rows:
        return certain(card.points + (BONUS if card.upper >= BONUS_AT else 0))
    job = DistributionJob(STANDARD, 0.0, card.mask, card.upper, flat=_table().flat)
    job.run()
    later = job.finished.distribution[: SCORES - card.points]
    return np.concatenate([np.zeros(card.points), later, np.zeros(SCORES - card.points - len(later))])
