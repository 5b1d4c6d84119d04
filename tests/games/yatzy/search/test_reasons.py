"""The parts of a move's value: how its turn ends, and that the parts add up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.yatzy.knowledge.uppers import is_reachable
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, STANDARD
from py_engine.games.yatzy.search.position import Position, move_values
from py_engine.games.yatzy.search.reasons import outcome
from tests.games.yatzy.asking import Json, card_of, graded, positions


def reachable() -> st.SearchStrategy[tuple[int, int]]:
    pairs = st.tuples(st.integers(0, FULL - 1), st.integers(0, 63))
    return pairs.filter(lambda pair: is_reachable(*pair))


@given(reachable(), st.lists(st.integers(1, 6), min_size=5, max_size=5), st.integers(0, 2))
@settings(deadline=None, max_examples=60)
def test_outcome_probabilities_reproduce_the_move_values(pair: tuple[int, int], dice: list[int], left: int) -> None:
    """Forward probabilities of all final rolls reproduce the values of backward induction."""
    position = Position(*pair, dice, left, STANDARD)
    table = require(STANDARD)
    found = move_values(position, table)
    for move in found.moves:
        end = outcome(position, found, move)
        assert end.rolls.sum() == pytest.approx(1)
        after = table.look_up(
            position.mask | 1 << end.closing,
            np.minimum(position.upper + np.where(end.closing < 6, end.points, 0), 63),
        )
        assert (end.rolls * (end.points + after)).sum() == pytest.approx(move.ev, abs=1e-9)


def test_reasons_add_up_to_the_value_exactly() -> None:
    for row in positions():
        scores = card_of(row) or {}
        found = graded(scores, row["dice"], row["rolls_left"], {"score": row["categories"][-1]["category"]})
        explained = [c for c in found["candidates"] if c["reasons"]]
        second = found["candidates"][1 if found["delta_ev"] == 0 and len(found["candidates"]) > 1 else 0]["action"]
        expected = {str(found["best_action"]), str(found["user_action"]), str(second)}
        assert {str(c["action"]) for c in explained} == expected
        for candidate in explained:
            total = 0.0
            for reason in candidate["reasons"]:
                total += reason["value"]
            assert total == candidate["ev"]
            assert len({reason["code"] for reason in candidate["reasons"]}) == len(candidate["reasons"])


def test_reasons_have_points_bonus_and_later() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    user = next(c for c in found["candidates"] if c["action"] == {"score": "sixes"})
    assert [r["code"] for r in user["reasons"] if r["code"] != "bonus"] == ["sixes", "later"]
    assert user["reasons"][0]["value"] == 18


def test_late_reasons_split_every_open_category() -> None:
    """Compares with the value of each category alone, found by closing all others."""
    open_after = ("chance", "yatzy")
    scores: Json = {str(name): 0 for name in CATEGORIES if name not in (*open_after, "ones")}
    found = graded(scores, [1, 1, 2, 4, 6], 0, {"score": "ones"})
    user = next(c for c in found["candidates"] if c["action"] == {"score": "ones"})
    parts = {reason["code"]: reason["value"] for reason in user["reasons"]}
    assert set(parts) == {"ones", "bonus", "later_chance", "later_yatzy"}
    assert parts["ones"] == 2
    assert parts["bonus"] == 0
    yatzy_alone = require(STANDARD).value(FULL & ~(1 << 14), 2)
    assert 0 < parts["later_yatzy"] < 2 * yatzy_alone
    assert 20 < parts["later_chance"] < 26
    assert parts["later_yatzy"] + parts["later_chance"] == pytest.approx(
        require(STANDARD).value(FULL & ~0b110_0000_0000_0000, 2)
    )


def test_certain_bonus_is_fifty_points() -> None:
    scores: Json = {str(name): 5 * (i + 1) for i, name in enumerate(CATEGORIES[:6])}
    scores |= {str(name): 0 for name in CATEGORIES[6:12]}
    found = graded(scores, [1, 1, 2, 4, 6], 0, {"score": "chance"})
    user = next(c for c in found["candidates"] if c["action"] == {"score": "chance"})
    assert next(r["value"] for r in user["reasons"] if r["code"] == "bonus") == pytest.approx(50, abs=1e-8)
