"""What the honesty of Azul counts as a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.results import Feedback, Metadata, Result
from py_engine.lab.azul.honesty.study import _reason

GRADED = Result(
    best_action="best",
    best_action_ev=0.0,
    user_action="user",
    user_action_ev=-4.0,
    delta_ev=-4.0,
    delta_stderr=1.0,
    candidates=[],
    win_probability=None,
    grade="MISS",
    too_close=False,
    confidence=1.0,
    feedback=(),
    metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="search"),
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "By learnt value: no single cause. The move itself puts 1 tile on your floor line, the best move none.",
            "none",
        ),
        ("Too close to call: both moves are about as good.", "none"),
        (
            "It costs an estimated 3.1 points in later rounds. When this round is over.",
            "It costs # estimated # # in later rounds",
        ),
    ],
)
def test_facts_of_a_move_that_are_no_cause_are_no_reason(text: str, reason: str) -> None:
    assert _reason(replace(GRADED, feedback=[Feedback("overall", text, -4.0)])) == reason
