"""Feedback on the difference between two moves, by lines, from the mover's view."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import JsonValue

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


ELSE = "Everything else together costs 0.5 points."


def sentences(user: MoveLines, best: MoveLines, rival: MoveLines | None, error: float) -> list[Feedback]:
    return line_feedback(LineComparison(user, best, rival, error))


def test_line_feedback_names_the_lines_of_the_best_move_and_adds_up() -> None:
    found = sentences(WORSE, BEST, BEST, error=0.5)
    assert [item.text for item in found] == [
        "Row a: \u22122.0 points in the end, by what can still close, with RR\u00b7\u00b7\u00b7 (scores 2, 5 more with R, 4 of 20 left) instead of R\u00b7R\u00b7\u00b7 (3 more with any token, 7 with R, 4 of 20 left).",
        "Everything else together costs 0.5 points.",
    ]
    assert [item.category for item in found] == ["line", "rest"]
    assert sum(item.delta for item in found) == WORSE.ev - BEST.ev


def test_line_feedback_names_orders_reply() -> None:
    worse, best = WORSE._replace(answer=slide_number(3, 2, 5)), BEST._replace(answer=pass_number(5))
    text = sentences(worse, best, best, error=0.5)[0].text
    assert text.endswith(
        "RR\u00b7\u00b7\u00b7 (scores 2, 5 more with R, 4 of 20 left; Order replies a4-a3) instead of R\u00b7R\u00b7\u00b7 (3 more with any token, 7 with R, 4 of 20 left; Order replies by passing)."
    )


def test_small_differences_are_summed_up_where_lines_come_to_most_of_the_loss_and_none_does_alone() -> None:
    held = BEST._replace(later=BEST.points)
    spread = BEST._replace(ev=19.0, later=BEST.points - 0.06)
    (found,) = sentences(spread, held, held, error=0.0)
    assert found.text == "No single cause: many small differences together cost 1 point."
    for later in (BEST.points - 0.04, BEST.points - np.array([0.6] + [0.0] * 9)):
        (found,) = sentences(spread._replace(later=later), held, held, error=0.0)
        assert found.text == "It costs 1 point, but the search sees that only some moves later."


def test_a_loss_near_zero_is_not_shown() -> None:
    worse = BEST._replace(ev=BEST.ev - 0.01)
    (found,) = sentences(worse, BEST, BEST, error=0.0)
    assert found.text == "Both moves are worth nearly the same."


def test_a_loss_within_its_error_keeps_its_reasons_and_is_called_close() -> None:
    found = sentences(WORSE, BEST, BEST, error=1.5)
    assert [item.text for item in found] == [
        "Row a: \u22122.0 points in the end, by what can still close, with RR\u00b7\u00b7\u00b7 (scores 2, 5 more with R, 4 of 20 left) instead of R\u00b7R\u00b7\u00b7 (3 more with any token, 7 with R, 4 of 20 left).",
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
    # For Chaos, who wants the line to score less, neither what it scores nor what can close is a reason.
    worse, better = user._replace(order=False), best._replace(order=False)
    (found,) = sentences(worse, better, better, error=0.1)
    assert found.text.startswith(
        "Row a: \u22122.0 points, by what such rows come to on average, with RRG\u00b7R instead of R"
    )


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


def test_a_line_that_makes_up_for_more_than_the_first_one_costs_is_not_set_against_it() -> None:
    """Together they would be no cause: the loss is in all else."""
    best = BEST._replace(later=BEST.points)
    points = WORSE.points + np.array([0, 0, 0, 0, 0, 0, 0, 0, 2.5, 0])
    user = move(18.5, "RR.G./...../...../...G./.....", points.tolist())
    found = sentences(user._replace(later=points), best, best, error=0.1)
    assert [(item.category, round(item.delta, 1)) for item in found] == [("line", -2.0), ("rest", 0.5)]


def test_the_larger_of_two_lines_is_named_first() -> None:
    best = move(20.0, "R.R../...../...../...../..R..", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    points = best.points - np.array([2.0, 0, 0, 0, 0, 0, 0, 3.0, 0, 0])
    later = best.points - np.array([2.0, 0, 0, 0, 0, 0, 0, 1.0, 0, 0])
    worse = move(15.0, "RR.../...../...../...../.....", points.tolist())._replace(later=later)
    found = sentences(worse, best._replace(later=best.points), best, error=0.1)
    assert [(item.text.split(":")[0], item.delta) for item in found] == [("Column 3", -3.0), ("Row a", -2.0)]


def test_a_line_whose_words_do_not_speak_for_its_points_is_named_by_its_tokens() -> None:
    best = move(20.0, "RR.../...../...../...../.....", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    worse = move(17.5, ".RR../...../...../...../.....", [2.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    found = sentences(worse, best, best, error=0.1)
    such = "Row a: \u22122.0 points, by what such rows come to on average, with \u00b7RR\u00b7\u00b7 instead of RR\u00b7\u00b7\u00b7."
    assert [item.text for item in found] == [such, ELSE]
    lone = move(18.0, "R..../...../...../...../.....", [2.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    apart = move(20.0, "R...G/...../...../...../.....", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    (found_of_none,) = sentences(lone, apart, apart, error=0.1)
    assert "(" not in found_of_none.text, "two lines that score nothing yet are no reason"
    same = best._replace(ev=18.0, points=worse.points)
    assert [item.category for item in sentences(same, best, best, error=0.1)] == ["side"], "nobody could see why"


def test_without_a_line_all_rows_or_columns_are_named() -> None:
    many = BEST._replace(ev=19.0, points=BEST.points - np.array([0.0] * 5 + [0.2] * 5))
    found = sentences(many, BEST, BEST, error=0.1)
    assert [item.text for item in found] == ["All columns together: \u22121.0 points."]
    points = BEST.points - np.array([0.3, 0.2, 0.2, 0.2, 0.2] + [0.0] * 5)
    rows = move(18.9, "R..R./...../...../...../.....", points.tolist())
    assert [item.text for item in sentences(rows, BEST, BEST, error=0.1)] == [
        "All rows together: \u22121.1 points, above all in row a, with R\u00b7\u00b7R\u00b7 instead of R\u00b7R\u00b7\u00b7."
    ]
    held = BEST._replace(later=BEST.points)
    assert [item.category for item in sentences(many._replace(later=BEST.points - 0.01), held, held, error=0.1)] == [
        "rest"
    ]


def test_two_lines_that_are_clear_together_are_named() -> None:
    best = move(20.0, "RR.../...../...../...../R....", BEST.points.tolist())
    points = best.points - np.array([0.3125, 0, 0, 0, -0.3, 0.25, 0, 0, 0, -0.3])
    user = move(19.4375, "R..../...../...../...../.....", points.tolist())
    found = sentences(user, best, best, error=0.1)
    assert [item.text for item in found] == [
        "Row a: \u22120.3 points, with R\u00b7\u00b7\u00b7\u00b7 (a lone R) instead of RR\u00b7\u00b7\u00b7 (scores 2, 5 more with R, 4 of 20 left).",
        "Column 1: \u22120.2 points, with R\u00b7\u00b7\u00b7\u00b7 (a lone R) instead of R\u00b7\u00b7\u00b7R (R\u00b7\u00b7\u00b7R can close).",
    ]


def test_a_line_that_falls_behind_only_with_the_next_exchange_is_named_where_no_other_is() -> None:
    best = BEST._replace(later=BEST.points)
    falls = np.array([0, 0, 0, 0.3, 0, 0, 0.8, 0, 0, 0])
    user = WORSE._replace(ev=18.8, points=BEST.points, later=BEST.points - falls)
    found = sentences(user, best, best, error=0.1)
    assert [item.text for item in found] == [
        "Column 2: \u22120.8 points once Chaos has placed the next token and Order has replied, with R\u00b7\u00b7\u00b7\u00b7 instead of an empty column.",
        "Everything else together costs 0.4 points.",
    ]
    struck = np.array([0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0])
    same = BEST._replace(ev=18.8, later=BEST.points - falls, struck=struck)
    assert sentences(same, best, best, error=0.1)[0].text == (
        "Column 2, an empty column after both moves: \u22120.8 points once Chaos has placed the next token there and Order has replied."
    )
    ahead = user._replace(points=BEST.points + np.where(falls > 0.5, 0.1, 0.0))
    assert [item.category for item in sentences(ahead, best, best, error=0.1)] == ["line", "rest"]
    less = user._replace(later=BEST.points - 0.9 * falls)
    assert [item.category for item in sentences(less, best, best, error=0.1)] == ["rest"]
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
    "Worse in row a, by what can still close: RR\u00b7\u00b7\u00b7 (scores 2, 5 more with R, 4 of 20 left) instead of R\u00b7R\u00b7\u00b7 (3 more with any token, 7 with R, 4 of 20 left).",
    "Better in row c: GG\u00b7\u00b7\u00b7 (scores 2, 5 more with G, 4 of 20 left) instead of an empty row.",
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
        " In return: Row c: +1.5 points, with GG\u00b7\u00b7\u00b7 (scores 2, 5 more with G, 4 of 20 left) instead of an empty row."
    )


def test_line_feedback_on_the_best_move_depends_on_the_model_error() -> None:
    level = WORSE._replace(ev=20.0)
    as_good = "Nothing is clearly better; passing is about as good."
    assert sentences(BEST, BEST, level, error=2.6)[0].text == as_good
    assert sentences(BEST, BEST, level, error=0.0)[0].text == "Nothing is better; passing is just as good."
    barely = level._replace(ev=19.97)
    assert sentences(BEST, BEST, barely, error=0.0)[0].text == "Nothing is better; passing is hardly worse."
    assert sentences(BEST, BEST, None, error=0.0)[0].text == "This is the only move."


def said_of_best(behind: MoveLines, rival: MoveLines, error: float = 0.1, best: MoveLines = BEST) -> list[str]:
    compared = LineComparison(best, best, rival, error, behind=behind)
    return [item.text for item in line_feedback(compared, "best")]


def test_the_runner_up_of_the_best_move_is_said_to_lose_on_the_line_that_its_own_card_names() -> None:
    slide = WORSE._replace(action=slide_number(3, 2, 5) or PASS)
    assert said_of_best(slide, slide) == [
        "This is the best move.",
        (
            "Sliding a4-a3 instead would cost about 2.5 points; row a: \u22122.0 points in the end, by what can still close, "
            "with RR\u00b7\u00b7\u00b7 (scores 2, 5 more with R, 4 of 20 left) instead of R\u00b7R\u00b7\u00b7 (3 more with any token, 7 with R, 4 of 20 left). "
            "Everything else together costs 0.5 points."
        ),
    ]
    small = BEST._replace(ev=19.0, points=BEST.points - 0.05, action=7)
    assert said_of_best(small, small) == ["This is the best move, 1 point ahead of placing it on b3."]
    level = BEST._replace(action=7)
    texts = said_of_best(slide, level)
    assert texts[0] == "Nothing is clearly better; placing it on b3 is about as good."
    assert texts[1].startswith("Sliding a4-a3 instead would cost about 2.5 points; row a: ")


def test_a_line_that_falls_behind_goes_first_where_the_others_are_little_of_the_loss() -> None:
    best = BEST._replace(later=BEST.points)
    falls = np.array([2.0, 0, 0, 0, 0, 0, 4.0, 0, 0, 0])
    for ev, name in ((15.0, "Column 2"), (16.5, "Row a")):
        user = WORSE._replace(ev=ev, later=BEST.points - falls)
        assert sentences(user, best, best, error=0.1)[0].text.startswith(f"{name}: ")


def test_a_card_has_three_sentences_at_most() -> None:
    best = move(20.0, "R.R../...../...../...../..R..", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
    points = best.points - np.array([2.0, 0, 0, 0, 0, 0, 0, 1.0, -1.9, 0])
    gains = move(19.0, "RR.G./...../...../...G./.....", points.tolist())
    for verdict in ("inaccuracy", "undecided"):
        found = line_feedback(LineComparison(gains, best, best, 1.0), verdict)
        assert [item.category for item in found] == ["line", "gain", "rest" if verdict == "inaccuracy" else "overall"]
    # Of a line for the move and a second one against it, the one that leaves less to all else is named.
    less = gains._replace(ev=17.0, points=best.points - np.array([2.0, 0, 0, 0, 0, 0, 0, 1.8, -1.0, 0]))
    assert [item.category for item in sentences(less, best, best, error=0.1)] == ["line", "line", "rest"]


def solved(ev: float, rows: str, points: list[float]) -> MoveLines:
    return move(ev, rows, points)._replace(exact=True)


BEST_OF_ALL = solved(20.0, "RR.../...../...../...../.....", [6.5, 0, 0, 0, 0, 3.5, 4, 4, 1, 1])
"""The best move of a solved position."""
ROW_A = "Row a: \u22123.0 points, with R\u00b7\u00b7\u00b7\u00b7 (scores nothing, 3.5 expected in the end) instead of RR\u00b7\u00b7\u00b7 (scores 2, 6.5 expected in the end)."
COLUMN_1 = "In return: Column 1, R\u00b7\u00b7\u00b7\u00b7 after both moves: +{} points, {} expected in the end instead of 3.5."


def without(ev: float, *less: float) -> MoveLines:
    """A move whose rows a and columns are worth that much less than those of the best one."""
    points = BEST_OF_ALL.points - np.array([less[0], 0, 0, 0, 0, *less[1:]])
    return solved(ev, "R..../...../...../...../.....", points.tolist())


def test_lines_of_a_solved_position_are_compared_by_what_they_score_in_the_end() -> None:
    user = without(18.6, 3.0, -1.5, 0.125, -0.225, 0, 0)
    assert [item.text for item in sentences(user, BEST_OF_ALL, BEST_OF_ALL, error=0.0)] == [
        ROW_A,
        f"{COLUMN_1.format('1.5', '5')} In all, it costs 1.4 points.",
    ]
    (_, text) = said_of_best(user, user, error=0.0, best=BEST_OF_ALL)
    assert text.startswith("Passing instead would cost 1.4 points; row a: ")
    little = without(17.5, 3.0, -0.5, 0, 0, 0, 0)
    found = sentences(little, BEST_OF_ALL, BEST_OF_ALL, error=0.0)
    assert [item.text for item in found] == [ROW_A, COLUMN_1.format("0.5", "4")], "what is left is seen at a glance"


def test_a_line_that_makes_up_for_nearly_all_or_more_is_not_set_against_an_exact_loss() -> None:
    """What the two lines come to would be no cause of it."""
    for gain in (2.5, 5.0):
        user = without(18.6, 3.0, -gain, 0.45 * (gain - 1.6), 0.55 * (gain - 1.6), 0, 0)
        found = sentences(user, BEST_OF_ALL, BEST_OF_ALL, error=0.0)
        assert COLUMN_1.split(":", maxsplit=1)[0] not in " ".join(item.text for item in found)
        assert sum(item.delta for item in found) == pytest.approx(-1.4)
        assert found[0].delta < -1.4
        assert found[-1].text.endswith(" In all, it costs 1.4 points.") == (found[-1].delta > 0)


def test_one_line_is_named_alone_where_a_second_one_would_only_be_made_up_for() -> None:
    user = without(19.5, 0, 1.0, 1.0, -0.5, -0.5, -0.5)
    found = sentences(user, BEST_OF_ALL, BEST_OF_ALL, error=0.0)
    assert [item.delta for item in found] == [-1.0, 0.5]
    assert (
        found[1].text
        == "In return: Column 3, an empty column after both moves: +0.5 points, 4.5 expected in the end instead of 4. In all, it costs 0.5 points."
    )


def test_moves_that_are_just_as_good_are_all_named_or_counted() -> None:
    level: list[JsonValue] = [{"cell": f"a{number}"} for number in range(1, 6)]
    rival = WORSE._replace(ev=20.0, action=0)
    for moves, those in ((1, "placing it on a1 is"), (2, "placing it on a1 and placing it on a2 are")):
        (found,) = line_feedback(LineComparison(BEST, BEST, rival, 0.0), "best", level[:moves])
        assert found.text == f"Nothing is better; {those} just as good."
    (found,) = line_feedback(LineComparison(BEST, BEST, rival, 0.0), "best", level)
    assert found.text == "Nothing is better; placing it on a1 and 4 other moves are just as good."


def test_a_runner_up_that_costs_what_the_next_move_does_is_not_named_beside_it() -> None:
    rival = BEST._replace(ev=17.53, action=7)
    assert len(said_of_best(WORSE, rival, error=1.5)) == 1
    assert len(said_of_best(WORSE, rival._replace(ev=18.0), error=1.5)) == 2
