"""Feedback on graded moves, over the bridge."""

from __future__ import annotations

import re

import numpy as np
import pytest

from py_engine.core.results import Feedback
from py_engine.core.text import MINUS
from py_engine.games.yatzy.coaching.sentences import feedback
from py_engine.games.yatzy.coaching.sentences.row_words import gained, in_parts
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import CATEGORIES
from tests.bridge.asking import ask
from tests.games.yatzy.asking import PARAMS, graded, state


def test_feedback_compares_two_categories_by_points_now_and_later() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    text = "Sixes scores 18 now and leaves 227.9 points to come; Three of a kind scores 18 and leaves 228.0."
    assert found["feedback"][0]["text"] == text
    assert found["feedback"][0]["delta"] == pytest.approx(found["delta_ev"], abs=1e-9)


def test_feedback_on_a_hold_names_what_each_move_gains() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 2, {"keep": [False, False, False, False, True]})
    assert found["grade"] == "BLUNDER"
    texts = [item["text"] for item in found["feedback"]]
    assert texts[0] == (
        "Keeping 6 6 6 gains 8.3 in Sixes, 4.0 in Yatzy, 3.6 in Three of a kind and 1.1 in Full house this turn."
    )
    assert texts[1].startswith("In return, keeping 6 gains 3.2 in Two pairs, ")
    assert all(text.endswith(" this turn.") for text in texts[:2])
    assert found["feedback"][0]["delta"] < 0 < found["feedback"][1]["delta"]


def test_feedback_gives_the_probability_of_the_bonus(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is patched: the bonus is twice as likely after the best move as after the user's."""

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
    item = next(item for item in found["feedback"] if item["category"] == "bonus")
    assert item["text"] == "The bonus comes in 40% of games after this move, in 80% after the best."
    assert item["delta"] == pytest.approx(-20)


def test_feedback_balance_adds_up_to_the_loss() -> None:
    """A hold may gain this turn and still be worse; the last sentence shows what outweighs the gain."""
    found = graded({}, [6, 2, 5, 5, 1], 2, {"keep": [True, False, True, True, False]})
    last = found["feedback"][-1]
    assert last["category"] == "balance"
    assert last["delta"] == pytest.approx(found["delta_ev"], abs=1e-8)
    numbers = [float(text.replace("\u2212", "-")) for text in re.findall(r"[+\u2212]?\d+\.\d", last["text"])]
    assert sum(numbers) == pytest.approx(found["delta_ev"], abs=0.16)
    assert re.match("In all, compared with the best move: this turn [+\u2212]", last["text"])


def test_nothing_is_said_of_parts_that_differ_in_nothing() -> None:
    filled: dict[str, int] = {**dict.fromkeys(CATEGORIES[:-1], 0), "chance": 20}
    last_row = graded(filled, [2, 1, 5, 2, 5], 2, {"keep": [True] * 5})
    assert [item["text"] for item in last_row["feedback"]] == ["Keeping 2 2 gains 1.2 in Yatzy this turn."]
    late = dict(filled)
    del late["four_of_a_kind"]
    found = graded(late, [2, 1, 5, 2, 5], 2, {"keep": [True] * 5})["feedback"][-1]
    assert found["category"] == "balance"
    assert "the bonus" not in found["text"], "nobody can reach it any more"


def test_parts_that_are_all_nothing_are_not_listed() -> None:
    filled = dict.fromkeys(("large_straight", "one_pair", "three_of_a_kind", "four_of_a_kind", "full_house"), 0)
    filled |= {"ones": 3, "twos": 8, "threes": 9, "fours": 16, "fives": 15, "sixes": 18}
    best = graded(filled, [3, 1, 4, 3, 1], 1, {"keep": [False, False, True, False, False]})
    assert [item["text"] for item in best["feedback"]] == [
        "This is the best move, 0.1 points ahead of throwing all five dice."
    ]
    following = graded(filled, [3, 1, 4, 3, 1], 1, best["candidates"][1]["action"])
    assert [item["text"] for item in following["feedback"]] == ["Many small differences add up."]


def test_a_bonus_that_is_hardly_any_of_the_loss_is_not_named() -> None:
    scores = {"ones": 1, "threes": 9, "fives": 20, "one_pair": 12, "three_of_a_kind": 12, "chance": 20}
    scores |= {"small_straight": 0, "large_straight": 0}
    found = graded(scores, [1, 6, 5, 6, 3], 0, {"score": "two_pairs"})
    assert found["best_action"] == {"score": "yatzy"}
    assert [item["category"] for item in found["feedback"]] == ["opportunity", "added_open"]


def test_feedback_on_the_best_move_compares_it_with_the_next() -> None:
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "three_of_a_kind"})
    assert found["grade"] == "BEST"
    texts = [item["text"] for item in found["feedback"]]
    assert texts[0] == "This is the best move, 0.1 points ahead of scoring Sixes."
    assert (
        texts[1] == "Three of a kind scores 18 now and leaves 228.0 points to come; Sixes scores 18 and leaves 227.9."
    )
    held = graded({}, [2, 4, 6, 6, 6], 2, {"keep": [False, False, True, True, True]})
    assert re.match(
        r"Keeping 6 6 6 gains \d.* this turn; in return, keeping 4 6 6 6 gains \d", held["feedback"][1]["text"]
    )
    balance = held["feedback"][2]
    assert balance["text"].startswith("In all, compared with the second-best move: this turn +")
    assert balance["delta"] == pytest.approx(held["candidates"][0]["ev"] - held["candidates"][1]["ev"], abs=0.01)


LATE = dict.fromkeys(("four_of_a_kind", "small_straight"), 0) | {
    "ones": 1,
    "twos": 4,
    "threes": 9,
    "fours": 12,
    "fives": 15,
    "one_pair": 12,
    "three_of_a_kind": 18,
    "large_straight": 20,
    "full_house": 26,
    "chance": 22,
}
"""Sixes, Two pairs and Yatzy are open."""
HALF = dict.fromkeys(("large_straight", "yatzy"), 0) | {
    "ones": 3,
    "twos": 4,
    "fives": 15,
    "sixes": 18,
    "two_pairs": 14,
    "full_house": 26,
    "chance": 19,
}


def test_the_cause_of_a_runner_up_names_all_that_outweighs_what_it_gains() -> None:
    """Keeping 3 gains more this turn: what it loses is in the rows that stay open."""
    found = graded(LATE, [2, 1, 3, 1, 1], 1, {"keep": [False, True, False, True, True]})
    first, runner_up = found["feedback"]
    assert first["text"] == "Nothing is better; throwing all five dice is just as good."
    assert runner_up["text"] == (
        "Keeping 3 instead would cost about 0.3 points: keeping 1 1 1 gains 1.4 in Yatzy this turn, and 1.6 in the rows "
        "left open; in return, keeping 3 gains 2.3 in Two pairs and 0.2 in Sixes this turn, and 0.1 in the bonus."
    )
    against, favour = runner_up["text"].split("; in return, ")
    lost, gained = (sum(map(float, re.findall(r"(\d+\.\d) in ", text))) for text in (against, favour))
    assert lost - gained == pytest.approx(-runner_up["delta"], abs=0.16)


@pytest.mark.parametrize("gap", [-0.7, 0.9])
def test_a_runner_up_has_no_cause_that_does_not_come_to_its_cost(monkeypatch: pytest.MonkeyPatch, gap: float) -> None:
    def other(*_: object) -> list[Feedback]:
        return [Feedback("this_turn", "Keeping 3 gains much this turn.", gap)]

    monkeypatch.setattr(feedback, "in_parts", other)
    found = graded(LATE, [2, 1, 3, 1, 1], 1, {"keep": [False, True, False, True, True]})
    assert found["feedback"][1]["text"] == "Keeping 3 instead would cost about 0.3 points."


def test_a_barely_better_move_is_compared_with_the_first_that_is_behind() -> None:
    found = graded(HALF, [1, 1, 2, 4, 3], 2, {"keep": [False, False, False, True, False]})
    best, following = found["candidates"][:2]
    assert 0.002 <= best["ev"] - following["ev"] < 0.05
    first, runner_up = (item["text"] for item in found["feedback"])
    assert first == "This is the best move, less than 0.1 points ahead of keeping 3."
    behind = next(each for each in found["candidates"] if best["ev"] - each["ev"] >= 0.05)
    assert found["feedback"][1]["delta"] == pytest.approx(behind["ev"] - best["ev"], abs=1e-9)
    assert re.match(r"Keeping 3 4 instead would cost about 0\.2 points: keeping 4 gains ", runner_up)


def test_parts_of_nothing_are_left_out_and_either_move_may_gain_later_alone() -> None:
    now = [Feedback("this_turn", "Keeping 1 gains 2.0 in Yatzy this turn.", -2.0)]
    parts = in_parts(now, {"the bonus": 0.04, "the rows left open": 0.5}, "Keeping 3", "Keeping 1")
    assert [(item.text, item.delta) for item in parts] == [
        ("Keeping 1 gains 2.0 in Yatzy this turn.", -2.0),
        ("In return, keeping 3 gains 0.5 in the rows left open.", 0.5),
    ]
    (alone,) = in_parts([], {"the bonus": -0.3, "the rows left open": -0.5}, "Keeping 3", "Keeping 1")
    assert (alone.text, alone.delta) == ("Keeping 1 gains 0.3 in the bonus and 0.5 in the rows left open.", -0.8)


def test_policies_give_neither_grades_nor_feedback() -> None:
    asked = PARAMS | {"evaluator": "greedy"}
    found = ask("grade_user_action", state({}, [2, 4, 6, 6, 6], 0), 0, {"score": "sixes"}, asked)
    assert (found["grade"], found["delta_ev"], found["verdict"]) == (None, None, None)
    assert found["feedback"] == []


@pytest.mark.parametrize(
    ("scores", "dice", "left", "kept"),
    [
        ({"ones": 2, "chance": 21}, [2, 2, 3, 3, 6], 2, [False, False, False, False, True]),
        ({}, [2, 5, 3, 4, 5], 1, [False, True, True, False, False]),
    ],
)
def test_the_rows_named_and_the_other_rows_add_up_as_shown(
    scores: dict[str, int], dice: list[int], left: int, kept: list[bool]
) -> None:
    texts = [item["text"] for item in graded(scores, dice, left, {"keep": kept})["feedback"]]
    assert any("in other rows" in text for text in texts)
    gained = 0
    for text in (each for each in texts if each.endswith(" this turn.")):
        sign = 1 if text.startswith("In return") else -1
        gained += sign * sum(round(10 * float(number)) for number in re.findall(r"(\d+\.\d) in ", text))
    (stated,) = re.findall(rf"move: this turn ([+{MINUS}]?)(\d+\.?\d*)", texts[-1])
    assert gained == (-1 if stated[0] == MINUS else 1) * round(10 * float(stated[1]))


PAID = {"ones": 3, "twos": 4, "threes": 9, "fours": 12, "fives": 15, "sixes": 24, "one_pair": 12}
PAID |= {"three_of_a_kind": 18, "full_house": 24, "chance": 23}
"""The bonus is earned; Two pairs, Four of a kind, both straights and Yatzy are open."""


def test_a_bonus_that_is_earned_is_not_among_the_points_to_come() -> None:
    found = graded(PAID, [2, 3, 3, 4, 4], 0, {"score": "yatzy"})
    texts = [item["text"] for item in found["feedback"]]
    assert texts == [
        "Yatzy scores 0 now and leaves 34.7 points to come; Two pairs scores 14 and leaves 23.6.",
        "Left open, Yatzy brings 4.2 points on average, Two pairs 17.6.",
    ]
    assert found["feedback"][0]["delta"] == pytest.approx(found["delta_ev"], abs=1e-9)
    last = PAID | dict.fromkeys(("four_of_a_kind", "small_straight", "large_straight"), 0)
    (rows,) = graded(last, [2, 3, 3, 4, 6], 0, {"score": "two_pairs"})["feedback"]
    assert rows["text"].startswith("Two pairs scores 0 now and leaves 2.3 points to come; ")


def test_a_row_that_reaches_the_bonus_earns_it_now() -> None:
    card = (
        {"ones": 3, "twos": 4, "threes": 9, "fours": 8, "sixes": 24} | dict.fromkeys(CATEGORIES[6:], 0) | {"chance": 20}
    )
    del card["full_house"]
    found = graded(card, [5, 5, 5, 2, 2], 0, {"score": "full_house"})
    rows = found["feedback"][0]
    assert re.match(
        r"Full house scores 19 now and leaves \d+\.\d points to come; "
        r"Fives scores 15, earns the bonus of 50 and leaves 7\.0\.",
        rows["text"],
    )
    assert rows["delta"] == pytest.approx(found["delta_ev"], abs=1e-9)
    best = graded(card, [5, 5, 5, 2, 2], 0, {"score": "fives"})["feedback"][1]["text"]
    assert best.startswith("Fives scores 15 now, earns the bonus of 50 and leaves 7.0 points to come; ")


def test_rows_that_score_the_same_differ_in_parts_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def chance(_table: ValueTable, masks: np.ndarray, _uppers: np.ndarray) -> np.ndarray:
        return np.where(masks >> 5 & 1, 0.44, 0.4)

    monkeypatch.setattr(ValueTable, "bonus_chance", chance)
    found = graded({}, [2, 4, 6, 6, 6], 0, {"score": "sixes"})
    rows, bonus, balance = found["feedback"]
    assert bonus["text"] == "In its favour: the bonus comes in 44% of games after this move, in 40% after the best."
    assert balance["text"] == (
        f"In all, compared with the best move: the bonus +2.0 and the rows left open {MINUS}2.1 points."
    )
    assert rows["delta"] == balance["delta"] == pytest.approx(found["delta_ev"], abs=1e-9)


@pytest.mark.parametrize(
    ("dice", "texts"),
    [
        (
            [3, 3, 6, 6, 6],
            [
                "Yatzy scores 0 now and leaves 230.1 points to come; Full house scores 24 and leaves 226.5.",
                "Left open, Yatzy adds 17.7 points to what is to come, Full house 21.4.",
            ],
        ),
        # Also where one of the rows counts for the bonus.
        (
            [1, 3, 4, 4, 4],
            [
                "Yatzy scores 0 now and leaves 230.1 points to come; Fours scores 12 and leaves 232.8.",
                "Left open, Yatzy adds 17.6 points to what is to come, Fours 14.9.",
            ],
        ),
    ],
)
def test_of_two_rows_with_many_open_it_is_said_what_either_adds_if_it_stays_open(
    dice: list[int], texts: list[str]
) -> None:
    """The two numbers differ as the points to come do."""
    found = graded({}, dice, 0, {"score": "yatzy"})
    assert [item["text"] for item in found["feedback"]] == texts
    rows, added = found["feedback"]
    scored = sum(die for die in dice if die == 4 or dice[0] == dice[1])
    assert rows["delta"] == pytest.approx(added["delta"] - scored, abs=1e-9)


def test_a_bonus_that_is_hardly_anything_beside_the_rows_left_open_does_not_hide_their_cause() -> None:
    scores = {"ones": 2, "fives": 20, "sixes": 24, "large_straight": 0, "full_house": 11, "chance": 21}
    found = graded(scores, [4, 3, 1, 3, 4], 0, {"score": "two_pairs"})
    assert [item["category"] for item in found["feedback"]] == ["opportunity", "added_open"]
    assert re.match(
        r"Left open, Two pairs adds \d+\.\d points to what is to come, Threes ", found["feedback"][1]["text"]
    )


def gaps(**rows: float) -> dict[str, float]:
    return {**dict.fromkeys((*CATEGORIES, "other_rows"), 0.0), **rows}


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        # One other row is named, and what is next to nothing is not.
        (
            {"ones": -3.0, "twos": -2.0, "threes": -1.0, "fours": -0.4},
            "3.0 in Ones, 2.0 in Twos, 1.0 in Threes and 0.4 in Fours",
        ),
        ({"ones": -3.0, "twos": -0.06}, "3.1 in Ones"),
        # The others come to less than the largest one.
        (
            {"ones": -3.0, "twos": -2.5, "threes": -2.0, "fours": -1.5, "fives": -1.4, "sixes": -1.3},
            "3.0 in Ones, 2.5 in Twos, 2.0 in Threes, 1.5 in Fours and 2.7 in other rows",
        ),
        (
            {"ones": -3.0, "twos": -2.0, "threes": -1.0, "fours": -0.9, "fives": -0.8},
            "3.0 in Ones, 2.0 in Twos, 1.0 in Threes and 1.7 in other rows",
        ),
        # Of more, it is said what they consist of.
        (
            {"ones": -3.0, "twos": -2.5, "threes": -2.0, "fours": -1.5, "fives": -1.4}
            | {"sixes": -1.3, "one_pair": -1.2, "chance": -1.1, "yatzy": 0.04},
            "3.0 in Ones, 2.5 in Twos, 2.0 in Threes, 1.5 in Fours, 1.4 in Fives and 3.6 in three other rows (at most 1.3 each)",
        ),
        # A row without a name on the other side takes something back, so numbers of this side alone would not add up.
        (
            {"ones": -3.0, "twos": -2.5, "threes": -2.0, "fours": -1.5, "fives": -1.4}
            | {"sixes": -1.3, "one_pair": -1.2, "chance": -1.1, "yatzy": 0.08},
            "3.0 in Ones, 2.5 in Twos, 2.0 in Threes, 1.5 in Fours, 1.4 in Fives and 3.5 in other rows",
        ),
    ],
)
def test_rows_are_named_until_the_others_come_to_less_than_the_largest(rows: dict[str, float], text: str) -> None:
    (found,) = gained(gaps(**rows), "Keeping 3", "Keeping 1")
    assert found.text == f"Keeping 1 gains {text} this turn."
    assert found.delta == pytest.approx(sum(rows.values()))


def test_the_row_that_is_used_up_is_said_where_what_is_gained_now_is_lost_later() -> None:
    scores = {"ones": 2, "chance": 21}
    worse = graded(scores, [2, 2, 3, 3, 6], 2, {"keep": [False, False, False, False, True]})["feedback"][-1]["text"]
    assert worse.startswith("In all, compared with the best move: this turn +4.0, ")
    assert worse.endswith(" points; keeping 6 uses up Three of a kind more often.")
    best = graded(scores, [2, 2, 3, 3, 6], 2, {"keep": [False, False, True, True, False]})["feedback"][-1]["text"]
    assert best.endswith(" points; keeping 6 uses up Three of a kind more often.")
    # Ones is closed more often, but for little.
    small = graded(
        {"one_pair": 10, "small_straight": 0}, [1, 3, 3, 4, 6], 2, {"keep": [True, True, False, False, True]}
    )
    assert small["feedback"][-1]["text"].endswith(" points; keeping 1 3 6 uses up Chance more often.")
    # It gains less this turn: nothing is used up for it.
    less = graded({}, [6, 2, 5, 5, 1], 2, {"keep": [False, True, False, False, False]})["feedback"][-1]["text"]
    assert less.endswith(" points.")
