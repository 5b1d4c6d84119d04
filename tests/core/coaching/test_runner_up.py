"""What is said of the runner-up of the best move."""

from __future__ import annotations

from py_engine.core.coaching.runner_up import RUNNER_UP, RunnerUp, of_best

AHEAD = "This is the best move, 2 points ahead of playing 4♣."
AS_GOOD = "Nothing is better; playing 4♣ is just as good."


def said(ahead: str, runner_up: RunnerUp | None) -> list[str]:
    return [item.text for item in of_best(ahead, runner_up)]


def test_the_next_move_is_named_once_with_its_cost_and_cause() -> None:
    runner_up = RunnerUp("Playing 4♣", 2.0, is_next=True, cause="It takes more hearts.")
    assert said(AHEAD, runner_up) == [
        "This is the best move.",
        "Playing 4♣ instead would cost about 2 points: it takes more hearts.",
    ]
    assert [(item.category, item.delta) for item in of_best(AHEAD, runner_up)] == [("overall", 0.0), (RUNNER_UP, -2.0)]
    assert said(AHEAD, runner_up._replace(cause="")) == [AHEAD], "the gap stands there already"
    assert said(AHEAD, None) == [AHEAD]


def test_behind_moves_that_are_as_good_another_one_is_named() -> None:
    runner_up = RunnerUp("Playing K♣", 1.0, is_next=False)
    assert said(AS_GOOD, runner_up) == [AS_GOOD, "Playing K♣ instead would cost about 1 point."]
    chance = runner_up._replace(unit="percentage point", gap=2.5)
    assert said(AS_GOOD, chance)[1] == "Playing K♣ instead would cost about 2.5 percentage points."
    exact = runner_up._replace(exact=True)
    assert said(AS_GOOD, exact)[1] == "Playing K♣ instead would cost 1 point.", "a cost that is known is no estimate"


def test_a_cause_in_points_is_a_sentence_of_its_own_beside_a_cost_in_another_unit() -> None:
    runner_up = RunnerUp("Keeping 6", 1.7, is_next=False, cause="It brings 1 point less.", unit="percentage point")
    assert said(AS_GOOD, runner_up)[1] == (
        "Keeping 6 instead would cost about 1.7 percentage points. It brings 1 point less."
    )


def test_a_best_move_that_the_result_is_not_sure_of_is_only_probably_that() -> None:
    runner_up = RunnerUp("Passing", 2.0, is_next=True, cause="Row a: 2 points less.", certain=False)
    assert said(AHEAD, runner_up) == [
        "This is probably the best move.",
        "Passing instead would cost about 2 points; row a: 2 points less.",
    ]


def test_a_cause_that_begins_with_a_name_keeps_its_capital() -> None:
    runner_up = RunnerUp("Keeping 5 5", 2.0, is_next=False, cause="Fives scores 15 now and leaves 180 points to come.")
    assert said(AS_GOOD, runner_up)[1] == (
        "Keeping 5 5 instead would cost about 2 points: Fives scores 15 now and leaves 180 points to come."
    )
