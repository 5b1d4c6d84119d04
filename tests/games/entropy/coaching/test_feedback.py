"""What Entropy's coach says about two moves: by lines, in the view of the player who moves."""

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


def test_what_speaks_for_the_best_move_is_told_and_all_of_it_adds_up() -> None:
    found = sentences(WORSE, BEST, BEST, error=0.5)
    assert [item.text for item in found] == [
        "Row a: \u22122.0, with RR\u00b7\u00b7\u00b7 instead of R\u00b7R\u00b7\u00b7.",
        "All else together: \u22120.5.",
    ]
    assert [item.category for item in found] == ["line", "rest"]
    assert sum(item.delta for item in found) == WORSE.ev - BEST.ev


def test_an_answer_of_orders_is_named() -> None:
    worse, best = WORSE._replace(answer=slide_number(3, 2, 5)), BEST._replace(answer=pass_number(5))
    text = sentences(worse, best, best, error=0.5)[0].text
    assert text.endswith(
        "RR\u00b7\u00b7\u00b7 (Order answers a4-a3) instead of R\u00b7R\u00b7\u00b7 (Order answers by passing)."
    )


def test_many_small_things_are_told_together() -> None:
    worse = BEST._replace(ev=19.0, points=BEST.points - 0.1)
    assert [item.text for item in sentences(worse, BEST, BEST, error=0.0)] == ["Many small things together: \u22121.0."]


def test_the_best_move_is_praised_as_far_as_the_search_can_tell() -> None:
    assert sentences(BEST, BEST, WORSE, error=0.5)[0].text == "This is the best there is, 2.5 points ahead of the next."
    assert sentences(BEST, BEST, WORSE, error=1.5)[0].text == "Nothing is clearly better."
    level = WORSE._replace(ev=20.0)
    assert sentences(BEST, BEST, level, error=0.0)[0].text == "Nothing is better; another move is as good."
    assert sentences(BEST, BEST, None, error=0.0)[0].text == "There was nothing else to do."
