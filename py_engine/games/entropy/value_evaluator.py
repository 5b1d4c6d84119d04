"""The value evaluator: V, one ply deep, every line with its part."""

from __future__ import annotations

from typing import Any

import numpy as np

from py_engine.evaluation import Evaluation, Pieces
from py_engine.evaluators import NoOptions
from py_engine.games.entropy.boards import placements
from py_engine.games.entropy.expected import expected_lines, match_chances
from py_engine.games.entropy.feedback import BANDS, KINDS
from py_engine.games.entropy.lookahead import Boards, after_slides
from py_engine.games.entropy.policy_evaluator import Asked
from py_engine.games.entropy.rules import CHAOS
from py_engine.games.entropy.state import action_data, number_of, to_batch
from py_engine.games.entropy.words import Move, line_reasons, sentences
from py_engine.grading import Comparison, Difference, Measured, answer
from py_engine.numerics import Array, descending

__all__ = ["ValueEvaluation"]

GRAIN = float(1 << 40)
"""Parts are whole multiples of 1/GRAIN point, so that they add up to the value without rounding."""


class ValueEvaluation(Evaluation):
    """V of the board after each move: what it scores on average if Order then only passes and Chaos plays at random."""

    def __init__(self, asked: Asked, _: NoOptions) -> None:
        super().__init__(asked.params)
        self.asked = asked
        self.legal = 0
        self.found: dict[str, Any] | None = None
        """The result without its metadata."""

    def work(self) -> Pieces:
        """One look at every move."""
        yield
        state = self.asked.state
        batch = to_batch([state])
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
        self.legal = numbers.size
        self.found = self._answer(numbers, codes, points)

    def _lines(self, codes: Array, bag: Array, size: int) -> Array:
        """(C, lines) float64: what each line is worth after each move, in the player's view."""
        values = expected_lines(codes.ravel(), match_chances(bag), size).reshape(codes.shape)
        grains: Array = np.rint(values * GRAIN) / GRAIN
        return -grains if self.asked.player == CHAOS else grains

    def _answer(self, numbers: Array, codes: Array, points: Array) -> dict[str, Any]:
        size = self.asked.state.size
        values = points.sum(axis=1)
        user = None
        if self.asked.user is not None:
            user = int(np.flatnonzero(numbers == number_of(self.asked.user, size))[0])
        passing = codes.shape[0] - 1 if self.asked.player != CHAOS else -1
        order = sorted(descending(values).tolist(), key=lambda i: (-values[i], i != user, i == passing))
        most = self.params.shortlist_size or len(order)
        shown = [i for place, i in enumerate(order) if place < most or i == user]
        moves = {i: Move(float(values[i]), codes[i], points[i]) for i in shown}
        measured = [
            Measured(action_data(int(numbers[i]), size), move.ev, move.ev, 0.0, 0, reasons=line_reasons(move, None))
            for i, move in moves.items()
        ]
        if user is None:
            return answer(measured, 0, None, BANDS)
        rival = next((i for i in shown if i != user), None)
        gap = 0.0 if rival is None else moves[user].ev - moves[rival].ev
        at = None if rival is None else shown.index(rival)
        found = answer(measured, 0, Comparison(shown.index(user), at, Difference(gap, 0.0)), BANDS)
        found["feedback"] = sentences(moves[user], moves[shown[0]], None if rival is None else moves[rival])
        return found

    def has_result(self) -> bool:
        """Whether it has looked."""
        return self.found is not None

    @property
    def progress(self) -> float:
        """0 or 1."""
        return float(self.done)

    def result(self) -> dict[str, Any] | None:
        """The EvaluationResult, once it has looked."""
        if self.found is None:
            return None
        metadata = self.circumstances("value", self.legal) | {
            "candidates_evaluated": len(self.found["candidates"]),
            "decision": KINDS[self.asked.player].code,
            "nodes": self.legal,
            "notes": ["Values are expected scores if Order only passed from now on and Chaos placed at random."],
        }
        return {**self.found, "metadata": metadata}
