"""What Entropy's coach says about two moves: by lines, in the view of the player who moves."""

from __future__ import annotations

import numpy as np

from py_engine.games.entropy.tables import COLORS, geometry, line_codes
from py_engine.games.entropy.words import Move, line_reasons, sentences


def move(ev: float, rows: str, points: list[float]) -> Move:
    board = [COLORS.index(cell) + 1 if cell in COLORS else 0 for cell in rows.replace("/", "")]
    return Move(ev, line_codes(np.array([board]), geometry(5))[0], np.array(points))


BEST = move(20.0, "R.R../...../...../...../.....", [4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0])
WORSE = move(17.5, "RR.../...../...../...../.....", [2.0, 0, 0, 0, 0, 1, 1.5, 0.9, 0, 0])


def test_the_lines_that_differ_are_named_the_largest_first() -> None:
    found = sentences(WORSE, BEST, BEST)
    assert [item["text"] for item in found] == [
        "Row a: \u22122.0, with RR\u00b7\u00b7\u00b7 instead of R\u00b7R\u00b7\u00b7.",
        "Column 2: +0.5, with R\u00b7\u00b7\u00b7\u00b7 instead of nothing.",
        "What may follow is worth 0.9 points less after your move.",
    ]
    assert [item["category"] for item in found] == ["line", "line", "future"]
    assert [round(item["delta"], 6) for item in found] == [-2.0, 0.5, -0.9]


def test_the_best_move_is_praised_by_its_lead() -> None:
    assert sentences(BEST, BEST, WORSE)[0]["text"] == "This is the best there is, 2.5 points ahead of the next."
    level = WORSE._replace(ev=20.0)
    assert sentences(BEST, BEST, level)[0]["text"] == "Nothing is better; another move is as good."
    assert sentences(BEST, BEST, None)[0]["text"] == "There was nothing else to do."


def test_reasons_add_up() -> None:
    found = line_reasons(BEST, "What may follow")
    assert sum(reason["value"] for reason in found) == BEST.ev
    assert [reason["label"] for reason in found][:2] == ["Row a", "Row b"]
    assert found[-1] == {"code": "future", "label": "What may follow", "value": 13.0}
    assert len(line_reasons(BEST, None)) == 10
