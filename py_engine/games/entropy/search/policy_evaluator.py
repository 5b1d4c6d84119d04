"""The policies as evaluators, so that opponents of all levels move through the same call."""

from __future__ import annotations

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.coaching.notes import POLICY_VALUES
from py_engine.core.evaluators import Evaluator, NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import U32
from py_engine.core.one_shot import chosen_result, shortlisted
from py_engine.core.results import Result
from py_engine.games.entropy.policies.policy import Policy, choose, counted_values
from py_engine.games.entropy.rules.state import EntropyRequest, action_data, to_batch
from py_engine.games.entropy.search.ranking import RankingEvaluation, plain

__all__ = ["PolicyEvaluation", "policy_evaluator"]


def policy_evaluator(policy: Policy, description: str) -> Evaluator:
    """The registry entry of a policy."""
    return Evaluator(description, NoOptions, lambda request, _: PolicyEvaluation(request, policy))


class PolicyEvaluation(RankingEvaluation):
    """One move of a policy; ``ev`` is in the policy's own terms, 0 if it does not compare moves."""

    def __init__(self, request: EntropyRequest, policy: Policy) -> None:
        super().__init__(request, policy, POLICY_VALUES)
        self.policy = policy

    def evaluate(self) -> Result:
        """The chosen move first, then the others by value."""
        batch = to_batch([self.state])
        bits = seeded(Domain.POLICY, self.params.evaluator_seed).integers(0, 2**32, size=1, dtype=U32)
        worths, self.work_done = counted_values(batch, self.policy)
        values = plain(worths[0])
        chosen = int(choose(batch, bits, self.policy)[0])
        legal = np.flatnonzero(values > -np.inf).tolist()
        self.valued = len(legal) if self.work_done else 0
        order = sorted(legal, key=lambda number: (number != chosen, -float(values[number])))
        shown = shortlisted(order, self.params, self.user)

        def measured(number: int) -> Measured:
            worth = float(values[number])
            return Measured(action_data(number, batch.size), worth, worth, 0.0, 0)

        return chosen_result(shown, self.user, measured, self.described(len(legal)))
