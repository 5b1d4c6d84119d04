"""The coach's evaluation as records: scores, a graded answer, and the evidence for its feedback."""

from __future__ import annotations

import pytest

from py_engine.core.contract import EvaluationResult, EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import Result, Weighting, to_json
from py_engine.games.swccg.rules.state import SwccgAction, SwccgState
from py_engine.games.swccg.search.coach_evaluator import CoachEvaluation, CoachOptions, Evidence
from tests.games.swccg.bridge_calls import state_at


def coached(answer: str | None = None, shortlist_size: int = 0, **options: object) -> Result:
    state = SwccgState.model_validate(state_at(0))
    user = None if answer is None else SwccgAction(answer=answer)
    params = EvaluatorParams(evaluator_seed=1, shortlist_size=shortlist_size)
    found = CoachEvaluation(Request(state, 0, params, user), CoachOptions.model_validate(options)).run()
    assert found is not None
    return found


def test_candidate_scores_are_sums_of_weighted_reasons() -> None:
    found = coached()
    EvaluationResult.model_validate(to_json(found))
    assert found.best_action == found.candidates[0].action == {"answer": "0"}
    for candidate in found.candidates:
        assert sum(reason.value for reason in candidate.reasons) == candidate.ev
        assert all(isinstance(reason.weighting, Weighting) for reason in candidate.reasons)
        assert candidate.line == (candidate.action,)


def test_coach_without_an_answer_grades_nothing() -> None:
    found = coached()
    assert (found.graded, found.user_action, found.delta_ev, found.confidence) == (False, None, None, None)
    assert found.evidence.user is None


def test_coach_keeps_the_graded_answer_in_a_short_list() -> None:
    found = coached("", shortlist_size=1)
    assert [candidate.action for candidate in found.candidates] == [{"answer": "0"}, {"answer": ""}]
    assert found.metadata.candidates_evaluated == 3
    assert found.metadata.nodes == found.metadata.total_legal_actions == 3
    assert found.delta_ev == found.candidates[1].ev - found.candidates[0].ev
    assert (found.grade, found.confidence) == ("CLOSE", 1.0)


@pytest.mark.parametrize(
    ("gap", "grade"),
    [
        (0.0, "SAME"),
        (1 / 4096, "CLOSE"),
        (10 - 1 / 4096, "CLOSE"),
        (10.0, "DIFFERENT"),
        (30 - 1 / 4096, "DIFFERENT"),
        (30.0, "FAR"),
    ],
)
def test_grade_depends_on_the_gap_between_scores(gap: float, grade: str) -> None:
    scored = coached("").evidence.scored
    best, passing = scored.best, scored.of("")
    passing.contributions.clear()
    best.contributions.clear()
    best.weights["base.deploy"] = 1.0
    best.add("made_up", "Made up", "base.deploy", gap)
    assert (scored.gap(passing), scored.grade(passing)) == (gap, grade)
    passing.veto("made_up", "Made up")
    assert scored.grade(passing) == "FAR"


@pytest.mark.parametrize("log", [False, True])
def test_coach_evaluation_has_no_sentences(log: bool) -> None:
    found = coached("", log=log)
    assert isinstance(found.evidence, Evidence)
    assert (list(found.feedback), found.metadata.log, found.evidence.log) == ([], (), log)
    assert found.evidence.user is found.evidence.scored.of("")
