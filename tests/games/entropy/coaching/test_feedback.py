"""Feedback on the difference between two moves, by lines, from the mover's view."""

from __future__ import annotations

import numpy as np

from py_engine.core.results import Feedback
from py_engine.games.entropy.coaching.feedback import line_feedback
from py_engine.games.entropy.rules.batch import pass_number, slide_number
from py_engine.games.entropy.rules.tables import COLORS, geometry, line_codes
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines


def move(ev: float, rows: str, points: list[float]) -> MoveLines:
    board = [COLORS.index(cell) + 1 if cell in COLORS else 0 for cell in rows.replace("/", "")]
    return MoveLines(ev, line_codes(np.array([board]), geometry(5))[0], np.array(points))


BEST = move(20.0, "R.R../...../...../...../.....", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
WORSE = move(17.5, "RR.../...../...../...../.....", [2.0, 0, 0, 0, 0, 1, 1.5, 0.9, 0, 0])


def sentences(user: MoveLines, best: MoveLines, rival: MoveLines | None, error: float) -> list[Feedback]:
    return line_feedback(LineComparison(user, best, rival, error))


def test_line_feedback_names_the_lines_of_the_best_move_and_adds_up() -> None:
    found = sentences(WORSE, BEST, BEST, error=0.5)
    assert [item.text for item in found] == [
        "Row a: \u22122.0 points, with RR\u00b7\u00b7\u00b7 instead of R\u00b7R\u00b7\u00b7.",
        "Everything else together: \u22120.5 points.",
    ]
    assert [item.category for item in found] == ["line", "rest"]
    assert sum(item.delta for item in found) == WORSE.ev - BEST.ev


def test_line_feedback_names_orders_reply() -> None:
    worse, best = WORSE._replace(answer=slide_number(3, 2, 5)), BEST._replace(answer=pass_number(5))
    text = sentences(worse, best, best, error=0.5)[0].text
    assert text.endswith(
        "RR\u00b7\u00b7\u00b7 (Order replies a4-a3) instead of R\u00b7R\u00b7\u00b7 (Order replies by passing)."
    )


def test_line_feedback_sums_up_small_differences() -> None:
    worse = BEST._replace(ev=19.0, points=BEST.points - 0.1)
    assert [item.text for item in sentences(worse, BEST, BEST, error=0.0)] == [
        "No single cause: many small differences together: \u22121.0 points."
    ]


def test_line_feedback_does_not_show_a_rest_near_zero() -> None:
    worse = BEST._replace(ev=BEST.ev - 0.01)
    assert [item.text for item in sentences(worse, BEST, BEST, error=0.0)] == [
        "Many small differences nearly cancel out."
    ]


def test_a_loss_within_its_error_has_no_reasons() -> None:
    assert [item.text for item in sentences(WORSE, BEST, BEST, error=1.5)] == [
        "Too close to call: 2.5 points behind the best move, give or take 3."
    ]


def test_lines_are_named_only_if_they_are_clear_and_not_taken_back() -> None:
    # The line's 2 points are within the error of the loss.
    far = WORSE._replace(ev=12.0)
    assert [item.category for item in sentences(far, BEST, BEST, error=2.5)] == ["rest"]
    # The search takes 1.2 of the 2 points back.
    mild = WORSE._replace(ev=19.2)
    assert [item.text for item in sentences(mild, BEST, BEST, error=0.1)] == [
        "No single cause: many small differences together: \u22120.8 points."
    ]


def test_line_feedback_on_the_best_move_depends_on_the_model_error() -> None:
    assert sentences(BEST, BEST, WORSE, error=0.5)[0].text == "This is the best move, 2.5 points ahead of the next."
    assert sentences(BEST, BEST, WORSE, error=1.5)[0].text == "Nothing is clearly better."
    level = WORSE._replace(ev=20.0)
    assert sentences(BEST, BEST, level, error=0.0)[0].text == "Nothing is better; another move is just as good."
    assert sentences(BEST, BEST, None, error=0.0)[0].text == "This was the only move."
