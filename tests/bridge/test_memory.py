"""A game frees its caches when another game is evaluated, and gives the same results when evaluated again."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from py_engine import bridge, games

PARAMS = {"evaluator_seed": 1, "evaluator": "search", "max_work": 3000, "time_budget_ms": 600_000}
AZUL = ("azul_v1_2p", {"evaluator_seed": 1, "evaluator": "greedy"}, "{}")
ENTROPY = ("entropy_v1", PARAMS, '{"size": 7}')


def evaluated(ruleset: str, params: dict[str, Any], options: str) -> str:
    """The evaluation of a game's initial position, without times."""
    state = json.loads(bridge.new_game(ruleset, 3, options))
    answer = json.loads(bridge.evaluate_best_move(json.dumps(state), state["active_player_id"], json.dumps(params)))
    assert "error" not in answer
    for timed in ("elapsed_ms", "telemetry"):
        answer["metadata"].pop(timed, None)
    return json.dumps(answer)


@pytest.fixture
def traced() -> Iterator[None]:
    """Traces memory allocations during the test; caches of earlier evaluations are freed before."""
    games.load(ENTROPY[0]).coach.free_caches()
    tracemalloc.start(1)
    yield
    tracemalloc.stop()


def held() -> float:
    """Megabytes in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1e6


@pytest.mark.usefixtures("traced")
def test_evaluating_another_game_frees_memory() -> None:
    evaluated(*AZUL)
    first = evaluated(*ENTROPY)
    during = held()
    evaluated(*AZUL)
    after = held()
    assert after < during - 4
    assert evaluated(*ENTROPY) == first
