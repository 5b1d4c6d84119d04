"""The policies as evaluators, so that an opponent of any level moves through the same call."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import Model
from py_engine.core.evaluation import Pieces
from py_engine.core.evaluators import NoOptions
from py_engine.core.grading import Measured, answer
from py_engine.core.numerics import U32
from py_engine.games.yatzy.coaching.feedback import BANDS
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.policies.policy import RANDOM, Policy, action_values, choose, look_ahead, optimal, this_turn
from py_engine.games.yatzy.rules.batch import legal_mask
from py_engine.games.yatzy.rules.state import action_data, number_of, to_batch
from py_engine.games.yatzy.search.exact_evaluator import Asked, CardEvaluation, comparison
from py_engine.games.yatzy.search.position import Position

__all__ = ["NoisyOptions", "PolicyEvaluation"]


class NoisyOptions(Model):
    """Options of the noisy policy."""

    scale: Annotated[float, Field(ge=0.000_001, le=1000)] = 1.0
    """Points: a move that loses so much is chosen half as often as the best."""


class PolicyEvaluation(CardEvaluation):
    """One move of a policy; ``ev`` is what the policy itself goes by, 0 where it compares nothing."""

    def __init__(self, asked: Asked, policy: Policy, name: str, artifacts: dict[str, str]) -> None:
        super().__init__(asked)
        self.policy, self.name, self.artifacts = policy, name, artifacts

    @classmethod
    def random(cls, asked: Asked, _: NoOptions) -> PolicyEvaluation:
        """Any legal move."""
        return cls(asked, RANDOM, "random", {})

    @classmethod
    def greedy(cls, asked: Asked, _: NoOptions) -> PolicyEvaluation:
        """The most expected points of this turn."""
        rules = Position.of(asked.state, asked.player).rules
        return cls(asked, Policy(this_turn(rules)), "greedy", {})

    @classmethod
    def noisy(cls, asked: Asked, options: NoisyOptions) -> PolicyEvaluation:
        """Near the best move, more or less."""
        table = require(Position.of(asked.state, asked.player).rules)
        return cls(asked, Policy(optimal(table), options.scale), "noisy", {table.name: table.sha256})

    def work(self) -> Pieces:
        """Chooses. The choice stands first, whatever the policy thinks of the others."""
        yield
        batch = to_batch([self.asked.state])
        bits = seeded(Domain.POLICY, self.params.evaluator_seed).integers(0, 2**32, size=1, dtype=U32)
        chosen = int(choose(batch, bits, self.policy)[0])
        user = None if self.asked.user is None else number_of(self.asked.user)
        values = self._values(chosen)
        order = sorted(values, key=lambda number: (number != chosen, number != user, -values[number]))
        size = self.params.shortlist_size or len(order)
        kept = [number for i, number in enumerate(order) if i < size or number == user]
        measured = [Measured(action_data(n), values[n], values[n], 0.0, 0) for n in kept]
        graded = None if user is None else comparison([values[n] for n in kept], kept.index(user))
        self.found = answer(measured, 0, graded, BANDS)

    def _values(self, chosen: int) -> dict[int, float]:
        """Every legal action's value, none above that of the one that was chosen."""
        batch = to_batch([self.asked.state])
        if self.policy.objective is None:
            legal = np.flatnonzero(legal_mask(batch)[0]).tolist()
            return dict.fromkeys(legal, 0.0)
        values = action_values(batch, look_ahead(batch, self.policy.objective))[0]
        return {n: min(float(values[n]), float(values[chosen])) for n in np.flatnonzero(values > -np.inf).tolist()}

    def metadata(self) -> dict[str, Any]:
        """Says that its values are its own."""
        notes = ["Values are what this policy goes by, not what moves are worth."]
        return self.circumstances(self.name, self.asked.legal) | {"notes": notes, "artifacts": self.artifacts}
