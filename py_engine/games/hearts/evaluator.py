"""What every evaluator of Hearts is asked, and evaluations that look once at every move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from py_engine.contract import EvaluatorParams, JsonObject
from py_engine.evaluation import Evaluation, Pieces
from py_engine.games.hearts.feedback import BANDS, kind_of
from py_engine.games.hearts.state import HeartsAction, HeartsState, action_data
from py_engine.grading import Comparison, Difference, Measured, answer

__all__ = ["Asked", "OneLook", "answered"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an evaluation is asked."""

    state: HeartsState
    """As the player sees it."""
    player: int
    legal: list[JsonObject]
    """What the player may do, in the order of legal lists."""
    params: EvaluatorParams
    user: HeartsAction | None = None
    """The action to grade; legal."""

    @property
    def user_index(self) -> int | None:
        """The place of the user's action among the legal ones."""
        return None if self.user is None else self.legal.index(action_data(self.user))


class OneLook(Evaluation):
    """An evaluation in one piece, which is certain of itself.

    Args:
        asked: what it is asked.
        name: the evaluator's.
        note: what its values are, in a sentence.
    """

    def __init__(self, asked: Asked, name: str, note: str) -> None:
        super().__init__(asked.params)
        self.asked, self.name, self.note = asked, name, note
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
        metadata = self.circumstances(self.name, len(self.asked.legal)) | {
            "candidates_evaluated": len(self.found["candidates"]),
            "decision": kind_of(self.asked.state),
            "nodes": self.work_done,
            "notes": [self.note],
        }
        return {**self.found, "metadata": metadata}


def answered(measured: Sequence[Measured], user: int | None) -> dict[str, Any]:
    """The result without its metadata.

    Args:
        measured: the moves that are told, best first.
        user: the place of the user's move among them.
    """
    if user is None:
        return answer(measured, 0, None, BANDS)
    rival = next((place for place in range(len(measured)) if place != user), None)
    gap = 0.0 if rival is None else measured[user].ev - measured[rival].ev
    return answer(measured, 0, Comparison(user, rival, Difference(gap, 0.0)), BANDS)
