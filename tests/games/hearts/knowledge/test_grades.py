"""The scales of verdicts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from py_engine.core.coaching.verdicts import Loss, verdict_of
from py_engine.games.hearts.knowledge.grades import LIMITS, WIN_LIMITS, scale_of
from py_engine.games.hearts.knowledge.model_error import played_on_error


def reach(loss: float, win_probability: float | None = None) -> tuple[Any, tuple[float, float]]:
    """The limits by which a loss with an error of 1 is judged, and its interval."""
    result: Any = SimpleNamespace(win_probability=win_probability, delta_ev=-loss)
    scale = scale_of(None, result)
    found = Loss.of(loss, 1.0, scale.z)
    return scale.limits, (found.low, found.high)


def test_chances_to_win_are_judged_by_their_95_percent_interval() -> None:
    limits, interval = reach(2.0, 0.4)
    assert limits == WIN_LIMITS
    assert interval == pytest.approx((0.04, 3.96))


@pytest.mark.parametrize(
    ("loss", "stderr", "verdict"),
    [
        (1.51, 1.0, "mistake"),
        (1.49, 1.0, "undecided"),
        (0.75, 0.49, "inaccuracy"),
        (0.74, 0.49, "undecided"),  # a small loss must be surer
        (0.5, 0.16, "inaccuracy"),
        (0.5, 0.17, "undecided"),
        (0.3, 0.0, "inaccuracy"),
        (0.2, 0.05, "good"),
        (0.2, 5.0, "good"),
    ],
)
def test_a_move_is_blamed_if_its_loss_is_large_enough_for_its_error(loss: float, stderr: float, verdict: str) -> None:
    result: Any = SimpleNamespace(win_probability=None, delta_ev=-loss)
    scale = scale_of(None, result)
    assert scale.limits == LIMITS
    assert verdict_of(Loss.of(loss, stderr, scale.z), scale.limits, scale.surely) == verdict


@pytest.mark.parametrize(
    ("loss", "cards", "spread", "moon", "verdict"),
    [
        (0.29, 9, 0.0, 0.0, "good"),
        (0.45, 9, 0.0, 0.0, "undecided"),
        (0.5, 9, 0.0, 0.0, "inaccuracy"),
        (0.7, 13, 8.0, 0.0, "undecided"),
        (0.8, 13, 8.0, 0.0, "inaccuracy"),
        (1.05, 9, 8.0, 0.0, "undecided"),
        (1.1, 9, 8.0, 0.0, "mistake"),
        (1.7, 5, 8.0, 0.0, "undecided"),
        (1.8, 5, 8.0, 0.0, "mistake"),
        (4.8, 9, 0.0, 0.5, "undecided"),
        (4.9, 9, 0.0, 0.5, "blunder"),
    ],
)
def test_the_smallest_loss_that_is_blamed_in_sampled_deals(
    loss: float, cards: int, spread: float, moon: float, verdict: str
) -> None:
    """As large a sample as one likes leaves the error of hands that are played on; ``docs/games/hearts.md`` names these losses."""
    result: Any = SimpleNamespace(win_probability=None, delta_ev=-loss)
    scale = scale_of(None, result)
    judged = Loss.of(loss, played_on_error(0.0, loss, 1.0, cards, spread=spread, moon=moon), scale.z)
    assert verdict_of(judged, scale.limits, scale.surely) == verdict
