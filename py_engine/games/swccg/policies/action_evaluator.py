"""The interface of an action evaluator: which decisions it covers, and its findings on each answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.scoring import EvaluatedAction

__all__ = ["ActionEvaluator"]


class ActionEvaluator(ABC):
    """Scores the actions of one type of decision."""

    name: ClassVar[str]

    @abstractmethod
    def can_evaluate(self, context: DecisionContext) -> bool:
        """Whether the evaluator covers a decision."""

    @abstractmethod
    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        """The findings on the choices it covers, each made with ``context.action(self.name, choice)``."""
