"""Sentences on chances to win: they name moves, rows, the bonus and the opponent's score, with the numbers that hold."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import numpy as np
import pytest

from py_engine.core.coaching.decided import LOST
from py_engine.core.contract import Verdict
from py_engine.core.grading import is_behind
from py_engine.core.results import Candidate, Feedback, Metadata, Result
from py_engine.games.yatzy.coaching.sentences import win_feedback
from py_engine.games.yatzy.coaching.sentences.row_words import distinct
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.tables import BONUS, CATEGORIES, STANDARD
from py_engine.games.yatzy.search.courses import Course
from py_engine.lab.core.honesty.said import tasks
from py_engine.lab.yatzy.honesty.said import SPOKEN_TWO
from tests.bridge.asking import ask
from tests.games.yatzy.oracle import full_card, position, score

Json = dict[str, Any]


def texts(state: Json, action: Json) -> list[str]:
    found: Json = ask("grade_user_action", state, 0, action, {"evaluator_seed": 1, "shortlist_size": 0})
    return [item["text"] for item in found["feedback"]]


def expected(card: dict[str, int]) -> float:
    """The expected final score of a card between turns, from the value table."""
    mask = sum(1 << CATEGORIES.index(name) for name in card)
    upper = sum(points for name, points in card.items() if CATEGORIES.index(name) < 6)
    return sum(card.values()) + require(STANDARD).value(mask, min(63, upper))


def test_two_rows_are_compared_by_what_they_score_leave_and_end_on() -> None:
    mine = full_card(("fives", "sixes", "chance")) | {"yatzy": 50}
    theirs = full_card(("sixes",), 20) | {"yatzy": 50}
    dice = [6, 6, 6, 2, 1]
    first, rows, ends = texts(position(mine, theirs, dice=dice, rolls_left=0), {"score": "fives"})
    scores = {name: mine | {name: score(name, dice)} for name in ("fives", "sixes", "chance")}
    assert re.fullmatch(r"\d+\.\d% to win after striking out Fives, \d+\.\d% after scoring (Sixes|Chance)\.", first)
    best = "sixes" if "Sixes" in first else "chance"
    left = {name: expected(card) - sum(mine.values()) - card[name] for name, card in scores.items()}
    assert f"Fives scores 0 now and leaves {left['fives']:.1f} points to come" in rows
    assert f"{best.capitalize()} scores {scores[best][best]} and leaves {left[best]:.1f}." in rows
    assert f"this move ends on {expected(scores['fives']):.1f} on average" in ends
    assert f"the best one on {expected(scores[best]):.1f}" in ends
    assert f"the opponent is on course for {expected(theirs):.1f}" in ends


def test_a_hold_ends_on_the_mean_over_its_throws() -> None:
    mine = full_card(("chance",)) | {"yatzy": 50}
    state = position(mine, full_card((), 29) | {"yatzy": 50}, dice=[6, 6, 6, 5, 5], rolls_left=1)
    first, rows, ends = texts(state, {"keep": [True, True, True, False, False]})
    assert first == "5.6% to win after keeping 6 6 6, 8.3% after keeping 5 6 6 6."
    assert rows == "Keeping 5 6 6 6 gains 1.5 in Chance this turn."
    so_far = sum(mine.values()) + (BONUS if sum(mine[name] for name in CATEGORIES[:6]) >= 63 else 0)
    two = sum(18 + a + b for a, b in product(range(1, 7), repeat=2)) / 36
    one = sum(23 + a for a in range(1, 7)) / 6
    assert ends.startswith(f"This move ends on {so_far + two:.1f} on average, the best one on {so_far + one:.1f}; ")
    assert "the opponent has " in ends


def test_the_strongest_of_several_opponents_is_named() -> None:
    mine = full_card(("fives", "sixes"), 20)
    cards = [full_card(("sixes",), 20) | {"one_pair": points} for points in (10, 0)]
    *_, ends = texts(position(mine, *cards, dice=[5, 5, 5, 2, 1], rolls_left=0), {"score": "sixes"})
    assert f"the strongest opponent is on course for {max(map(expected, cards)):.1f}" in ends


@pytest.mark.parametrize(
    ("verdict", "stderr", "text"),
    [
        ("inaccuracy", 0.5, "56.6% to win after keeping 6, 61.7% after keeping 5 5."),
        (
            "undecided",
            3.0,
            "Too close to call: an estimated 56.6% to win after keeping 6, 61.7% after keeping 5 5.",
        ),
        (
            "undecided",
            2.5,
            "Probably worse, but how bad is open: an estimated 56.6% to win after keeping 6, 61.7% after keeping 5 5.",
        ),
    ],
)
def test_chances_that_are_not_exact_enough_to_judge_leave_it_open(verdict: Verdict, stderr: float, text: str) -> None:
    user, best = Candidate("user", 56.6, 0, 0.0), Candidate("best", 61.7, 0, 0.0)
    metadata = Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="win")
    graded = Result(
        best_action="best",
        best_action_ev=61.7,
        user_action="user",
        user_action_ev=56.6,
        delta_ev=-5.1,
        delta_stderr=stderr,
        candidates=[best, user],
        win_probability=None,
        grade=None,
        too_close=None,
        confidence=None,
        feedback=(),
        metadata=metadata,
        verdict=verdict,
    )
    assert win_feedback._loss(user, best, ("keeping 6", "keeping 5 5"), graded).text == text


@pytest.mark.parametrize(
    ("mine", "best", "text"),
    [
        (1.0, 0.0, ", but uses up Twos and leaves 1.5 points less to come"),
        (0.35, 0.1, ", but uses up Twos in 35% of games, against 10%, and leaves 1.5 points less to come"),
        # Nothing is used up that the best move leaves: what it gains it loses elsewhere, as in the bonus.
        (0.35, 0.35, ""),
        (0.0, 0.0, ""),
    ],
)
def test_a_row_is_used_up_only_where_the_best_move_leaves_it_open_more_often(
    mine: float, best: float, text: str
) -> None:
    closes = np.zeros((2, len(CATEGORIES)))
    closes[:, 1] = mine, best
    worse, better = (Course(row, row, final, None) for row, final in zip(closes, (200.0, 201.0), strict=True))
    assert win_feedback._spent(worse, better, 0.5) == text


def test_numbers_that_would_look_equal_have_two_decimals() -> None:
    assert distinct(50.02, 50.04) == ("50.02", "50.04")
    assert distinct(50.04, 50.06) == ("50.0", "50.1")


def test_cards_address_nobody_and_leave_the_assumption_to_the_panel() -> None:
    cards = [SPOKEN_TWO.card(task)["texts"] for task in tasks(SPOKEN_TWO.source, 25, SPOKEN_TWO.work)]
    named = [card for card in cards if any(re.search(r"scores \d|gains \d", text) for text in card)]
    assert len(named) > len(cards) / 2
    for text in (text for card in cards for text in card):
        assert not re.search(r"\byou|somebody|perfect player", text, re.IGNORECASE)


def test_a_move_that_gains_more_this_turn_says_what_it_leaves_less_to_come() -> None:
    state = position({}, {}, dice=[1, 1, 3, 5, 4], rolls_left=1)
    _, rows, ends = texts(state, {"keep": [False, False, True, False, False]})
    best, _, mine = rows.partition("; in return, ")
    gained = sum(map(float, re.findall(r"(\d+\.\d) in", mine))) - sum(map(float, re.findall(r"(\d+\.\d) in", best)))
    final, other = map(float, re.findall(r"on (\d+\.\d)\b", ends)[:2])
    assert mine.startswith("keeping 3 gains")
    (less,) = map(float, re.findall(r", but uses up .*, and leaves (\d+\.?\d?) points less to come\.$", mine))
    assert abs(less - (gained + other - final)) < 0.5, "what is gained now and lost later comes to the whole"
    assert gained > 1


@pytest.mark.parametrize(
    ("text", "gap", "said"),
    [
        (
            "Keeping 6 gains 4.0 in Sixes this turn; in return, keeping 5 gains 1.0 in Fives this turn.",
            -3.0,
            ", and has 2 points more to come",
        ),
        ("Keeping 6 gains 3.0 in Sixes this turn.", -3.0, ", but leaves 2 points less to come"),
        ("Keeping 6 gains 1.5 in Sixes this turn.", -1.5, ""),
    ],
)
def test_a_best_move_that_gains_far_more_this_turn_says_what_comes_later(text: str, gap: float, said: str) -> None:
    row = np.zeros(len(CATEGORIES))
    worse, better = (Course(row, row, final, None) for final in (200.0, 201.0))
    assert win_feedback._later(worse, better, Feedback("rows", text, gap)) == said


def test_what_two_holds_gain_and_leave_comes_to_the_difference_between_their_final_scores() -> None:
    state = position({}, {}, dice=[2, 2, 5, 6, 1], rolls_left=2)
    _, rows, ends = texts(state, {"keep": [True, True, False, False, False]})
    best, _, mine = rows.partition("; in return, ")
    gained = sum(map(float, re.findall(r"(\d+\.\d) in", mine))) - sum(map(float, re.findall(r"(\d+\.\d) in", best)))
    (more,) = map(float, re.findall(r", and has (\d+\.?\d?) points more to come\.$", mine))
    final, other = map(float, re.findall(r"on (\d+\.\d)\b", ends)[:2])
    assert gained < -5
    assert abs(gained + more - (final - other)) < 0.3, "within the rounding of the numbers shown"


def test_in_a_decided_game_a_move_is_still_compared_for_points() -> None:
    mine, theirs = full_card(("fives", "sixes", "chance"), 0), full_card((), 29) | {"yatzy": 50}
    state = position(mine, theirs, dice=[6, 6, 6, 2, 1], rolls_left=0)
    ends = {name: expected(mine | {name: score(name, [6, 6, 6, 2, 1])}) for name in ("fives", "sixes", "chance")}
    best = max(ends, key=lambda name: ends[name])
    decided, alone = texts(state, {"score": "fives"})
    assert decided == LOST
    assert alone == (
        f"For points alone, scoring {best.capitalize()} ends on {ends[best]:.1f} on average, "
        f"this move on {ends['fives']:.1f}."
    )
    decided, alone = texts(state, {"score": best})
    assert decided == LOST
    assert alone == f"For points alone, no move is better: it ends on {ends[best]:.1f} on average."


def behind(rows: str, gap: float, ahead: float, monkeypatch: pytest.MonkeyPatch) -> str:
    """The cause of a runner-up of which this is said, with a best move that ends so many points ahead."""
    row = np.zeros(len(CATEGORIES))
    best, worse = (Candidate({"keep": [keep] * 5}, 0.0, 0, 0.0) for keep in (True, False))
    monkeypatch.setattr(win_feedback, "_course", lambda move, _: Course(row, row, 200.0 + ahead * (move is best), None))
    monkeypatch.setattr(win_feedback, "_rows", lambda *_: [Feedback("rows", rows, gap)])
    return win_feedback._cause(best, worse, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rows", "gap", "ahead", "is_said"),
    [
        ("Keeping 6 gains 2.0 in Sixes this turn.", -2.0, 2.0, True),
        # It ends on more points, or gains more this turn with nothing said of what it loses.
        ("Keeping 6 gains 2.0 in Sixes this turn.", -2.0, -1.0, False),
        ("Keeping 5 gains 1.0 in Fives this turn.", 1.0, 0.5, False),
        ("Keeping 5 gains 1.0 in Fives this turn, but uses up Fives and leaves 3 points less to come.", 1.0, 2.0, True),
    ],
)
def test_a_cause_that_speaks_for_the_runner_up_is_left_out(
    rows: str, gap: float, ahead: float, is_said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (behind(rows, gap, ahead, monkeypatch) == rows) == is_said


def test_beside_a_move_that_is_about_as_good_the_runner_up_is_named_in_place_of_the_rows() -> None:
    named = 0
    for task in tasks(SPOKEN_TWO.source, 30, SPOKEN_TWO.work):
        state = SPOKEN_TWO.source.decision(task["set"], task["place"])[0].model_dump(mode="json")
        params = {"evaluator_seed": 1, "shortlist_size": 0}
        best = ask("evaluate_best_move", state, state["active_player_id"], params)["best_action"]
        found = ask("grade_user_action", state, state["active_player_id"], best, params)
        gaps = [found["best_action_ev"] - each["ev"] for each in found["candidates"][1:]]
        behind = [gap for gap in gaps if is_behind(gap, found["delta_stderr"])]
        if found["decided"] or not gaps or behind[:1] == gaps[:1]:
            continue
        named += len(behind) > 0
        assert [item["delta"] for item in found["feedback"]] == pytest.approx([0.0, *(-gap for gap in behind[:1])])
        assert [item["category"] for item in found["feedback"][1:]] == ["runner_up"] * len(behind[:1])
    assert named > 3
