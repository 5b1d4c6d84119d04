"""Azul's feedback on rows: which one is named, what makes up for it, and the rows of the opponent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.contract import Verdict
from py_engine.games.azul.coaching.certain import Fact
from py_engine.games.azul.coaching.feedback import sentences
from py_engine.games.azul.search.compare.line_parts import Content, Place, RowPart
from py_engine.games.azul.search.lines import Apart
from tests.games.azul.graded import NO_CAUSE, candidate, graded_loss, graded_with

WORSE_ROW = RowPart(4, -4.1, Content(-1, 0, complete=False), Content(3, 4, complete=False))
BETTER_ROW = RowPart(1, 1.5, Content(2, 2, complete=True), Content(-1, 0, complete=False))
ROW = "Line 5 is worth an estimated 4.1 points less to you by the end of the game: after this round it is empty, but holds 4 Black after the best move"


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([WORSE_ROW], f"{ROW}."),
        (
            [BETTER_ROW, WORSE_ROW],
            f"{ROW}; against that, your line 2 is worth 1.5 points more (complete with Red instead of empty).",
        ),
        ([BETTER_ROW], NO_CAUSE),
        ([WORSE_ROW._replace(points=-1.0)], NO_CAUSE),  # too little of the loss
    ],
)
def test_the_row_on_which_good_lines_lose_is_named(rows: list[RowPart], text: str) -> None:
    assert graded_with(Apart({}, 9.0, rows=rows), stderr=1.0, parts={"future": -4.0}, verdict="mistake") == [text]


def test_a_row_of_a_loss_too_close_to_call_may_be_balanced_but_not_exceed_it() -> None:
    even = [WORSE_ROW, BETTER_ROW._replace(points=4.0)]
    first = graded_with(Apart({}, 9.0, rows=even), stderr=2.0, parts={"future": -0.3})[0]
    assert first.startswith(ROW)
    alone = graded_with(Apart({}, 9.0, rows=[WORSE_ROW]), stderr=2.0, parts={"future": -0.3})
    assert alone == ["Too close to call: the gap to the best move, 0.3 points, is within the error."]


FILLED_ROW = RowPart(2, -1.2, Content(1, 1, complete=False), Content(1, 3, complete=True), (False, True))
FILLED = (
    "Line 3 is worth an estimated 1.2 points less to you by the end of the game: "
    "after this round it holds 1 Yellow, but is complete with Yellow after the best move"
)


@pytest.mark.parametrize(("lost", "first"), [(4.7, FILLED), (4.9, ROW.replace("4.1", "4.9"))])
def test_a_row_that_a_move_fills_itself_comes_first_unless_far_more_is_lost_elsewhere(lost: float, first: str) -> None:
    apart = Apart({}, 9.0, rows=[WORSE_ROW._replace(points=-lost), FILLED_ROW])
    said = graded_with(apart, stderr=1.0, parts={"future": -4.0}, verdict="mistake")
    assert said[0].startswith(first)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        # The move's own row loses too little of 5 points to be named.
        ([FILLED_ROW._replace(points=-1.05)], ROW.replace("4.1", "4")),
        # What it loses is made up for: the other row is named with it.
        (
            [FILLED_ROW._replace(points=-1.5), BETTER_ROW._replace(points=1.0, filled_by=(True, False))],
            ROW.replace("4.1", "4"),
        ),
    ],
)
def test_another_row_is_named_where_little_is_lost_on_the_one_that_a_move_fills(rows: list[RowPart], said: str) -> None:
    apart = Apart({}, 9.0, rows=[WORSE_ROW._replace(points=-4.0), *rows])
    assert graded_with(apart, stderr=1.0, parts={"future": -5.0}, verdict="mistake")[0].startswith(said)


@pytest.mark.parametrize(
    ("by", "who"),
    [
        ((True, False), "your move puts its tiles"),
        ((False, True), "the best move puts its tiles"),
        ((True, True), "both moves put their tiles"),
    ],
)
def test_a_row_whose_content_is_open_is_named_by_who_fills_it(by: tuple[bool, bool], who: str) -> None:
    row = RowPart(2, -1.2, None, None, by)
    [said] = graded_with(Apart({}, 9.0, rows=[row]), stderr=1.0, parts={"future": -2.4}, verdict="mistake")
    worth = "is worth an estimated 1.2 points less to you by the end of the game than with the best move."
    assert said == f"Line 3, where {who}, {worth}"
    gain = RowPart(0, 0.6, None, None, (True, False))
    [said] = graded_with(Apart({}, 9.0, rows=[row, gain]), stderr=5.0, parts={"future": -0.6})
    assert "; against that, your line 1, where your move puts its tiles, is worth 0.6 points more." in said


def test_what_two_moves_trade_on_rows_that_they_fill_is_said_of_a_loss_too_close_to_call() -> None:
    steady = Apart({"penalties": -1.0}, 9.0, rows=[FILLED_ROW._replace(points=-5.0)])
    [first, *_] = graded_with(steady, stderr=2.0, parts={"penalties": -1.0, "score": 0.5})
    assert first.startswith(FILLED.replace("1.2", "5")), "before what is lost on the floor line this round"
    gain = BETTER_ROW._replace(points=9.0)
    for by, balanced in (((True, False), True), ((False, False), False)):
        rows = [FILLED_ROW, gain._replace(filled_by=by)]
        [said] = graded_with(Apart({}, 9.0, rows=rows), stderr=2.0, parts={"future": -0.6})
        assert ("against that, your line 2" in said) == balanced
        assert said.startswith(FILLED)


RED, WHITE = Content(2, 3, complete=True), Content(4, 3, complete=True)


@pytest.mark.parametrize(
    ("mine", "best", "why"),
    [
        # Half of the row's 4 points or more are in the tile itself.
        (Place(1, 2, 1), Place(3, 3, 1), "White scores 2 points more this round"),
        (Place(1, 1, 2), Place(2, 3, 3), "White scores 1 point more this round and has 2 more tiles in its column"),
        (Place(2, 1, 2), Place(2, 1, 3), "White has 1 more tile of its colour on the wall"),
        (Place(3, 3, 3), Place(2, None, 4), "White completes its colour"),
        (Place(4, 3, 1), Place(6, 4, 2), "White completes its column and scores 2 points more this round"),
        (
            Place(4, 3, 1),
            Place(6, 4, 4),
            "White completes its column and its colour, and scores 2 points more this round",
        ),
        # One tile beside it says little, and that it is worth more is said already.
        (Place(1, 0, 0), Place(1, 1, 1), ""),
        (Place(2, 4, 4), Place(1, 4, 1), ""),
        (Place(None, 1, 1), Place(3, 1, 1), ""),
    ],
)
def test_of_two_colours_that_complete_a_row_it_is_said_what_makes_one_worth_less(
    mine: Place, best: Place, why: str
) -> None:
    row = RowPart(2, -4.0, RED, WHITE, places=(mine, best))
    said = graded_with(Apart({}, 9.0, rows=[row]), stderr=1.0, parts={"future": -4.0}, verdict="mistake")
    worth = "Line 3 is worth an estimated 4 points less to you by the end of the game"
    because = f" ({why})" if why else ""
    assert said == [f"{worth}: after this round it is complete with Red, but with White after the best move{because}."]


@pytest.mark.parametrize(
    ("verdict", "all_in_all"),
    [
        ("undecided", "All in all too close to call: both moves are about as good."),
        ("good", "All in all, both moves are about as good."),
    ],
)
def test_a_loss_of_nothing_is_left_open_after_a_row_unless_the_verdict_is_sure(
    verdict: Verdict, all_in_all: str
) -> None:
    said = graded_with(Apart({}, 9.0, rows=[FILLED_ROW]), stderr=3.0, parts={"future": -0.02}, verdict=verdict)
    assert said[-1].endswith(all_in_all)


def test_a_colour_that_makes_up_for_a_row_or_is_worth_more_to_the_opponent_comes_with_what_it_has() -> None:
    gain = RowPart(2, 1.5, RED, WHITE, places=(Place(2, 1, 1), Place(1, 1, 1)))
    [said] = graded_with(Apart({}, 9.0, rows=[WORSE_ROW, gain]), stderr=1.0, parts={"future": -4.0}, verdict="mistake")
    more = (
        "your line 3 is worth 1.5 points more (complete with Red instead of White; Red scores 1 point more this round)."
    )
    assert said.endswith(f"; against that, {more}")
    theirs = gain._replace(points=5.0)
    [said] = graded_with(Apart({}, 9.0, opponent_rows=[theirs]), stderr=1.0, parts={"future": -5.0}, verdict="mistake")
    assert said.endswith("with White after the best move (Red scores 1 point more this round).")


def test_a_colour_that_is_behind_in_tiles_comes_with_what_its_tile_would_score() -> None:
    def said(mine: Content, places: tuple[Place, Place] = (Place(1, 1, 1), Place(3, 1, 1))) -> str:
        row = RowPart(2, -4.0, mine, Content(4, 2, complete=False), places=places)
        return graded_with(Apart({}, 9.0, rows=[row]), stderr=1.0, parts={"future": -4.0}, verdict="mistake")[0]

    holds = "but holds 2 White after the best move"
    assert said(RED).endswith(f"it is complete with Red, {holds} (White would score 2 points more).")
    ahead = Place(1, 3, 1), Place(4, 4, 1)
    assert said(RED, ahead).endswith(f"{holds} (White would complete its column and score 3 points more).")
    two = Content(2, 2, complete=False)
    assert said(two).endswith(f"it holds 2 Red, {holds} (White would score 2 points more).")
    assert said(two, (Place(3, 1, 1), Place(1, 1, 1))).endswith(f"{holds}."), "nothing of it is known"
    assert said(Content(2, 1, complete=False)).endswith(f"{holds}."), "more tiles say enough"


OPPONENT_ROW = RowPart(2, 6.0, Content(4, 3, complete=True), Content(4, 2, complete=False))
THEIRS = (
    "Your opponent's line 3 is worth an estimated 6 points more to them by the end of the game: "
    "after this round it is complete with White, but holds 2 White after the best move"
)


def test_a_row_of_the_opponent_is_named_where_it_loses_most() -> None:
    parts = {"future": -5.0, "opponent_tiling": -1.0}
    steady = {"opponent_expected_points": 1.0}
    apart = Apart(steady, 9.0, rows=[WORSE_ROW], opponent_rows=[OPPONENT_ROW])
    assert graded_with(apart, stderr=1.0, parts=parts, verdict="mistake") == [f"{THEIRS}."], (
        "this round's points are its own"
    )
    lesser = replace(apart, opponent_rows=[OPPONENT_ROW._replace(points=3.0)])
    first, second = graded_with(lesser, stderr=1.0, parts=parts, verdict="mistake")
    assert first == f"{ROW}."
    assert second.startswith("Your move leaves your opponent 1 point more")


def test_a_row_of_the_opponent_may_make_up_for_an_own_one() -> None:
    worse = OPPONENT_ROW._replace(points=-1.5)
    apart = Apart({}, 9.0, rows=[WORSE_ROW], opponent_rows=[worse])
    assert graded_with(apart, stderr=1.0, parts={"future": -4.0}, verdict="mistake") == [
        f"{ROW}; against that, your opponent's line 3 is worth 1.5 points less to them (complete with White instead of 2 White)."
    ]


def test_tiles_on_the_floor_line_that_are_certain_are_always_named() -> None:
    fact = Fact("Your move puts 4 tiles on your floor line, the best move none.", 6, floor=True)
    free = Fact("Your move puts 1 tile on your floor line, the best move none.", 0, floor=True)
    for rows in ([WORSE_ROW], []):
        for verdict in ("undecided", "mistake"):
            said = graded_with(
                Apart({}, 9.0, rows=rows), stderr=5.0, parts={"future": -4.0}, verdict=verdict, certain=[fact]
            )
            assert sum("4 tiles on your floor line" in text for text in said) == 1, said
    named = graded_with(
        Apart({}, 9.0, rows=[WORSE_ROW]), stderr=1.0, parts={"future": -4.0}, verdict="mistake", certain=[free]
    )
    assert named == [f"{ROW}."], "tiles that cost nothing are not named beside a cause"
    steady = Apart({"penalties": -2.0}, 9.0)
    [merged] = graded_with(steady, stderr=1.0, parts={"penalties": -2.0}, verdict="mistake", certain=[fact])
    assert merged == f"{fact.text[:-1]}; it is expected to cost 2 points more on the floor line this round."


def test_a_row_with_the_smaller_part_of_a_loss_comes_with_what_the_best_move_completes_and_what_all_else_costs() -> (
    None
):
    row = RowPart(4, -1.9, Content(1, 0, complete=False), Content(3, 2, complete=False), (True, False))
    completes = Fact("The best move completes line 4, yours completes no line.", 3)
    begins = Fact("Your move begins line 5, the best move adds to line 4.", 0)

    def said(loss: float, *certain: Fact) -> list[str]:
        return graded_with(
            Apart({}, 9.0, rows=[row]), stderr=2.0, parts={"future": -loss}, verdict="mistake", certain=certain
        )

    assert said(6.0, completes)[1:] == ["All else together costs 4.1 points.", completes.text]
    assert said(6.0, begins)[1:] == ["All else together costs 4.1 points."]
    assert said(3.6, completes)[1:] == [completes.text], "more than half is named"
    assert said(2.2, completes)[1:] == [], "all is named"


def test_rows_in_favour_of_a_move_that_is_behind_come_with_what_all_else_costs() -> None:
    rows = [FILLED_ROW, RowPart(4, 2.7, None, None, (False, True))]
    [said] = graded_with(Apart({}, 9.0, rows=rows), stderr=4.0, parts={"future": -3.0})
    assert "; against that, your line 5" in said
    assert "All else together costs 4.5 points. All in all too close to call" in said


def test_rows_and_gains_that_come_to_nothing_of_a_loss_come_with_what_all_else_costs() -> None:
    row = RowPart(3, -3.2, None, None, (False, True))
    parts = {"opponent_tiling": 8.0, "future": -14.2}
    evidence = Apart({"opponent_expected_points": -1.0}, 99.0, rows=[row])
    first, *others = graded_with(evidence, stderr=1.0, parts=parts, verdict="blunder")
    assert first.startswith("Line 4, where the best move puts its tiles, is worth an estimated 3.2 points less")
    assert others == [
        "In its favour: your move leaves your opponent 8 points less.",
        "All else together costs 11 points.",
    ]


def test_what_the_best_move_completes_comes_before_what_speaks_for_the_move() -> None:
    row = RowPart(4, -3.0, Content(1, 0, complete=False), Content(3, 2, complete=False), (True, False))
    evidence = Apart({"opponent_expected_points": -1.0}, 99.0, rows=[row])
    completes = Fact("The best move completes line 4, yours completes no line.", 3)
    parts = {"opponent_tiling": 1.0, "future": -4.6}
    said = graded_with(evidence, stderr=1.0, parts=parts, verdict="mistake", certain=[completes])
    assert said[1:] == [completes.text, "In its favour: your move leaves your opponent 1 point less."]


def test_what_a_row_says_to_be_complete_is_not_said_again() -> None:
    row = RowPart(4, -1.9, Content(1, 0, complete=False), Content(3, 5, complete=True), (True, False))
    completes = Fact("The best move completes line 5, yours completes no line.", 3)
    said = graded_with(
        Apart({}, 9.0, rows=[row]), stderr=2.0, parts={"future": -6.0}, verdict="mistake", certain=[completes]
    )
    assert ", but is complete with " in said[0]
    assert said[1:] == ["All else together costs 4.1 points."]


def test_a_gain_that_leaves_the_smaller_part_of_a_loss_ends_with_what_all_else_costs() -> None:
    row = RowPart(4, -2.0, Content(1, 0, complete=False), Content(3, 2, complete=False), (True, False))
    evidence = Apart({"opponent_expected_points": -1.0, "penalties": -1.0}, 99.0, rows=[row])
    parts = {"penalties": -2.0, "opponent_tiling": 3.0, "future": -5.0}
    said = graded_with(evidence, stderr=1.0, parts=parts, verdict="mistake")
    assert said[1:] == [
        "Your move is expected to cost 2 points more on the floor line this round.",
        "In its favour: your move leaves your opponent 3 points less. All else together costs 3 points.",
    ]


def test_a_fact_that_counts_no_points_makes_room_for_what_all_else_costs() -> None:
    row = RowPart(4, -1.9, Content(1, 0, complete=False), Content(3, 2, complete=False), (True, False))
    user = candidate("user", {"future": -6.0}, {"takes_first_player_token": 1.0})
    evidence = Apart({}, 9.0, rows=[row])
    graded = graded_loss(user, candidate("best", {}, {}), stderr=1.0, evidence=evidence, verdict="mistake")
    completes = Fact("The best move completes line 4, yours completes no line.", 3)
    said = [item.text for item in sentences(graded, [completes])]
    assert said[1:] == ["All else together costs 4.1 points.", completes.text]


def test_a_further_row_is_named_where_one_is_the_smaller_part_of_the_loss() -> None:
    own = RowPart(4, -3.0, Content(1, 3, complete=False), Content(3, 2, complete=False), (True, False))
    theirs = RowPart(4, 3.9, Content(3, 3, complete=False), Content(2, 3, complete=False))
    apart = Apart({"opponent_expected_points": -5.0}, 9.0, rows=[own], opponent_rows=[theirs])
    parts = {"opponent_tiling": 5.0, "future": -12.0}
    first, second = graded_with(apart, stderr=1.0, parts=parts, verdict="blunder")
    assert first.startswith("Line 5 is worth an estimated 3 points less")
    assert second == (
        "Your opponent's line 5 is worth an estimated 3.9 points more to them by the end of the game: "
        "after this round it holds 3 Black, but holds 3 Red after the best move."
    )
    far = replace(apart, opponent_rows=[theirs._replace(points=9.0)])
    assert "Your opponent's line 5" not in " ".join(graded_with(far, stderr=1.0, parts=parts, verdict="blunder")[1:]), (
        "more than is lost"
    )


@pytest.mark.parametrize(("board", "said"), [(-0.7, True), (0.0, False), (3.0, False)])
def test_what_an_opponent_scores_less_this_round_is_no_gain_if_the_board_makes_up_for_it(
    board: float, said: bool
) -> None:
    own = RowPart(1, -5.3, Content(0, 1, complete=False), Content(4, 2, complete=True), (True, True))
    sides = {"own": 0.0, "opponent": board, "start": 0.0, "whole": -5.0}
    apart = Apart({"opponent_expected_points": -5.0}, 9.0, sides, rows=[own])
    texts = graded_with(apart, stderr=1.0, parts={"opponent_tiling": 5.0, "future": -10.0}, verdict="mistake")
    later = "Your move leaves your opponent 5 points less this round, but their board makes up for that later."
    assert (later in texts) == said
    assert ("In its favour: your move leaves your opponent 5 points less." in texts) != said
    assert any("All else" in text for text in texts) != said
