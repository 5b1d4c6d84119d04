"""Feedback on an answer: its differences from the best score, largest first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.games.swccg.coaching.feedback import _text, explain
from py_engine.games.swccg.policies.baselines import always_pass
from py_engine.games.swccg.rules.state import SwccgAction, SwccgRequest, SwccgState
from py_engine.games.swccg.search.baseline_evaluator import BaselineEvaluation
from py_engine.games.swccg.search.coach_evaluator import CoachEvaluation, CoachOptions
from tests.games.swccg.bridge_calls import state_at


def request(answer: str | None) -> SwccgRequest:
    user = None if answer is None else SwccgAction(answer=answer)
    return Request(SwccgState.model_validate(state_at(0)), 0, EvaluatorParams(evaluator_seed=1), user)


def explained(answer: str | None, options: CoachOptions = CoachOptions()) -> tuple[Result, Result]:  # noqa: B008
    """An evaluation without and with feedback."""
    asked = request(answer)
    found = CoachEvaluation(asked, options).run()
    assert found is not None
    return found, explain(asked, found)


def test_feedback_lists_differences_largest_first() -> None:
    before, after = explained("")
    assert before.feedback == ()
    assert 0 < len(after.feedback) <= 3
    sizes = [abs(each.delta) for each in after.feedback]
    assert sizes == sorted(sizes, reverse=True)
    assert 0 not in sizes
    assert after.feedback[0].delta < 0
    assert replace(after, feedback=()) == before


def test_feedback_is_empty_for_the_best_answer_and_without_a_grade() -> None:
    assert explained("0")[1].feedback == []
    assert explained(None)[1].feedback == ()


def test_log_lines_are_written_on_request() -> None:
    assert explained(None)[1].metadata.log == ()
    log = explained(None, CoachOptions(log=True))[1].metadata.log
    assert isinstance(log, list)
    assert log[0] == "🎯 Using evaluator system for decision: Choose Deploy action or Pass"


def test_baseline_results_get_no_feedback() -> None:
    asked = request("0")
    found = BaselineEvaluation(asked, "pass", always_pass).run()
    assert found is not None
    assert explain(asked, found) is found


@pytest.mark.parametrize(
    ("best_label", "own_label", "text"),
    [
        ("Drain of 2", "Drain of 1", "Coach's pick: Drain of 2; your choice: Drain of 1"),
        ("Drain of 2", "Drain of 2", "Drain of 2"),
        ("Drain of 2", "", "Drain of 2"),
        ("", "Drain of 1", "Your choice: Drain of 1"),
    ],
)
def test_labels_say_whose_choice_they_are(best_label: str, own_label: str, text: str) -> None:
    assert _text(best_label, own_label) == text
