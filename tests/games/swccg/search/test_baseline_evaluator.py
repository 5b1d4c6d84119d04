"""The baselines as evaluators: their pick first, every score 0."""

from __future__ import annotations

from py_engine.core.contract import EvaluationResult, EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import Result, to_json
from py_engine.games.swccg.policies.baselines import always_pass
from py_engine.games.swccg.rules.state import SwccgAction, SwccgState
from py_engine.games.swccg.search.baseline_evaluator import BaselineEvaluation
from tests.games.swccg.bridge_calls import state_at


def passed(answer: str | None = None, shortlist_size: int = 0) -> Result:
    state = SwccgState.model_validate(state_at(0))
    user = None if answer is None else SwccgAction(answer=answer)
    params = EvaluatorParams(evaluator_seed=1, shortlist_size=shortlist_size)
    found = BaselineEvaluation(Request(state, 0, params, user), "pass", always_pass).run()
    assert found is not None
    return found


def test_baseline_lists_its_pick_first() -> None:
    found = passed()
    EvaluationResult.model_validate(to_json(found))
    assert [candidate.action for candidate in found.candidates] == [{"answer": each} for each in ("", "0", "1")]
    assert {candidate.ev for candidate in found.candidates} == {found.best_action_ev} == {0.0}
    assert (found.metadata.evaluator, found.metadata.nodes, found.graded) == ("pass", 0, False)


def test_baseline_keeps_the_users_answer_in_a_short_list_without_a_grade() -> None:
    found = passed("1", shortlist_size=1)
    assert [candidate.action for candidate in found.candidates] == [{"answer": ""}, {"answer": "1"}]
    assert (found.user_action, found.user_action_ev) == ({"answer": "1"}, 0.0)
    assert (found.grade, found.verdict, found.confidence, found.delta_ev) == (None, None, None, None)
    assert not any(candidate.compared for candidate in found.candidates)
