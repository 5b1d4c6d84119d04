"""Sentences on chances to win."""

from __future__ import annotations

from dataclasses import replace

from py_engine.core.contract import Verdict
from py_engine.core.results import Candidate, Metadata, Result
from py_engine.games.yatzy.coaching.win_feedback import win_sentences
from py_engine.games.yatzy.search.win_evaluator import ASSUMED, WinEvidence

FOUND = Result(
    best_action="best",
    best_action_ev=61.7,
    user_action="user",
    user_action_ev=56.6,
    delta_ev=-5.1,
    delta_stderr=0.5,
    candidates=[
        Candidate("best", 61.7, 0, 0.0, features={"points": 80.0}),
        Candidate("user", 56.6, 0, 0.0, features={"points": 77.0}),
    ],
    win_probability=None,
    grade="INACCURACY",
    too_close=False,
    confidence=0.6,
    feedback=(),
    metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="win"),
)


def texts(verdict: Verdict) -> list[str]:
    return [item.text for item in win_sentences(replace(FOUND, verdict=verdict), WinEvidence([ASSUMED]))]


def test_chances_that_are_not_exact_enough_to_judge_are_too_close_to_call() -> None:
    rest = [
        "It is also worth 3 points less on average.",
        "The chances are those against somebody who plays for points.",
    ]
    assert texts("inaccuracy") == ["Your move wins in 56.6% of games, the best one in 61.7%.", *rest]
    assert texts("undecided") == [
        "Too close to call: your move wins in an estimated 56.6% of games, the best one in 61.7%.",
        *rest,
    ]
