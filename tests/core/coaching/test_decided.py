"""Cards in decided positions, which neither praise nor blame."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.coaching.decided import FOR_POINTS, LOST, WON, without_praise
from py_engine.core.coaching.praise import ONLY_MOVE
from py_engine.core.coaching.verdicts import Scale, judged
from py_engine.core.results import Feedback, Result
from tests.core.coaching.test_verdicts import WIN, result


def chance(value: float) -> float:
    return value / 100


def explained(values: list[float], text: str = "This is the best move, 1 point ahead of playing 4♣.") -> Result:
    graded = judged(result(values, user=0), Scale(WIN, chance))
    return without_praise(replace(graded, feedback=[Feedback("overall", text, 0.0)]), chance)


@pytest.mark.parametrize(("values", "text"), [([1.9, 0.0], LOST), ([0.0, 0.0], LOST), ([100.0, 98.1], WON)])
def test_a_decided_position_says_so_instead_of_praise(values: list[float], text: str) -> None:
    assert [item.text for item in explained(values).feedback] == [text]


def test_other_positions_and_forced_moves_keep_what_is_said() -> None:
    assert explained([50.0, 40.0]).feedback[0].text.startswith("This is the best move")
    only = judged(result([1.0, 0.5], user=0), Scale(WIN, chance))
    only = replace(only, candidates=only.candidates[:1], feedback=[Feedback("overall", ONLY_MOVE, 0.0)])
    assert without_praise(only, chance).feedback[0].text == ONLY_MOVE


def test_the_parts_still_come_to_the_loss() -> None:
    graded = judged(result([1.5, 0.5], user=1), Scale(WIN, chance))
    assert [item.delta for item in without_praise(graded, chance).feedback] == [graded.delta_ev]
    hint = judged(result([1.5, 0.5]), Scale(WIN, chance))
    assert without_praise(hint, chance) is hint


def test_what_is_said_of_points_alone_stays() -> None:
    graded = judged(result([1.5, 0.5], user=1), Scale(WIN, chance))
    alone = Feedback(FOR_POINTS, "For points alone, no move is better.", 0.0)
    graded = replace(graded, feedback=[Feedback("rows", "Twos gain more.", 1.0), alone])
    assert [item.text for item in without_praise(graded, chance).feedback] == [LOST, alone.text]
