"""The scales of verdicts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from py_engine.core.coaching.verdicts import Loss
from py_engine.games.hearts.knowledge.grades import LIMITS, WIN_LIMITS, scale_of


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


@pytest.mark.parametrize(("loss", "interval"), [(2.0, (1.2, 2.8)), (0.2, (0.2, 0.2))])
def test_points_are_blamed_from_eight_tenths_of_an_error_and_small_losses_are_good(
    loss: float, interval: tuple[float, float]
) -> None:
    limits, found = reach(loss)
    assert limits == LIMITS
    assert found == pytest.approx(interval)
