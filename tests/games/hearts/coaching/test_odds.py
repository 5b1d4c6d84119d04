"""Chances as text: they differ by what is said to be lost."""

from __future__ import annotations

import pytest

from py_engine.games.hearts.coaching.odds import chances, wins


@pytest.mark.parametrize(
    ("user", "best", "text"),
    [
        (0.47, 0.52, "47% against 52%"),
        (0.044, 0.046, "4.4% against 4.6%"),  # not 4% against 5% beside less than 1%
        (0.184, 0.196, "18.4% against 19.6%"),  # not 18% against 20% beside 1%
        (0.184, 0.182, "18.4% against 18.2%"),
        (0.004, 0.3, "<1% against 30%"),
    ],
)
def test_chances_to_win_differ_by_the_chance_that_is_lost(user: float, best: float, text: str) -> None:
    assert wins(user, best) == text


def test_other_chances_get_a_decimal_only_if_they_would_read_the_same() -> None:
    assert chances(0.184, 0.196) == "18% against 20%"
    assert chances(0.182, 0.184) == "18.2% against 18.4%"
