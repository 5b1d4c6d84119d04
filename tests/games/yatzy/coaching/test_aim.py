"""The query for the chance to reach a score."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from py_engine.core.results import to_json
from py_engine.games.yatzy.coaching import aim
from py_engine.games.yatzy.coaching.aim import Aim, AimArgs
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import FULL
from tests.games.yatzy.by_hand import closed_but

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def _table(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aim, "require", lambda _rules: standard)


def aimed(**args: Any) -> Json:
    answer: Json = to_json(Aim(AimArgs.model_validate(args)).run())
    return answer


def test_last_row_open_is_aimed_at_exactly() -> None:
    card = {"upper_score": 40, "scored_categories": closed_but("yatzy"), "accumulated_score": 150}
    found = aimed(**card, target=200)
    assert found["chance"] == pytest.approx(0.0460286, abs=1e-7)
    assert found["chance_for_points"] == pytest.approx(0.0460286, abs=1e-7)
    assert aimed(**card, target=150)["chance"] == 1
    assert aimed(**card, target=201)["chance"] == 0


def test_keep_is_the_one_that_can_reach_the_score() -> None:
    # With chance left and 30 points needed, sixes must be thrown; for points the fives would stay.
    card = {"upper_score": 40, "scored_categories": closed_but("chance"), "accumulated_score": 150}
    found = aimed(**card, target=180, dice=[6, 6, 6, 5, 5], rerolls_remaining=1)
    assert found["keep"] == [True, True, True, False, False]
    assert found["category"] is None
    assert found["chance"] == pytest.approx(1 / 36)
    closing = aimed(**card, target=178, dice=[6, 6, 6, 5, 5], rerolls_remaining=0)
    assert (closing["category"], closing["chance"]) == ("chance", 1)


def test_playing_for_a_score_reaches_it_more_often_than_playing_for_points() -> None:
    found = aimed(
        upper_score=45, scored_categories=closed_but("sixes", "full_house", "yatzy"), accumulated_score=150, target=230
    )
    assert found["chance"] > found["chance_for_points"] > 0


def test_with_many_open_rows_only_playing_for_points_is_answered() -> None:
    names = ("twos", "fours", "fives", "sixes", "chance", "full_house", "yatzy")
    found = aimed(upper_score=4, scored_categories=closed_but(*names), accumulated_score=90, target=200)
    assert 0 < found["chance_for_points"] < 1
    assert (found["chance"], found["keep"], found["category"]) == (None, None, None)


def test_full_card_has_its_score() -> None:
    found = aimed(upper_score=63, scored_categories=FULL, accumulated_score=200, target=250)
    assert found == {"chance": 1.0, "chance_for_points": 1.0, "keep": None, "category": None}
    with pytest.raises(ValidationError, match="should be left out: no category is left"):
        AimArgs(upper_score=63, scored_categories=FULL, accumulated_score=200, target=250, dice=[1, 1, 1, 1, 1])
