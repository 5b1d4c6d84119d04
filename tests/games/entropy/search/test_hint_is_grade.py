"""A hint and the grading of one of its moves are the same search; every move explained in detail has reasons and a line."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.results import Result
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.knowledge.model_error import own_error
from py_engine.games.entropy.rules.play import apply_action, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options
from tests.bridge.asking import LONG


def searched(state: EntropyState, user: Any = None, **params: Any) -> Result:
    given = EvaluatorParams.model_validate({"evaluator_seed": 1, "time_budget_ms": LONG, **params})
    action = None if user is None else EntropyAction.model_validate(user)
    found = GAME.evaluation(state, state.active_player_id, given, action).run()
    assert found is not None
    return found


def positions(seed: int, places: set[int]) -> list[EntropyState]:
    state, found = new_game(seed, Options()), []
    for place in range(max(places) + 1):
        if place in places:
            found.append(state)
        chosen = searched(state, evaluator="greedy", evaluator_seed=place).best_action
        state = apply_action(state, EntropyAction.model_validate(chosen))
    return found


@pytest.mark.parametrize("max_work", [500, 40_000, pytest.param(250_000, marks=pytest.mark.slow)])
def test_a_hint_that_is_played_is_best(max_work: int) -> None:
    for seed in range(2):
        for state in positions(seed, {5, 18, 33, 52, 67, 80, 93}):
            hint = searched(state, max_work=max_work)
            graded = searched(state, hint.best_action, max_work=max_work)
            assert (graded.grade, graded.delta_ev) == ("BEST", 0.0)
            assert graded.best_action == hint.best_action
            same = [(each.action, each.ev, each.stderr, each.compared) for each in hint.candidates]
            assert [(each.action, each.ev, each.stderr, each.compared) for each in graded.candidates] == same


def test_moves_that_were_not_searched_as_deeply_say_so() -> None:
    met = 0
    for state in positions(3, {18, 33, 52, 67}):
        found = searched(state, max_work=250_000)
        depths = {each.features["depth"] for each in found.candidates if each.compared}
        assert len(depths) == 1
        assert [each.compared for each in found.candidates] == sorted(
            (each.compared for each in found.candidates), reverse=True
        )
        met += not all(each.compared for each in found.candidates)
        for each in [each for each in found.candidates if each.compared][:5]:
            assert sum(reason.value for reason in each.reasons) == each.ev
            # The line can be played: a placement and its reply, or a slide, the next token's cell and the reply to it.
            assert len(each.line) >= 2
            after = state
            for action in each.line:
                after = apply_action(after, EntropyAction.model_validate(action))
    assert met


def test_a_difference_that_changed_or_is_large_is_less_certain() -> None:
    assert own_error(0.5, 0.1, 0.2) < own_error(0.5, 0.1, 2.0) < own_error(0.5, 1.0, 2.0)
    assert own_error(0.5, 9.0, 9.0) == own_error(0.5, 2.0, 3.0)
