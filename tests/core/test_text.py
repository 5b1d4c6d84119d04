"""Tests of formatting numbers and lists for sentences."""

from __future__ import annotations

import pytest

from py_engine.core.text import amount, listed, lowered, number, percent, points, signed


@pytest.mark.parametrize(
    ("value", "text"), [(2, "2"), (2.0, "2"), (1.96, "2"), (1.4, "1.4"), (0.04, "0"), (10, "10"), (-0.5, "-0.5")]
)
def test_number_has_one_decimal_unless_it_is_zero(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(("value", "text"), [(1, "1 tile"), (1.04, "1 tile"), (1.4, "1.4 tiles"), (0, "0 tiles")])
def test_amount_uses_the_plural_of_the_shown_number(value: float, text: str) -> None:
    assert amount(value, "tile") == text


def test_points_formats_an_amount() -> None:
    assert (points(1.0), points(26)) == ("1 point", "26 points")


@pytest.mark.parametrize(("value", "text"), [(0.34, "+0.3"), (-2, "\u22122.0"), (-0.06, "\u22120.1"), (0.06, "+0.1")])
def test_signed_shows_the_sign(value: float, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize("value", [0, 0.0, -0.0, 0.04, -0.04])
def test_signed_shows_no_sign_of_what_rounds_to_zero(value: float) -> None:
    assert signed(value) == "0.0"


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0, "0%"), (0.004, "<1%"), (0.005, "1%"), (0.22, "22%"), (0.994, "99%"), (0.996, ">99%"), (1, "100%")],
)
def test_percent_is_zero_or_a_hundred_only_if_exact(chance: float, text: str) -> None:
    assert percent(chance) == text


@pytest.mark.parametrize(("words", "text"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_listed_joins_words_with_commas_and_and(words: list[str], text: str) -> None:
    assert listed(words) == text


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("It takes Q♠.", "it takes Q♠."),
        ("Row a: 2 points less.", "row a: 2 points less."),
        ("Line 3, begun, is worth less.", "line 3, begun, is worth less."),
        ("Keeping 5 5", "keeping 5 5"),
        ("In return, it gains 2.", "in return, it gains 2."),
        ("Yatzy scores 50 now.", "Yatzy scores 50 now."),
        ("Fives scores 15 now.", "Fives scores 15 now."),
        ("Two pairs scores 12 now.", "Two pairs scores 12 now."),
    ],
)
def test_only_a_first_word_that_is_no_name_is_lowered(sentence: str, text: str) -> None:
    assert lowered(sentence) == text
