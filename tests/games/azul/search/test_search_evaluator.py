"""The search evaluator: budgets, intermediate results, extension, trusted moves, and reproducible grades."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import to_json
from py_engine.games.azul.rules.play import complete, legal_actions
from py_engine.games.azul.rules.state import AzulRequest, AzulState, action_data, action_of
from py_engine.games.azul.search.search_evaluator import SearchEvaluation, SearchOptions
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask, refused, timeless
from tests.bridge.result_checks import check_result
from tests.core.clocks import TickingClock
from tests.games.azul import oracle
from tests.games.azul.oracle import State

OPENING = strategies.reachable_state(1, 0.0, 0.0)


def params(work: int | None = 3000, **changes: Any) -> dict[str, Any]:
    """Params with a work limit and no effective time limit by default."""
    return {
        "evaluator_seed": 3,
        "evaluator": "search",
        "time_budget_ms": LONG,
        "rollouts_per_action": 10**6,
        "max_work": work,
        "shortlist_size": 0,
    } | changes


def evaluation(
    state: State, user: int | None = None, clock: TickingClock | None = None, options: Any = None, **changes: Any
) -> SearchEvaluation:
    model = complete(AzulState.model_validate(state))
    action = None if user is None else action_of(legal_actions(model)[user])
    request: AzulRequest = Request(model, model.active_player_id, EvaluatorParams(**params(**changes)), action)
    clocked = () if clock is None else (clock,)
    return SearchEvaluation(request, SearchOptions(**({"compare": False} | (options or {}))), *clocked)


def best(state: State, **changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask("evaluate_best_move", state, state["active_player_id"], params(**changes))
    return found


@pytest.mark.parametrize("limit", [1, 90, 250, 500, 5000])
@pytest.mark.parametrize("graded", [False, True])
def test_the_search_obeys_max_work(limit: int, graded: bool) -> None:
    legal = ask("list_legal_actions", OPENING, OPENING["active_player_id"])
    result = (
        ask("grade_user_action", OPENING, OPENING["active_player_id"], legal[-1], params(limit))
        if graded
        else best(OPENING, work=limit)
    )
    metadata = result["metadata"]
    # Every result needs all moves to be valued once.
    assert len(legal) <= metadata["nodes"] <= max(limit, len(legal))
    assert metadata["ended_by"] == "work"
    assert limit < 5000 or metadata["nodes"] > 0.9 * limit


@given(strategies.states(), st.sampled_from([200, 700, 3000]))
@settings(max_examples=25)
def test_the_search_obeys_max_work_when_it_tries_to_solve(state: State, limit: int) -> None:
    metadata = best(state, work=limit)["metadata"]
    assert metadata["nodes"] <= max(limit, metadata["total_legal_actions"])


def test_rollouts_per_action_limit_leaves_per_action() -> None:
    result = best(OPENING, work=None, rollouts_per_action=3, evaluator_options={"compare": False})
    metadata = result["metadata"]
    legal = metadata["total_legal_actions"]
    grown = sum(candidate["rollouts"] for candidate in result["candidates"])
    assert 3 * legal <= grown < 3 * legal + 2 * 96
    assert metadata["ended_by"] == "work"


@pytest.mark.parametrize("tick", [0.0005, 0.004, 0.02])
@pytest.mark.parametrize("user", [None, 0, 40])
def test_the_search_has_a_result_when_the_clock_ends(tick: float, user: int | None) -> None:
    running = evaluation(OPENING, user, TickingClock(tick), work=None, time_budget_ms=60)
    result = running.run()
    assert result is not None
    assert result.metadata.ended_by == "clock"
    assert not result.metadata.completed_within_budget
    assert len(result.candidates) == result.metadata.total_legal_actions
    assert (result.grade is None) == (user is None)


def test_the_clock_affects_only_when_the_search_ends() -> None:
    ended_by_clock = evaluation(OPENING, None, TickingClock(0.0004), work=None, time_budget_ms=60)
    slow = ended_by_clock.run()
    same = evaluation(OPENING, None, TickingClock(0.0), work=None, time_budget_ms=60)
    while not same.done and same.work_done < ended_by_clock.work_done:
        same.piece()
    fast = same.result()
    assert slow is not None
    assert fast is not None
    assert fast.candidates == slow.candidates


@pytest.mark.parametrize("place", [0.0, 0.1, 0.25, 0.4])
@pytest.mark.parametrize("user", [None, 3])
def test_intermediate_results_have_the_best_trusted_move(place: float, user: int | None) -> None:
    state = strategies.reachable_state(5, 0.0, place)
    running = evaluation(state, user, work=6000, options={"solve_tiles": 0})
    answers = 0
    while not running.done:
        running.piece()
        result = running.result()
        assert result is not None
        assert running.search is not None
        values, visits = running.search.root_values()
        trusted = running.search.settled() | (visits * 8 >= visits.max())
        known = dict(zip((json.dumps(action_data(n)) for n in running.root.legal), values.tolist(), strict=True))
        assert known[json.dumps(result.best_action)] == values[trusted].max() == result.best_action_ev
        graded = None if user is None else json.dumps(action_data(running.root.legal[user]))
        for candidate in result.candidates:
            name = json.dumps(candidate.action)
            assert candidate.compared == (trusted[list(known).index(name)] or name == graded)
            most = result.best_action_ev if name == graded else math.inf
            assert candidate.ev == min(known[name], most), "only the graded move cannot be better than the best"
        answers += 1
    assert answers > 7


@pytest.mark.parametrize(("seed", "ply"), [(0, 25), (7, 51), (28, 26)])
def test_settled_moves_are_trusted_with_few_leaves(seed: int, ply: int) -> None:
    running = evaluation(strategies.game(seed, 0.0)[ply], work=3000, options={"solve_tiles": 0})
    while not running.done:
        running.piece()
        result = running.result()
        assert running.search is not None
        assert result is not None
        settled = running.search.settled()
        if settled.any():
            assert result.best_action_ev >= running.search.root_values()[0][settled].max()
    assert running.solved


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_an_extended_search_equals_a_longer_one(seed: int) -> None:
    state = strategies.reachable_state(seed, 0.0, 0.0)
    in_pieces = evaluation(state, work=None, rollouts_per_action=1)
    in_pieces.run()
    first = in_pieces.work_done
    in_pieces.extend(in_pieces.params.model_copy(update={"rollouts_per_action": 4}))
    longer = in_pieces.run()
    at_once = evaluation(state, work=None, rollouts_per_action=4).run()
    assert longer is not None
    assert at_once is not None
    assert longer.metadata.nodes > first
    assert longer.candidates == at_once.candidates


def test_intermediate_results_do_not_change_the_final_one() -> None:
    looked_at, alone = (evaluation(OPENING, 5, work=6000) for _ in range(2))
    while not looked_at.done:
        looked_at.piece()
        looked_at.result()
    first, second = looked_at.result(), alone.run()
    assert first is not None
    assert second is not None
    assert timeless(to_json(first)) == timeless(to_json(second))


def test_a_stopped_job_returns_its_result_so_far() -> None:
    player = OPENING["active_player_id"]
    handle = ask("start_job", "evaluation", {"state": OPENING, "player_id": player, "params": params(None)})["handle"]
    for _ in range(4):
        ask("step", handle, 0)
    stopped = ask("stop", handle)
    assert stopped["candidates"]
    assert stopped["metadata"]["ended_by"] is None
    refused("NOT_FOUND", "step", handle, 1)


@pytest.mark.parametrize(
    "options",
    [
        {"width": 0},
        {"width": 61},
        {"temper": 0},
        {"temper": 1e-300},
        {"temper": 101},
        {"values": "guessed"},
        {"horizon": "week"},
        {"solve_tiles": 21},
        {"root_width": 9},
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    refused(
        "INVALID_PARAMS",
        "evaluate_best_move",
        OPENING,
        OPENING["active_player_id"],
        params(evaluator_options=options),
    )


@given(strategies.states(), strategies.choices(), st.sampled_from([1, 500, 2500]), st.sampled_from(["round", "game"]))
@settings(max_examples=25)
def test_grades_conform_to_the_contract(state: State, choice: int, work: int, horizon: str) -> None:
    moves = oracle.legal_moves(state)
    user = moves[choice % len(moves)]
    given = params(work, evaluator_options={"horizon": horizon}, shortlist_size=5)
    graded = ask("grade_user_action", state, state["active_player_id"], user, given)
    check_result(ask("list_games")[0], state, graded, user)
    assert len(graded["candidates"]) <= 6


def plausible(count: int) -> list[tuple[State, Any]]:
    """Positions of games, each with one of the better moves."""
    found = []
    for seed in range(count):
        state = strategies.reachable_state(seed, 0.0, (seed * 0.37) % 1)
        candidates = best(state, work=1200)["candidates"]
        found.append((state, candidates[min(seed % 4, len(candidates) - 1)]["action"]))
    return found


def test_search_grades_do_not_depend_on_the_seed() -> None:
    grades = set()
    for state, user in plausible(12):
        answers = [
            ask("grade_user_action", state, state["active_player_id"], user, params(2500, evaluator_seed=seed))
            for seed in (1, 2**53 - 1)
        ]
        for answer in answers:
            del answer["metadata"]["seed"]
        assert timeless(answers[0]) == timeless(answers[1])
        grades.add(answers[0]["grade"])
    assert len(grades) > 1, "the sample must contain different grades"


def test_indistinguishable_moves_are_too_close_to_call() -> None:
    close = [
        ask("grade_user_action", state, state["active_player_id"], user, params(2500))["too_close"]
        for state, user in plausible(12)
    ]
    assert set(close) == {True, False}


def test_candidates_count_their_leaves() -> None:
    result = best(OPENING, work=4000)
    visits = np.array([candidate["rollouts"] for candidate in result["candidates"]])
    assert visits[0] * 8 >= visits.max() > 0
