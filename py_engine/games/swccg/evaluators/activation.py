"""How much Force to activate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from py_engine.games.swccg.context import DecisionContext
from py_engine.games.swccg.scoring import ActionEvaluator, EvaluatedAction

__all__ = ["ForceActivationEvaluator"]


class ForceActivationEvaluator(ActionEvaluator):
    """How much Force to activate."""

    name: ClassVar[str] = "ForceActivation"

    def can_evaluate(self, context: DecisionContext) -> bool:
        """See ``ActionEvaluator``."""
        return False

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """See ``ActionEvaluator``."""
        return ()
