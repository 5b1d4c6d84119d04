"""Graded moves in words, over the bridge."""

from __future__ import annotations

import re

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge.values import ValueTable
from tests.bridge.asking import ask
from tests.games.yatzy.asking import PARAMS, graded, state


def test_two_categories_are_compared_by_what_they_score_and_leave() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    text = "Sixes scores 18 now and leaves 227.9 points to come; Three of a kind scores 18 and leaves 228.0."
    assert found["feedback"][0]["text"] == text
    assert found["feedback"][0]["delta"] == pytest.approx(found["delta_ev"], abs=1e-9)


def test_a_bad_hold_is_told_in_words() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 2, {"keep": [False, False, False, False, True]})
    assert found["grade"] == "BLUNDER"
    texts = [item["text"] for item in found["feedback"]]
    assert texts[0].startswith(
        "The best move makes more this turn of Sixes (9.8 points against 1.6), Yatzy (4.6 against 0.5)"
    )
    assert texts[1].startswith(
        "In return, yours makes more this turn of Two pairs (3.2 points against 0.0), Chance (2.2"
    )
    assert found["feedback"][0]["delta"] < 0 < found["feedback"][1]["delta"]


def test_the_bonus_is_told_with_its_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever table is at hand, here it knows the bonus: twice as likely after the best move as after the user's."""

    def chance(_table: ValueTable, masks: np.ndarray, _uppers: np.ndarray) -> np.ndarray:
        return np.where(masks >> 5 & 1, 0.4, 0.8)

    monkeypatch.setattr(ValueTable, "bonus_chance", chance)
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    bonus = {
        str(c["action"]): reason["value"]
        for c in found["candidates"]
        for reason in c["reasons"]
        if reason["code"] == "bonus"
    }
    assert bonus == {"{'score': 'sixes'}": 20.0, "{'score': 'three_of_a_kind'}": 40.0}
    told = next(item for item in found["feedback"] if item["category"] == "bonus")
    assert told["text"] == "The bonus comes in 40% of games after your move, in 80% after the best."
    assert told["delta"] == pytest.approx(-20)


def test_the_parts_of_a_loss_are_told_and_add_up_to_it() -> None:
    """What a hold gains this turn may speak for it; the sentence that ends the reasons says what outweighs it."""
    found = graded({}, [6, 2, 5, 5, 1], 2, {"keep": [True, False, True, True, False]})
    last = found["feedback"][-1]
    assert last["category"] == "balance"
    assert last["delta"] == pytest.approx(found["delta_ev"], abs=1e-8)
    numbers = [float(text.replace("\u2212", "-")) for text in re.findall(r"[+\u2212]?\d+\.\d", last["text"])]
    assert sum(numbers) == pytest.approx(found["delta_ev"], abs=0.16)
    assert re.match("Taken together, against the best: this turn [+\u2212]", last["text"])


def test_the_best_move_is_told_apart_from_the_next() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "three_of_a_kind"})
    assert found["grade"] == "BEST"
    texts = [item["text"] for item in found["feedback"]]
    assert texts[0] == "This is the best there is, 0.1 points ahead of the next."
    assert (
        texts[1] == "Three of a kind scores 18 now and leaves 228.0 points to come; Sixes scores 18 and leaves 227.9."
    )
    held = graded({}, [2, 4, 6, 6, 6], 2, {"keep": [False, False, True, True, True]})
    assert held["feedback"][1]["text"].startswith("It makes more this turn of ")


def test_a_policy_compares_moves_by_its_own_values_and_says_nothing() -> None:
    asked = PARAMS | {"evaluator": "greedy"}
    found = ask("grade_user_action", state({}, [2, 4, 6, 6, 6], 0), 0, {"score": "sixes"}, asked)
    assert found["grade"] is not None
    assert found["feedback"] == []
