"""The eight tests listed in the evaluator's source document."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

from tests.bridge.asking import ask
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, position

START = ask("new_game", "azul_v1_2p", 1, {})
FEW = position(board(wall=[(r, (r + 1) % 5) for r in range(5)]), factories=[{"Yellow": 1}], center={"Blue": 4})
"""Yellow fits only the floor, Blue five lines and the floor: seven actions."""


def params(**changes: Any) -> dict[str, Any]:
    greedy = {"active_player_policy": "all_greedy", "opponent_policy": "all_greedy"}
    document = {
        "time_budget_ms": 250,
        "rollouts_per_action": 10,
        "evaluator_seed": 42,
        "shortlist_size": 20,
        "rollout_config": greedy,
    }
    return document | changes


def evaluated(state: State, **changes: Any) -> dict[str, Any]:
    result: dict[str, Any] = ask("evaluate_best_move", state, state["active_player_id"], params(**changes))
    return result


def timed(state: State, **changes: Any) -> tuple[dict[str, Any], float]:
    """A result and the time it took, in milliseconds."""
    began = time.perf_counter()
    result = evaluated(state, **changes)
    return result, (time.perf_counter() - began) * 1000


@pytest.mark.timing
def test_1_evaluation_completes_within_its_budget() -> None:
    result, elapsed = timed(START, time_budget_ms=500, rollouts_per_action=5, evaluator_seed=12345, shortlist_size=10)
    assert elapsed < 600
    assert result["metadata"]["candidates_evaluated"] > 0
    assert result["metadata"]["completed_within_budget"]


def test_2_shortlisting_reduces_the_candidates() -> None:
    result = evaluated(START, time_budget_ms=60_000, rollouts_per_action=5, shortlist_size=15)
    assert result["metadata"]["total_legal_actions"] > 30
    assert result["metadata"]["candidates_evaluated"] == 15
    assert result["metadata"]["rollouts_run"] == 75
    assert [candidate["rollouts"] for candidate in result["candidates"]] == [5] * 15


def test_3_the_same_seed_gives_the_same_evaluation() -> None:
    first, second = (evaluated(START, shortlist_size=0, time_budget_ms=60_000) for _ in range(2))
    assert first["best_action"] == second["best_action"]
    assert first["candidates"] == second["candidates"]
    assert first["metadata"]["candidates_evaluated"] == first["metadata"]["total_legal_actions"]


def test_4_different_seeds_give_different_evaluations() -> None:
    evs = {
        int(evaluated(START, evaluator_seed=seed, time_budget_ms=60_000)["best_action_ev"] * 100) for seed in (111, 222)
    }
    assert len(evs) == 2


def test_5_a_users_action_is_graded() -> None:
    best = evaluated(START, evaluator_seed=555)["best_action"]
    user = next(action for action in ask("list_legal_actions", START, 0) if action != best)
    graded = ask("grade_user_action", START, 0, user, params(evaluator_seed=555))
    assert graded["user_action_ev"] is not None
    assert graded["delta_ev"] <= 0
    assert graded["metadata"]["total_legal_actions"] == len(ask("list_legal_actions", START, 0))


def test_5_a_users_action_outside_the_shortlist_is_added() -> None:
    shown = [candidate["action"] for candidate in evaluated(START, shortlist_size=5)["candidates"]]
    user = next(action for action in ask("list_legal_actions", START, 0) if action not in shown)
    graded = ask("grade_user_action", START, 0, user, params(shortlist_size=5, time_budget_ms=60_000))
    assert graded["metadata"]["candidates_evaluated"] == 6
    among = ask("grade_user_action", START, 0, shown[0], params(shortlist_size=5, time_budget_ms=60_000))
    assert among["metadata"]["candidates_evaluated"] == 5


def test_6_the_best_action_is_legal() -> None:
    assert evaluated(START, evaluator_seed=777)["best_action"] in ask("list_legal_actions", START, 0)


def test_7_few_actions_are_all_evaluated() -> None:
    metadata = evaluated(FEW, evaluator_seed=888, time_budget_ms=60_000)["metadata"]
    assert metadata["candidates_evaluated"] == metadata["total_legal_actions"] == len(oracle.legal_moves(FEW))
    assert metadata["total_legal_actions"] < 20


@pytest.mark.timing
def test_8_the_clock_cuts_off_with_equal_counts() -> None:
    result, elapsed = timed(START, time_budget_ms=50, rollouts_per_action=100_000)
    assert elapsed < 200
    assert not result["metadata"]["completed_within_budget"]
    assert result["metadata"]["ended_by"] == "clock"
    assert math.isfinite(result["best_action_ev"])
    assert len({candidate["rollouts"] for candidate in result["candidates"]}) == 1


def test_defaults_are_those_of_the_document() -> None:
    result = ask("evaluate_best_move", START, 0, {"evaluator_seed": 9, "time_budget_ms": 60_000})
    assert result == ask("evaluate_best_move", START, 0, params(evaluator_seed=9, time_budget_ms=60_000)) | {
        "metadata": result["metadata"]
    }
    assert (result["metadata"]["evaluator"], result["metadata"]["horizon"]) == ("rollout", "round")


def test_the_tagged_spelling_of_policies_is_accepted() -> None:
    mixed = {"mixed": {"greedy_ratio": 0.8}}
    tagged = {
        "active_player_policy": {"type": "Mixed", "greedyProbability": 0.8},
        "opponent_policy": {"type": "AllRandom"},
    }
    written = {"active_player_policy": mixed, "opponent_policy": "all_random"}
    same = [evaluated(START, rollout_config=config, time_budget_ms=60_000) for config in (tagged, written)]
    assert same[0]["candidates"] == same[1]["candidates"]
