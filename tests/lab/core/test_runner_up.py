"""The check of what a card says of the next move and of the runner-up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.coaching.runner_up import RUNNER_UP
from py_engine.core.results import Candidate, Feedback, Metadata, Result
from py_engine.lab.core.honesty.runner_up import cause_of, runner_up_faults

AS_GOOD = "Nothing is better; next is just as good."
WORSE = "Taking other instead would cost about 2.1 points, give or take 1: it leaves more."
CARD = Result(
    best_action="best",
    best_action_ev=5.0,
    user_action="best",
    user_action_ev=5.0,
    delta_ev=0.0,
    delta_stderr=0.5,
    candidates=[
        Candidate("best", 5.0, 0, 0.0),
        Candidate("next", 5.0, 0, 0.0),
        Candidate("other", 2.9, 0, 0.0),
        Candidate("last", 1.0, 0, 0.0, compared=False),
    ],
    win_probability=None,
    grade="BEST",
    too_close=False,
    confidence=1.0,
    feedback=(),
    metadata=Metadata(0, 0, 4, 0, completed_within_budget=True, evaluator="search"),
)


def found(first: str, second: str, delta: float = -2.1, **changes: object) -> list[str]:
    card = [Feedback("overall", first, 0.0), Feedback(RUNNER_UP, second, delta)]
    return runner_up_faults(replace(CARD, feedback=card, **changes), str)  # type: ignore[arg-type]


def test_a_sound_card_has_no_faults() -> None:
    assert found(AS_GOOD, WORSE) == []
    assert found("No move is clearly better; next is 2.1 points behind.", WORSE) == []


@pytest.mark.parametrize(
    ("second", "delta", "fault"),
    [
        (WORSE.replace("2.1", "2.4"), -2.1, "disagree"),
        (WORSE, 2.1, "disagree"),
        (WORSE, -2.2, "the list has 2.10"),
        (WORSE.replace("other", "next"), -2.1, "named twice"),
        (WORSE.replace("other", "last"), -2.1, "not compared"),
        ("Taking other instead is worse.", -2.1, "without its cost"),
    ],
)
def test_planted_faults_are_found(second: str, delta: float, fault: str) -> None:
    assert any(fault in each for each in found(AS_GOOD, second, delta))


def test_a_lead_that_no_move_has_and_a_runner_up_of_a_loss_are_found() -> None:
    assert found("No move is clearly better; next is 1.4 points behind.", WORSE)
    assert found(AS_GOOD, WORSE, user_action="other")


def test_the_cause_is_what_follows_the_cost() -> None:
    assert cause_of(Feedback(RUNNER_UP, WORSE, -2.1)) == "It leaves more."
    assert cause_of(Feedback(RUNNER_UP, "Taking other instead would cost about 1 point; row a: \u22121.0.", -1.0)) == (
        "Row a: \u22121.0."
    )
    assert cause_of(Feedback(RUNNER_UP, "Taking other instead would cost about 1 point.", -1.0)) == ""
