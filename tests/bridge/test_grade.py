"""``grade``: an evaluation that looked for the best move goes on as the grading of a move."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine import bridge
from py_engine.core.evaluation import Evaluation
from tests.bridge import conformance
from tests.bridge.asking import DURATIONS, ask, in_json, refused

Json = dict[str, Any]
WORK = {"azul": 4_000, "entropy": 40_000, "hearts": 2_000}
"""Work that leaves something to compare, by game; the others evaluate at once."""
STAGES = (0.1, 0.5, 0.85)
"""Shares of a game after which a decision is graded."""
PLAYED = [
    pytest.param(info, stage, id=f"{info['slug']}-{stage}")
    for info in conformance.with_capability("play")
    for stage in STAGES
]


def params_of(info: Json) -> Json:
    work = WORK.get(info["slug"])
    named = {} if work is None else {"evaluator": "search", "max_work": work}
    return conformance.params(rollouts_per_action=10**6, time_budget_ms=600_000, **named)


def finished(info: Json, state: Json) -> tuple[int, Json]:
    """The handle of a finished search for the best move, and its result."""
    asked = {"state": state, "player_id": state["active_player_id"], "params": params_of(info)}
    handle = ask("start_job", "evaluation", asked)["handle"]
    return handle, ask("step", handle, 600_000)


def as_graded(handle: int, action: Any) -> Json:
    """The finished grading of an action by an earlier evaluation."""
    ask("grade", handle, in_json(action))
    found: Json = ask("step", handle, 600_000)
    assert found["done"]
    return found


def plain(found: Json) -> Json:
    """A result without what depends on the clock."""
    result = {name: value for name, value in found.items() if name not in ("done", "progress")}
    result["metadata"] = {
        name: value for name, value in found["metadata"].items() if name not in (*DURATIONS, "telemetry")
    }
    return result


@pytest.mark.parametrize(("info", "stage"), PLAYED)
def test_the_move_of_a_hint_is_best_and_graded_as_from_the_start(info: Json, stage: float) -> None:
    state = conformance.a_state(info, stage)
    handle, hint = finished(info, state)
    found = as_graded(handle, hint["best_action"])
    assert found["user_action"] == found["best_action"] == hint["best_action"]
    assert found["verdict"] in ("best", None)
    again = ask("grade_user_action", state, state["active_player_id"], in_json(hint["best_action"]), params_of(info))
    assert plain(found) == plain(again)


@pytest.mark.parametrize(("info", "stage"), PLAYED)
def test_a_listed_move_keeps_its_distance_from_the_best_one(info: Json, stage: float) -> None:
    state = conformance.a_state(info, stage)
    handle, hint = finished(info, state)
    listed = [each for each in hint["candidates"][1:5] if each["compared"]]
    for each in listed:
        found = as_graded(handle, each["action"])
        if found["best_action"] == hint["best_action"]:
            assert -found["delta_ev"] == pytest.approx(hint["best_action_ev"] - each["ev"], abs=1e-9)


@pytest.mark.parametrize(("info", "stage"), PLAYED)
def test_a_move_that_is_not_listed_is_graded_too(info: Json, stage: float) -> None:
    state = conformance.a_state(info, stage)
    handle, hint = finished(info, state)
    shown = [each["action"] for each in hint["candidates"][:5]]
    others = [action for action in ask("list_legal_actions", state, state["active_player_id"]) if action not in shown]
    if not others:
        pytest.skip("every legal move is listed here")
    found = as_graded(handle, others[-1])
    assert found["user_action"] == others[-1]
    assert found["delta_ev"] <= 0
    assert found["feedback"]
    assert found["metadata"]["completed_within_budget"]


def test_a_running_search_becomes_a_grading() -> None:
    info = next(each for each in conformance.registry() if each["slug"] == "hearts")
    state = conformance.a_state(info, 0.3)
    asked = {"state": state, "player_id": state["active_player_id"], "params": params_of(info)}
    handle = ask("start_job", "evaluation", asked)["handle"]
    ask("step", handle, 1)
    legal = ask("list_legal_actions", state, state["active_player_id"])
    found = as_graded(handle, legal[0])
    assert found["user_action"] == legal[0]
    assert found["grade"] is not None


@pytest.mark.parametrize("slug", ["azul", "entropy", "hearts"])
def test_repeated_gradings_keep_the_params_and_say_if_they_took_longer(slug: str) -> None:
    info = next(each for each in conformance.registry() if each["slug"] == slug)
    state = conformance.a_state(info, 0.3)
    params = conformance.params(rollouts_per_action=10**6, time_budget_ms=1, evaluator="search")
    asked = {"state": state, "player_id": state["active_player_id"], "params": params}
    handle = ask("start_job", "evaluation", asked)["handle"]
    ask("step", handle, 600_000)
    for action in ask("list_legal_actions", state, state["active_player_id"])[:4]:
        metadata = as_graded(handle, action)["metadata"]
        job = bridge._jobs.get(handle)
        assert isinstance(job, Evaluation)
        assert job.params.time_budget_ms == 1
        assert metadata["completed_within_budget"] <= (metadata["elapsed_ms"] <= 1)


def test_what_cannot_be_graded_is_refused_and_changes_nothing() -> None:
    info = next(each for each in conformance.registry() if each["slug"] == "entropy")
    state = conformance.a_state(info, 0.5)
    handle, hint = finished(info, state)
    refused("INVALID_ACTION", "grade", handle, {"nonsense": 1})
    taken = next(cell for cell in ("a1", "b2", "c3", "d4", "e5", "f6", "g7") if {"cell": cell} not in legal_of(state))
    refused("ACTION_FAILED", "grade", handle, {"cell": taken})
    assert ask("stop", handle)["best_action"] == hint["best_action"]
    refused("NOT_FOUND", "grade", handle, {"cell": "a1"})
    scenario = ask("start_job", "scenario", {"ruleset_id": info["ruleset_id"], "seed": 1})["handle"]
    refused("UNSUPPORTED", "grade", scenario, {"cell": "a1"})


def legal_of(state: Json) -> list[Any]:
    legal: list[Any] = ask("list_legal_actions", state, state["active_player_id"])
    return legal
