"""The evaluator of the level ``careful``: every move by its hand-written score (``policies.heuristic``)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from py_engine.core.grading import Measured
from py_engine.core.numerics import Array
from py_engine.core.one_shot import OneShotEvaluation, chosen_result, shortlisted
from py_engine.core.results import Reason, Result
from py_engine.games.azul.policies.heuristic import PARTS, move_parts
from py_engine.games.azul.rules.state import AzulRequest, action_data
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.root import Root

__all__ = ["HeuristicEvaluation"]


class HeuristicEvaluation(OneShotEvaluation):
    """Every move scored once; ``ev`` is the sum of its parts, not all of which are expected points, so nothing is graded."""

    def __init__(self, request: AzulRequest) -> None:
        super().__init__(request.params)
        self.root = Root.of(request)

    def evaluate(self) -> Result:
        """The moves by score; ties by action number."""
        legal, user = self.root.legal, self.root.user
        parts = move_parts(self.root.batch, np.array(legal, dtype=INDEX))
        self.work_done = len(legal)
        values = parts.sum(axis=1).tolist()
        order = sorted(range(len(legal)), key=lambda i: (-values[i], i))
        metadata = replace(
            self.metadata_so_far("heuristic", len(legal)),
            nodes=self.work_done,
            candidates_evaluated=len(legal),
            notes=["Values are a hand-written score of the move, not expected points."],
        )

        def measured(i: int) -> Measured:
            return Measured(action_data(legal[i]), values[i], values[i], 0.0, 0, reasons=_reasons(parts[i]))

        return chosen_result(shortlisted(order, self.params, user), user, measured, metadata)


def _reasons(parts: Array) -> list[Reason]:
    """The nonzero parts, which add up to the score."""
    named = zip(PARTS, parts.tolist(), strict=True)
    return [Reason(code, label, value) for (code, label), value in named if value]
