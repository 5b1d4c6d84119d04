"""Two moves compared in points beside their chances to win."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.yatzy.coaching.sentences.win_rows import Side, compared, last_row
from py_engine.games.yatzy.rules.tables import CATEGORIES
from py_engine.games.yatzy.search.courses import Course

Rows = dict[str, float]


def by_row(rows: Rows) -> np.ndarray:
    return np.array([rows.get(name, 0.0) for name in CATEGORIES], dtype=np.float64)


def side(
    gains: Rows,
    later: float = 0.0,
    bonus: float | None = None,
    closes: Rows | None = None,
    earned: float = 0.0,
    *,
    row: bool = False,
) -> Side:
    """A move that brings this now, and leaves that many points to come."""
    final = 100.0 + sum(gains.values()) + 50 * earned + later
    return Side(Course(by_row(gains), by_row(closes or {}), final, bonus, earned), closes=row)


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
    for chance, later, words in (
        (0.52, 8.0, ""),
        (0.6, 8.0, ", with the bonus less often"),
        (0.8, 16.0, ", with the bonus far less often"),
    ):
        other = side({}, later, bonus=chance)
        assert said(mine, other).endswith(f"leaves {later:.0f} less to come{words}.")


def test_a_bonus_that_goes_against_what_is_to_come_is_said_to() -> None:
    mine, other = side({"fives": 5.0}, bonus=0.8), side({}, 3.8, bonus=0.5)
    assert said(mine, other).endswith(", but leaves 3.8 less to come, although the bonus comes far more often.")
    assert said(other, mine).endswith(", but leaves 3.8 more to come, although the bonus comes far less often.")


def test_what_gives_back_much_of_the_bonus_is_said_beside_it() -> None:
    sixes, twos = by_row({"sixes": 1.0}), by_row({"twos": 1.0})
    strikes = Side(Course(by_row({"twos": 2.0}), twos, 102.0, 0.1), closes=True)
    scores = Side(Course(by_row({"sixes": 18.0}), sixes, 119.2, 0.42), closes=True)
    assert said(strikes, scores).endswith(
        ", and leaves 1.2 less to come, with Sixes open, but the bonus far less often."
    )
    assert said(scores, strikes).endswith(
        ", and leaves 1.2 more to come, with the bonus far more often, but less in the open rows."
    )
    mine, other = side({"fives": 5.0}, bonus=0.5), side({}, 8.0, bonus=0.8)
    assert said(mine, other).endswith(
        "leaves 8 less to come, with more in the open rows, but the bonus far less often."
    )


def test_a_bonus_and_rows_that_cancel_out_are_said() -> None:
    keeps, scores = side({"sixes": 12.0}, 0.1, bonus=0.23), side({"chance": 21.0}, bonus=0.45)
    assert said(keeps, scores).endswith(
        ", and leaves as much to come, with more in the open rows, but the bonus less often."
    )
    alike = side({"sixes": 21.0}, 0.1, bonus=0.23, closes={"sixes": 1.0}, row=True)
    assert said(alike, side({"chance": 21.0}, bonus=0.45, closes={"chance": 1.0}, row=True)) == (
        "Keeping 5 leaves as much to come as keeping 6, with Chance open, but the bonus less often."
    )


def test_a_bonus_that_this_turn_earns_is_brought_and_not_to_come() -> None:
    mine = side({"fours": 4.0}, 10.0, bonus=0.3, earned=0.2)
    other = side({"chance": 6.0}, 16.0, bonus=0.3)
    assert said(mine, other) == (
        "Keeping 5 brings 8 points more this turn than keeping 6 (more in Fours and the bonus, less in Chance), "
        "but leaves 6 less to come."
    )
    scores = side({"fours": 12.0}, 7.0, bonus=1.0, closes={"fours": 1.0}, earned=1.0, row=True)
    strikes = side({}, 40.0, bonus=0.6, closes={"yatzy": 1.0}, row=True)
    assert said(scores, strikes) == (
        "Keeping 5 brings 62 points more this turn than keeping 6 (bonus included), but leaves 33 less to come."
    )


def last(mine: Side, other: Side, rival: str = "keeping 6") -> str:
    found = last_row("Keeping 5", mine, other, rival)
    return "" if found is None else found.text


def test_on_the_last_row_nothing_is_to_come() -> None:
    closes = {"twos": 1.0}
    mine, other = side({"twos": 6.3}, closes=closes, earned=0.421), side({"twos": 6.0}, closes=closes, earned=0.305)
    first = "Keeping 5 brings 0.3 points more in Twos than keeping 6."
    assert last(mine, other) == f"{first} It gets the bonus in 42% of games, against 31%."
    found = last_row("It", other, mine)
    assert found is not None
    assert found.text == "It brings 0.3 points less in Twos. It gets the bonus in 31% of games, against 42%."
    assert found.delta == pytest.approx(-6.1)
    worse = side({"twos": 6.3}, closes=closes, earned=0.2)
    assert last(worse, other) == f"{first} But it gets the bonus in 20% of games, against 31%."
    assert last(side({"twos": 6.3}, closes=closes), side({"twos": 6.0}, closes=closes)) == first
    level = side({"twos": 6.0}, closes=closes, earned=0.2)
    assert last(level, other) == "Keeping 5 gets the bonus in 20% of games, against 31% after keeping 6."
    assert last(level, level) == ""


def test_a_sentence_without_a_rival_is_on_the_move_alone() -> None:
    found = compared("It", side({"fives": 1.0}), side({"sixes": 3.0}, 1.0))
    assert found is not None
    assert found.text == "It brings 2 points less this turn (less in Sixes, more in Fives), and leaves 1 less to come."
