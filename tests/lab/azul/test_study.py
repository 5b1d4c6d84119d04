"""What the honesty of Azul counts as a reason."""

from __future__ import annotations

import pytest

from py_engine.core.results import Feedback
from py_engine.lab.azul.honesty.study import _reason
from tests.games.azul.graded import candidate, graded_loss


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "No single cause stands out. Your move puts 1 tile on your floor line, the best move none.",
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
    user, best = candidate("user", {"future": -4.0}, {}), candidate("best", {}, {})
    assert _reason(graded_loss(user, best, feedback=[Feedback("overall", text, -4.0)])) == reason
