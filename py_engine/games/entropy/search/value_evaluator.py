"""The value evaluator: V one ply deep, broken down by lines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from py_engine.core.evaluators import NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import Array, descending
from py_engine.core.one_shot import shortlisted
from py_engine.core.results import Result
from py_engine.games.entropy.rules.batch import ORDER, Batch, unplaced
from py_engine.games.entropy.rules.expected import expected_lines, match_chances
from py_engine.games.entropy.rules.state import EntropyRequest, action_data, to_batch
from py_engine.games.entropy.search.afterstates import after_moves
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines, line_reasons
from py_engine.games.entropy.search.ranking import RankingEvaluation, plain

__all__ = ["ValueEvaluation"]

GRAIN = float(1 << 40)
"""Parts are multiples of 1/GRAIN point, so that they add up to the value without rounding."""
NOTE = "Values are expected scores if Order only passed from now on and Chaos placed at random."


class ValueEvaluation(RankingEvaluation):
    """V of the board after each move: its expected score if Order then only passed and Chaos placed at random."""

    def __init__(self, request: EntropyRequest, _: NoOptions) -> None:
        super().__init__(request, "value", NOTE)

    def evaluate(self) -> Result:
        """All moves, ranked by V."""
        batch = to_batch([self.state])
        numbers, boards = after_moves(batch)
        self.work_done = self.valued = numbers.size
        points = self._points(boards.codes, batch)
        values = points.sum(axis=1)
        user = None if self.user is None else int(np.flatnonzero(numbers == self.user)[0])
        passing = numbers.size - 1 if self.player == ORDER else -1
        order = sorted(descending(values).tolist(), key=lambda i: (-values[i], i != user, i == passing))
        shown = shortlisted(order, self.params, user)
        order_moves = self.player == ORDER
        bag = unplaced(batch)[0]
        lines = {
            i: MoveLines(int(numbers[i]), float(values[i]), boards.codes[i], points[i], bag, order=order_moves)
            for i in shown
        }

        def measured(move: int) -> Measured:
            action, ev = action_data(int(numbers[move]), batch.size), lines[move].ev
            return Measured(action, ev, ev, 0.0, 0, reasons=line_reasons(lines[move], future=False))

        found = self.ranked(shown, user, measured, numbers.size)
        if user is None:
            return found
        rival = next((lines[i] for i in shown if i != user), None)
        return replace(found, evidence=LineComparison(lines[user], lines[shown[0]], rival, error=0.0))

    def _points(self, codes: Array, batch: Batch) -> Array:
        """(C, lines) float64: V of each line after each move, from the player's view."""
        values = expected_lines(codes.ravel(), match_chances(unplaced(batch)), batch.size).reshape(codes.shape)
        grains: Array = np.rint(values * GRAIN) / GRAIN
        return grains if self.player == ORDER else plain(-grains)
