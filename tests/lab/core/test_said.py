"""``hints`` and ``cards``: which moves are asked about, what is a fault in any game, and what the commands say."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from py_engine.core.coaching.closeness import WORSE
from py_engine.core.coaching.decided import LOST
from py_engine.core.results import Candidate, Feedback, Metadata, Result
from py_engine.lab.core.honesty.faults import common_faults
from py_engine.lab.core.honesty.said import Card, Hint, SaidTask, Spoken, tasks
from py_engine.lab.core.honesty.said_command import add
from py_engine.lab.yatzy.honesty.said import SPOKEN, card, hint

SOUND = Result(
    best_action="best",
    best_action_ev=3.0,
    user_action="user",
    user_action_ev=1.0,
    delta_ev=-2.0,
    delta_stderr=0.5,
    candidates=[Candidate("best", 3.0, 1, 0.0), Candidate("user", 1.0, 1, 0.5)],
    win_probability=None,
    grade="MISS",
    too_close=False,
    confidence=1.0,
    feedback=[Feedback("overall", "It costs 2 points.", -2.0)],
    metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="search"),
    verdict="mistake",
)


def said(*texts: str) -> dict[str, Any]:
    return {"feedback": [Feedback("overall", text, 0.0) for text in texts]}


PRAISED: dict[str, Any] = {"user_action": "best", "user_action_ev": 3.0, "delta_ev": 0.0, "verdict": "best"} | said(
    "This is the best move, 2 points ahead of playing 4♣."
)


def test_a_sound_card_has_no_faults() -> None:
    assert common_faults(SOUND) == []
    close = said("All in all too close to call.")
    assert common_faults(replace(SOUND, verdict="undecided", delta_stderr=1.5, **close)) == []
    probably = said("Probably worse, but how bad is open.")
    assert common_faults(replace(SOUND, verdict="undecided", delta_stderr=0.75, **probably)) == []
    assert common_faults(replace(SOUND, verdict="undecided", delta_stderr=0.5, **said(f"{WORSE}."))) == []
    assert common_faults(replace(SOUND, verdict="undecided", decided=True, **said(LOST))) == []
    assert common_faults(replace(SOUND, **PRAISED)) == []


@pytest.mark.parametrize(
    "planted",
    [
        {"delta_ev": -1.0},
        {"candidates": [*SOUND.candidates, Candidate("third", 4.0, 1, 0.0)]},
        {"user_action": "best", "user_action_ev": 3.0, "delta_ev": 0.0},
        said(),
        said("This is the best move, 2 points ahead of playing 4♣."),
        said("Too close to call: 2 points behind."),
        said("About as good: 2 points behind."),
        said("It costs nan points."),
        said("It costs \u22120.0 points."),
        said("It costs {} points."),
        said("It costs 2 points"),
        said("It costs 2 points.", "It costs 2 points."),
        {"verdict": "undecided"},
        {"verdict": "undecided", **said("Too close to call: 2 points behind, give or take 1.")},
        {"verdict": "undecided", "delta_stderr": 1.5, **said("Probably worse, but how bad is open: 2 points.")},
        {"verdict": "undecided", "delta_stderr": 0.5, **said("Probably worse, but how bad is open: 2 points.")},
        {"verdict": "undecided", "delta_stderr": 0.75, **said(f"{WORSE}: 2 points.")},
        PRAISED | {"delta_stderr": 1.5},
        # A move far behind does not make the lead over the next one larger than its error.
        PRAISED | {"delta_stderr": 1.5, "candidates": [*SOUND.candidates, Candidate("third", -9.0, 1, 0.0)]},
        {"verdict": "good", **said("All in all too close to call: 2 points behind.")},
        {"feedback": [Feedback("overall", "It costs 2 points.", float("nan"))]},
        {"grade": None, "user_action": None, "delta_ev": None},
        {"worse": 0.4},
        {"worse": 1.0},
        {"decided": True},
        {"verdict": "good", "decided": True, **said("All in all about as good: 2 points behind.")},
    ],
)
def test_planted_faults_of_any_game_are_caught(planted: dict[str, Any]) -> None:
    assert common_faults(replace(SOUND, **planted))


def test_first_come_the_moves_that_were_made_and_then_others_in_the_same_positions() -> None:
    asked = tasks(SPOKEN.source, 1_200, 5)
    first = [(each["set"], *each["place"]) for each in asked if not each["other"]]
    assert len(set(first)) == len(first) < 1_200
    assert [(each["set"], *each["place"]) for each in asked if each["other"] == 1] == first[: 1_200 - len(first)]
    assert {each["work"] for each in asked} == {5}


def test_the_card_of_another_move_is_of_another_move() -> None:
    task = tasks(SPOKEN.source, 1, 10**9)[0]
    made, other = card(task), card({**task, "other": 1})
    assert (made["faults"], other["faults"]) == ([], [])
    assert made["texts"] != other["texts"]
    assert hint(task)["verdict"] == "best"


def missed(task: SaidTask) -> Hint:
    return {"position": str(task["place"]), "hint": "this", "best": "that", "verdict": "good"}


def faulty(task: SaidTask) -> Card:
    return {"position": str(task["place"]), "verdict": "good", "texts": ["Odd."], "faults": ["odd"], "turned": []}


def _asked(game: Spoken, name: str, results: Path) -> None:
    parser = argparse.ArgumentParser()
    add(parser.add_subparsers(), [game])
    chosen = parser.parse_args([name, "yatzy", "--count", "3", "--processes", "1", "--results", str(results)])
    chosen.run(chosen)


def test_the_commands_count_what_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _asked(SPOKEN, "hints", tmp_path / "hints.jsonl")
    _asked(SPOKEN, "cards", tmp_path / "cards.jsonl")
    out = capsys.readouterr().out
    assert "3 of 3 hints are best when they are played." in out
    assert "0 of 3 cards contradict themselves" in out


def test_the_commands_name_what_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = SPOKEN._replace(hint=missed, card=faulty)
    _asked(game, "hints", tmp_path / "hints.jsonl")
    _asked(game, "cards", tmp_path / "cards.jsonl")
    out = capsys.readouterr().out
    assert out.count("hint this, then good; best that") == 3
    assert "0 of 3 hints are best when they are played." in out
    assert out.count("(good): odd: ['Odd.']") == 3
    assert "3 of 3 cards contradict themselves" in out
