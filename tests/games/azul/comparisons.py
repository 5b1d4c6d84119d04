"""Params and positions with which moves of Azul are compared in tests."""

from __future__ import annotations

from typing import Any

from tests.bridge import strategies
from tests.bridge.asking import LONG
from tests.games.azul.oracle import State

WORK = 12_000
SOLVED = 6
"""The seed of a position whose round is solved, with moves far behind."""


def params(work: int = WORK) -> dict[str, Any]:
    return {
        "evaluator_seed": 3,
        "evaluator": "search",
        "time_budget_ms": LONG,
        "rollouts_per_action": 10**6,
        "max_work": work,
    }


def reached(seed: int) -> State:
    return strategies.reachable_state(seed, 0.0, (seed * 0.29) % 0.95)
