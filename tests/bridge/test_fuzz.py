"""Fuzz tests of the bridge: broken and mutated requests always get an answer, quickly and without internal errors."""

from __future__ import annotations

import copy
import functools
import json
import os
import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine import bridge
from tests.bridge import conformance, strategies
from tests.bridge.asking import LONG, ask, check_error, in_json, raw, refused
from tests.bridge.odd_values import ODD_VALUES
from tests.bridge.result_checks import check_result
from tests.games.entropy import by_hand as entropy_by_hand
from tests.games.yatzy import oracle as yatzy_oracle

RULESET = "azul_v1_2p"
PARAMS = {"evaluator_seed": 1, "time_budget_ms": 20, "rollouts_per_action": 1, "max_work": 300}
OPTIONS = {"horizon": "round", "values": "handmade", "width": 2, "temper": 3.5, "solve_tiles": 3}
SEARCH = PARAMS | {"evaluator": "search", "evaluator_options": OPTIONS, "shortlist_size": 3}
ROLLOUT = PARAMS | {"rollout_config": {"active_player_policy": {"mixed": {"greedy_ratio": 0.5}}}}
MAX_SECONDS = 3.0
"""Maximum CPU time of every answer, in seconds."""


@functools.cache
def requests() -> dict[str, list[list[Any]]]:
    """Valid requests to every function, of every game, with data not yet encoded as JSON."""
    azul, yatzy, entropy = azul_requests(), yatzy_requests(), entropy_requests()
    return {name: azul[name] + yatzy.get(name, []) + entropy.get(name, []) for name in azul}


def azul_requests() -> dict[str, list[list[Any]]]:
    first = strategies.reachable_state(1, 0.1, 0.3)
    late = next(s for s in strategies.game(8, 0.0) if s["round_number"] > 1 and len(s["bag"]) == 5)
    user = ask("list_legal_actions", first, first["active_player_id"])[0]
    player = first["active_player_id"]
    after = ask("apply_action", first, user)
    account = {"states": [first, after], "actions": [user], "deltas": [-1.0], "params": PARAMS}
    job = {"state": first, "player_id": player, "params": SEARCH, "user_action": user}
    scenario = {
        "ruleset_id": RULESET,
        "seed": 1,
        "target_round_phase": "EARLY",
        "target_game_phase": "early",
        "policy_mix": {"mixed": {"greedy_ratio": 0.5}},
        "filter_config": {"min_legal_actions": 2, "max_floor_ratio": 0.9},
    }
    return {
        "list_games": [[]],
        "new_game": [[RULESET, 1, {"first_player": 1}]],
        "list_legal_actions": [[first, player], [late, late["active_player_id"]]],
        "apply_action": [[first, user]],
        "evaluate_best_move": [[first, player, SEARCH], [first, player, ROLLOUT]],
        "grade_user_action": [[first, player, user, SEARCH], [first, player, user, ROLLOUT]],
        "generate_scenario": [[scenario]],
        "query": [[RULESET, "account", account]],
        "observe": [[first, 0]],
        "describe_state": [[first]],
        "load_artifact": [[RULESET, "weights", b"\x00\x01"]],
        "start_job": [
            ["evaluation", job],
            ["query", {"ruleset_id": RULESET, "name": "account", "args": account}],
            ["scenario", scenario],
        ],
        "step": [[1, 5.0]],
        "extend": [[1, {"time_budget_ms": 30}]],
        "grade": [[1, user]],
        "stop": [[1]],
    }


def yatzy_requests() -> dict[str, list[list[Any]]]:
    states = [strategies.yatzy_game(3, options)[20] for options in range(len(strategies.YATZY_OPTIONS))]
    first, alone, real = states[0], states[1], strategies.yatzy_game(3, 4)[12]
    player = first["active_player_id"]
    user = ask("list_legal_actions", first, player)[-1]
    waiting = ask("new_game", yatzy_oracle.RULESET, 1, {"real_dice": True})
    entered = {"enter": [1, 2, 2, 5, 6]}
    params = PARAMS | {"evaluator": "noisy", "evaluator_options": {"scale": 0.5}, "shortlist_size": 3}
    account = {"states": [first, ask("apply_action", first, user)], "actions": [user], "opening": True}
    entered_account = {
        "states": [waiting, ask("apply_action", waiting, entered)],
        "actions": [entered],
        "deltas": [None],
    }
    card = {"upper_score": 6, "scored_categories": 32 + 4096}
    scenario = {
        "ruleset_id": yatzy_oracle.RULESET,
        "seed": 1,
        "target_phase": "early",
        "target_kind": "category",
        "filter_config": {"min_value_gap": 0.01, "max_value_gap": 9.0},
    }
    queries: list[tuple[str, Any]] = [
        ("account", account),
        ("account", entered_account),
        ("forecast", {"states": [alone, alone]}),
        ("health", {"five_of_a_kind_is_full_house": True}),
        ("state_value", card),
        ("evaluate", card | {"dice": [1, 5, 5, 2, 6], "rerolls_remaining": 1}),
        ("read_game", {"text": "Hindsight Yatzy\nP1: 22561 keep 22 22333 score two pairs\nP2: 12345"}),
        ("write_game", {"states": account["states"], "actions": account["actions"]}),
    ]
    return {
        "new_game": [[yatzy_oracle.RULESET, 1, {"players": 1, "real_dice": True}]],
        "list_legal_actions": [[state, state["active_player_id"]] for state in (first, real)],
        "apply_action": [[first, user], [waiting, entered]],
        "evaluate_best_move": [[alone, 0, PARAMS], [first, player, params]],
        "grade_user_action": [[first, player, user, PARAMS], [first, player, user, params]],
        "generate_scenario": [[scenario]],
        "query": [[yatzy_oracle.RULESET, name, args] for name, args in queries],
        "observe": [[real, 0]],
        "describe_state": [[state] for state in states],
        "load_artifact": [[yatzy_oracle.RULESET, "table", b"\x00\x01"]],
        "start_job": [
            ["evaluation", {"state": first, "player_id": player, "params": params, "user_action": user}],
            ["query", {"ruleset_id": yatzy_oracle.RULESET, "name": "account", "args": account}],
            ["scenario", scenario],
        ],
    }


def entropy_requests() -> dict[str, list[list[Any]]]:
    ruleset = entropy_by_hand.RULESET
    states, actions = entropy_by_hand.game(3, {"size": 5, "next_token_known": True})
    order, chaos, over = states[21], states[30], states[-1]
    slide = next(action for action in entropy_by_hand.legal(order) if action != "pass")
    place = entropy_by_hand.legal(chaos)[-1]
    params = PARAMS | {"evaluator": "ev2", "shortlist_size": 3}
    account = {"states": states[20:25], "actions": [*actions[20:24]], "opening": True, "deltas": [None, -1, 0, None]}
    graded = {"states": [order, ask("apply_action", order, '"pass"')], "actions": ["pass"]}
    scenario = {
        "ruleset_id": ruleset,
        "seed": 1,
        "target_role": "chaos",
        "target_phase": "early",
        "size": 5,
        "filter_config": {"min_value_gap": 0.01, "max_value_gap": 9.0},
    }
    queries: list[tuple[str, Any]] = [
        ("account", account),
        ("account", graded),
        ("forecast", {"states": [order, chaos, over]}),
        ("lines", {"state": chaos}),
    ]
    return {
        "new_game": [[ruleset, 1, {"size": 5, "next_token_known": True}]],
        "list_legal_actions": [[state, state["active_player_id"]] for state in (order, chaos, over)],
        "apply_action": [[order, slide], [order, '"pass"'], [chaos, place]],
        "evaluate_best_move": [[order, 0, params], [chaos, 1, params], [order, 0, PARAMS], [chaos, 1, PARAMS]],
        "grade_user_action": [[order, 0, slide, params], [order, 0, '"pass"', params], [chaos, 1, place, params]],
        "generate_scenario": [[scenario]],
        "query": [[ruleset, name, args] for name, args in queries],
        "observe": [[chaos, 0]],
        "describe_state": [[state] for state in (order, chaos, over)],
        "load_artifact": [[ruleset, "table", b"\x00\x01"]],
        "start_job": [
            ["evaluation", {"state": order, "player_id": 0, "params": params, "user_action": "pass"}],
            ["query", {"ruleset_id": ruleset, "name": "account", "args": account}],
            ["scenario", scenario],
        ],
    }


FUNCTIONS = sorted(bridge.__all__)


def check_answer(name: str, args: list[Any]) -> Any:
    began = time.process_time()
    text = getattr(bridge, name)(*args)
    assert time.process_time() - began < MAX_SECONDS
    assert isinstance(text, str)
    answer = json.loads(text, parse_constant=lambda constant: pytest.fail(f"{constant} is not JSON"))
    if isinstance(answer, dict) and "error" in answer:
        check_error(answer)
        assert answer["code"] != "INTERNAL", (name, answer)
    return answer


def sent(args: list[Any]) -> list[Any]:
    return [json.dumps(arg) if isinstance(arg, (dict, list)) else arg for arg in args]


def test_every_function_has_valid_requests_to_fuzz() -> None:
    assert set(requests()) == set(FUNCTIONS)
    for name, good in requests().items():
        for args in good:
            answer = check_answer(name, sent(args))
            if name not in {"load_artifact", "step", "extend", "grade", "stop"}:
                assert "error" not in answer, (name, answer)


@pytest.mark.parametrize("name", FUNCTIONS)
@given(data=st.data())
@settings(max_examples=60)
def test_mutated_requests_get_an_answer(name: str, data: st.DataObject) -> None:
    args = copy.deepcopy(data.draw(st.sampled_from(requests()[name])))
    where = [i for i, arg in enumerate(args) if isinstance(arg, dict)]
    if where:
        index = data.draw(st.sampled_from(where))
        args[index] = data.draw(strategies.mutated(args[index]))
    kept = copy.deepcopy(args)
    check_answer(name, [json.dumps(arg) if isinstance(arg, (dict, list)) or arg is None else arg for arg in args])
    assert json.dumps(kept, default=str) == json.dumps(args, default=str)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_odd_arguments_get_an_answer(name: str) -> None:
    for args in requests()[name]:
        for index in range(len(args)):
            for odd in ODD_VALUES:
                check_answer(name, [*sent(args[:index]), odd, *sent(args[index + 1 :])])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_number_of_arguments_is_an_error_answer(name: str) -> None:
    for args in requests()[name]:
        assert json.loads(getattr(bridge, name)(*sent(args), "one more"))["code"] == "INTERNAL"


@given(st.text(max_size=40))
@settings(max_examples=100)
def test_any_text_as_a_state_gets_an_answer(text: str) -> None:
    check_answer("describe_state", [text])
    check_answer("list_legal_actions", [text, 0])


@given(strategies.json_values())
@settings(max_examples=100)
def test_any_value_as_params_gets_an_answer(value: Any) -> None:
    state = json.dumps(requests()["observe"][0][0])
    player = requests()["list_legal_actions"][0][1]
    check_answer("evaluate_best_move", [state, player, json.dumps(value)])


@given(strategies.made_up(), strategies.choices(), st.sampled_from(["rollout", "search", "greedy", "mixed", "random"]))
@settings(max_examples=60)
def test_odd_positions_are_played_and_evaluated(state: Any, choice: int, evaluator: str) -> None:
    player = state["active_player_id"]
    moves = ask("list_legal_actions", state, player)
    user = moves[choice % len(moves)]
    ask("apply_action", state, user)
    ask("describe_state", state)
    params = PARAMS | {"evaluator": evaluator, "time_budget_ms": LONG}
    result = ask("grade_user_action", state, player, user, params)
    check_result(ask("list_games")[0], state, result, user)


@given(
    strategies.yatzy_made_up(),
    strategies.choices(),
    st.sampled_from(["exact", "win", "greedy", "noisy", "rules", "random"]),
)
@settings(max_examples=60)
def test_odd_positions_of_yatzy_are_played_and_evaluated(state: Any, choice: int, evaluator: str) -> None:
    player = state["active_player_id"]
    moves = ask("list_legal_actions", state, player)
    user = moves[choice % len(moves)]
    ask("apply_action", state, user)
    ask("describe_state", state)
    ask("query", yatzy_oracle.RULESET, "forecast", {"states": [state]})
    params = PARAMS | {"evaluator": evaluator}
    if "enter" in user:
        refused("UNSUPPORTED", "grade_user_action", state, player, user, params)
        return
    result = ask("grade_user_action", state, player, user, params)
    info = next(info for info in conformance.registry() if info["ruleset_id"] == yatzy_oracle.RULESET)
    check_result(info, state, result, user)


@given(strategies.entropy_made_up(), strategies.choices(), st.data())
@settings(max_examples=60)
def test_odd_positions_of_entropy_are_played_and_evaluated(state: Any, choice: int, data: st.DataObject) -> None:
    info = next(info for info in conformance.registry() if info["ruleset_id"] == entropy_by_hand.RULESET)
    evaluator = data.draw(st.sampled_from([row["name"] for row in info["evaluators"]]))
    player = state["active_player_id"]
    moves = ask("list_legal_actions", state, player)
    user = moves[choice % len(moves)]
    ask("apply_action", state, in_json(user))
    ask("describe_state", state)
    ask("query", entropy_by_hand.RULESET, "forecast", {"states": [state]})
    result = ask("grade_user_action", state, player, in_json(user), PARAMS | {"evaluator": evaluator})
    check_result(info, state, result, user)


@pytest.mark.parametrize("count", [21, 80])
def test_piles_larger_than_possible_are_searched(count: int) -> None:
    state = strategies.reachable_state(1, 0.1, 0.3) | {"bag": {}, "lid": {}}
    state["center"]["tiles"] = {"Blue": count}
    state["players"][0]["floor_line"] = state["players"][1]["floor_line"] = {
        "tiles": ["Red"] * 7,
        "has_first_player_token": False,
    }
    ask("evaluate_best_move", state, state["active_player_id"], SEARCH | {"max_work": None, "shortlist_size": 0})
    state["center"]["tiles"] = {"Blue": 101}
    refused("INVALID_STATE", "list_legal_actions", state, state["active_player_id"])


def test_numbers_of_other_types_or_ranges_are_refused() -> None:
    state, player = requests()["list_legal_actions"][0]
    for seed in (True, -1, 2**53, 1.0, "1", None):
        assert check_answer("new_game", [RULESET, seed, "{}"])["code"] == "INVALID_PARAMS"
        changed = json.dumps(PARAMS | {"evaluator_seed": seed})
        assert check_answer("evaluate_best_move", [json.dumps(state), player, changed])["code"] == "INVALID_PARAMS"
    for odd in (True, "0", 2, -1, 0.0, None):
        assert check_answer("list_legal_actions", [json.dumps(state), odd])["code"] == "INVALID_PLAYER"
    for score in (True, 1.0, "1", -1, 10**30):
        changed = copy.deepcopy(state)
        changed["players"][0]["score"] = score
        assert check_answer("describe_state", [json.dumps(changed)])["code"] == "INVALID_STATE"


def test_markup_is_treated_as_text() -> None:
    markup = "<script>alert(1)</script>\n<b>"
    answer = refused("UNKNOWN_RULESET", "new_game", markup, 1, {})
    assert "<script>" in answer["error"]
    state = requests()["observe"][0][0]
    marked = ask("observe", state | {"scenario_seed": markup}, 0)
    assert marked["scenario_seed"] == markup
    assert "<" not in ask("describe_state", state | {"scenario_seed": markup})
    refused("INVALID_STATE", "describe_state", state | {markup: 1})


def test_text_that_is_too_long_or_deep_is_refused_quickly() -> None:
    began = time.process_time()
    refused("INVALID_JSON", "describe_state", "x" * 17_000_000)
    refused("INVALID_JSON", "describe_state", "[" * 1_000_000)
    assert time.process_time() - began < 2
    state = requests()["observe"][0][0]
    deep: Any = 1
    for _ in range(150):
        deep = [deep]
    refused("INVALID_STATE", "describe_state", state | {"bag": deep})
    check_answer("describe_state", [json.dumps(state | {"last_events": [{"a": deep}]})])


def test_broken_requests_do_not_change_later_answers() -> None:
    state, player, params = requests()["evaluate_best_move"][1]
    before = ask("evaluate_best_move", state, player, params | {"time_budget_ms": LONG})["candidates"]
    for odd in ("{", "null", '{"ruleset_id": "?"}'):
        raw("evaluate_best_move", odd, player, params)
    assert ask("evaluate_best_move", state, player, params | {"time_budget_ms": LONG})["candidates"] == before


WIDEST = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (700 * 2**20, 700 * 2**20))
from py_engine import bridge
print(bridge.evaluate_best_move(*(part if i != 1 else int(part) for i, part in enumerate(sys.argv[1:]))))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on memory")
def test_widest_search_fits_in_memory() -> None:
    state = ask("new_game", RULESET, 1, {})
    options = {"width": 60, "temper": 100, "solve_tiles": 20, "compare": False}
    params = {
        "evaluator_seed": 1,
        "evaluator": "search",
        "evaluator_options": options,
        "time_budget_ms": 60_000,
        "rollouts_per_action": 10**7,
        "max_work": 4_000_000,
    }
    sent_on = [json.dumps(state), "0", json.dumps(params)]
    run = subprocess.run(  # noqa: S603 - this very interpreter
        [sys.executable, "-c", WIDEST, *sent_on],
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    answer = json.loads(run.stdout)
    assert answer["metadata"]["ended_by"] in {"work", "memory"}
    assert answer["metadata"]["nodes"] > 1_000_000
    assert any("discarded" in note for note in answer["metadata"]["notes"]), "the tree was as large as it may be"
