"""Playing to win: the chance to be first after every hold and every category, with ties shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, result_of
from py_engine.core.one_shot import shortlisted
from py_engine.core.results import Reason, Result
from py_engine.games.yatzy.knowledge.grades import WIN_BANDS, WIN_TIE
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.knowledge.winning.estimate import errors_of
from py_engine.games.yatzy.knowledge.winning.payoff import Card
from py_engine.games.yatzy.knowledge.winning.turns import WinTurn, WinTurnJob
from py_engine.games.yatzy.policies.policy import Prospects
from py_engine.games.yatzy.rules.batch import legal_mask
from py_engine.games.yatzy.rules.state import YatzyRequest, YatzyState, action_data, closed_mask, number_of
from py_engine.games.yatzy.search.courses import WinEvidence
from py_engine.games.yatzy.search.exact_evaluator import ExactEvaluation
from py_engine.games.yatzy.search.position import (
    TURN_NODES,
    Move,
    MoveValues,
    Position,
    is_same,
    move_values,
    moves_under,
)
from py_engine.games.yatzy.search.reasons import in_grains

__all__ = [
    "ASSUMED",
    "ASSUMED_OF_ALL",
    "WinEvaluation",
    "cards_of",
    "prospects_of",
    "turn_job",
    "winning",
]

HUNDRED = 100.0
ASSUMED = "The opponent counts as a perfect player for points."
ASSUMED_OF_ALL = "The opponents count as perfect players for points."
"""The notes on a chance that depends on how one opponent or several play."""


def winning(request: YatzyRequest, options: object) -> Evaluation:
    """The evaluation by the chance to win; that of points for a player who plays alone."""
    return WinEvaluation(request) if len(request.state.players) > 1 else ExactEvaluation(request, options)


def cards_of(state: YatzyState) -> list[Card]:
    """The players' cards between turns."""
    points = [sum(card.scores.values()) for card in state.players]  # same bits: whole numbers
    return [Card(closed_mask(card), card.upper, total) for card, total in zip(state.players, points, strict=True)]


def turn_job(state: YatzyState, player: int, table: ValueTable) -> WinTurnJob:
    """The job that solves a player's turn."""
    cards = cards_of(state)
    return WinTurnJob(table, cards[player], [card for seat, card in enumerate(cards) if seat != player])


def prospects_of(turn: WinTurn, lanes: int) -> Prospects:
    """The solved turn as the only column, for all lanes."""
    return Prospects(turn.closed, turn.turn, np.zeros(lanes, dtype=np.intp))


@dataclass(frozen=True, slots=True)
class WinMove:
    """A distinct move and its values."""

    move: Move
    """Its ``ev`` is the chance to win, in per cent."""
    points: float
    """Expected remaining points, if the player went on to play for points."""


class WinEvaluation(Evaluation):
    """The best response to the opponents' final scores; estimated while more than six categories are open."""

    def __init__(self, request: YatzyRequest) -> None:
        super().__init__(request.params)
        self.request = request
        self.position = Position.of(request.state, request.player)
        self.table = require(self.position.rules)
        self.job = turn_job(request.state, request.player, self.table)
        self.found: Result | None = None

    @property
    def progress(self) -> float:
        """Fraction of the work done."""
        return 1.0 if self.done else min(0.99, self.job.progress)

    def has_result(self) -> bool:
        """Whether the turn is solved."""
        return self.found is not None

    def result(self) -> Result | None:
        """The result, once the turn is solved."""
        return None if self.found is None else replace(self.found, metadata=self.timed(self.found.metadata))

    def work(self) -> Pieces:
        """The pieces are those of the turn; the last one ranks the moves."""
        yield
        turn = yield from self.job.pieces()
        if turn is not None:
            self.work_done += max(1, turn.states)
            self.found = self._result(turn)
            self.ended_by = "solved"

    def _result(self, turn: WinTurn) -> Result:
        user = None if self.request.user is None else number_of(self.request.user)
        winning, for_points = moves_under(self.position, prospects_of(turn, 1)), move_values(self.position, self.table)
        ranked = self._ranked(winning, for_points, user)
        moves = {each.move.number: each for each in ranked}
        shown = shortlisted(list(moves), self.request.params, user)
        most_points = max(ranked, key=lambda each: each.points)
        errors = errors_of(self.table, len(self.request.state.players))
        error, level = (0.0, 0.0) if turn.exact else (errors.difference * HUNDRED, errors.level * HUNDRED)

        def measured(number: int) -> Measured:
            each = moves[number]
            ev = each.move.ev
            reasons = _reasons(each, most_points, turn) if number in (shown[0], user) else []
            features = {"points": each.points, "win_chance": ev / HUNDRED}
            chance = ev / HUNDRED
            return Measured(action_data(number), ev, ev, level, 0, features, reasons, win_probability=chance)

        candidates = [measured(number) for number in shown]
        comparison = None if user is None else _compared(candidates, shown.index(user), error)
        assumed = ASSUMED if len(self.request.state.players) == 2 else ASSUMED_OF_ALL
        notes = [assumed] if turn.for_points else []
        metadata = replace(
            self.metadata_so_far("win", int(legal_mask(self.position.batch()).sum(dtype=np.int32))),
            decision=self.position.decision,
            solved=turn.exact,
            nodes=TURN_NODES + turn.states,
            candidates_evaluated=len(ranked),
            objective="win",
            model_error=error,
            notes=notes,
            artifacts={self.table.name: self.table.sha256},
        )
        found = result_of(candidates, 0, comparison, WIN_BANDS, metadata)
        found = replace(found, win_probability=found.best_action_ev / HUNDRED)
        if user is None:
            return found
        known = {number: each.move for number, each in moves.items()}
        points, own, others = {each.move.number: each.points for each in ranked}, self.job.own, self.job.others
        return replace(found, evidence=WinEvidence(self.position, self.table, for_points, known, points, own, others))

    def _ranked(self, winning: MoveValues, for_points: MoveValues, user: int | None) -> list[WinMove]:
        """The distinct moves, best first.

        Chances within ``WIN_TIE`` of the best are levelled. Among those the user's move comes first, then more points, as
        when the game is decided and every move is as good; then a category before a hold, and the hold of more dice.
        """
        points = {move.number: move.ev for move in for_points.moves}
        found = [
            WinMove(self._as_asked(move._replace(ev=in_grains(HUNDRED * move.ev))), in_grains(points[move.number]))
            for move in winning.moves
        ]
        top = max(each.move.ev for each in found)

        def order(each: WinMove) -> tuple[float, bool, float, bool, int]:
            move = each.move
            last = -move.number.bit_count() if move.category is None else move.category
            return (-move.ev, move.number != user, -each.points, move.category is None, last)

        levelled = [
            WinMove(each.move._replace(ev=top), each.points) if each.move.ev > top - WIN_TIE else each for each in found
        ]
        return sorted(levelled, key=order)

    def _as_asked(self, move: Move) -> Move:
        """The move, numbered like the user's action if it is the same move."""
        user = self.request.user
        return (
            move._replace(number=number_of(user)) if user is not None and is_same(move, user, self.position) else move
        )


def _compared(candidates: Sequence[Measured], user: int, error: float) -> Comparison:
    """The user's move compared with the best other one."""
    rival = next((place for place in range(len(candidates)) if place != user), None)
    gap = 0.0 if rival is None else candidates[user].ev - candidates[rival].ev
    return Comparison(user, rival, Difference(gap, 0.0 if rival is None else error))


def _reasons(each: WinMove, for_points: WinMove, turn: WinTurn) -> list[Reason]:
    """The parts of a chance to win, in per cent, which add up to it."""
    base = for_points.move.ev
    points = in_grains(HUNDRED * turn.slope * (each.points - for_points.points))
    return [
        Reason("for_points", "The best move for points", base),
        Reason("points", "Expected points", points),
        Reason("risk", "Scores that win", each.move.ev - base - points),
    ]
