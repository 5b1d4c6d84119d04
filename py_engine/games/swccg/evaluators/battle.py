"""Whether to start a battle, and where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from py_engine.games.swccg.context import DecisionContext
from py_engine.games.swccg.scoring import ActionEvaluator, EvaluatedAction

__all__ = ["BattleEvaluator"]


class BattleEvaluator(ActionEvaluator):
    """Whether to start a battle, and where."""

    name: ClassVar[str] = "Battle"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        return False

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        return ()
