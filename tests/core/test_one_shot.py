"""Tests of one-shot evaluations with exact values."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams, GradeBand
from py_engine.core.grading import Measured
from py_engine.core.one_shot import (
    OneShotEvaluation,
    OneShotJob,
    RankedEvaluation,
    exact_result,
    random_moves,
    shortlisted,
)
from py_engine.core.request import Request
from py_engine.core.results import Result
from tests.core.toy import ToyAction, ToyState

BANDS = (GradeBand(code="BEST", label="Best", max_loss=0.5), GradeBand(code="BAD", label="Bad", max_loss=None))
EVS = {3: 4.0, 1: 3.75, 2: 1.0}


class Valued(OneShotEvaluation):
    """An evaluation of moves 1, 2 and 3 with known values."""

    def __init__(self, user: int | None = None, most: int = 0) -> None:
        super().__init__(EvaluatorParams(evaluator_seed=0, shortlist_size=most))
        self.user = user

    def evaluate(self) -> Result:
        shown = shortlisted(list(EVS), self.params, self.user)
        metadata = self.metadata_so_far("valued", len(EVS))
        return exact_result(shown, self.user, lambda n: Measured(n, EVS[n], EVS[n], 0.0, 0), BANDS, metadata)


def result(user: int | None = None, most: int = 0) -> Result:
    found = Valued(user, most).run()
    assert isinstance(found, Result)
    return found


@pytest.mark.parametrize(
    ("most", "user", "shown"),
    [(0, None, [3, 1, 2]), (2, None, [3, 1]), (1, 2, [3, 2]), (2, 3, [3, 1]), (9, 1, [3, 1, 2])],
)
def test_shortlist_includes_the_users_move(most: int, user: int | None, shown: list[int]) -> None:
    assert shortlisted([3, 1, 2], EvaluatorParams(evaluator_seed=0, shortlist_size=most), user) == shown


def test_exact_result_without_a_user_is_not_graded() -> None:
    found = result()
    assert (found.best_action, found.best_action_ev, found.grade) == (3, 4.0, None)
    assert [each.action for each in found.candidates] == [3, 1, 2]
    assert found.metadata.candidates_evaluated == 3


@pytest.mark.parametrize(("user", "delta", "grade"), [(3, 0.0, "BEST"), (1, -0.25, "BEST"), (2, -3.0, "BAD")])
def test_exact_result_compares_the_users_move_with_the_best_other_one(user: int, delta: float, grade: str) -> None:
    found = result(user)
    assert (found.user_action, found.delta_ev, found.grade) == (user, delta, grade)
    assert (found.delta_stderr, found.confidence, found.too_close) == (0.0, 1.0, False)


def test_move_without_a_rival_loses_nothing() -> None:
    found = result(3, most=1)
    assert (len(found.candidates), found.delta_ev, found.grade) == (1, 0.0, "BEST")


def test_clock_does_not_end_an_evaluation_without_a_result() -> None:
    evaluation = Valued()
    evaluation.piece()
    assert (evaluation.done, evaluation.result()) == (False, None)
    evaluation.piece()
    assert evaluation.done
    found = evaluation.result()
    assert found is not None
    assert found.metadata.completed_within_budget


def test_one_shot_job_runs_in_one_piece() -> None:
    job = OneShotJob(lambda: 42)
    assert (job.progress, job.result()) == (0.0, None)
    assert (job.run(), job.progress) == (42, 1.0)


def ranked(user: ToyAction | None = None, values: tuple[float, ...] = (1.0, 3.0, 2.0)) -> RankedEvaluation:
    state = ToyState(ruleset_id="toy_review", active_player_id=0)
    moves = (Measured({"number": n}, ev, ev, 0.0, 0) for n, ev in enumerate(values))
    return RankedEvaluation(Request(state, 0, EvaluatorParams(evaluator_seed=0), user), "ranked", BANDS, moves)


def test_moves_are_measured_one_a_piece_and_ranked_with_the_first_of_equals_ahead() -> None:
    evaluation = ranked(values=(1.0, 3.0, 2.0, 3.0))
    pieces = 0
    while not evaluation.done:
        assert evaluation.result() is None
        evaluation.piece()
        pieces += 1
    found = evaluation.run()
    assert found is not None
    assert pieces > len(found.candidates) == found.metadata.nodes
    assert [move.action for move in found.candidates] == [{"number": n} for n in (1, 3, 2, 0)]


def test_a_ranked_evaluation_states_what_it_plays_for() -> None:
    state = ToyState(ruleset_id="toy_review", active_player_id=0)
    request: Request[ToyState, ToyAction] = Request(state, 0, EvaluatorParams(evaluator_seed=0), None)
    moves = [Measured({"number": n}, ev, ev, 0.0, 0) for n, ev in enumerate((40.0, 60.0))]
    for objective in (None, "win"):
        found = RankedEvaluation(request, "ranked", BANDS, iter(moves), objective=objective).run()
        assert found is not None
        assert found.metadata.objective == objective


def test_a_ranked_evaluation_that_goes_on_measures_nothing_twice() -> None:
    evaluation = ranked(ToyAction(number=2))
    first = evaluation.run()
    evaluation.extend(EvaluatorParams(evaluator_seed=0, max_work=9))
    again = evaluation.run()
    assert first is not None
    assert again is not None
    assert (again.delta_ev, again.candidates) == (-1.0, first.candidates)


def test_a_random_move_stands_first_and_every_move_is_there_once() -> None:
    actions: list[JsonValue] = [{"number": n} for n in range(5)]
    firsts = set()
    for seed in range(40):
        moves = [move.action for move in random_moves(actions, seed)]
        assert sorted(map(str, moves)) == sorted(map(str, actions))
        assert moves == [move.action for move in random_moves(actions, seed)]
        firsts.add(str(moves[0]))
    assert len(firsts) == len(actions)
