"""The exact evaluator: every hold and every category with its expected remaining points."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, answer
from py_engine.games.yatzy.coaching.feedback import BANDS, TIE, sentences
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.state import YatzyAction, YatzyState, action_data, number_of
from py_engine.games.yatzy.search.position import Move, Position, is_same, worth
from py_engine.games.yatzy.search.reasons import GRAIN, reasons_of

__all__ = ["Asked", "CardEvaluation", "ExactEvaluation", "comparison", "ranked"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an evaluation is asked."""

    state: YatzyState
    player: int
    legal: int
    """How many actions are legal."""
    params: EvaluatorParams
    user: YatzyAction | None = None
    """The action to grade."""


def ranked(moves: list[Move], user: int | None) -> list[Move]:
    """Moves, best first; all within ``TIE`` of the best are given its value, and of those the user's comes first.

    Among equals, closing a category comes first (holding all dice only puts it off), then the hold of more dice.
    """
    top = max(move.ev for move in moves)
    levelled = [move._replace(ev=top) if move.ev > top - TIE else move for move in moves]

    def order(move: Move) -> tuple[float, bool, bool, int]:
        last = -move.number.bit_count() if move.category is None else move.category
        return (-move.ev, move.number != user, move.category is None, last)

    return sorted(levelled, key=order)


class CardEvaluation(Evaluation):
    """An evaluation of one position that is done in one piece."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked.params)
        self.asked = asked
        self.position = Position.of(asked.state, asked.player)
        self.found: dict[str, Any] | None = None
        """The result without its metadata."""

    def has_result(self) -> bool:
        """Whether it has been computed."""
        return self.found is not None

    @property
    def progress(self) -> float:
        """0 or 1."""
        return float(self.done)

    @abstractmethod
    def metadata(self) -> dict[str, Any]:
        """The circumstances, and what this evaluator adds to them."""

    def result(self) -> dict[str, Any] | None:
        """The EvaluationResult, once computed."""
        if self.found is None:
            return None
        more = {"candidates_evaluated": len(self.found["candidates"]), "decision": self.position.decision}
        return {**self.found, "metadata": self.metadata() | more}


class ExactEvaluation(CardEvaluation):
    """One look at the table and one backward induction over the turn."""

    def __init__(self, asked: Asked, _options: object) -> None:
        super().__init__(asked)
        self.table = require(self.position.rules)

    def work(self) -> Pieces:
        """Done with its answer, so that the clock, however short, does not end what is solved."""
        yield
        values = worth(self.position, self.table)
        user = None if self.asked.user is None else number_of(self.asked.user)
        order = ranked([self._as_asked(move) for move in values.moves], user)
        place = None if user is None else next(i for i, move in enumerate(order) if move.number == user)
        size = self.asked.params.shortlist_size or len(order)
        shown = [i for i in range(len(order)) if i < size or i == place]
        # The best move is told apart from the next, any other from the best.
        told = (0, 1 if place == 0 else place)
        measured = []
        for i in shown:
            move = order[i]
            reasons = reasons_of(self.position, values, move, self.table, split=user is not None) if i in told else []
            measured.append(Measured(action_data(move.number), move.ev, move.ev, 0.0, 0, reasons=reasons))
        graded = None
        if place is not None:
            graded = comparison([order[i].ev for i in shown], shown.index(place))
        self.found = answer(measured, 0, graded, BANDS)
        if user is not None:
            self.found["feedback"] = sentences(self.found, self.position, self.table)
        self.ended_by = "solved"

    def _as_asked(self, move: Move) -> Move:
        """The move with its value in whole grains, and as the user wrote it if it is the user's."""
        user = self.asked.user
        number = number_of(user) if user is not None and is_same(move, user, self.position) else move.number
        return move._replace(number=number, ev=float(np.rint(move.ev * GRAIN) / GRAIN))

    def metadata(self) -> dict[str, Any]:
        """Says that the position is solved, and by which table."""
        return self.circumstances("exact", self.asked.legal) | {
            "solved": True,
            "nodes": 1,
            "artifacts": {self.table.name: self.table.sha256},
        }


def comparison(evs: list[float], user: int) -> Comparison:
    """The user's move against the best other one; values are exact."""
    rival = next((i for i in range(len(evs)) if i != user), None)
    return Comparison(user, rival, Difference(0.0 if rival is None else evs[user] - evs[rival], 0.0))
