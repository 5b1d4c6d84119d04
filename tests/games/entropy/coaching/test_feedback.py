"""Feedback on the difference between two moves, by lines, from the mover's view."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.contract import Verdict
from py_engine.core.results import Feedback
from py_engine.games.entropy.coaching.feedback import line_feedback
from py_engine.games.entropy.rules.batch import pass_number, slide_number
from py_engine.games.entropy.rules.tables import COLORS, geometry, line_codes
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines

PASS = pass_number(5)
BAG = np.array([0, 4, 4, 4, 4, 4, 0, 0], dtype=np.int16)


def move(ev: float, rows: str, points: list[float], action: int = PASS) -> MoveLines:
    board = [COLORS.index(cell) + 1 if cell in COLORS else 0 for cell in rows.replace("/", "")]
    return MoveLines(action, ev, line_codes(np.array([board]), geometry(5))[0], np.array(points), BAG)


BEST = move(20.0, "R.R../...../...../...../.....", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
WORSE = move(17.5, "RR.../...../...../...../.....", [2.0, 0, 0, 0, 0, 1, 1.5, 0.9, 0, 0])


def sentences(user: MoveLines, best: MoveLines, rival: MoveLines | None, error: float) -> list[Feedback]:
    return line_feedback(LineComparison(user, best, rival, error))


def test_line_feedback_names_the_lines_of_the_best_move_and_adds_up() -> None:
    found = sentences(WORSE, BEST, BEST, error=0.5)
    assert [item.text for item in found] == [
        "Row a: \u22122.0 points in the end, by what can still close, with RR\u00b7\u00b7\u00b7 (scores 2) instead of R\u00b7R\u00b7\u00b7 (R\u00b7R can close).",
        "Everything else together costs 0.5 points.",
    ]
    assert [item.category for item in found] == ["line", "rest"]
    assert sum(item.delta for item in found) == WORSE.ev - BEST.ev


def test_line_feedback_names_orders_reply() -> None:
    worse, best = WORSE._replace(answer=slide_number(3, 2, 5)), BEST._replace(answer=pass_number(5))
    text = sentences(worse, best, best, error=0.5)[0].text
    assert text.endswith(
        "RR\u00b7\u00b7\u00b7 (scores 2; Order replies a4-a3) instead of R\u00b7R\u00b7\u00b7 (R\u00b7R can close; Order replies by passing)."
    )


def test_line_feedback_sums_up_small_differences() -> None:
    worse = BEST._replace(ev=19.0, points=BEST.points - 0.05)
    assert [item.text for item in sentences(worse, BEST, BEST, error=0.0)] == [
        "No single cause: many small differences together cost 1 point."
    ]


def test_line_feedback_does_not_show_a_rest_near_zero() -> None:
    worse = BEST._replace(ev=BEST.ev - 0.01)
    assert [item.text for item in sentences(worse, BEST, BEST, error=0.0)] == [
        "Many small differences nearly cancel out."
    ]


def test_a_loss_within_its_error_keeps_its_reasons_and_is_called_close() -> None:
    found = sentences(WORSE, BEST, BEST, error=1.5)
    assert [item.text for item in found] == [
        "Row a: \u22122.0 points in the end, by what can still close, with RR\u00b7\u00b7\u00b7 (scores 2) instead of R\u00b7R\u00b7\u00b7 (R\u00b7R can close).",
        "Everything else together costs 0.5 points. All in all too close to call: 2.5 points behind the best move, give or take 3.",
    ]
    assert sum(item.delta for item in found) == WORSE.ev - BEST.ev
    level = BEST._replace(ev=19.9)
    assert [item.text for item in sentences(level, BEST, BEST, error=0.5)] == [
        "Too close to call: 0.1 points behind the best move, give or take 1."
    ]


def test_the_last_sentence_follows_the_verdict() -> None:
    def last(verdict: Verdict) -> str:
        return line_feedback(LineComparison(WORSE, BEST, BEST, 1.5), verdict)[-1].text

    assert last("inaccuracy") == "Everything else together costs 0.5 points."
    rest = "Everything else together costs 0.5 points. All in all "
    assert last("undecided").startswith(f"{rest}too close to call: ")
    assert last("good").startswith(f"{rest}about as good: ")


def test_an_undecided_loss_beyond_its_error_is_worse_and_only_how_bad_is_open() -> None:
    text = line_feedback(LineComparison(WORSE, BEST, BEST, 1.0), "undecided")[-1].text
    assert text.endswith(
        " All in all probably worse, but how bad is open: 2.5 points behind the best move, give or take 2."
    )
    level = WORSE._replace(ev=WORSE.ev + 0.1)
    text = line_feedback(LineComparison(level, BEST, BEST, 1.0), "undecided")[-1].text
    assert text.startswith("All in all probably worse"), "what lines leave is nothing to speak of"


def test_lines_that_come_to_less_than_a_quarter_of_the_loss_are_no_cause() -> None:
    for ev, categories in ((12.1, ["line", "rest"]), (11.9, ["rest"])):
        assert [item.category for item in sentences(WORSE._replace(ev=ev), BEST, BEST, error=0.5)] == categories


def test_a_line_that_scores_more_by_now_and_is_worth_less_is_so_by_what_can_still_close() -> None:
    best = move(20.0, "R.R.R/...../...../...../.....", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    user = move(18.0, "RRG.R/...../...../...../.....", [2.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    (found,) = sentences(user, best, best, error=0.1)
    assert found.text.startswith(
        "Row a: \u22122.0 points in the end, by what can still close, with RRG\u00b7R (scores 2"
    )
    worse, better = user._replace(order=False), best._replace(order=False)
    assert sentences(worse, better, better, error=0.1)[0].text.startswith("Row a: \u22122.0 points, with ")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (1.0, "This is the best move, 2.5 points ahead of passing."),
        (1.5, "This is probably the best move, 2.5 points ahead of passing, give or take 3."),
        (2.6, "Nothing is clearly better; passing is 2.5 points behind, give or take 5.2."),
    ],
)
def test_a_lead_is_claimed_only_beyond_its_error(error: float, text: str) -> None:
    assert [item.text for item in sentences(BEST, BEST, WORSE, error=error)] == [text]


def test_a_line_is_named_only_if_what_follows_keeps_its_sign() -> None:
    kept, turned = np.array([-1.0, *BEST.points[1:]]), np.array([5.0, *BEST.points[1:]])
    best = BEST._replace(later=BEST.points)
    assert [item.category for item in sentences(WORSE._replace(later=kept), best, best, error=0.1)] == ["line", "rest"]
    assert [item.category for item in sentences(WORSE._replace(later=turned), best, best, error=0.1)] == ["rest"]


def test_a_line_that_makes_up_for_most_is_named_too() -> None:
    points = WORSE.points + np.array([0, 0, 0, 0, 0, 0, 0, 0, 1.5, 0])
    gains = move(19.4, "RR.G./...../...../...G./.....", points.tolist())
    found = sentences(gains, BEST, BEST, error=0.1)
    assert [(item.category, round(item.delta, 1)) for item in found] == [("line", -2.0), ("gain", 1.5)]
    assert found[1].text.startswith("In return: Column 4: +1.5 points, with ")


def test_the_larger_of_two_lines_is_named_first() -> None:
    best = move(20.0, "R.R../...../...../...../..R..", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    points = best.points - np.array([2.0, 0, 0, 0, 0, 0, 0, 3.0, 0, 0])
    later = best.points - np.array([2.0, 0, 0, 0, 0, 0, 0, 1.0, 0, 0])
    worse = move(15.0, "RR.../...../...../...../.....", points.tolist())._replace(later=later)
    found = sentences(worse, best._replace(later=best.points), best, error=0.1)
    assert [(item.text.split(":")[0], item.delta) for item in found] == [("Column 3", -3.0), ("Row a", -2.0)]


def test_a_line_that_reads_the_same_after_both_moves_is_no_cause() -> None:
    best = move(20.0, "RR.../...../...../...../.....", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    worse = move(17.5, ".RR../...../...../...../.....", [2.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    assert [item.category for item in sentences(worse, best, best, error=0.1)] == ["side", "rest"]
    told = move(17.5, "R.R../...../...../...../.....", [2.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    assert [item.category for item in sentences(told, best, best, error=0.1)] == ["line", "rest"]


def test_without_a_line_all_rows_or_columns_are_named() -> None:
    many = BEST._replace(ev=19.0, points=BEST.points - np.array([0.0] * 5 + [0.2] * 5))
    found = sentences(many, BEST, BEST, error=0.1)
    assert [item.text for item in found] == ["All columns together: \u22121.0 points."]
    held = BEST._replace(later=BEST.points)
    assert [item.category for item in sentences(many._replace(later=BEST.points - 0.01), held, held, error=0.1)] == [
        "rest"
    ]


def test_two_lines_that_are_clear_together_are_named() -> None:
    points = BEST.points - np.array([0.3, 0, 0, 0, -0.3, 0.3, 0, 0, 0, -0.3])
    found = sentences(BEST._replace(ev=19.4, points=points), BEST, BEST, error=0.1)
    assert [item.text for item in found] == ["Row a and Column 1 together: \u22120.6 points."]


def test_a_line_that_falls_behind_only_with_the_next_exchange_is_named_where_no_other_is() -> None:
    best = BEST._replace(later=BEST.points)
    falls = np.array([0, 0, 0, 0.3, 0, 0, 0.8, 0, 0, 0])
    user = WORSE._replace(ev=18.8, points=BEST.points, later=BEST.points - falls)
    found = sentences(user, best, best, error=0.1)
    assert [item.text for item in found] == [
        "Column 2: \u22120.8 points once Chaos has placed the next token and Order has replied.",
        "Everything else together costs 0.4 points.",
    ]
    # What falls behind on a line that both moves leave the same could not be seen.
    same = BEST._replace(ev=18.8, later=BEST.points - falls)
    assert [item.category for item in sentences(same, best, best, error=0.1)] == ["rest"]
    less = user._replace(later=BEST.points - 0.9 * falls)
    ahead = user._replace(points=BEST.points + np.where(falls > 0.5, 0.1, 0.0))
    for other in (less, ahead):
        assert [item.category for item in sentences(other, best, best, error=0.1)] == ["rest"]
    # A line that is behind by now already goes first.
    clear = WORSE._replace(later=WORSE.points - falls)
    assert sentences(clear, best, best, error=0.1)[0].text.startswith("Row a: ")


def test_without_a_line_what_the_board_scores_by_now_is_named() -> None:
    best = move(20.0, "RR.../...../...../...../.....", [1.0] * 10)
    user = move(18.0, "R..../R..../...../...../.....", [0.98] * 10)
    scored = "As it stands, the board scores 0 points after this move, 2 with the best move."
    other = move(18.0, "R..../..R../...../...../.....", [0.98] * 10)
    assert [item.text for item in sentences(other, best, best, error=0.1)] == [scored, "In all, it costs 2 points."]
    close = line_feedback(LineComparison(other, best, best, 1.5), "undecided")
    gap = "All in all too close to call: 2 points behind the best move, give or take 3."
    assert [item.text for item in close] == [scored, gap], "nothing is left out of the loss"
    # Chaos wants the board to score little.
    assert [item.category for item in sentences(other._replace(order=False), best, best, error=0.1)] == ["rest"]
    assert [item.category for item in sentences(user, best, best, error=0.1)] == ["rest"]


LEVEL = move(20.0, "RR.../...../GG.../...../.....", [1.5, 0, 1.5, 0, 0, 1, 1, 1, 0, 0], slide_number(3, 2, 5) or PASS)
"""As good as ``BEST``: behind it in row a, ahead in row c."""
ONE_FOR_ONE = [
    "Worse in row a, by what can still close: RR\u00b7\u00b7\u00b7 (scores 2) instead of R\u00b7R\u00b7\u00b7 (R\u00b7R can close).",
    "Better in row c: GG\u00b7\u00b7\u00b7 (scores 2) instead of an empty row.",
]


def test_lines_that_all_else_makes_up_for_are_weighed_against_others_and_have_no_points() -> None:
    found = line_feedback(LineComparison(LEVEL, BEST, BEST, 1.5), "undecided")
    assert [item.text for item in found] == [
        *ONE_FOR_ONE,
        "All in all too close to call: as good as the best move, give or take 3.",
    ]
    assert {item.delta for item in found} == {0.0}
    exact = line_feedback(LineComparison(LEVEL._replace(ev=19.8), BEST, BEST, 0.0), "good")
    assert [item.text for item in exact] == [*ONE_FOR_ONE, "In all, it costs 0.2 points."]
    hardly = line_feedback(LineComparison(LEVEL._replace(ev=19.98), BEST, BEST, 0.0), "good")
    assert hardly[-1].text == "In all, both moves are worth the same."
    # Of a loss that is more than little the points are the cause.
    assert [item.category for item in sentences(LEVEL._replace(ev=19.4), BEST, BEST, error=1.0)] == [
        "line",
        "gain",
        "overall",
    ]


def test_without_a_line_on_either_side_moves_that_are_level_are_only_said_to_be() -> None:
    many = LEVEL._replace(codes=WORSE.codes, points=BEST.points - np.array([2.5] + [0.0] * 9))
    found = line_feedback(LineComparison(many, BEST, BEST, 1.5), "good")
    assert [item.text for item in found] == ["About as good as the best move, give or take 3."]
    # The differences are no small ones: row a is behind by 2.5 points.
    exact = line_feedback(LineComparison(many._replace(ev=19.8), BEST, BEST, 0.0), "good")
    assert [item.text for item in exact] == ["In all, it costs 0.2 points."]


def test_the_runner_ups_line_that_all_else_makes_up_for_is_no_cause_and_what_makes_up_for_most_is_named() -> None:
    little = LEVEL._replace(ev=19.7, points=LEVEL.points - np.array([0, 0, 1.5] + [0] * 7))
    assert said_of_best(little, little) == ["This is the best move, 0.3 points ahead of sliding a4-a3."]
    more = LEVEL._replace(ev=19.0)
    (_, text) = said_of_best(more, more)
    assert "; row a: \u22122.5 points" in text
    assert text.endswith(
        " In return: Row c: +1.5 points, with GG\u00b7\u00b7\u00b7 (scores 2) instead of an empty row."
    )


def test_line_feedback_on_the_best_move_depends_on_the_model_error() -> None:
    level = WORSE._replace(ev=20.0)
    as_good = "Nothing is clearly better; passing is about as good."
    assert sentences(BEST, BEST, level, error=2.6)[0].text == as_good
    assert sentences(BEST, BEST, level, error=0.0)[0].text == "Nothing is better; passing is just as good."
    barely = level._replace(ev=19.97)
    assert sentences(BEST, BEST, barely, error=0.0)[0].text == "Nothing is better; passing is hardly worse."
    assert sentences(BEST, BEST, None, error=0.0)[0].text == "This is the only move."


def said_of_best(behind: MoveLines, rival: MoveLines, error: float = 0.1) -> list[str]:
    compared = LineComparison(BEST, BEST, rival, error, behind=behind)
    return [item.text for item in line_feedback(compared, "best")]


def test_the_runner_up_of_the_best_move_is_said_to_lose_on_the_line_that_its_own_card_names() -> None:
    slide = WORSE._replace(action=slide_number(3, 2, 5) or PASS)
    assert said_of_best(slide, slide) == [
        "This is the best move.",
        (
            "Sliding a4-a3 instead would cost about 2.5 points; row a: \u22122.0 points in the end, by what can still close, "
            "with RR\u00b7\u00b7\u00b7 (scores 2) instead of R\u00b7R\u00b7\u00b7 (R\u00b7R can close). "
            "Everything else together costs 0.5 points."
        ),
    ]
    small = BEST._replace(ev=19.0, points=BEST.points - 0.05, action=7)
    assert said_of_best(small, small) == ["This is the best move, 1 point ahead of placing it on b3."]
    level = BEST._replace(action=7)
    texts = said_of_best(slide, level)
    assert texts[0] == "Nothing is clearly better; placing it on b3 is about as good."
    assert texts[1].startswith("Sliding a4-a3 instead would cost about 2.5 points; row a: ")
