"""Azul's sentences on a loss by the parts of its values: they agree with the numbers and say nothing within the error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.games.azul.coaching.best_move import praise
from py_engine.games.azul.coaching.feedback import sentences
from tests.games.azul.graded import candidate, graded_loss


def feedback_on(stderr: float, parts: dict[str, float], **features: float) -> list[tuple[str, str, float]]:
    """The feedback on a move that differs in these parts and features from a best move where all are 0."""
    user, best = candidate("user", parts, features), candidate("best", {}, {})
    found = graded_loss(user, best, stderr=stderr, too_close=-user.ev < 2 * stderr)
    return [(item.category, item.text, item.delta) for item in sentences(found)]


def test_feedback_is_too_close_to_call_if_the_error_exceeds_the_loss() -> None:
    parts = {"penalties": -3.0, "tiling": 1.0}
    close = feedback_on(2.5, parts, expected_floor_penalty=3.0)
    assert close == [("overall", "Too close to call: the gap to the best move, 2 points, is within the error.", -2.0)]
    assert [category for category, _, _ in feedback_on(1.9, parts, expected_floor_penalty=3.0)] == [
        "floor_penalty",
        "adjacency",
    ]


@pytest.mark.parametrize(
    ("stderr", "text"),
    [
        (1.0, "This is the best move, 2 points ahead of the next."),
        (1.5, "This is probably the best move, 2 points ahead of the next, give or take 3."),
        (2.5, "No clearly better move was found; the next is 2 points behind, give or take 5."),
    ],
)
def test_a_lead_is_claimed_only_beyond_its_error(stderr: float, text: str) -> None:
    best, second = candidate("best", {}, {}), candidate("next", {"penalties": -2.0}, {})
    found = graded_loss(second, best, stderr=stderr, user_action="best", user_action_ev=0.0, delta_ev=0.0)
    assert praise(found, "the next", stderr) == text
    level = replace(found, candidates=[best, candidate("next", {"penalties": -0.04}, {})])
    assert praise(level, "the next", stderr) == "No clearly better move was found; the next is about as good."


def test_feedback_names_a_large_loss_in_later_rounds_first() -> None:
    found = feedback_on(
        0.5,
        {"future": -3.0, "tiling": -1.0},
        tiles_on_unfinished_lines=-2,
        tiles_in_fullest_column=-1,
        starts_next_round=-1,
    )
    assert found[0] == (
        "overall",
        (
            "It costs an estimated 3 points in later rounds. When this round is over, your opponent starts the next "
            "round and you have 2 tiles fewer on unfinished lines."
        ),
        -3.0,
    )
    assert found[1][0] == "adjacency"
    assert feedback_on(0.5, {"future": -3.0}) == [("overall", "It costs an estimated 3 points in later rounds.", -3.0)]


def test_later_rounds_that_cost_more_than_the_whole_loss_come_with_what_makes_up_for_it() -> None:
    ((_, text, _),) = feedback_on(0.5, {"future": -7.0, "score": 3.5})
    assert text == "It costs an estimated 7 points in later rounds. This round gives back 3.5 points."
    later, floor = feedback_on(0.5, {"future": -7.0, "penalties": 3.5})
    assert later[1] == "It costs an estimated 7 points in later rounds."
    assert floor[1].startswith("In its favour")


def test_a_round_that_gives_back_is_not_named_beside_points_that_it_loses() -> None:
    found = feedback_on(0.5, {"future": -6.0, "tiling": -2.0, "score": 5.0})
    assert [text for _, text, _ in found] == [
        "It costs an estimated 6 points in later rounds.",
        "The best move scores 2 points more when tiles go to the wall.",
        "All else together gives back 5 points.",
    ]


def test_feedback_omits_later_rounds_if_small_or_in_favour() -> None:
    small, favour = (
        feedback_on(0.5, {"future": future, "penalties": -4.0}, tiles_on_unfinished_lines=-2) for future in (-1.0, 2.0)
    )
    assert [category for category, _, _ in small] == ["floor_penalty"]
    assert [category for category, _, _ in favour] == ["floor_penalty", "rest"]
    assert favour[-1] == ("rest", "All else together gives back 2 points.", 2.0)


def test_what_all_else_gives_back_is_what_the_other_sentences_of_the_card_name_beyond_the_loss() -> None:
    # 5 and 2 points are said of a loss of 6; the 1.5 that the opponent gets find no place, and belong to all else.
    found = feedback_on(0.5, {"future": -5.0, "penalties": -2.0, "opponent_tiling": -1.5, "score": 2.5})
    assert [category for category, _, _ in found] == ["overall", "floor_penalty", "rest"]
    assert found[-1] == ("rest", "All else together gives back 1 point.", 1.0)
    found = feedback_on(0.5, {"penalties": -9.0, "bonuses": -3.0, "score": 6.0})
    assert [category for category, _, _ in found] == ["floor_penalty", "line_completion", "rest"]
    assert found[-1] == ("rest", "All else together gives back 6 points.", 6.0)


def test_nothing_gives_back_points_where_the_sentences_come_to_no_more_than_the_loss() -> None:
    parts = {"future": -5.0, "penalties": -2.0, "opponent_tiling": -2.0, "score": 2.0}
    assert [category for category, _, _ in feedback_on(0.5, parts)] == ["overall", "floor_penalty"]


def test_feedback_gives_the_points_of_the_reasons_at_a_score_of_zero() -> None:
    # Six penalty points, of which a score of two loses two.
    ((category, text, delta),) = feedback_on(0.5, {"penalties": -2.0}, expected_floor_penalty=6.0)
    assert (category, delta) == ("floor_penalty", 2.0)
    assert "2 points" in text


def test_denial_combines_the_opponents_tiling_and_penalties() -> None:
    ((category, text, _),) = feedback_on(0.5, {"opponent_tiling": -4.0, "opponent_penalties": 1.0})
    assert category == "denial"
    assert "3 points" in text


def test_feedback_gives_bonuses_in_points() -> None:
    found = feedback_on(0.5, {"bonuses": -7.0}, expected_completions=-1.0)
    assert found == [("line_completion", "The best move gains 7 points more from rows, columns and colours.", -7.0)]
