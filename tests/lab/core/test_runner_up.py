"""The check of what a card says of the next move and of the runner-up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.coaching.runner_up import RUNNER_UP
from py_engine.core.results import Candidate, Feedback, Metadata, Result
from py_engine.lab.core.honesty.runner_up import cause_of, runner_up_faults

AS_GOOD = "Nothing is better; next is just as good."
WORSE = "Taking other instead would cost about 2.1 points: it leaves more."
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


def said(first: str, second: str, delta: float = -2.1, **changes: object) -> Result:
    card = [Feedback("overall", first, 0.0), Feedback(RUNNER_UP, second, delta)]
    return replace(CARD, feedback=card, **changes)  # type: ignore[arg-type]


def found(first: str, second: str, delta: float = -2.1, **changes: object) -> list[str]:
    return runner_up_faults(said(first, second, delta, **changes), str)


def test_a_sound_card_has_no_faults() -> None:
    assert found(AS_GOOD, WORSE) == []
    assert found(AS_GOOD, WORSE.replace("about ", "")) == []
    first = replace(CARD, candidates=[CARD.candidates[0], Candidate("next", 4.6, 0, 0.0), *CARD.candidates[2:]])
    assert found("This is the best move, 0.4 points ahead of next.", WORSE, candidates=first.candidates) == []
    assert runner_up_faults(said(AS_GOOD, WORSE), str, error=1.0, sum_of=lambda _: -2.1) == []
    assert runner_up_faults(said(AS_GOOD, WORSE), str, sum_of=lambda _: None) == []
    doubted = WORSE.replace("about 2.1 points:", "2.1 points, give or take 4.2:")
    assert found("This is probably the best move.", doubted) == [], "the best move is only probably so"


@pytest.mark.parametrize(
    ("second", "delta", "fault"),
    [
        (WORSE.replace("2.1", "2.4"), -2.1, "disagree"),
        (WORSE, 2.1, "disagree"),
        (WORSE, -2.2, "the list has 2.10"),
        (WORSE.replace("other", "next"), -2.1, "named twice"),
        (WORSE.replace("other", "last"), -2.1, "not compared"),
        ("Taking other instead is worse.", -2.1, "without its cost"),
        (WORSE.replace(":", ", give or take 4.2:"), -2.1, "about as good"),
    ],
)
def test_planted_faults_are_found(second: str, delta: float, fault: str) -> None:
    assert any(fault in each for each in found(AS_GOOD, second, delta))


def test_a_lead_that_no_move_has_and_a_runner_up_of_a_loss_are_found() -> None:
    assert found("No move is clearly better; next is 1.4 points behind.", WORSE)
    assert found(AS_GOOD, WORSE, user_action="other")


def test_the_lead_is_that_of_the_move_that_is_named() -> None:
    assert "no such move" in found("No move is clearly better; next is 2.1 points behind.", WORSE)[0]


def test_a_runner_up_within_two_standard_errors_is_found() -> None:
    for error, right in ((1.0, True), (1.1, False)):
        faults = runner_up_faults(said(AS_GOOD, WORSE), str, error=error)
        assert any("about as good" in each for each in faults) != right
    near = [*CARD.candidates[:2], Candidate("other", 4.96, 0, 0.0)]
    nothing = WORSE.replace("2.1", "0.04")
    assert any("about as good" in each for each in found(AS_GOOD, nothing, -0.04, candidates=near))


@pytest.mark.parametrize("total", [0.0, 1.1])
def test_a_cause_that_speaks_for_the_runner_up_is_found(total: float) -> None:
    faults = runner_up_faults(said(AS_GOOD, WORSE), str, sum_of=lambda cause: total if cause else None)
    assert any("for the runner-up" in each for each in faults)


def test_the_move_with_the_longest_name_is_meant() -> None:
    moves = [Candidate(name, ev, 0, 0.0) for name, ev in (("best", 5.0), ("keep 3", 5.0), ("keep 3 3", 2.9))]
    runner_up = "Keep 3 3 instead would cost about 2.1 points."
    assert found("Nothing is better; keep 3 is just as good.", runner_up, candidates=moves) == []
    faults = found("Nothing is better; keep 3 3 is just as good.", runner_up, candidates=moves)
    assert any("named twice" in each for each in faults)
    swapped = [moves[0], replace(moves[1], ev=2.9), replace(moves[2], ev=1.0)]
    assert any("the list has 4.00" in each for each in found(AS_GOOD, runner_up, candidates=swapped))
    assert any("not compared" in each for each in found(AS_GOOD, runner_up, candidates=moves[:2]))


def test_the_cause_is_what_follows_the_cost() -> None:
    assert cause_of(Feedback(RUNNER_UP, WORSE, -2.1)) == "It leaves more."
    assert cause_of(Feedback(RUNNER_UP, "Taking other instead would cost about 1 point; row a: \u22121.0.", -1.0)) == (
        "Row a: \u22121.0."
    )
    chance = "Taking other instead would cost about 1.5 percentage points. It leaves more."
    assert cause_of(Feedback(RUNNER_UP, chance, -1.5)) == "It leaves more."
    assert cause_of(Feedback(RUNNER_UP, "Taking other instead would cost about 1 point.", -1.0)) == ""
