"""The policies as evaluators, so that opponents of all levels move through the same call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

import numpy as np
from pydantic import Field

from py_engine.core.chance import Domain, seeded
from py_engine.core.coaching.notes import POLICY_VALUES
from py_engine.core.contract import Model
from py_engine.core.evaluators import NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import U32
from py_engine.core.one_shot import OneShotEvaluation, chosen_result, shortlisted
from py_engine.core.results import Result
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.policies.policy import RANDOM, Policy, action_values, choose, look_ahead, optimal, this_turn
from py_engine.games.yatzy.rules.batch import Batch, legal_mask
from py_engine.games.yatzy.rules.state import (
    YatzyRequest,
    action_data,
    number_of,
    rules_of,
    to_batch,
)
from py_engine.games.yatzy.search.position import TURN_NODES, decision_of

__all__ = ["NoisyOptions", "PolicyEvaluation"]


class NoisyOptions(Model):
    """Options of the noisy policy."""

    scale: Annotated[float, Field(ge=0.000_001, le=1000)] = 1.0
    """Points: a move that loses this much is chosen half as often as the best."""


class PolicyEvaluation(OneShotEvaluation):
    """One move of a policy; ``ev`` is in the policy's own terms, 0 if it does not compare moves."""

    def __init__(self, request: YatzyRequest, policy: Policy, name: str, artifacts: Mapping[str, str]) -> None:
        super().__init__(request.params)
        self.request, self.policy, self.name, self.artifacts = request, policy, name, artifacts

    @classmethod
    def random(cls, request: YatzyRequest, _: NoOptions) -> PolicyEvaluation:
        """A legal move, uniformly at random."""
        return cls(request, RANDOM, "random", {})

    @classmethod
    def greedy(cls, request: YatzyRequest, _: NoOptions) -> PolicyEvaluation:
        """The most expected points of this turn."""
        return cls(request, Policy(this_turn(rules_of(request.state))), "greedy", {})

    @classmethod
    def noisy(cls, request: YatzyRequest, options: NoisyOptions) -> PolicyEvaluation:
        """A move drawn near the best one."""
        table = require(rules_of(request.state))
        return cls(request, Policy(optimal(table), options.scale), "noisy", {table.name: table.sha256})

    def evaluate(self) -> Result:
        """The chosen move first, then the others by value."""
        batch = to_batch([self.request.state])
        bits = seeded(Domain.POLICY, self.params.evaluator_seed).integers(0, 2**32, size=1, dtype=U32)
        chosen = int(choose(batch, bits, self.policy)[0])
        user = None if self.request.user is None else number_of(self.request.user)
        values, looks = self._values(batch), self.policy.objective is not None
        order = sorted(values, key=lambda number: (number != chosen, number != user, -values[number]))
        metadata = replace(
            self.metadata_so_far(self.name, len(values)),
            decision=decision_of(self.request.state.rolls_left),
            nodes=TURN_NODES if looks else 0,
            candidates_evaluated=len(values) if looks else 0,
            notes=[POLICY_VALUES],
            artifacts=self.artifacts,
        )

        def measured(number: int) -> Measured:
            return Measured(action_data(number), values[number], values[number], 0.0, 0)

        return chosen_result(shortlisted(order, self.params, user), user, measured, metadata)

    def _values(self, batch: Batch) -> dict[int, float]:
        """The value of every legal action."""
        if self.policy.objective is None:
            legal = np.flatnonzero(legal_mask(batch)[0]).tolist()
            return dict.fromkeys(legal, 0.0)
        values = action_values(batch, look_ahead(batch, self.policy.objective))[0]
        return {n: float(values[n]) for n in np.flatnonzero(values > -np.inf).tolist()}
