"""Exact round ends in the search evaluator: when a result is solved, and how an extended search resumes."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.games.azul.knowledge.model_error import model_error
from py_engine.games.azul.rules.play import complete, legal_actions
from py_engine.games.azul.rules.state import AzulRequest, AzulState, action_of
from py_engine.games.azul.search.search_evaluator import SearchEvaluation, SearchOptions
from tests.bridge import strategies
from tests.bridge.asking import LONG

PARAMS: dict[str, Any] = {
    "evaluator_seed": 3,
    "evaluator": "search",
    "time_budget_ms": LONG,
    "rollouts_per_action": 10**6,
    "shortlist_size": 0,
}


def tiles(state: AzulState) -> int:
    return sum(sum(pile.values()) for pile in (*state.factories, state.center.tiles))


def positions(low: int, high: int, count: int) -> list[AzulState]:
    """Positions of games between careless players, with ``low`` to ``high`` tiles left."""
    found = []
    for seed in range(100):
        state = complete(AzulState.model_validate(strategies.reachable_state(seed, 0.3, 0.1 * (seed % 8))))
        if low <= tiles(state) <= high and len(legal_actions(state)) > 3:
            found.append(state)
    return found[:count]


def search(state: AzulState, user: int | None, **params: Any) -> SearchEvaluation:
    """A search that grades the legal action with index ``user``."""
    action = None if user is None else action_of(legal_actions(state)[user])
    request: AzulRequest = Request(state, state.active_player_id, EvaluatorParams(**(PARAMS | params)), action)
    return SearchEvaluation(request, SearchOptions(compare=False))


def result_of(evaluation: SearchEvaluation) -> Result:
    result = evaluation.result()
    assert result is not None
    return result


@pytest.mark.parametrize("state", positions(6, 11, 6))
def test_a_grade_is_solved_once_its_own_move_is(state: AzulState) -> None:
    user = len(legal_actions(state)) - 1
    exact = search(state, user).run()
    assert exact is not None
    running = search(state, user)
    while not running.proved and not running.done:
        running.piece()
    early = result_of(running)
    known = running.settled(user)
    assert early.metadata.round_solved == known
    assert early.best_action_ev == exact.best_action_ev
    pair = model_error(state.round_number, solved=True, estimated=2)
    assert known or early.metadata.model_error > pair - 1e-9 or exact.metadata.model_error < pair
    final = running.run()
    assert final is not None
    assert final.metadata.round_solved
    assert final.delta_ev == exact.delta_ev


@pytest.mark.parametrize("state", positions(8, 10, 5))
def test_an_extended_search_tries_to_solve_again(state: AzulState) -> None:
    user = 0
    at_once = search(state, user).run()
    assert at_once is not None
    assert at_once.metadata.ended_by == "solved"
    extended = search(state, user, max_work=len(legal_actions(state)) + 20)
    before = extended.run()
    assert before is not None
    if len(legal_actions(state)) > 6:
        assert before.metadata.ended_by == "work"
    extended.extend(EvaluatorParams(**PARAMS))
    after = extended.run()
    assert after is not None
    assert after.metadata.ended_by == "solved"
    assert after.delta_ev == at_once.delta_ev
    evs = [{str(c.action): c.ev for c in found.candidates} for found in (after, at_once)]
    assert evs[0] == evs[1]


def test_win_probability_of_a_decided_game_is_certain() -> None:
    decided = 0
    for seed in range(60):
        state = complete(AzulState.model_validate(strategies.reachable_state(seed, 0.0, 0.95)))
        if tiles(state) > 8 or state.game_over:
            continue
        found = search(state, None).run()
        assert found is not None
        for candidate in found.candidates:
            future = next(reason.value for reason in candidate.reasons if reason.code == "future")
            if candidate.features["game_ends"] and candidate.ev:
                decided += 1
                assert future == 0
                assert candidate.win_probability == float(candidate.ev > 0)
                assert candidate.bound is None
            elif not candidate.features["game_ends"]:
                assert isinstance(candidate.win_probability, float)
                assert 0 <= candidate.win_probability <= 1
    assert decided
