"""The error of a difference in hands that better players play on."""

from __future__ import annotations

import pytest

from py_engine.games.hearts.knowledge.model_error import (
    PLAYED_ON,
    PLAYED_ON_GAP,
    SHOOTING,
    SPREAD,
    SPREAD_LATER,
    played_on_error,
)


def test_the_error_grows_with_the_difference_and_with_its_spread_over_deals() -> None:
    assert played_on_error(0.0, 0.0, 1.0, 13) == PLAYED_ON
    plain = played_on_error(0.3, 2.0, 1.0, 13)
    assert plain**2 == pytest.approx(0.3**2 + PLAYED_ON**2 + (2 * PLAYED_ON_GAP) ** 2)
    assert played_on_error(0.3, 2.0, 1.0, 13, spread=8.0) ** 2 - plain**2 == pytest.approx((8 * SPREAD) ** 2)
    # Four tricks later, the same spread leaves more in doubt.
    later = played_on_error(0.3, 2.0, 1.0, 9, spread=8.0)
    assert later**2 - plain**2 == pytest.approx((8 * (SPREAD + 4 * SPREAD_LATER)) ** 2)


def test_a_moon_counts_by_its_chance_and_the_costs_of_a_pass_as_they_are() -> None:
    plain = played_on_error(0.3, 2.0, 1.0, 13)
    assert played_on_error(0.3, 2.0, 1.0, 13, moon=0.5) ** 2 - plain**2 == pytest.approx((SHOOTING / 2) ** 2)
    assert played_on_error(0.3, 2.0, 1.0, 13, costs=0.4) ** 2 - plain**2 == pytest.approx(0.4**2)


def test_points_that_are_worth_less_have_a_smaller_error() -> None:
    whole = played_on_error(0.0, 0.0, 1.0, 13, moon=0.7)
    assert played_on_error(0.0, 0.0, 0.5, 13, moon=0.7) == pytest.approx(whole / 2)
