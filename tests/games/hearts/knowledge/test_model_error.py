"""The error of a difference in hands that better players play on."""

from __future__ import annotations

import pytest

from py_engine.games.hearts.knowledge.model_error import PLAYED_ON, PLAYED_ON_GAP, SHOOTING, played_on_error


def test_the_error_grows_with_the_difference_and_with_plans_to_shoot_the_moon() -> None:
    assert played_on_error(0.0, 0.0, 1.0) == PLAYED_ON
    assert played_on_error(0.3, 2.0, 1.0) ** 2 == pytest.approx(0.3**2 + PLAYED_ON**2 + (2 * PLAYED_ON_GAP) ** 2)
    plain, shooting = (played_on_error(0.3, 2.0, 1.0, shoots=shoots) for shoots in (False, True))
    assert shooting**2 - plain**2 == pytest.approx(SHOOTING**2)
    assert played_on_error(0.0, 0.0, 0.5, shoots=True) == pytest.approx(played_on_error(0.0, 0.0, 1.0, shoots=True) / 2)
