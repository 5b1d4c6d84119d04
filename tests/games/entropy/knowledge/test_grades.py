"""The scale of verdicts: a loss that would blame must exceed its limit by less than a small one must stay below it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from py_engine.core.coaching.verdicts import Loss, verdict_of
from py_engine.games.entropy.knowledge.grades import scale_of


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (0.5, "undecided"),
        (0.79, "undecided"),  # from 0.49
        (0.81, "inaccuracy"),  # from 0.51
        (2.0, "mistake"),
        (5.0, "blunder"),
    ],
)
def test_a_move_is_blamed_from_three_tenths_of_its_error_beyond_the_limit(loss: float, verdict: str) -> None:
    assert said(loss, 1.0) == verdict


@pytest.mark.parametrize(
    ("loss", "stderr", "verdict"),
    [
        (0.2, 0.29, "good"),  # up to 0.49
        (0.2, 0.31, "undecided"),  # up to 0.51
        (0.04, 0.4, "best"),
        (0.49, 0.02, "undecided"),
    ],
)
def test_a_move_is_good_only_if_a_whole_error_keeps_it_so(loss: float, stderr: float, verdict: str) -> None:
    assert said(loss, stderr) == verdict


def said(loss: float, stderr: float) -> str:
    """The verdict on a move that is not the best one."""
    result: Any = SimpleNamespace(delta_ev=-loss)
    scale = scale_of(None, result)
    return verdict_of(Loss.of(loss, stderr, scale.z), scale.limits)
