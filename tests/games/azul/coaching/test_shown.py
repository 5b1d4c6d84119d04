"""Azul's feedback on the lines that are shown: the rows on which they differ, and what they do not bear out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.results import Reason, Result
from py_engine.games.azul.coaching.certain import Fact
from py_engine.games.azul.coaching.shown import not_borne_out
from py_engine.games.azul.search.compare.line_parts import Content, RowPart
from py_engine.games.azul.search.lines import Apart
from tests.games.azul.graded import NO_CAUSE, candidate, graded_loss, graded_with

EMPTY, RED, BLUE = Content(-1, 0, complete=False), Content(2, 2, complete=False), Content(0, 2, complete=True)
ROW = RowPart(1, -8.0, RED._replace(tiles=1), RED._replace(complete=True), (False, True))
OWN, THEIRS = RowPart(2, -2.8, EMPTY, RED), RowPart(2, 1.6, RED, EMPTY)
BACK = RowPart(1, -5.0, EMPTY, BLUE)


def test_what_gives_points_back_is_named_by_the_lines_shown() -> None:
    apart = Apart({}, 9.0, rows=[ROW], shown=([ROW, OWN], [BACK]))
    *_, rest = graded_with(apart, stderr=1.0, parts={"future": -3.0}, verdict="mistake")
    assert rest == (
        "All else together gives back 5 points. "
        "In the lines shown, your opponent's line 2 is worth 5 points less to them (empty instead of complete with Blue)."
    )


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (
            {"future": -4.0},
            "It costs an estimated 4 points in later rounds. In the lines shown, your line 3 is worth 2.8 points less (empty instead of 2 Red).",
        ),
        (
            {"future": -6.0},
            (
                "It costs an estimated 6 points in later rounds. In the lines shown, your line 3 is worth 2.8 points less (empty instead of 2 Red)"
                " and your opponent's line 3 is worth 1.6 points more to them (2 Red instead of empty)."
            ),
        ),
        ({"future": -12.0}, "It costs an estimated 12 points in later rounds."),
    ],
)
def test_later_rounds_are_explained_by_one_or_two_rows_that_come_near_to_them(
    parts: dict[str, float], said: str
) -> None:
    apart = Apart({"future": parts["future"]}, 0.5, shown=([OWN], [THEIRS]))
    assert graded_with(apart, stderr=1.0, parts=parts, verdict="mistake") == [said]


def open_round(user: float, best: float, *, loss: float = 3.0) -> Result:
    """A mistake whose moves are worth so much beyond the ends of their lines."""
    moves = []
    for name, value, rest in (("user", -loss, user), ("best", 0.0, best)):
        made = candidate(name, {"future": value - rest}, {})
        moves.append(replace(made, ev=value, reasons=[*made.reasons, Reason("unresolved", "unresolved", rest)]))
    return graded_loss(*moves, evidence=Apart({}, 9.0, shown=([OWN], [])), verdict="mistake")


def test_a_missing_cause_is_looked_for_in_lines_that_show_the_loss() -> None:
    shown = graded_with(
        Apart({}, 9.0, shown=([OWN], [])), stderr=1.0, parts={"tiling": -1.0, "future": -2.0}, verdict="mistake"
    )
    assert shown == [f"{NO_CAUSE} In the lines shown, your line 3 is worth 2.8 points less (empty instead of 2 Red)."]


@pytest.mark.parametrize(
    ("user", "best", "said"),
    [
        (0.0, 18.1, "the best move ends 18.1 points below"),
        (-9.0, 2.0, "your move ends 9 points above"),
        (0.0, 3.2, ""),
        (5.0, 0.0, ""),
    ],
)
def test_lines_whose_ends_favour_a_blamed_move_are_said_not_to_bear_out_its_loss(
    user: float, best: float, said: str
) -> None:
    found = not_borne_out(open_round(user, best))
    assert found == (f"The lines shown do not bear out the loss: that of {said} its value." if said else "")


def test_a_floor_line_is_named_like_a_row() -> None:
    apart = Apart({}, 9.0, next_round=-3.0, shown=([], [THEIRS]))
    played = graded_with(apart, stderr=1.0, parts={"penalties": -3.0}, verdict="mistake")
    (said,) = played
    assert said.startswith("Played on with the same refills, you are an estimated 3 points worse off")
    assert said.endswith(" In the lines shown, your floor line costs 3 points more.")
    theirs = graded_with(
        replace(apart, next_round=0.0),
        stderr=1.0,
        parts={"opponent_penalties": -2.0, "future": -1.0},
        verdict="mistake",
    )
    assert theirs == [f"{NO_CAUSE} In the lines shown, your opponent's floor line costs them 2 points less."]


def test_gains_alone_of_a_move_within_its_error_are_followed_by_what_it_loses_in_the_lines_shown() -> None:
    apart = Apart({"tiling": 4.0, "penalties": 2.0}, 9.0, shown=([], [RowPart(2, 7.3, BLUE, RED)]))
    facts = [Fact("The best move completes line 2, yours completes no line.", 2)]
    parts = {"tiling": 4.0, "penalties": 2.0, "future": -7.0}
    *_, last = graded_with(apart, stderr=2.0, parts=parts, verdict="undecided", certain=facts)
    assert "In the lines shown, your opponent's line 3 is worth 7.3 points more to them" in last


def test_a_board_alone_is_followed_by_its_rows_in_the_lines_shown() -> None:
    sides = {"own": -3.0, "opponent": 0.0, "start": 0.0, "whole": -3.0}
    apart = Apart({}, 9.0, sides, shown=([OWN], [THEIRS._replace(points=3.0)]))
    (said,) = graded_with(apart, stderr=1.0, parts={"future": -3.0}, verdict="mistake")
    assert said.startswith(
        "Your own board makes an estimated 3 points less by the end of the game. In the lines shown, "
    )
    assert said.endswith("shown, your line 3 is worth 2.8 points less (empty instead of 2 Red).")


def test_beside_a_gap_of_nothing_no_fact_counts_against_the_move() -> None:
    facts = [Fact("The best move completes line 2, yours completes no line.", 2)]
    (said,) = graded_with(Apart({}, 9.0), stderr=2.0, parts={"future": -0.01}, verdict="good", certain=facts)
    assert said == "Both moves are about as good."
