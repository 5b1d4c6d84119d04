"""The policies as evaluators, so that an opponent of any level moves through the same call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from py_engine.chance import Domain, seeded
from py_engine.contract import EvaluatorParams
from py_engine.evaluation import Evaluation, Pieces
from py_engine.evaluators import Evaluator, NoOptions
from py_engine.games.entropy.feedback import BANDS, KINDS
from py_engine.games.entropy.policy import Policy, action_values, choose
from py_engine.games.entropy.state import EntropyAction, EntropyState, action_data, number_of, to_batch
from py_engine.grading import Comparison, Difference, Measured, answer
from py_engine.numerics import U32

__all__ = ["Asked", "PolicyEvaluation", "policy_evaluator"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an evaluation is asked."""

    state: EntropyState
    player: int
    params: EvaluatorParams
    user: EntropyAction | None = None
    """The action to grade."""


def policy_evaluator(policy: Policy, description: str) -> Evaluator:
    """A policy's row among the evaluators."""
    return Evaluator(description, NoOptions, lambda asked, _: PolicyEvaluation(asked, policy))


class PolicyEvaluation(Evaluation):
    """One move of a policy; ``ev`` is what the policy itself goes by, 0 where it compares nothing."""

    def __init__(self, asked: Asked, policy: Policy) -> None:
        super().__init__(asked.params)
        self.asked, self.policy = asked, policy
        self.legal = 0
        self.found: dict[str, Any] | None = None
        """The result without its metadata."""

    def work(self) -> Pieces:
        """Chooses. The choice stands first, whatever the policy thinks of the others."""
        yield
        state = self.asked.state
        batch = to_batch([state])
        bits = seeded(Domain.POLICY, self.params.evaluator_seed).integers(0, 2**32, size=1, dtype=U32)
        values = action_values(batch, self.policy)[0]
        chosen = int(choose(batch, bits, self.policy)[0])
        legal = np.flatnonzero(values > -np.inf).tolist()
        self.legal = len(legal)
        # Values that differ by a rounding are equal to the policy.
        worth = {number: min(float(values[number]), float(values[chosen])) for number in legal}
        user = None if self.asked.user is None else number_of(self.asked.user, state.size)
        order = sorted(legal, key=lambda number: (number != chosen, -worth[number], number != user))
        most = self.params.shortlist_size or len(order)
        kept = [number for place, number in enumerate(order) if place < most or number == user]
        measured = [Measured(action_data(n, state.size), worth[n], worth[n], 0.0, 0) for n in kept]
        graded = None if user is None else _comparison([worth[n] for n in kept], kept.index(user))
        self.found = answer(measured, 0, graded, BANDS)

    def has_result(self) -> bool:
        """Whether it has chosen."""
        return self.found is not None

    @property
    def progress(self) -> float:
        """0 or 1."""
        return float(self.done)

    def result(self) -> dict[str, Any] | None:
        """The EvaluationResult, once it has chosen."""
        if self.found is None:
            return None
        metadata = self.circumstances(self.policy, self.legal) | {
            "candidates_evaluated": len(self.found["candidates"]),
            "decision": KINDS[self.asked.player].code,
            "notes": ["Values are what this policy goes by, not what moves are worth."],
        }
        return {**self.found, "metadata": metadata}


def _comparison(values: list[float], user: int) -> Comparison:
    """The user's move against the best other one, in the policy's own terms."""
    rival = next((place for place in range(len(values)) if place != user), None)
    return Comparison(user, rival, Difference(0.0 if rival is None else values[user] - values[rival], 0.0))
