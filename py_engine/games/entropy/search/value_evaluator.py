"""The value evaluator: V, one ply deep, every line with its part."""

from __future__ import annotations

from typing import Any

import numpy as np

from py_engine.core.evaluators import NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import Array, descending
from py_engine.games.entropy.coaching.feedback import Move, line_reasons, sentences
from py_engine.games.entropy.knowledge.boards import placements
from py_engine.games.entropy.rules.batch import CHAOS
from py_engine.games.entropy.rules.expected import expected_lines, match_chances
from py_engine.games.entropy.rules.state import action_data, number_of, to_batch
from py_engine.games.entropy.search.evaluator import Asked, EntropyLook, plain
from py_engine.games.entropy.search.lookahead import Boards, after_slides

__all__ = ["ValueEvaluation"]

GRAIN = float(1 << 40)
"""Parts are whole multiples of 1/GRAIN point, so that they add up to the value without rounding."""
NOTE = "Values are expected scores if Order only passed from now on and Chaos placed at random."


class ValueEvaluation(EntropyLook):
    """V of the board after each move: what it scores on average if Order then only passes and Chaos plays at random."""

    def __init__(self, asked: Asked, _: NoOptions) -> None:
        super().__init__(asked, "value", NOTE)

    def look(self) -> dict[str, Any]:
        """Values every move."""
        batch = to_batch([self.asked.state])
        g = batch.geometry
        if self.asked.player == CHAOS:
            placed = placements(batch.codes, batch.occupied, batch.token, g)
            numbers, codes = placed.cell, placed.codes
        else:
            numbers, boards = after_slides(Boards(batch.codes, batch.occupied), g)
            codes = boards.codes
        bag = batch.bag.copy()
        bag[0, batch.next_token] += batch.next_token > 0
        points = self._lines(codes, bag, batch.size)
        self.legal = self.work_done = numbers.size
        return self._answer(numbers, codes, points)

    def _lines(self, codes: Array, bag: Array, size: int) -> Array:
        """(C, lines) float64: what each line is worth after each move, in the player's view."""
        values = expected_lines(codes.ravel(), match_chances(bag), size).reshape(codes.shape)
        grains: Array = np.rint(values * GRAIN) / GRAIN
        return plain(-grains) if self.asked.player == CHAOS else grains

    def _answer(self, numbers: Array, codes: Array, points: Array) -> dict[str, Any]:
        size = self.asked.state.size
        values = points.sum(axis=1)
        user = None
        if self.asked.user is not None:
            user = int(np.flatnonzero(numbers == number_of(self.asked.user, size))[0])
        passing = codes.shape[0] - 1 if self.asked.player != CHAOS else -1
        order = sorted(descending(values).tolist(), key=lambda i: (-values[i], i != user, i == passing))
        shown = self.shortlist(order, user)
        moves = {i: Move(float(values[i]), codes[i], points[i]) for i in shown}
        measured = [
            Measured(action_data(int(numbers[i]), size), move.ev, move.ev, 0.0, 0, reasons=line_reasons(move, None))
            for i, move in moves.items()
        ]
        found = self.answered(measured, None if user is None else shown.index(user))
        if user is not None:
            rival = next((moves[i] for i in shown if i != user), None)
            found["feedback"] = sentences(moves[user], moves[shown[0]], rival, error=0.0)
        return found
