"""The policies as evaluators, so that opponents of all levels move through the same interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.evaluators import Evaluator, NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import U64
from py_engine.core.one_shot import chosen_result, shortlisted
from py_engine.core.results import Result
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards, rule_of_thumb
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.state import HeartsRequest, action_data, mask_of_hand, to_batch
from py_engine.games.hearts.search.one_shot import HeartsOneShot

__all__ = ["POLICIES", "Policy", "PolicyEvaluation", "policy_evaluator"]

Policy = Callable[[HeartsRequest, Sequence[int]], int]
"""Picks one of the legal moves."""


def _random(request: HeartsRequest, legal: Sequence[int]) -> int:
    generator = seeded(Domain.POLICY, request.params.evaluator_seed)
    return legal[int(generator.integers(0, len(legal), dtype=np.int64))]


def _greedy(request: HeartsRequest, _: Sequence[int]) -> int:
    state = request.state
    if state.phase == "pass":
        hand = np.array([mask_of_hand(state.hands[request.player])], dtype=U64)
        return int(pass_cards(hand, default_pass_tables())[0])
    return 1 << int(choose(to_batch(state), default_play_tables())[0])


def _by_thumb(request: HeartsRequest, _: Sequence[int]) -> int:
    return rule_of_thumb(mask_of_hand(request.state.hands[request.player]))


POLICIES: dict[str, Policy] = {"random": _random, "greedy": _greedy, "thumb": _by_thumb}


def policy_evaluator(name: str, description: str) -> Evaluator:
    """The registry entry of a policy."""
    return Evaluator(description, NoOptions, lambda request, _: PolicyEvaluation(request, name))


class PolicyEvaluation(HeartsOneShot):
    """One move of a policy. A policy does not value moves, so every ``ev`` is 0."""

    def __init__(self, request: HeartsRequest, policy: str, name: str | None = None) -> None:
        super().__init__(request, name or policy, "This policy picks a move without valuing the others.")
        self.choose = POLICIES[policy]

    def evaluate(self) -> Result:
        """Returns the result with the chosen move first."""
        chosen = self.legal.index(self.choose(self.request, self.legal))
        order = sorted(range(len(self.legal)), key=lambda place: place != chosen)
        shown = shortlisted(order, self.params, self.user)

        def measured(place: int) -> Measured:
            return Measured(action_data(self.legal[place]), 0.0, 0.0, 0.0, 0)

        return chosen_result(shown, self.user, measured, self.described())
