"""Words on a gap and on a lead: neither says more than the error beside it leaves."""

from __future__ import annotations

import pytest

from py_engine.core.coaching.closeness import AS_GOOD, CLOSE, OPEN, WORSE, opening
from py_engine.core.coaching.praise import ahead_of, praise_start
from py_engine.core.contract import Verdict


@pytest.mark.parametrize(
    ("verdict", "stderr", "start"),
    [
        ("undecided", 1.1, CLOSE),
        ("undecided", 1.0, OPEN),
        ("undecided", 0.51, OPEN),
        ("undecided", 0.5, WORSE),
        ("undecided", 0.1, WORSE),
        ("good", 0.1, AS_GOOD),
        ("good", 5.0, AS_GOOD),
        ("best", 5.0, AS_GOOD),
        (None, 0.1, CLOSE),
    ],
)
def test_an_undecided_loss_beyond_its_error_is_probably_worse_and_far_beyond_it_surely(
    verdict: Verdict | None, stderr: float, start: str
) -> None:
    assert opening(verdict, 2.0, stderr) == start


@pytest.mark.parametrize(
    ("stderr", "start"),
    [
        (0.0, "This is the best move"),
        (1.0, "This is the best move"),
        (1.1, "This is probably the best move"),
        (2.0, "This is probably the best move"),
        (2.1, "No move is clearly better"),
    ],
)
def test_a_lead_within_its_error_makes_a_move_only_probably_the_best(stderr: float, start: str) -> None:
    assert praise_start(2.0, stderr) == start


def test_a_lead_within_its_error_is_given_with_it() -> None:
    assert ahead_of("passing", 1.0) == "This is the best move, 1 point ahead of passing."
    assert (
        ahead_of("passing", 2.0, 1.25) == "This is probably the best move, 2 points ahead of passing, give or take 2.5."
    )
