"""The policies as evaluators."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bridge import conformance, strategies
from tests.bridge.asking import ask, in_json
from tests.bridge.result_checks import check_result
from tests.games.entropy import by_hand
from tests.games.entropy.by_hand import RULESET, State, position

POLICIES = ("random", "greedy", "greedy2", "ev2")


def evaluated(state: State, **params: Any) -> dict[str, Any]:
    asked = {"evaluator_seed": 1, "shortlist_size": 0, **params}
    found: dict[str, Any] = ask("evaluate_best_move", state, state["active_player_id"], asked)
    return found


@given(strategies.entropy_made_up(), st.sampled_from(POLICIES), st.integers(0, 1000))
@settings(max_examples=30)
def test_policies_grade_every_move_in_their_own_terms(state: State, policy: str, choice: int) -> None:
    info = next(info for info in conformance.registry() if info["ruleset_id"] == RULESET)
    params = {"evaluator_seed": choice, "evaluator": policy, "shortlist_size": 2}
    legal = by_hand.legal(state)
    user = legal[choice % len(legal)]
    found = ask("grade_user_action", state, state["active_player_id"], in_json(user), params)
    check_result(info, state, found, user)
    assert len(found["candidates"]) <= 3
    assert found["metadata"]["decision"] == ("order", "chaos")[state["active_player_id"]]
    assert found["metadata"]["notes"] == ["Values are this policy's own scores, not what moves are worth."]


def test_greedy_policy_takes_the_score() -> None:
    state = position("R . . R . / . . . . . / . G . . . / . . . . . / . . . . .")
    found = evaluated(state, evaluator="greedy")
    assert found["best_action_ev"] == 2
    assert found["best_action"] in ({"from": "a1", "to": "a3"}, {"from": "a4", "to": "a2"})
    best = Counter(json.dumps(evaluated(state, evaluator="greedy", evaluator_seed=n)["best_action"]) for n in range(12))
    assert len(best) == 2
    chaos = position("R . R . . / . . . . . / . G . . . / . . . . . / . . . . .", player=1, drawn="R")
    costs = {json.dumps(c["action"]): c["ev"] for c in evaluated(chaos, evaluator="greedy")["candidates"]}
    assert costs['{"cell": "a2"}'] == -7
    assert costs['{"cell": "a4"}'] == -2
    assert evaluated(chaos, evaluator="greedy")["best_action_ev"] == 0


@pytest.mark.parametrize("evaluator", ["value", "heuristic", *POLICIES])
def test_values_are_never_minus_zero(evaluator: str) -> None:
    last = position("RGYBW YBWRG WRGYB GYBWR BWRG.", player=1, drawn="Y")
    for state in (ask("new_game", RULESET, 1, {"size": 5}), last):
        found = json.dumps(evaluated(state, evaluator=evaluator))
        assert "0.0" in found
        assert not re.search(r"-0\.0\b", found)


def test_random_policy_values_all_moves_at_zero() -> None:
    state = ask("new_game", RULESET, 1, {"size": 5})
    found = [evaluated(state, evaluator="random", evaluator_seed=n) for n in range(20)]
    assert {c["ev"] for each in found for c in each["candidates"]} == {0.0}
    assert len({json.dumps(each["best_action"]) for each in found}) > 8
