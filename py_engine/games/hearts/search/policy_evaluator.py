"""The policies as evaluators, so that an opponent of any level moves through the same call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.evaluators import Evaluator, NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import U64
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards, rule_of_thumb
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.cards import names_of
from py_engine.games.hearts.rules.state import mask_of_hand, to_batch
from py_engine.games.hearts.search.evaluator import Asked, HeartsLook

__all__ = ["POLICIES", "Policy", "PolicyEvaluation", "policy_evaluator"]

Policy = Callable[[Asked], int]
"""Picks a move: its place among the legal ones."""


def _random(asked: Asked) -> int:
    return int(seeded(Domain.POLICY, asked.params.evaluator_seed).integers(0, len(asked.legal), dtype=np.int64))


def _greedy(asked: Asked) -> int:
    state = asked.state
    if state.phase == "pass":
        hand = np.array([mask_of_hand(state.hands[asked.player])], dtype=U64)
        return asked.legal.index({"pass": names_of(int(pass_cards(hand, default_pass_tables())[0]))})
    card = int(choose(to_batch(state), default_play_tables())[0])
    return asked.legal.index({"play": names_of(1 << card)[0]})


def _by_thumb(asked: Asked) -> int:
    hand = mask_of_hand(asked.state.hands[asked.player])
    return asked.legal.index({"pass": names_of(rule_of_thumb(hand))})


POLICIES: dict[str, Policy] = {"random": _random, "greedy": _greedy, "thumb": _by_thumb}


def policy_evaluator(name: str, description: str) -> Evaluator:
    """A policy's row among the evaluators."""
    return Evaluator(description, NoOptions, lambda asked, _: PolicyEvaluation(asked, name))


class PolicyEvaluation(HeartsLook):
    """One move of a policy, which does not say what moves are worth: every ``ev`` is 0."""

    def __init__(self, asked: Asked, policy: str, name: str | None = None) -> None:
        super().__init__(asked, name or policy, "This policy picks a move; it does not say what moves are worth.")
        self.choose = POLICIES[policy]

    def look(self) -> dict[str, Any]:
        """Chooses. The choice stands first."""
        chosen, user = self.choose(self.asked), self.asked.user_index
        order = sorted(range(len(self.asked.legal)), key=lambda move: (move != chosen, move != user))
        kept = self.shortlist(order, user)
        measured = [Measured(self.asked.legal[move], 0.0, 0.0, 0.0, 0) for move in kept]
        return self.answered(measured, None if user is None else kept.index(user))
