"""Conformance tests: every registered game is held to its registry entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import examples
from py_engine import games
from tests.bridge import conformance, hidden_information
from tests.bridge.asking import ask, refused
from tests.bridge.result_checks import check_result
from tests.core import toy

with games.including(examples.GAMES):
    INFOS = conformance.registry()
PLAYED = [info for info in INFOS if "play" in info["capabilities"]]
EVALUATORS = [(info, evaluator["name"]) for info in PLAYED for evaluator in info["evaluators"]]
NAMED = [
    pytest.param(info, named, id=f"{info['ruleset_id']}-{kind}-{named['id']}")
    for info in PLAYED
    for kind in ("levels", "presets")
    for named in info[kind]
]
OPTIONS = [(info, options) for info in PLAYED for options in conformance.option_sets(info)]


def by_ruleset(info: dict[str, Any]) -> str:
    return str(info["ruleset_id"])


def label(value: Any) -> str:
    return str(value.get("ruleset_id", value)) if isinstance(value, dict) else str(value)


@pytest.fixture(scope="module", autouse=True)
def _with_examples() -> Iterator[None]:
    with games.including(examples.GAMES):
        yield


every_game = pytest.mark.parametrize("info", INFOS, ids=by_ruleset)
every_played_game = pytest.mark.parametrize("info", PLAYED, ids=by_ruleset)
every_option = pytest.mark.parametrize(("info", "options"), OPTIONS, ids=label)
every_evaluator = pytest.mark.parametrize(("info", "evaluator"), EVALUATORS, ids=label)


@every_game
def test_registry_entry_is_complete_and_consistent(info: dict[str, Any]) -> None:
    conformance.check_info(info)


@every_played_game
@pytest.mark.parametrize("seed", [0, 2**53 - 1])
def test_game_replays_to_the_same_states(info: dict[str, Any], seed: int) -> None:
    assert conformance.check_play(info, seed) > 1


@every_played_game
def test_chance_that_a_move_uses_is_counted(info: dict[str, Any]) -> None:
    conformance.check_chance(info)


# Without options a game is played above.
@pytest.mark.parametrize(("info", "options"), [row for row in OPTIONS if row[1]], ids=label)
def test_every_option_gives_a_game(info: dict[str, Any], options: dict[str, Any]) -> None:
    assert conformance.check_play(info, 5, options) > 1


@every_played_game
def test_different_seeds_give_different_games(info: dict[str, Any]) -> None:
    assert ask("new_game", info["ruleset_id"], 1, {}) != ask("new_game", info["ruleset_id"], 2, {})


@every_played_game
def test_legal_actions_can_be_applied(info: dict[str, Any]) -> None:
    for ply, (state, _, _) in enumerate(conformance.playthrough(info, 11)):
        if ply % 8 == 0:
            conformance.check_all_legal_apply(state)


@every_played_game
def test_illegal_actions_are_refused(info: dict[str, Any]) -> None:
    conformance.check_illegal(info)


@every_option
def test_derived_fields_may_be_omitted(info: dict[str, Any], options: dict[str, Any]) -> None:
    conformance.check_completed(info, conformance.a_state(info, 0.5, options=options))


@every_played_game
def test_final_state_offers_no_decision(info: dict[str, Any]) -> None:
    last = conformance.a_final_state(info)
    conformance.check_final(info, last)
    conformance.check_completed(info, last)


@every_evaluator
@pytest.mark.parametrize("share", conformance.STAGES[1:])
def test_evaluation_ranks_legal_moves_and_grading_agrees_with_it(
    info: dict[str, Any], evaluator: str, share: float
) -> None:
    state = conformance.a_state(info, share)
    conformance.check_evaluations(info, state, {"evaluator": evaluator})


@pytest.mark.parametrize(("info", "evaluator"), [row for row in EVALUATORS if conformance.hides(row[0])], ids=label)
@pytest.mark.parametrize("share", conformance.STAGES)
def test_what_a_player_cannot_know_changes_no_answer(info: dict[str, Any], evaluator: str, share: float) -> None:
    hidden_information.check_information_set(
        info, conformance.a_state(info, share), {"evaluator": evaluator, "max_work": 300}
    )


@every_evaluator
def test_metadata_has_the_seed_and_the_evaluator(info: dict[str, Any], evaluator: str) -> None:
    state = conformance.a_state(info)
    asked = conformance.params(evaluator=evaluator, evaluator_seed=2**53 - 1)
    metadata = ask("evaluate_best_move", state, state["active_player_id"], asked)["metadata"]
    assert metadata["seed"] == 2**53 - 1
    assert metadata["evaluator"] == evaluator


@pytest.mark.parametrize(("info", "named"), NAMED)
def test_level_or_preset_chooses_a_legal_move(info: dict[str, Any], named: dict[str, Any]) -> None:
    state = conformance.a_state(info)
    asked = {"evaluator_seed": 1, **named["params"]}
    if asked.get("time_budget_ms", 0) > 250:
        asked["max_work"] = 20_000
    result = ask("evaluate_best_move", state, state["active_player_id"], asked)
    check_result(info, state, result, None)


@every_evaluator
@pytest.mark.parametrize("graded", [False, True])
def test_job_gives_the_direct_result(info: dict[str, Any], evaluator: str, graded: bool) -> None:
    conformance.check_job(info, conformance.a_state(info), {"evaluator": evaluator}, graded=graded)


@every_option
def test_observation_hides_what_the_player_cannot_know(info: dict[str, Any], options: dict[str, Any]) -> None:
    hidden_information.check_observation(info, conformance.a_state(info, options=options))


@every_option
def test_errors_are_reported_in_a_fixed_order(info: dict[str, Any], options: dict[str, Any]) -> None:
    conformance.check_order_of_checks(info, conformance.a_state(info, options=options))


@pytest.mark.parametrize("info", [info for info in INFOS if "scenario" in info["capabilities"]], ids=by_ruleset)
def test_scenario_is_an_unfinished_state_fixed_by_its_seed(info: dict[str, Any]) -> None:
    asked = {"ruleset_id": info["ruleset_id"], "seed": 4}
    state = ask("generate_scenario", asked)
    conformance.check_state(info, state)
    assert not state["game_over"]
    assert ask("generate_scenario", asked) == state
    handle = ask("start_job", "scenario", asked)["handle"]
    snapshot = ask("step", handle, 60_000)
    assert {key: value for key, value in snapshot.items() if key not in ("done", "progress")} == state
    assert (snapshot["done"], snapshot["progress"]) == (True, 1)
    ask("stop", handle)
    refused("UNKNOWN_RULESET", "generate_scenario", {"seed": 4})
    refused("INVALID_PARAMS", "generate_scenario", {"ruleset_id": info["ruleset_id"]})


@every_game
def test_unknown_queries_artifacts_and_jobs_are_refused(info: dict[str, Any]) -> None:
    refused("UNSUPPORTED", "query", info["ruleset_id"], "no such question", {})
    refused("NOT_FOUND", "load_artifact", info["ruleset_id"], "no such artifact", b"")
    refused("INVALID_PARAMS", "start_job", "no such kind", {})


def test_unknown_games_and_handles_are_refused() -> None:
    refused("UNKNOWN_RULESET", "new_game", "chess", 1, {})
    refused("UNKNOWN_RULESET", "query", "chess", "account", {})
    refused("UNKNOWN_RULESET", "load_artifact", "chess", "weights", b"")
    refused("UNKNOWN_RULESET", "describe_state", {})
    for handle in (0, -1, 10**9, "1", True, None, 1.0):
        refused("NOT_FOUND", "stop", handle)


@pytest.mark.parametrize("function", ["new_game", "apply_action", "generate_scenario"])
def test_review_only_game_refuses_to_be_played(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.REGISTRY, toy.RULESET, toy.__name__)
    state = {"ruleset_id": toy.RULESET, "active_player_id": 0, "game_over": False}
    args: dict[str, list[Any]] = {
        "new_game": [toy.RULESET, 1, {}],
        "apply_action": [state, {"number": 1}],
        "generate_scenario": [{"ruleset_id": toy.RULESET, "seed": 1}],
    }
    refused("UNSUPPORTED", function, *args[function])
    assert ask("list_legal_actions", state, 0) == [{"number": 1}, {"number": 2}, {"number": 3}]
    assert {info["ruleset_id"] for info in ask("list_games")} > {toy.RULESET}


def test_only_evaluations_can_be_extended_and_the_oldest_job_is_dropped() -> None:
    info = PLAYED[0]
    handle = ask("start_job", "scenario", {"ruleset_id": info["ruleset_id"], "seed": 1})["handle"]
    refused("UNSUPPORTED", "extend", handle, {})
    asked = {"ruleset_id": info["ruleset_id"], "seed": 1}
    newest = [ask("start_job", "scenario", asked)["handle"] for _ in range(16)][-1]
    refused("NOT_FOUND", "step", handle, 1)
    assert ask("stop", newest)["done"] is False
