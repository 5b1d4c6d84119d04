"""Evaluations that look once at every move, in one piece, and then know what they think of each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from py_engine.core.contract import EvaluatorParams, GradeBand
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, answer

__all__ = ["OneLook"]


class OneLook(Evaluation):
    """An evaluation in one piece, which is certain of itself.

    Args:
        params: the budget, and how many candidates are wanted.
        name: the evaluator's.
        note: what its values are, in a sentence.
        decision: the code of the kind of decision, in a game that tells kinds apart.
        bands: the game's grades.
    """

    def __init__(
        self, params: EvaluatorParams, name: str, note: str, decision: str | None, bands: Sequence[GradeBand]
    ) -> None:
        super().__init__(params)
        self.name, self.note, self.decision, self.bands = name, note, decision, bands
        self.legal = 0
        """How many legal actions there are; ``look`` may count them."""
        self.found: dict[str, Any] | None = None
        """The result without its metadata."""

    @abstractmethod
    def look(self) -> dict[str, Any]:
        """Looks; the result without its metadata."""

    def work(self) -> Pieces:
        """One look at every move."""
        yield
        self.found = self.look()

    def shortlist(self, order: Sequence[int], user: int | None) -> list[int]:
        """Of moves, best first, those that are told: as many as are wanted, and the user's."""
        most = self.params.shortlist_size or len(order)
        return [move for place, move in enumerate(order) if place < most or move == user]

    def answered(self, measured: Sequence[Measured], user: int | None) -> dict[str, Any]:
        """The result without its metadata.

        Args:
            measured: the moves that are told, best first.
            user: the place of the user's move among them.
        """
        if user is None:
            return answer(measured, 0, None, self.bands)
        rival = next((place for place in range(len(measured)) if place != user), None)
        gap = 0.0 if rival is None else measured[user].ev - measured[rival].ev
        return answer(measured, 0, Comparison(user, rival, Difference(gap, 0.0)), self.bands)

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
        metadata = self.circumstances(self.name, self.legal) | {
            "candidates_evaluated": len(self.found["candidates"]),
            "decision": self.decision,
            "nodes": self.work_done,
            "notes": [self.note],
        }
        return {**self.found, "metadata": metadata}
