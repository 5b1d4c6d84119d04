"""The policies as evaluators, so that an opponent of any level moves through the same call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from py_engine.chance import Domain, seeded
from py_engine.evaluators import Evaluator, NoOptions
from py_engine.games.hearts.evaluator import Asked, OneLook, answered
from py_engine.grading import Measured

__all__ = ["POLICIES", "Policy", "PolicyEvaluation", "policy_evaluator"]

Policy = Callable[[Asked], int]
"""Picks a move: its place among the legal ones."""


def _random(asked: Asked) -> int:
    return int(seeded(Domain.POLICY, asked.params.evaluator_seed).integers(0, len(asked.legal)))


POLICIES: dict[str, Policy] = {"random": _random}


def policy_evaluator(name: str, description: str) -> Evaluator:
    """A policy's row among the evaluators."""
    return Evaluator(description, NoOptions, lambda asked, _: PolicyEvaluation(asked, name))


class PolicyEvaluation(OneLook):
    """One move of a policy, which does not say what moves are worth: every ``ev`` is 0."""

    def __init__(self, asked: Asked, policy: str) -> None:
        super().__init__(asked, policy, "This policy picks a move; it does not say what moves are worth.")
        self.choose = POLICIES[policy]

    def look(self) -> dict[str, Any]:
        """Chooses. The choice stands first."""
        chosen, user = self.choose(self.asked), self.asked.user_index
        order = sorted(range(len(self.asked.legal)), key=lambda move: (move != chosen, move != user))
        kept = self.shortlist(order, user)
        measured = [Measured(self.asked.legal[move], 0.0, 0.0, 0.0, 0) for move in kept]
        return answered(measured, None if user is None else kept.index(user))
