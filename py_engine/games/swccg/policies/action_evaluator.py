"""What every evaluator of actions is: it says which decisions it speaks of, and what it finds for and against each answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.scoring import EvaluatedAction

__all__ = ["ActionEvaluator"]


class ActionEvaluator(ABC):
    """Scores the actions of one sort of decision."""

    name: ClassVar[str]

    @abstractmethod
    def can_evaluate(self, context: DecisionContext) -> bool:
        """Whether it has anything to say about a decision."""

    @abstractmethod
    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """What it says; make each with ``context.action(self.name, choice)``. Choices it has nothing to say of are left out."""
