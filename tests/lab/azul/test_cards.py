"""The checker of cards, and cards of frozen moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.results import Feedback, Metadata, Result
from py_engine.lab.azul.honesty.cards import contradictions, faults, flips
from py_engine.lab.azul.honesty.said import SPOKEN, card
from py_engine.lab.core.honesty.said import tasks
from tests.games.azul.graded import NO_CAUSE, NO_OTHER_CAUSE, candidate, graded_loss

LESS = "In its favour: your move costs 2 points less on the floor line."
MORE = "Your move is expected to cost 2 points more on the floor line this round."
LATER = Feedback("overall", "It costs an estimated 3 points in later rounds.", -3.0)


@pytest.mark.parametrize(
    ("texts", "subject"),
    [
        (["By the end of the round it leaves 5 tiles more on your floor.", LESS], "floor"),
        ([MORE, "In its favour: it leaves 5 tiles fewer on your floor."], "floor"),
        (
            ["The best move completes 1 pattern line more this round.", "In its favour: your move completes 1 more."],
            "lines",
        ),
        (
            [
                "It costs an estimated 3 points in later rounds. When this round is over, your opponent starts the next round.",
                "Your move takes the first-player token, which fills a place on your floor; the best one leaves it.",
            ],
            "starter",
        ),
        (
            ["Too close to call: the gap to the best move, 2 points, is within the error.", MORE],
            "too close and yet explained",
        ),
    ],
)
def test_a_card_that_contradicts_itself_is_found(texts: list[str], subject: str) -> None:
    assert subject in contradictions(texts)


def test_a_reason_that_turns_is_found() -> None:
    later = "It costs an estimated 11.3 points in later rounds."
    assert flips([later, LESS], ["It costs an estimated 5.1 points in later rounds.", MORE]) == ["floor"]
    assert flips([later, LESS], [later, LESS]) == []


def test_a_sound_card_is_not_found() -> None:
    assert contradictions([MORE, "In its favour: your move scores 2 points more when tiles go to the wall."]) == []
    assert contradictions(["This is the best move, 3 points ahead of taking 2 blue from the centre to line 2."]) == []


def blamed(*feedback: Feedback) -> Result:
    """A mistake of three points with these sentences."""
    return Result(
        best_action="best",
        best_action_ev=0.0,
        user_action="user",
        user_action_ev=-3.0,
        delta_ev=-3.0,
        delta_stderr=0.5,
        candidates=(),
        win_probability=None,
        grade="MISS",
        too_close=False,
        confidence=1.0,
        feedback=feedback,
        metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="search"),
        verdict="mistake",
    )


def test_points_against_a_move_that_come_to_more_than_it_loses_are_found() -> None:
    found = blamed(LATER, Feedback("floor_penalty", MORE, 2.0))
    assert faults(found)
    assert faults(replace(found, delta_ev=-4.0)) == []
    gain = Feedback("adjacency", "In its favour: your move scores 2 points more when tiles go to the wall.", 2.0)
    assert faults(replace(found, feedback=[*found.feedback, gain])) == []


def test_points_named_of_an_undecided_move_need_what_makes_up_for_them_as_well() -> None:
    gap = "All in all too close to call: the gap to the best move, 1 point, is within the error."
    line = "Line 1 is worth an estimated 5.8 points less to you by the end of the game: after this round it is empty, but holds 1 Red after the best move."
    for text, right in ((f"{line} {gap}", False), (f"{line} All else together gives back 4.8 points. {gap}", True)):
        card = replace(blamed(Feedback("overall", text, -1.0)), verdict="undecided", delta_ev=-1.0, delta_stderr=5.0)
        assert (faults(card) == []) == right
    favour = f"{LESS} All else together gives back 2.8 points. {gap}"
    card = replace(card, feedback=[Feedback("overall", line, -1.0), Feedback("floor_penalty", favour, -2.0)])
    assert faults(card) == [], "what is in favour of a move is no part of all else"
    wrong = f"{line} All else together gives back 3 points. {gap}"
    card = replace(blamed(Feedback("overall", wrong, -1.0)), verdict="undecided", delta_ev=-1.0, delta_stderr=5.0)
    assert faults(card)


@pytest.mark.parametrize(("back", "right"), [(2.0, True), (2.1, True), (2.5, False), (1.0, False)])
def test_a_sum_of_all_else_that_is_not_what_the_others_name_beyond_the_loss_is_found(back: float, right: bool) -> None:
    rest = Feedback("rest", f"All else together gives back {back:g} points.", back)
    assert (faults(blamed(LATER, Feedback("floor_penalty", MORE, 2.0), rest)) == []) == right


def test_a_board_counts_with_its_first_number_less_what_stands_against_it() -> None:
    board = "Your own board makes an estimated 6 points less by the end of the game, of which 4 points on the floor line this round"
    against = f"{board}; against that, your opponent's board makes 1 point less."
    floor = Feedback("denial", "Your move leaves your opponent 3 points more this round than the best one.", 3.0)
    balanced = Feedback(
        "overall",
        "Played on with the same refills, you are an estimated 1.5 points worse off after the next round.",
        -3.0,
    )
    assert faults(blamed(balanced, floor)) == []
    for text, back in ((f"{board}.", 3), (against, 2)):
        rest = Feedback("rest", f"All else together gives back {back} points.", back)
        assert faults(blamed(Feedback("overall", text, -3.0), rest)) == []


def test_what_a_colour_in_a_row_has_over_another_is_a_part_of_the_rows_points() -> None:
    row = "Line 3 is worth an estimated 6 points less to you by the end of the game"
    gain = "your line 2 is worth 2 points more (complete with Red instead of White; Red scores 1 point more this round)"
    for back, right in ((1, True), (2, False)):
        card = [Feedback("overall", f"{row}; against that, {gain}.", -3.0)]
        card.append(Feedback("rest", f"All else together gives back {back} points.", back))
        assert (faults(blamed(*card)) == []) == right


def test_points_in_other_brackets_count_and_no_tile_scores_ten_more_than_another() -> None:
    row = "Line 3 is worth an estimated 3 points less to you by the end of the game: after this round it holds 2 Red, but 3 White after the best move"
    other = Feedback("overall", "It costs more later (an estimated 4 points).", -4.0)
    rest = Feedback("rest", "All else together gives back 4 points.", 4.0)
    for why, right in (("White would score 9 points more", True), ("White would score 10 points more", False)):
        assert (faults(blamed(Feedback("overall", f"{row} ({why}).", -3.0), other, rest)) == []) == right


def test_points_on_the_floor_line_that_are_counted_twice_are_found() -> None:
    board = "Your own board makes an estimated 3 points less by the end of the game, of which 2 points on the floor line this round."
    own = Feedback("overall", board, -3.0)
    assert faults(blamed(own)) == []
    assert faults(replace(blamed(own, Feedback("floor_penalty", MORE, 2.0)), delta_ev=-5.0))


def test_a_loss_of_which_only_the_smaller_part_is_named_is_found() -> None:
    row = Feedback("overall", "Line 5 is worth an estimated 1 point less to you by the end of the game.", -3.0)
    assert faults(blamed(row))
    assert faults(replace(blamed(row), delta_ev=-1.9)) == []
    for costs, right in ((2.0, True), (2.5, False)):
        rest = Feedback("rest", f"All else together costs {costs:g} points.", -costs)
        assert (faults(blamed(row, rest)) == []) == right


def test_points_in_favour_of_a_move_that_is_behind_need_what_all_else_costs() -> None:
    row = "Line 3 is worth an estimated 1.3 points less to you by the end of the game; against that, your line 5 is worth 2.7 points more."
    gap = "All in all too close to call: the gap to the best move, 3 points, is within the error."
    for text, right in ((f"{row} {gap}", False), (f"{row} All else together costs 4.4 points. {gap}", True)):
        card = replace(blamed(Feedback("overall", text, -3.0)), verdict="undecided", delta_stderr=5.0)
        assert (faults(card) == []) == right


def test_points_that_come_to_nothing_of_what_a_blamed_move_loses_are_found() -> None:
    row = Feedback("overall", "Line 2 is worth an estimated 8 points less to you by the end of the game.", -3.0)
    gain = Feedback("denial", "In its favour: your move leaves your opponent 10 points less.", -10.0)
    assert faults(blamed(row, gain))
    assert faults(blamed(row, gain, Feedback("rest", "All else together costs 5 points.", -5.0))) == []
    none = Feedback("overall", NO_CAUSE, -3.0)
    assert faults(blamed(none, gain)) == []
    completes = Feedback("overall", "The best move completes line 2, yours completes no line.", -3.0)
    assert faults(blamed(completes, gain)) == [], "what counts no points may be all that the move loses"


def test_sums_and_ends_that_stand_in_the_wrong_place_are_found() -> None:
    row = Feedback("overall", "Line 5 is worth an estimated 1 point less to you by the end of the game.", -3.0)
    rest = Feedback("rest", "All else together costs 2 points.", -2.0)
    fact = Feedback("itself", "The best move completes line 4, yours completes no line.", 0.0)
    assert faults(blamed(row, rest, fact)) == []
    assert faults(blamed(row, fact, rest))
    played = Feedback(
        "overall",
        "Played on with the same refills, you are an estimated 2 points worse off after the next round.",
        -3.0,
    )
    assert faults(blamed(played)) == []
    assert faults(blamed(played, Feedback("rest", "All else together costs 3 points.", -3.0)))
    gain = Feedback("adjacency", "In its favour: your move scores 1.5 points more when tiles go to the wall.", 1.5)
    for texts, right in (
        ([f"{fact.text} {NO_OTHER_CAUSE}"], True),
        ([f"{fact.text} {NO_OTHER_CAUSE}", gain.text], False),
        ([fact.text, f"{gain.text} {NO_OTHER_CAUSE}"], False),
        ([fact.text, f"{gain.text} {NO_CAUSE}"], True),
    ):
        assert (faults(blamed(*(Feedback("overall", text, -3.0) for text in texts))) == []) == right


@pytest.mark.parametrize(("behind", "right"), [(0.04, True), (2.6, False)])
def test_a_next_best_move_that_is_points_behind_and_called_as_good_is_found(behind: float, right: bool) -> None:
    best, second = candidate("best", {}, {}), candidate("next", {"future": -behind}, {})
    card = graded_loss(second, best, user_action="best", delta_ev=0.0)
    as_good = Feedback("overall", "No clearly better move was found; the next best is about as good.", 0.0)
    assert (faults(replace(card, feedback=[as_good])) == []) == right


@pytest.mark.slow
def test_cards_of_frozen_moves_do_not_contradict_themselves() -> None:
    said = [card(task) for task in tasks(SPOKEN.source, 40, 1_500)]
    assert [each["faults"] for each in said if each["faults"]] == []
    assert len({each["texts"][0][:12] for each in said}) > 3
