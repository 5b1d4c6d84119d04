"""Reasons of a move's value by lines."""

from __future__ import annotations

import numpy as np

from py_engine.core.results import Reason
from py_engine.games.entropy.search.line_reasons import MoveLines, line_reasons

BAG = np.zeros(8, dtype=np.int16)
MOVE = MoveLines(7, 20.0, np.zeros(10, dtype=np.int32), np.array([4.0, 0, 0, 0, 0, 1, 1, 1, 0, 0]), BAG)


def test_line_reasons_add_up_to_the_value() -> None:
    found = line_reasons(MOVE, future=True)
    assert sum(reason.value for reason in found) == MOVE.ev
    assert [reason.label for reason in found][:2] == ["Row a", "Row b"]
    assert found[-1] == Reason("future", "What may follow", 13.0)
    assert len(line_reasons(MOVE, future=False)) == 10
