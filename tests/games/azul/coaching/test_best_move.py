"""Azul's card of a best move: the next move is named, and what the runner-up costs, for the cause that its own card would name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.games.azul.coaching.best_move import move_words
from py_engine.games.azul.coaching.feedback import explain
from py_engine.games.azul.rules.state import AzulAction, AzulState
from py_engine.games.azul.search.compare.line_parts import Content, RowPart
from py_engine.games.azul.search.lines import Apart, Behind
from tests.bridge.asking import LONG, ask
from tests.games.azul.graded import candidate, graded_loss
from tests.games.azul.positions import board, move, position

STATE = AzulState.model_validate(
    position(board(lines={4: ("Blue", 1)}), board(), factories=[{"Blue": 4}, {"Red": 4}], center={"Black": 2})
)
FLOORED, BEST, NEXT = move(0, "Blue", 2), move(0, "Blue", 4), move(1, "Red", 3)


def card(apart: Apart, *, error: float = 0.5, parts: dict[str, float] | None = None, **changes: Any) -> list[str]:
    """The sentences on the best move, where ``FLOORED`` loses these parts and is the runner-up."""
    other, best = candidate(FLOORED, parts or {"tiling": -4.0}, {}), candidate(BEST, {}, {})
    graded = graded_loss(
        other, best, user_action=BEST, user_action_ev=0.0, delta_ev=0.0, evidence=Behind(FLOORED, error, apart)
    )
    return said(replace(graded, **changes))


def said(graded: Result) -> list[str]:
    request = Request(STATE, 0, EvaluatorParams(evaluator_seed=1), AzulAction.model_validate(BEST))
    return [item.text for item in explain(request, graded).feedback]


def test_moves_are_named_by_tiles_source_and_line() -> None:
    named = [move_words(STATE, AzulAction.model_validate(each)) for each in (BEST, move(None, "Black", None))]
    assert named == ["4 Blue from factory 1 to line 5", "2 Black from the centre to the floor line"]


def test_the_next_move_is_said_to_cost_what_its_own_card_names() -> None:
    shares = {"own": -4.0, "opponent": 0.0, "start": 0.0, "whole": -4.0}
    assert card(Apart({}, 9.0, shares)) == [
        "This is the best move.",
        (
            "Taking 4 Blue from factory 1 to line 3 instead would cost about 4 points: "
            "your own board makes an estimated 4 points less by the end of the game."
        ),
    ]


def test_what_a_move_does_by_itself_is_said_of_it_and_not_of_the_users() -> None:
    assert card(Apart({}, 9.0), parts={"penalties": -1.0})[1] == (
        "Taking 4 Blue from factory 1 to line 3 instead would cost about 1 point: "
        "it puts 1 tile on your floor line, the best move none."
    )


def test_without_a_single_cause_only_the_gap_is_said() -> None:
    assert card(Apart({}, 9.0)) == ["This is the best move, 4 points ahead of 4 Blue from factory 1 to line 3."]


def test_behind_a_move_that_is_as_good_the_first_worse_one_is_named() -> None:
    shares = {"own": -4.0, "opponent": 0.0, "start": 0.0, "whole": -4.0}
    best, level, other = candidate(BEST, {}, {}), candidate(NEXT, {}, {}), candidate(FLOORED, {"tiling": -4.0}, {})
    texts = card(Apart({}, 9.0, shares), candidates=[best, level, other])
    assert texts[0] == "Nothing is better; 4 Red from factory 2 to line 4 is just as good."
    assert texts[1].startswith("Taking 4 Blue from factory 1 to line 3 instead would cost about 4 points: your own")
    assert card(Apart({}, 9.0), candidates=[best, level, other])[1] == (
        "Taking 4 Blue from factory 1 to line 3 instead would cost about 4 points."
    )


def test_what_is_named_of_a_cost_and_what_is_left_of_it_are_both_said() -> None:
    parts = {"tiling": -2.0, "penalties": -6.0}
    steady = {"tiling": -2.0}
    text = card(Apart(steady, 9.0), parts=parts)[1]
    assert "the best move scores 2 points more when tiles go to the wall. All else together costs 6 points." in text
    more = card(Apart(steady, 9.0), parts={"tiling": -2.0, "bonuses": 1.0, "penalties": 0.2}, error=0.1)
    assert more[1].endswith("All else together gives back 1.2 points.")


def test_a_further_difference_is_named_before_all_else() -> None:
    steady = {"tiling": -2.0, "penalties": -6.0}
    text = card(Apart(steady, 9.0), parts={"tiling": -2.0, "penalties": -6.0})[1]
    assert text.endswith(
        "instead would cost about 8 points: it puts 1 tile on your floor line, the best move none; "
        "it is expected to cost 6 points more on the floor line this round."
    )
    row = RowPart(3, -1.7, Content(1, 3, complete=False), Content(-1, 0, complete=False), (True, False))
    parts = {"opponent_penalties": -3.0, "future": -1.0}
    two = card(Apart({"opponent_expected_points": 3.0}, 9.0, rows=[row]), parts=parts)[1]
    assert "is empty after the best move. It leaves your opponent 3 points more this round than the best one." in two
    assert "All else" not in two


def test_what_two_sentences_say_of_another_move_is_said_of_it() -> None:
    action = move(None, "Black", 3)
    other, best = candidate(action, {"tiling": -1.0}, {}), candidate(BEST, {}, {})
    evidence = Behind(action, 0.3, Apart({}, 9.0))
    graded = graded_loss(other, best, user_action=BEST, user_action_ev=0.0, delta_ev=0.0, evidence=evidence)
    assert said(graded)[1] == (
        "Taking 2 Black from the centre to line 4 instead would cost about 1 point: "
        "the best move completes line 5, it completes none. It takes 2 tiles, the best move 4."
    )


def test_the_gap_to_the_next_move_has_one_error() -> None:
    assert card(Apart({}, 9.0), delta_stderr=3.0, too_close=True) == [
        "This is the best move, 4 points ahead of 4 Blue from factory 1 to line 3."
    ]


def searched(state: AzulState) -> dict[str, Any]:
    """The grading of the move that a search finds best."""
    data = state.model_dump(mode="json")
    params = {"evaluator": "search", "evaluator_seed": 1, "time_budget_ms": LONG, "max_work": 3_000}
    hint = ask("evaluate_best_move", data, 0, params)["best_action"]
    found: dict[str, Any] = ask("grade_user_action", data, 0, hint, params)
    return found


def test_a_searched_best_move_says_what_the_runner_up_costs() -> None:
    row = [(0, column) for column in range(4)]
    # The last tile of the game, which only the first line can use: the opponent has a full row.
    found = searched(AzulState.model_validate(position(board(wall=row), board(wall=row, lines={0: ("White", 1)}))))
    assert found["verdict"] == "best"
    (cost,) = (item for item in found["feedback"] if item["category"] == "runner_up")
    assert cost["delta"] == found["candidates"][1]["ev"] - found["best_action_ev"] == -7.0


def test_beside_moves_within_the_error_no_runner_up_is_named() -> None:
    found = searched(STATE)
    gap, error = -found["candidates"][1]["ev"] + found["best_action_ev"], found["delta_stderr"]
    assert gap < 2 * error
    assert "runner_up" not in {item["category"] for item in found["feedback"]}


def test_what_this_round_gives_back_is_said_once() -> None:
    text = card(Apart({}, 1.0), parts={"future": -6.1, "opponent_tiling": 3.7}, error=0.3)[1]
    assert text.endswith("it costs an estimated 6.1 points in later rounds. This round gives back 3.7 points.")
