"""The exact evaluator: expected remaining points of every hold and every category."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from pydantic import JsonValue

from py_engine.core.grading import Measured, is_behind
from py_engine.core.numerics import Array
from py_engine.core.one_shot import OneShotEvaluation, exact_result, shortlisted
from py_engine.core.results import Result
from py_engine.games.yatzy.knowledge.grades import BANDS, TIE
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.rules.batch import legal_mask
from py_engine.games.yatzy.rules.state import YatzyRequest, action_data, number_of
from py_engine.games.yatzy.rules.tables import CATEGORIES
from py_engine.games.yatzy.search.position import TURN_NODES, Move, MoveValues, Position, is_same, move_values
from py_engine.games.yatzy.search.reasons import in_grains, outcome, reasons_of

__all__ = ["ExactEvaluation", "ExactEvidence", "ranked"]


@dataclass(frozen=True, slots=True)
class ExactEvidence:
    """The evidence for feedback on a graded move."""

    position: Position
    table: ValueTable
    values: MoveValues
    moves: Mapping[int, Move]
    """By number of the action (see ``batch``)."""

    def closes(self, action: JsonValue) -> Array:
        """(15,) float64: the probability that the turn closes each row after a move."""
        number = next(each for each in self.moves if action_data(each) == action)
        end = outcome(self.position, self.values, self.moves[number])
        return np.bincount(end.closing, end.rolls, minlength=len(CATEGORIES))


def ranked(moves: list[Move], user: int | None) -> list[Move]:
    """Moves, best first. Those within ``TIE`` of the best get its value, and among them the user's comes first.

    Among other equals, a category comes first (holding all dice only delays it), then the hold of more dice.
    """
    top = max(move.ev for move in moves)
    levelled = [move._replace(ev=top) if move.ev > top - TIE else move for move in moves]

    def order(move: Move) -> tuple[float, bool, bool, int]:
        last = -move.number.bit_count() if move.category is None else move.category
        return (-move.ev, move.number != user, move.category is None, last)

    return sorted(levelled, key=order)


class ExactEvaluation(OneShotEvaluation):
    """Table lookup of every card that can follow, and one backward induction over the turn."""

    def __init__(self, request: YatzyRequest, _options: object) -> None:
        super().__init__(request.params)
        self.request = request
        self.position = Position.of(request.state, request.player)
        self.table = require(self.position.rules)

    def evaluate(self) -> Result:
        """All moves, ranked by value, with reasons for the best move and the one it is compared with."""
        values = move_values(self.position, self.table)
        user = None if self.request.user is None else number_of(self.request.user)
        moves = {move.number: move for move in ranked([self._as_asked(move) for move in values.moves], user)}
        shown = shortlisted(list(moves), self.params, user)
        # The best move is compared with the next, and with the first that is behind, any other move with the best.
        worse = [number for number in shown if is_behind(moves[shown[0]].ev - moves[number].ev, 0.0)]
        explained = [*shown[:2], *worse[:1]] if user == shown[0] else [shown[0], user]
        split = user is not None

        def measured(number: int) -> Measured:
            move = moves[number]
            reasons = reasons_of(self.position, values, move, self.table, split=split) if number in explained else []
            return Measured(action_data(number), move.ev, move.ev, 0.0, 0, reasons=reasons)

        legal = int(legal_mask(self.position.batch()).sum(dtype=np.int32))
        metadata = replace(
            self.metadata_so_far("exact", legal),
            decision=self.position.decision,
            solved=True,
            nodes=TURN_NODES,
            candidates_evaluated=len(moves),
            artifacts={self.table.name: self.table.sha256},
        )
        self.ended_by = "solved"
        found = exact_result(shown, user, measured, BANDS, metadata)
        return (
            found if user is None else replace(found, evidence=ExactEvidence(self.position, self.table, values, moves))
        )

    def _as_asked(self, move: Move) -> Move:
        """The move with its value rounded to grains, numbered like the user's action if it is the same move."""
        user = self.request.user
        number = number_of(user) if user is not None and is_same(move, user, self.position) else move.number
        return move._replace(number=number, ev=in_grains(move.ev))
