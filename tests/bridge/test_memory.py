"""A game that is not evaluated any more gives its memory back, and answers the same when it is again."""

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
    """The answer to a game's first position, without its times."""
    state = json.loads(bridge.new_game(ruleset, 3, options))
    answer = json.loads(bridge.evaluate_best_move(json.dumps(state), state["active_player_id"], json.dumps(params)))
    assert "error" not in answer
    for timed in ("elapsed_ms", "telemetry"):
        answer["metadata"].pop(timed, None)
    return json.dumps(answer)


@pytest.fixture
def traced() -> Iterator[None]:
    """Counts memory meanwhile, all that the game takes: nothing is left of what was evaluated before."""
    games.load(ENTROPY[0]).coach.give_back()
    tracemalloc.start(1)
    yield
    tracemalloc.stop()


def held() -> float:
    """Megabytes in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1e6


@pytest.mark.usefixtures("traced")
def test_another_game_gets_the_memory_of_the_one_before() -> None:
    evaluated(*AZUL)
    first = evaluated(*ENTROPY)
    during = held()
    evaluated(*AZUL)
    after = held()
    assert after < during - 4
    assert evaluated(*ENTROPY) == first
