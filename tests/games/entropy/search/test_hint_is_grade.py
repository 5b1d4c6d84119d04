"""A hint and the grading of one of its moves are the same search; every move explained in detail has reasons and a line."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np
import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.results import Result
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.knowledge.model_error import own_error
from py_engine.games.entropy.rules.play import apply_action, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options
from py_engine.games.entropy.search.line_reasons import LineComparison
from py_engine.games.entropy.search.search_evaluator import SearchEvaluation
from py_engine.games.entropy.search.search_options import EXACT
from tests.bridge.asking import LONG
from tests.core.clocks import TickingClock


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


@pytest.mark.parametrize(
    "max_work", [500, 40_000, *(pytest.param(each, marks=pytest.mark.slow) for each in (250_000, 600_000))]
)
def test_a_hint_that_is_played_is_best(max_work: int) -> None:
    for seed in range(2):
        for state in positions(seed, {5, 18, 33, 52, 67, 80, 93}):
            hint = searched(state, max_work=max_work)
            graded = searched(state, hint.best_action, max_work=max_work)
            assert (graded.grade, graded.delta_ev) == ("BEST", 0.0)
            assert graded.best_action == hint.best_action
            same = [(each.action, each.ev, each.stderr, each.compared) for each in hint.candidates]
            assert [(each.action, each.ev, each.stderr, each.compared) for each in graded.candidates] == same


@pytest.mark.parametrize("stopped", [None, 2])
@pytest.mark.parametrize("milliseconds", [5, 20, 60])
def test_a_grading_keeps_the_list_of_the_hint_that_the_clock_ended(milliseconds: int, stopped: int | None) -> None:
    uncompared = 0
    for state in positions(4, {7, 30, 45, 76, 90}):
        evaluation = started(state, milliseconds)
        hint = finished(evaluation)
        assert hint.metadata.ended_by in ("clock", "solved")
        moves = [hint.candidates[at] for at in (0, 1, len(hint.candidates) // 2, -1)]
        uncompared += sum(not each.compared for each in moves)
        for place, played in enumerate(moves):
            action = EntropyAction.model_validate(played.action)
            evaluation = GAME.graded(evaluation, state, state.active_player_id, action)
            if place == stopped:
                evaluation.piece()
                continue
            graded = finished(evaluation)
            assert graded.metadata.depth == hint.metadata.depth
            assert graded.metadata.ended_by == hint.metadata.ended_by
            assert (graded.user_action, graded.candidate(played.action).compared) == (played.action, True)
            known = {str(each.action): (each.ev, each.compared) for each in hint.candidates}
            for each in graded.candidates:
                was_ev, was_compared = known[str(each.action)]
                # A move that the list did not compare is, once it has been played.
                assert was_compared is each.compared or (each.compared and each.action in [one.action for one in moves])
                assert not was_compared or each.ev == was_ev
    assert uncompared


@pytest.mark.parametrize("place", [90, 91])
def test_a_grading_that_solves_the_last_move_of_a_list_is_solved(place: int) -> None:
    (state,) = positions(4, {place})
    met = 0
    for milliseconds in range(1, 40):
        evaluation = started(state, milliseconds)
        hint = finished(evaluation)
        left = [each.action for each in hint.candidates if each.features["depth"] < 2]
        assert (hint.metadata.ended_by == "solved") == hint.metadata.solved == (not left)
        if len(left) != 1:
            continue
        met += 1
        evaluation = GAME.graded(evaluation, state, state.active_player_id, EntropyAction.model_validate(left[0]))
        graded = finished(evaluation)
        assert graded.metadata.solved
        assert graded.metadata.ended_by == "solved"
        assert {each.stderr for each in graded.candidates} == {0.0}
        evaluation.extend(evaluation.params.model_copy(update={"time_budget_ms": 10_000}))
        assert evaluation.done, "nothing is left to search"
    assert met


def test_a_move_graded_in_place_of_another_is_solved_as_the_list_is() -> None:
    (state,) = positions(4, {91})
    met = 0
    for milliseconds in range(10, 30, 4):
        evaluation = started(state, milliseconds)
        hint = finished(evaluation)
        left = [each.action for each in hint.candidates if not each.compared]
        if len(left) < 2:
            continue
        met += 1
        for action in left[:2]:
            evaluation = GAME.graded(evaluation, state, state.active_player_id, EntropyAction.model_validate(action))
            evaluation.piece()
        graded = finished(evaluation)
        assert graded.metadata.depth == hint.metadata.depth
        assert graded.candidate(left[1]).features["depth"] == 2
    assert met


@pytest.mark.parametrize(
    ("place", "seed", "work"),
    [
        # Chaos's list is of static, then of deep values; Order's of deep ones.
        (90, 2, 500),
        (90, 8, 3_000),
        (91, 12, 3_000),
    ],
)
def test_a_list_that_more_work_solves_is_that_of_a_search_that_solves_it_at_once(
    place: int, seed: int, work: int
) -> None:
    (state,) = positions(seed, {place})
    params = {"evaluator": "search", "evaluator_seed": 1, "time_budget_ms": LONG, "max_work": work}
    evaluation = GAME.evaluation(state, state.active_player_id, EvaluatorParams.model_validate(params), None)
    hint = finished(evaluation)
    action = hint.candidates[0].action
    evaluation = GAME.graded(evaluation, state, state.active_player_id, EntropyAction.model_validate(action))
    assert not finished(evaluation).metadata.solved
    evaluation.extend(evaluation.params.model_copy(update={"max_work": 3_000_000}))
    longer, once = finished(evaluation), searched(state, action, evaluator="search", max_work=3_000_000)
    assert longer.metadata.solved
    assert once.metadata.solved
    assert named(longer) == named(once)
    assert [(each.action, each.ev) for each in longer.candidates] == [
        (each.action, each.ev) for each in once.candidates
    ]


@pytest.mark.parametrize(("place", "seed"), [(91, 12), (90, 2)])
def test_exact_values_that_were_cut_off_do_not_mix_with_estimates(place: int, seed: int) -> None:
    (state,) = positions(seed, {place})
    params = {"evaluator": "search", "evaluator_seed": 1, "time_budget_ms": LONG, "max_work": 80_100}
    evaluation = GAME.evaluation(state, state.active_player_id, EvaluatorParams.model_validate(params), None)
    assert isinstance(evaluation, SearchEvaluation)
    while np.isnan(evaluation.values[EXACT]).all():
        evaluation.piece()
    evaluation.clock = TickingClock(10.0**6)
    assert finished(evaluation).metadata.ended_by == "clock"
    evaluation.clock = TickingClock(1e-6)
    # Too little work for the rest of the exact values, enough for estimates.
    more = {"time_budget_ms": 10**12, "max_work": evaluation.work_done + 79_000}
    evaluation.extend(evaluation.params.model_copy(update=more))
    assert not finished(evaluation).metadata.solved
    evaluation.extend(evaluation.params.model_copy(update=more | {"max_work": 3_000_000}))
    longer = finished(evaluation)
    once = searched(state, longer.candidates[0].action, evaluator="search", max_work=3_000_000)
    assert longer.metadata.solved
    assert [(each.action, each.ev) for each in longer.candidates] == [
        (each.action, each.ev) for each in once.candidates
    ]


def named(result: Result) -> list[tuple[int | None, list[float], list[float] | None]]:
    """What a card says of the graded and the best move: the reply, what lines are worth after it, and later."""
    assert isinstance(result.evidence, LineComparison)
    moves = result.evidence.user, result.evidence.best
    return [(each.answer, each.points.tolist(), None if each.later is None else each.later.tolist()) for each in moves]


def test_think_longer_searches_all_moves_after_a_grading() -> None:
    (state,) = positions(4, {30})
    evaluation = started(state, 5)
    hint = finished(evaluation)
    action = EntropyAction.model_validate(hint.candidates[-1].action)
    evaluation = GAME.graded(evaluation, state, state.active_player_id, action)
    graded = finished(evaluation)
    evaluation.extend(evaluation.params.model_copy(update={"time_budget_ms": 200}))
    longer = finished(evaluation)
    assert longer.user_action == graded.user_action
    depths = [each.candidates[0].features["depth"] for each in (hint, graded, longer)]
    assert depths[0] == depths[1] < depths[2]


def started(state: EntropyState, milliseconds: int) -> Evaluation:
    """An evaluation whose clock advances by a millisecond whenever it is read."""
    params = EvaluatorParams(evaluator_seed=1, time_budget_ms=milliseconds)
    evaluation = GAME.evaluation(state, state.active_player_id, params)
    ticks = count()
    evaluation.clock = lambda: next(ticks) / 1000
    return evaluation


def finished(evaluation: Evaluation) -> Result:
    evaluation.finish()
    found = evaluation.explained()
    assert found is not None
    return found


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
