"""One-shot jobs: queries, and evaluations with exact values (policies, table lookups), computed in one piece."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

import numpy as np
from pydantic import JsonValue

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import EvaluatorParams, GradeBand
from py_engine.core.evaluation import Evaluation, Job, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, result_of
from py_engine.core.request import Request
from py_engine.core.results import Metadata, Result, to_json

__all__ = [
    "OneShotEvaluation",
    "OneShotJob",
    "RankedEvaluation",
    "chosen_result",
    "exact_result",
    "random_moves",
    "shortlisted",
]

R = TypeVar("R")


class OneShotJob(Job[R]):
    """A job that calls a function once."""

    def __init__(self, answer: Callable[[], R]) -> None:
        super().__init__()
        self._answer = answer
        self._found: R | None = None

    @property
    def progress(self) -> float:
        """0 or 1."""
        return float(self.done)

    def work(self) -> Pieces:
        """Calls the function."""
        self._found = self._answer()
        yield

    def result(self) -> R | None:
        """The function's result, once computed."""
        return self._found


class OneShotEvaluation(Evaluation):
    """An evaluation in one piece; subclasses implement ``evaluate``."""

    def __init__(self, params: EvaluatorParams) -> None:
        super().__init__(params)
        self.found: Result | None = None

    @abstractmethod
    def evaluate(self) -> Result:
        """The result; the timing in its metadata is set later."""

    def work(self) -> Pieces:
        """Evaluates in the second piece, so that the clock cannot end the evaluation before it has begun."""
        yield
        self.found = self.evaluate()

    def has_result(self) -> bool:
        """Whether ``evaluate`` was called."""
        return self.found is not None

    @property
    def progress(self) -> float:
        """0 or 1."""
        return float(self.done)

    def result(self) -> Result | None:
        """The result, once computed."""
        return None if self.found is None else replace(self.found, metadata=self.timed(self.found.metadata))


class RankedEvaluation(OneShotEvaluation):
    """Measures every legal move independently and ranks them; one move per piece.

    Args:
        request: The decision.
        name: The evaluator's.
        bands: The game's grades.
        moves: The legal moves, measured one by one; of equal ones the first is the best.
        compares: Whether the values compare the moves; if not, nothing is graded.
        objective: What the player plays for: with ``"win"``, values are chances to win in points of a hundred.
    """

    def __init__(
        self,
        request: Request[Any, Any],
        name: str,
        bands: Sequence[GradeBand],
        moves: Iterator[Measured],
        *,
        compares: bool = True,
        objective: Literal["points", "win"] | None = None,
    ) -> None:
        super().__init__(request.params)
        self.name, self.bands, self.compares, self.objective = name, bands, compares, objective
        self.user: JsonValue = to_json(request.user)
        self.measured: list[Measured] = []
        self._moves = moves

    def work(self) -> Pieces:
        """Measures the moves and ranks them."""
        for move in self._moves:
            self.measured.append(move)
            self.work_done += 1
            yield
        yield from super().work()

    def evaluate(self) -> Result:
        """The moves, best first."""
        order = sorted(range(len(self.measured)), key=lambda move: -self.measured[move].ev)
        user = None if self.user is None else [move.action for move in self.measured].index(self.user)
        valued = len(order) if self.compares else 0
        metadata = replace(
            self.metadata_so_far(self.name, len(order)),
            nodes=self.work_done if valued else 0,
            candidates_evaluated=valued,
            objective=self.objective,
        )
        shown = shortlisted(order, self.params, user)
        if not self.compares:
            return chosen_result(shown, user, self.measured.__getitem__, metadata)
        return exact_result(shown, user, self.measured.__getitem__, self.bands, metadata)


def random_moves(actions: Sequence[JsonValue], seed: int) -> Iterator[Measured]:
    """The legal actions, all with value 0, a random one first: the result of a random player."""
    first = int(seeded(Domain.POLICY, seed).integers(0, len(actions), dtype=np.int64))
    for action in (actions[first], *actions[:first], *actions[first + 1 :]):
        yield Measured(action, 0.0, 0.0, 0.0, 0)


def shortlisted(order: Sequence[int], params: EvaluatorParams, user: int | None) -> list[int]:
    """The moves to report, from moves sorted best first: the first ``shortlist_size`` (0: all) and the user's."""
    most = params.shortlist_size or len(order)
    return [move for place, move in enumerate(order) if place < most or move == user]


def exact_result(
    shown: Sequence[int],
    user: int | None,
    measured: Callable[[int], Measured],
    bands: Sequence[GradeBand],
    metadata: Metadata,
) -> Result:
    """The result of an evaluation with exact values; the user's move is compared with the best other one.

    Args:
        shown: The moves to report, best first.
        user: The move to grade, one of ``shown``; None when nothing is graded.
        measured: Returns the evaluated candidate for a move.
        bands: The game's grades.
        metadata: The evaluation's metadata.
    """
    moves = [measured(move) for move in shown]
    if user is None:
        return result_of(moves, 0, None, bands, metadata)
    at = shown.index(user)
    rival = next((place for place in range(len(moves)) if place != at), None)
    gap = 0.0 if rival is None else moves[at].ev - moves[rival].ev
    return result_of(moves, 0, Comparison(at, rival, Difference(gap, 0.0)), bands, metadata)


def chosen_result(
    shown: Sequence[int], user: int | None, measured: Callable[[int], Measured], metadata: Metadata
) -> Result:
    """The result of an evaluator that chooses a move and compares none: without a grade.

    Args:
        shown: The moves to report, the chosen one first.
        user: The user's move, one of ``shown``; None when none is asked about.
        measured: Returns the candidate for a move, with a value in the evaluator's own terms.
        metadata: The evaluation's metadata, with the number of actions that were valued in those terms.
    """
    moves = [measured(move) for move in shown]
    chosen = result_of(moves[:1], 0, None, (), metadata)
    graded = None if user is None else moves[shown.index(user)]
    return replace(
        chosen,
        candidates=[move.candidate(move.ev, compared=False) for move in moves],
        user_action=None if graded is None else graded.action,
        user_action_ev=None if graded is None else graded.ev,
        metadata=metadata,
    )
