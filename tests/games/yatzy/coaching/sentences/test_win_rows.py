"""Two moves compared in points beside their chances to win."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.yatzy.coaching.sentences.win_rows import Side, compared
from py_engine.games.yatzy.rules.tables import CATEGORIES
from py_engine.games.yatzy.search.courses import Course

Rows = dict[str, float]


def by_row(rows: Rows) -> np.ndarray:
    return np.array([rows.get(name, 0.0) for name in CATEGORIES], dtype=np.float64)


def side(
    gains: Rows, later: float = 0.0, bonus: float | None = None, closes: Rows | None = None, *, row: bool = False
) -> Side:
    """A move that brings this now and has so many points to come."""
    final = 100.0 + sum(gains.values()) + later
    return Side(Course(by_row(gains), by_row(closes or {}), final, bonus), closes=row)


def said(mine: Side, other: Side, rival: str = "keeping 6") -> str:
    found = compared("Keeping 5", mine, other, rival)
    return "" if found is None else found.text


def test_what_both_rows_score_and_leave_are_two_differences() -> None:
    mine, other = side({"chance": 20.0}, 70.0, row=True), side({"sixes": 18.0}, 80.5, row=True)
    found = compared("Scoring Chance", mine, other, "scoring Sixes")
    assert found is not None
    assert (
        found.text == "Scoring Chance brings 2 points more this turn than scoring Sixes, but leaves 10.5 less to come."
    )
    assert found.delta == pytest.approx(2)


def test_rows_that_score_the_same_differ_in_what_is_to_come() -> None:
    mine, other = side({"fives": 15.0}, 81.0, row=True), side({"three_of_a_kind": 15.0}, 79.0, row=True)
    assert said(mine, other) == "Keeping 5 leaves 2 points more to come than keeping 6."
    assert said(mine, side({"three_of_a_kind": 15.0}, 80.9, row=True)) == ""


def test_the_rows_that_differ_most_are_named_without_figures() -> None:
    mine = side({"fives": 4.0, "chance": 1.0, "ones": 0.1})
    other = side({"sixes": 3.0, "yatzy": 2.5, "fours": 1.0})
    text = (
        "Keeping 5 brings 1.4 points less this turn than keeping 6 (less in Sixes and Yatzy, more in Fives and Chance)."
    )
    assert said(mine, other) == text
    assert said(other, mine) == text.replace("less this", "more this").replace(
        "less in Sixes", "MORE in Sixes"
    ).replace("more in Fives", "less in Fives").replace("MORE", "more")


def test_rows_that_speak_against_what_is_said_are_not_named_alone() -> None:
    many = dict.fromkeys(("ones", "twos", "threes", "fours", "fives", "chance"), 0.09)
    mine, other = side(many), side({"sixes": 0.14})
    assert said(mine, other) == "Keeping 5 brings 0.4 points more this turn than keeping 6."
    assert said(other, mine) == "Keeping 5 brings 0.4 points less this turn than keeping 6."
    alike = side(many, 1.0)
    assert said(alike, side({"sixes": 0.54})) == "Keeping 5 leaves 1 point more to come than keeping 6."


def test_moves_that_bring_as_much_may_do_so_in_other_rows() -> None:
    mine, other = side({"fives": 2.0}, 3.0), side({"sixes": 2.0})
    start = "Keeping 5 brings as much this turn as keeping 6 (less in Sixes, more in Fives)"
    assert said(mine, other) == f"{start}, but leaves 3 points more to come."


@pytest.mark.parametrize(
    ("mine", "other", "text", "back"),
    [
        (1.0, 0.0, "uses up Twos and leaves 1.5 less", ", with Twos open"),
        (0.35, 0.1, "uses up Twos more often and leaves 1.5 less", ", with Twos open more often"),
        (0.14, 0.1, "leaves 1.5 less", ""),
        # Nothing is used up that the other move leaves: what it gains it loses elsewhere, as in the bonus.
        (0.35, 0.35, "leaves 1.5 less", ""),
    ],
)
def test_a_row_is_used_up_only_where_the_other_move_leaves_it_open_more_often(
    mine: float, other: float, text: str, back: str
) -> None:
    spends, saves = side({"twos": 0.5}, closes={"twos": mine}), side({}, 1.5, closes={"twos": other})
    assert said(spends, saves).endswith(f", but {text} to come.")
    assert said(saves, spends).endswith(f", but leaves 1.5 more to come{back}.")


def test_a_row_that_a_move_scores_is_not_called_used_up_beside_its_name() -> None:
    scores = side({"two_pairs": 22.0}, closes={"two_pairs": 1.0}, row=True)
    keeps = side({"two_pairs": 10.0, "full_house": 11.0}, 5.0, closes={"two_pairs": 0.4, "full_house": 0.6})
    assert said(scores, keeps).endswith(", but leaves 5 less to come.")
    assert said(keeps, scores).endswith(", but leaves 5 more to come.")


def test_the_bonus_is_said_where_it_makes_a_difference() -> None:
    mine = side({"fives": 5.0}, bonus=0.5)
    for chance, words in (
        (0.52, ""),
        (0.6, ", with the bonus less often"),
        (0.8, ", with the bonus far less often"),
    ):
        other = side({}, 8.0, bonus=chance)
        assert said(mine, other).endswith(f"leaves 8 less to come{words}.")


def test_a_bonus_that_goes_against_what_is_to_come_is_left_out() -> None:
    mine, other = side({"fives": 5.0}, bonus=0.8), side({}, 3.8, bonus=0.5)
    assert said(mine, other).endswith(", but leaves 3.8 less to come.")
    assert said(other, mine).endswith(", but leaves 3.8 more to come.")


def test_a_sentence_without_a_rival_is_on_the_move_alone() -> None:
    found = compared("It", side({"fives": 1.0}), side({"sixes": 3.0}, 1.0))
    assert found is not None
    assert found.text == "It brings 2 points less this turn (less in Sixes, more in Fives), and leaves 1 less to come."
