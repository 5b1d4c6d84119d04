"""Whether to move, and where to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from py_engine.games.swccg.context import DecisionContext
from py_engine.games.swccg.scoring import ActionEvaluator, EvaluatedAction

__all__ = ["MoveEvaluator"]


class MoveEvaluator(ActionEvaluator):
    """Whether to move, and where to."""

    name: ClassVar[str] = "Move"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        return False

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        return ()
