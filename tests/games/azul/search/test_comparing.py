"""The moves of a hint and the graded one, compared: hints and grades agree, and every shown move has an error of its own."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.azul.knowledge.model_error import END_ERROR, End, correction_weight, difference_error
from py_engine.games.azul.rules.play import complete, legal_actions
from py_engine.games.azul.rules.state import AzulState
from py_engine.games.azul.search.search_work import SHOWN
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.games.azul.oracle import State

WORK = 12_000


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


def grade(state: State, action: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask("grade_user_action", state, state["active_player_id"], action, params())
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_and_the_grades_of_its_moves_agree(seed: int) -> None:
    state = reached(seed)
    hint = ask("evaluate_best_move", state, state["active_player_id"], params())
    listed = hint["candidates"][:SHOWN]
    assert grade(state, hint["best_action"])["delta_ev"] == 0
    for candidate in listed[1 : 1 + seed % 3 + 1]:
        graded = grade(state, candidate["action"])
        assert graded["best_action"] == hint["best_action"]
        assert graded["delta_ev"] == candidate["ev"] - hint["best_action_ev"]
        assert [each["ev"] for each in graded["candidates"][:SHOWN]] == [each["ev"] for each in listed]


@pytest.mark.parametrize("seed", range(4))
def test_a_move_that_no_hint_shows_is_compared_with_those_that_it_shows(seed: int) -> None:
    state = reached(seed)
    hint = ask("evaluate_best_move", state, state["active_player_id"], params() | {"shortlist_size": 0})
    if len(hint["candidates"]) <= SHOWN:
        return
    last = hint["candidates"][-1]
    graded = grade(state, last["action"])
    assert graded["metadata"]["nodes"] <= WORK
    assert graded["metadata"]["nodes"] > hint["metadata"]["nodes"] or graded["metadata"]["round_solved"]
    assert [each["ev"] for each in graded["candidates"][:SHOWN]] == [each["ev"] for each in hint["candidates"][:SHOWN]]


def test_shown_moves_have_errors_of_their_own() -> None:
    errors = set()
    for seed in range(4):
        state = reached(seed)
        hint = ask("evaluate_best_move", state, state["active_player_id"], params(60_000))
        errors.add(len({each["stderr"] for each in hint["candidates"][1:SHOWN]}))
    assert max(errors) > 2


def test_an_opponent_compares_nothing() -> None:
    state = reached(2)
    bare = ask(
        "evaluate_best_move", state, state["active_player_id"], params() | {"evaluator_options": {"compare": False}}
    )
    assert len(legal_actions(complete(AzulState.model_validate(state)))) > SHOWN
    assert len({each["stderr"] for each in bare["candidates"]}) == 1


def test_the_error_shrinks_with_refills_and_vanishes_where_the_same_follows() -> None:
    assert difference_error(3, 10, settled=True, end=None) == 0
    assert difference_error(3, 10, settled=True, end=End(0, 8, 7.0)) == 0
    errors = [difference_error(3, 10, settled=True, end=End(2, refills, 7.0)) for refills in (4, 16, 64)]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] < 0.45 * 7
    assert difference_error(3, 10, settled=True, end=End(2, 0, None)) == END_ERROR[2]
    assert difference_error(3, 10, settled=False, end=None) > 0
    assert 0 < correction_weight(3, 4) < correction_weight(3, 64) < 1
