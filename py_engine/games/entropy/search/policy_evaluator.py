"""The policies as evaluators, so that an opponent of any level moves through the same call."""

from __future__ import annotations

from typing import Any

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.evaluators import Evaluator, NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import U32
from py_engine.games.entropy.policies.policy import Policy, action_values, choose
from py_engine.games.entropy.rules.state import action_data, number_of, to_batch
from py_engine.games.entropy.search.evaluator import Asked, EntropyLook, plain

__all__ = ["Asked", "PolicyEvaluation", "policy_evaluator"]


def policy_evaluator(policy: Policy, description: str) -> Evaluator:
    """A policy's row among the evaluators."""
    return Evaluator(description, NoOptions, lambda asked, _: PolicyEvaluation(asked, policy))


class PolicyEvaluation(EntropyLook):
    """One move of a policy; ``ev`` is what the policy itself goes by, 0 where it compares nothing."""

    def __init__(self, asked: Asked, policy: Policy) -> None:
        super().__init__(asked, policy, "Values are what this policy goes by, not what moves are worth.")
        self.policy = policy

    def look(self) -> dict[str, Any]:
        """Chooses. The choice stands first, whatever the policy thinks of the others."""
        state = self.asked.state
        batch = to_batch([state])
        bits = seeded(Domain.POLICY, self.params.evaluator_seed).integers(0, 2**32, size=1, dtype=U32)
        values = plain(action_values(batch, self.policy)[0])
        chosen = int(choose(batch, bits, self.policy)[0])
        legal = np.flatnonzero(values > -np.inf).tolist()
        self.legal = len(legal)
        # Values that differ by a rounding are equal to the policy.
        worth = {number: min(float(values[number]), float(values[chosen])) for number in legal}
        user = None if self.asked.user is None else number_of(self.asked.user, state.size)
        order = sorted(legal, key=lambda number: (number != chosen, -worth[number], number != user))
        kept = self.shortlist(order, user)
        measured = [Measured(action_data(n, state.size), worth[n], worth[n], 0.0, 0) for n in kept]
        return self.answered(measured, None if user is None else kept.index(user))
