"""The checker of feedback cards catches planted faults, and the cards of frozen moves have none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from py_engine.core.results import Candidate, Feedback, Metadata, Result
from py_engine.lab.core.honesty.said import tasks
from py_engine.lab.yatzy.honesty.cards import faults
from py_engine.lab.yatzy.honesty.said import SPOKEN, SPOKEN_TWO

SOUND = Result(
    best_action={"score": "sixes"},
    best_action_ev=100.0,
    user_action={"score": "chance"},
    user_action_ev=98.0,
    delta_ev=-2.0,
    delta_stderr=0.0,
    candidates=[Candidate({"score": "sixes"}, 100.0, 0, 0.0), Candidate({"score": "chance"}, 98.0, 0, 0.0)],
    win_probability=None,
    grade="MISTAKE",
    too_close=False,
    confidence=1.0,
    feedback=(),
    metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="exact"),
    verdict="mistake",
)
ROWS = "Chance scores 20 now and leaves 78.0 points to come; Sixes scores 18 and leaves 82.0."
TURN = "Keeping 6 6 gains 3.0 in Sixes and 1.0 in Yatzy this turn."
BACK = "In return, keeping 5 5 gains 2.0 in Fives this turn."
ALL = (
    "In all, compared with the best move: this turn \u22122.0, the bonus +0.5 and the rows left open \u22120.5 points."
)
BONUS = "The bonus comes in 40% of games after this move, in 80% after the best."
WIN = "50.0% to win after keeping 5 5, 52.0% after keeping 6 6."
GAINED = (
    "Keeping 6 6 gains 3.0 in Sixes and 1.0 in Yatzy this turn; in return, keeping 5 5 gains 2.0 in Fives this turn."
)
ENDS = "Played on for points, this move ends on 230.0 on average, the best one on 232.0; the opponent has 240."


def planted(*items: tuple[str, str, float], **changes: Any) -> list[str]:
    return faults(replace(SOUND, feedback=[Feedback(*item) for item in items], **changes))


def test_sound_cards_have_no_faults() -> None:
    assert planted(("opportunity", ROWS, -2.0), ("bonus", BONUS, -20.0)) == []
    assert planted(("this_turn", TURN, -4.0), ("this_turn", BACK, 2.0), ("balance", ALL, -2.0)) == []
    assert planted(("win", WIN, -2.0), ("rows", GAINED, -2.0), ("points", ENDS, -2.0)) == []


@pytest.mark.parametrize(
    "items",
    [
        [("opportunity", ROWS, -3.0)],
        [("opportunity", ROWS.replace("78.0", "79.0"), -1.0)],
        [("this_turn", TURN, -2.0)],
        [("this_turn", TURN, -4.0), ("this_turn", BACK, -2.0)],
        [("this_turn", TURN, -4.0), ("this_turn", BACK.replace("Fives", "Yatzy"), 2.0)],
        [("balance", ALL, -3.0)],
        [("balance", ALL.replace("+0.5", "+1.5"), -2.0)],
        [
            ("this_turn", TURN, -4.0),
            ("this_turn", BACK, 2.0),
            ("balance", ALL.replace("+0.5", "0.0").replace("\u22120.5", "0.0"), -2.0),
        ],
        [
            ("this_turn", TURN, -4.0),
            ("this_turn", BACK, 2.0),
            ("balance", "In all, compared with the best move: this turn \u22122.0 points.", -2.0),
        ],
        [("balance", ALL.replace("+0.5", "0.0").replace("\u22120.5", "0.0"), -2.0)],
        [("opportunity", ROWS, -2.0), ("bonus", BONUS, -0.05)],
        [("opportunity", ROWS, -2.0), ("bonus", f"In its favour: {BONUS}", -20.0)],
        [("opportunity", ROWS, -2.0), ("bonus", BONUS, 20.0)],
        [("win", WIN.replace("50.0", "53.0"), -2.0)],
        [("rows", GAINED, 2.0)],
        [("rows", GAINED.replace("Fives", "Yatzy"), -2.0)],
        [("rows", f"{GAINED[:-1]}, but uses up Fives.", -2.0)],
        [("points", ENDS, -3.0)],
        [("points", ENDS.replace("232", "228"), 2.0)],
        [("points", f"{ENDS[:-1]}, and what counts is to end above that, not by how much.", -2.0)],
        [("opportunity", ROWS, -2.0), ("points", ENDS.replace("232", "233"), -3.0)],
        [("overall", "This is the best move, 2 points ahead of scoring Chance.", 0.0)],
    ],
)
def test_planted_faults_are_caught(items: list[tuple[str, str, float]]) -> None:
    assert planted(*items)


def test_points_that_are_to_come_fit_the_rows_and_the_final_scores() -> None:
    gained = "Keeping 6 6 gains 1.0 in Sixes this turn; in return, keeping 5 5 gains 4.0 in Fives this turn"
    for less, right in ((5.0, True), (4.0, False)):
        rows = f"{gained}, but uses up Fives in 30% of games, against 2%, and leaves {less:g} points less to come."
        found = planted(("win", WIN, -2.0), ("rows", rows, 3.0), ("points", ENDS, -2.0))
        assert (found == []) == right


@pytest.mark.parametrize(
    ("rows", "gap"),
    [
        (f"{GAINED[:-1]}, and has {{}} points more to come.", -5.0),
        (f"{TURN[:-1]}, but leaves {{}} points less to come.", -5.0),
    ],
)
def test_points_that_the_lesser_move_has_more_to_come_fit_too(rows: str, gap: float) -> None:
    for more, right in (("3", True), ("2", False)):
        found = planted(("win", WIN, -2.0), ("rows", rows.format(more), gap), ("points", ENDS, -2.0))
        assert any("points are to come" in fault for fault in found) != right


def test_sentences_on_points_alone_have_the_numbers_of_their_difference() -> None:
    decided = ("decided", "Already decided.", 0.0)
    alone = "For points alone, keeping 5 5 ends on 230.1 on average, this move on 228.2."
    assert planted(decided, ("for_points", alone, -1.9)) == []
    assert planted(decided, ("for_points", alone, -3.9))
    assert planted(decided, ("for_points", alone.replace("228.2", "232.0"), 1.9))


def test_a_lead_that_rounds_to_nothing_is_a_fault() -> None:
    best = {"user_action": SOUND.best_action, "delta_ev": 0.0, "verdict": "best"}
    assert planted(("overall", "This is the best move, 0 points ahead of scoring Chance.", 0.0), **best)
    assert not planted(("overall", "This is the best move, less than 0.1 points ahead of scoring Chance.", 0.0), **best)


@pytest.mark.parametrize("game", [SPOKEN, SPOKEN_TWO])
def test_cards_of_frozen_moves_have_no_faults(game: Any) -> None:
    said = [game.card(task) for task in tasks(game.source, 25, game.work)]
    assert [each["faults"] for each in said if each["faults"]] == []
    assert len({text for each in said for text in each["texts"]}) > 25
