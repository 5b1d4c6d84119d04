"""Moons of the others in differences of playouts."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.hearts.knowledge.others_moons import counted_features, counted_values, share_that_counts


def test_a_share_of_the_difference_in_moons_counts_and_the_first_plan_stays() -> None:
    rng = np.random.default_rng(1)
    own, against = rng.integers(-26, 1, size=(2, 4, 50)).astype(np.float64)
    values = counted_values(own + against, against, 0.5)
    assert values[0].tolist() == (own + against)[0].tolist()
    expected = own[3] - own[1] + 0.5 * (against[3] - against[1])
    assert (values[3] - values[1]).tolist() == pytest.approx(expected.tolist())


def test_differences_do_not_depend_on_the_first_plan() -> None:
    rng = np.random.default_rng(2)
    values, against = rng.normal(size=(2, 5, 20))
    some = counted_values(values[[3, 1, 4]], against[[3, 1, 4]], 0.4)
    whole = counted_values(values, against, 0.4)
    assert (some[1] - some[2]).tolist() == pytest.approx((whole[1] - whole[4]).tolist())


def test_features_come_to_the_difference_of_the_values() -> None:
    best = {"hearts": 2.0, "moon_against": 0.05, "expected_points": 4.6}
    found = counted_features({"hearts": 3.0, "moon_against": 0.03, "expected_points": 5.3}, best, 0.5)
    assert found == pytest.approx({"hearts": 3.0, "moon_against": 0.04, "expected_points": 5.3})


def test_the_later_in_the_hand_the_more_counts() -> None:
    shares = [share_that_counts(cards) for cards in range(13, 0, -1)]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.25, 1.0)
    assert share_that_counts(9) == pytest.approx(0.55)
