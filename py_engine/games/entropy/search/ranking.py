"""One-shot evaluations that rank all legal moves by exact values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from py_engine.core.grading import Measured
from py_engine.core.numerics import Array
from py_engine.core.one_shot import OneShotEvaluation, exact_result
from py_engine.core.results import Metadata, Result
from py_engine.games.entropy.knowledge.grades import BANDS, KINDS
from py_engine.games.entropy.rules.state import EntropyRequest, number_of

__all__ = ["RankingEvaluation", "plain"]


class RankingEvaluation(OneShotEvaluation):
    """A ranking of the legal moves; subclasses call ``ranked`` in ``evaluate``.

    Args:
        request: The request.
        name: The evaluator's name.
        note: A sentence that explains its values.
    """

    def __init__(self, request: EntropyRequest, name: str, note: str) -> None:
        super().__init__(request.params)
        self.state, self.player = request.state, request.player
        self.user = None if request.user is None else number_of(request.user, request.state.size)
        """The number of the action to grade."""
        self.name, self.note = name, note
        self.valued = 0
        """Number of legal moves that were valued."""

    def ranked(
        self, shown: Sequence[int], user: int | None, measured: Callable[[int], Measured], legal_actions: int
    ) -> Result:
        """The result, without feedback.

        Args:
            shown: The moves to list, best first.
            user: The one of them to grade, if any.
            measured: Gives the values of a move.
            legal_actions: Number of legal moves.
        """
        return exact_result(shown, user, measured, BANDS, self.described(legal_actions))

    def described(self, legal_actions: int) -> Metadata:
        """The metadata, given the number of legal moves."""
        return replace(
            self.metadata_so_far(self.name, legal_actions),
            decision=KINDS[self.player].code,
            nodes=self.work_done,
            candidates_evaluated=self.valued,
            notes=[self.note],
        )


def plain(points: Array) -> Array:
    """The same numbers, with 0.0 in place of -0.0."""
    same: Array = points + 0.0
    return same
