"""Base class of Hearts' one-shot evaluations, which value all legal moves in one piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from py_engine.core.grading import Measured
from py_engine.core.one_shot import OneShotEvaluation, exact_result, shortlisted
from py_engine.core.results import Metadata, Result
from py_engine.games.hearts.knowledge.grades import BANDS, kind_of
from py_engine.games.hearts.rules.play import legal_moves
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.requests import index_of_user

__all__ = ["HeartsOneShot"]


class HeartsOneShot(OneShotEvaluation):
    """A one-shot evaluation of a Hearts decision.

    Args:
        request: The decision.
        name: Name of the evaluator.
        note: A sentence that says what its values are.
    """

    def __init__(self, request: HeartsRequest, name: str, note: str) -> None:
        super().__init__(request.params)
        self.request, self.name, self.note = request, name, note
        self.legal = legal_moves(request.state)
        """The legal moves as masks."""
        self.user = index_of_user(request, self.legal)

    def reported(self, order: Sequence[int], measured: Callable[[int], Measured]) -> Result:
        """Builds the result.

        Args:
            order: Indices of the legal moves, best first.
            measured: Returns the candidate at an index.
        """
        shown = shortlisted(order, self.params, self.user)
        return exact_result(shown, self.user, measured, BANDS, self.described())

    def described(self) -> Metadata:
        """The metadata."""
        return replace(
            self.metadata_so_far(self.name, len(self.legal)),
            decision=kind_of(self.request.state),
            nodes=self.work_done,
            candidates_evaluated=self.work_done,
            notes=(self.note,),
        )
