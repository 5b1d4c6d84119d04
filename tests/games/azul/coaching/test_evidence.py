"""Azul's feedback by what good lines have in common: the board that loses, what makes up for it, and the error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.contract import EvaluatorParams, Verdict
from py_engine.core.request import Request
from py_engine.games.azul.coaching.certain import Fact
from py_engine.games.azul.coaching.feedback import explain, sentences
from py_engine.games.azul.rules.state import AzulAction, AzulState
from py_engine.games.azul.search.lines import Apart
from tests.games.azul.graded import NO_CAUSE, NO_OTHER_CAUSE, candidate, graded_loss, graded_with
from tests.games.azul.positions import board, move, position


def shared(**parts: float) -> dict[str, float]:
    """The parts of a difference, and the whole that they add up to."""
    return {"own": 0.0, "opponent": 0.0, "start": 0.0} | parts | {"whole": sum(parts.values())}


def test_where_good_lines_agree_in_nothing_the_tiles_that_the_move_floors_are_named() -> None:
    state = AzulState.model_validate(
        position(board(lines={4: ("Blue", 1)}), board(), factories=[{"Blue": 4}, {"Red": 4}])
    )
    user, best = move(0, "Blue", 2), move(0, "Blue", 4)
    parts = {"penalties": -1.0, "tiling": -3.0}
    graded = graded_loss(candidate(user, parts, {}), candidate(best, {}, {}), evidence=Apart({}, 9.0))
    request = Request(state, 0, EvaluatorParams(evaluator_seed=1), AzulAction.model_validate(user))
    said = [item.text for item in explain(request, graded).feedback]
    verdicts: list[Verdict] = ["undecided", "inaccuracy", "blunder"]
    marked = [explain(request, replace(graded, too_close=True, verdict=each)).too_close for each in verdicts]
    assert marked == [True, False, False], "what is blamed is not too close to call"
    only = "Your move puts 1 tile on your floor line, the best move none."
    assert said == [only, NO_OTHER_CAUSE]
    assert [each.text for each in sentences(graded)] == [NO_CAUSE]


@pytest.mark.parametrize(("loss", "cause"), [(1.4, True), (2.0, False)])
def test_what_a_move_does_by_itself_is_a_cause_only_of_what_it_can_cost(loss: float, cause: bool) -> None:
    facts = [Fact("Your move puts 1 tile on your floor line, the best move none.", 1)]
    (said,) = graded_with(Apart({}, 9.0), stderr=0.5, parts={"future": -loss}, certain=facts)
    assert said == (facts[0].text if cause else f"{facts[0].text} {NO_OTHER_CAUSE}")


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("own", "Your own board makes an estimated 3 points less by the end of the game."),
        ("opponent", "Your opponent's board makes an estimated 3 points more by the end of the game."),
        ("start", "Your opponent starts the next round, which is worth an estimated 3 points."),
    ],
)
def test_the_board_on_which_good_lines_lose_is_named(part: str, text: str) -> None:
    assert graded_with(Apart({}, 9.0, shared(**{part: -3.0})), stderr=2.0, parts={"future": -4.0}) == [text]
    assert graded_with(Apart({}, 9.0, shared(**{part: -3.0})), stderr=2.0, parts={"future": -9.0}) == [NO_CAUSE]


@pytest.mark.parametrize(
    ("lost", "whole", "stderr", "named"),
    [
        (5.0, -5.0, 1.0, True),
        (8.7, -2.5, 1.0, False),
        (5.0, -8.0, 1.0, False),
        (6.0, -4.5, 1.0, False),
        (2.0, 0.1, 5.0, False),
        # A loss without an error: a quarter of it.
        (4.9, -4.5, 0.0, True),
        (5.5, -4.5, 0.0, False),
        (4.0, -5.5, 0.0, False),
    ],
)
def test_a_board_is_named_only_if_its_parts_add_up_to_the_loss(
    lost: float, whole: float, stderr: float, named: bool
) -> None:
    sides = shared(own=-lost) | {"whole": whole}
    said, *_ = graded_with(Apart({}, 9.0, sides), stderr=stderr, parts={"future": -4.2}, verdict="mistake")
    text = f"Your own board makes an estimated {lost:g} points less by the end of the game."
    assert said == (text if named else NO_CAUSE)


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("opponent", "your opponent's board makes 1.5 points less"),
        ("start", "you start the next round, which is worth 1.5 points"),
    ],
)
def test_what_makes_up_for_a_good_share_of_what_a_board_loses_is_named(part: str, text: str) -> None:
    own = "Your own board makes an estimated 4 points less by the end of the game"
    sides = shared(own=-4.0, **{part: 1.5})
    assert graded_with(Apart({}, 9.0, sides), stderr=2.0, parts={"future": -3.0}) == [f"{own}; against that, {text}."]
    # What the named part gains this round is not said again.
    apart = Apart({"opponent_expected_points": -1.0}, 9.0, shared(own=-4.0, opponent=1.5))
    assert len(graded_with(apart, stderr=2.0, parts={"future": -4.0, "opponent_tiling": 1.0})) == 1
    sides = shared(own=-4.0, **{part: 0.7})
    assert graded_with(Apart({}, 9.0, sides), stderr=2.0, parts={"future": -3.3}) == [f"{own}."]


def test_points_that_a_named_board_loses_this_round_are_said_once() -> None:
    parts = {"penalties": -10.0, "opponent_tiling": -1.0}
    steady = {"penalties": -10.0, "opponent_expected_points": 1.0}
    assert graded_with(Apart(steady, 9.0, shared(own=-12.0)), stderr=3.0, parts=parts) == [
        "Your own board makes an estimated 12 points less by the end of the game, of which 10 points on the floor line this round.",
        "Your move leaves your opponent 1 point more this round than the best one.",
    ]
    found = graded_with(Apart({"penalties": -2.0}, 9.0, shared(own=-2.0)), stderr=0.0, parts={"penalties": -2.0})
    own = "Your own board makes an estimated 2 points less by the end of the game"
    assert found == [f"{own}, all of it on the floor line this round."]
    floor = "In the lines shown, your floor line costs 10 points more."
    assert graded_with(Apart(steady, 9.0, shared(own=-9.0)), stderr=3.0, parts=parts) == [
        f"Your own board makes an estimated 9 points less by the end of the game. {floor}",
        "Your move leaves your opponent 1 point more this round than the best one.",
    ]


def test_the_next_round_is_named_where_no_board_is() -> None:
    found = graded_with(Apart({}, 9.0, {}, next_round=-2.5), stderr=1.0, parts={"future": -4.0})
    assert found == ["Played on with the same refills, you are an estimated 2.5 points worse off after the next round."]


def test_the_next_round_is_not_said_to_lose_many_times_the_loss() -> None:
    for lost, named in ((2.4, True), (2.6, False)):
        first = graded_with(Apart({}, 9.0, {}, next_round=-lost), stderr=5.0, parts={"future": -1.0})[0]
        assert first.startswith("Played on") == named


@pytest.mark.parametrize(("lost", "named"), [(4.9, True), (5.1, False)])
def test_the_next_round_is_not_said_to_lose_more_than_the_loss_and_its_error(lost: float, named: bool) -> None:
    (found,) = graded_with(Apart({}, 9.0, {}, next_round=-lost), stderr=1.0, parts={"future": -4.0})
    assert found.startswith("Played on") == named


def test_reasons_of_a_loss_within_the_error_end_with_the_gap() -> None:
    gap = "All in all too close to call: the gap to the best move, 1 point, is within the error."
    (found,) = graded_with(Apart({}, 9.0, shared(own=-2.5)), stderr=2.0, parts={"future": -1.0})
    back = "All else together gives back 1.5 points."
    assert found == f"Your own board makes an estimated 2.5 points less by the end of the game. {back} {gap}"
    penalties = graded_with(Apart({"penalties": -2.0}, 9.0), stderr=2.0, parts={"penalties": -2.0, "future": 1.0})
    floor = "Your move is expected to cost 2 points more on the floor line this round."
    assert penalties == [floor, f"All else together gives back 1 point. {gap}"]
    assert graded_with(Apart({}, 9.0), stderr=2.0, parts={"future": -1.0}) == [
        "Too close to call: the gap to the best move, 1 point, is within the error."
    ]


def test_an_undecided_loss_beyond_its_error_is_given_with_the_doubt_that_is_shown_beside_it() -> None:
    sides = Apart({}, 9.0, shared(own=-2.5))
    (found,) = graded_with(sides, stderr=2.0, parts={"future": -3.0}, verdict="undecided")
    assert found.endswith(" All in all too close to call: 3 points behind the best move, give or take 4.")
    assert graded_with(Apart({}, 9.0), stderr=2.0, parts={"future": -3.0}, verdict="undecided") == [
        "Too close to call: 3 points behind the best move, give or take 4."
    ]


def test_an_undecided_loss_beyond_the_error_that_is_shown_is_worse_and_only_how_bad_is_open() -> None:
    (found,) = graded_with(Apart({}, 9.0), stderr=1.0, parts={"future": -3.0}, verdict="undecided")
    assert found == "Probably worse, but how bad is open: 3 points behind the best move, give or take 2."


def test_what_is_in_favour_of_a_move_comes_before_what_both_come_to() -> None:
    parts = {"opponent_tiling": 2.0, "future": -3.0}
    said = graded_with(
        Apart({"opponent_expected_points": -1.0}, 9.0, shared(own=-2.5)), stderr=2.0, parts=parts, verdict="good"
    )
    assert [text.split(":")[0] for text in said] == [
        "Your own board makes an estimated 2.5 points less by the end of the game.",
        "In its favour",
    ]
    assert said[1].endswith(" All in all about as good: the gap to the best move, 1 point, is within the error.")


def test_a_move_that_is_blamed_is_not_too_close_to_call() -> None:
    found = graded_with(Apart({}, 9.0, shared(own=-2.5)), stderr=2.0, parts={"future": -1.0}, verdict="mistake")
    own = "Your own board makes an estimated 2.5 points less by the end of the game."
    assert found == [own, "All else together gives back 1.5 points."]
    # The whole loss is at most 3 points within its error.
    over = Apart({}, 9.0, shared(own=-3.0))
    assert graded_with(over, stderr=2.0, parts={"future": -1.0}, verdict="mistake") == [NO_CAUSE]


def test_a_loss_within_its_error_is_not_explained_by_a_part_larger_than_both() -> None:
    apart = Apart({"opponent_expected_points": 1.0}, 9.0)
    for lost, named in ((2.9, True), (3.1, False)):
        parts = {"opponent_tiling": -lost, "score": lost - 1.0}
        said = graded_with(apart, stderr=2.0, parts=parts)
        assert said[0].startswith("Your move leaves your opponent") == named


def test_losses_that_come_to_more_than_the_whole_are_named_with_the_largest_gain() -> None:
    parts = {"future": -3.0, "penalties": -4.0, "opponent_tiling": -2.0, "tiling": 5.0, "bonuses": 1.0}
    steady = {name: 1.0 if value > 0 else -1.0 for name, value in parts.items()} | {"opponent_expected_points": 1.0}
    said = graded_with(Apart(steady, 0.5), stderr=1.0, parts=parts)
    assert said == [
        "It costs an estimated 3 points in later rounds.",
        "Your move is expected to cost 4 points more on the floor line this round.",
        "In its favour: your move scores 5 points more when tiles go to the wall.",
    ]


def test_what_makes_up_for_losses_in_no_steady_way_is_said_as_one_sum() -> None:
    parts = {"penalties": -9.0, "opponent_tiling": -1.0, "future": 7.0}
    apart = Apart({"penalties": -1.0, "opponent_expected_points": 1.0}, 9.0)
    assert graded_with(apart, stderr=2.0, parts=parts) == [
        "Your move is expected to cost 9 points more on the floor line this round.",
        "Your move leaves your opponent 1 point more this round than the best one.",
        "All else together gives back 7 points.",
    ]
    for future, sentences_on_it in ((1.9, 2), (2.2, 3)):
        # Less than a fifth of what is named needs no sentence of its own within the error.
        said = graded_with(apart, stderr=3.4, parts=parts | {"future": future}, verdict="mistake")
        assert len(said) == sentences_on_it


def test_a_board_or_the_next_round_counts_with_its_own_points_against_the_loss() -> None:
    parts = {"penalties": -0.9, "future": -3.1}
    said = graded_with(Apart({"penalties": -1.0}, 9.0, {}, next_round=-2.0), stderr=0.1, parts=parts)
    assert said == [
        "Played on with the same refills, you are an estimated 2 points worse off after the next round.",
        "Your move is expected to cost 0.9 points more on the floor line this round.",
    ]
    parts = {"opponent_tiling": -3.0, "future": -7.0}
    for own, rest in ((8.0, []), (10.5, ["All else together gives back 3.5 points."])):
        apart = Apart({"opponent_expected_points": 1.0}, 9.0, shared(own=-own) | {"whole": -10.0})
        assert graded_with(apart, stderr=0.6, parts=parts, verdict="mistake") == [
            f"Your own board makes an estimated {own:g} points less by the end of the game.",
            "Your move leaves your opponent 3 points more this round than the best one.",
            *rest,
        ]


def test_less_than_what_is_in_favour_of_a_move_does_not_explain_its_loss() -> None:
    for gained, explained in ((2.4, True), (2.6, False)):
        parts = {"penalties": -2.0, "tiling": gained, "future": -1.5}
        said = graded_with(Apart({"penalties": -1.0, "tiling": 1.0}, 9.0), stderr=1.0, parts=parts)
        assert said[0].startswith("Your move is expected to cost 2 points more") == explained


def test_a_good_move_within_the_error_is_about_as_good() -> None:
    assert graded_with(Apart({}, 9.0), stderr=2.0, parts={"future": -1.0}, verdict="good") == [
        "About as good: the gap to the best move, 1 point, is within the error."
    ]
    (found,) = graded_with(Apart({}, 9.0, shared(own=-2.5)), stderr=2.0, parts={"future": -1.0}, verdict="good")
    assert found.endswith(" All in all about as good: the gap to the best move, 1 point, is within the error.")


def test_a_tie_is_about_as_good() -> None:
    assert graded_with(Apart({}, 9.0), stderr=1.0, parts={"future": 0.0}, verdict="best") == [
        "Both moves are about as good."
    ]
    found = graded_with(Apart({}, 9.0), stderr=1.0, parts={"future": 0.0})
    assert found == ["Too close to call: both moves are about as good."]


@pytest.mark.parametrize(("verdict", "said"), [("undecided", "Too close to call"), ("mistake", NO_CAUSE)])
def test_the_first_player_token_is_no_cause_of_a_loss(verdict: Verdict, said: str) -> None:
    user = candidate("user", {"future": -2.0}, {"takes_first_player_token": 1.0})
    found = graded_loss(user, candidate("best", {}, {}), stderr=3.0, evidence=Apart({}, 9.0), verdict=verdict)
    first, *others = [item.text for item in sentences(found)]
    assert first.startswith(said)
    assert [text.startswith("Your move takes the first-player token") for text in others] == [
        verdict == "mistake"
    ] * len(others)
    assert len(others) == (verdict == "mistake")


def test_what_is_lost_after_the_next_round_contains_what_this_one_loses() -> None:
    parts = {"penalties": -0.9, "future": -3.1}
    said = graded_with(Apart({"penalties": -1.0}, 9.0, next_round=-4.05), stderr=0.1, parts=parts)
    assert [text.split()[0] for text in said] == ["Played", "Your"], "nothing is given back"


def test_tiles_on_the_floor_line_are_named_without_their_points_beside_a_board_that_contains_them() -> None:
    apart = Apart({"penalties": -1.0}, 9.0, shared(own=-4.9))
    floor = Fact("Your move puts 2 tiles on your floor line, the best move 1 tile.", 2, floor=True)
    said = graded_with(apart, stderr=2.5, parts={"penalties": -4.0, "future": -3.0}, certain=[floor])
    assert said == [
        "Your own board makes an estimated 4.9 points less by the end of the game, of which 4 points on the floor line this round.",
        floor.text,
    ]


def test_all_else_is_not_counted_beside_what_the_next_round_played_out_loses() -> None:
    parts = {"opponent_tiling": 2.0, "future": -5.0}
    evidence = Apart({"opponent_expected_points": -1.0}, 99.0, {}, next_round=-3.0)
    ends: list[tuple[Verdict, str]] = [
        ("undecided", " All in all too close to call: 3 points behind"),
        ("mistake", ""),
    ]
    for verdict, end in ends:
        first, last = graded_with(evidence, stderr=2.0, parts=parts, verdict=verdict)
        assert first.startswith("Played on with the same refills")
        assert last.startswith(f"In its favour: your move leaves your opponent 2 points less.{end}")
        assert "All else" not in last


def test_that_no_other_cause_stands_out_ends_the_card() -> None:
    fact = Fact("Your move completes line 2, the best move the longer line 4.", 1)
    free = Fact("Your move begins line 2, the best move adds to line 4.", 0)
    steady = Apart({"opponent_expected_points": 1.0, "tiling": 1.0}, 99.0)
    against, favour = {"opponent_tiling": -0.9, "future": -5.0}, {"tiling": 3.0, "future": -9.0}
    denial = "Your move leaves your opponent 0.9 points more this round than the best one."
    gain = "In its favour: your move scores 3 points more when tiles go to the wall."

    def said(parts: dict[str, float], certain: Fact) -> list[str]:
        return graded_with(steady, stderr=1.0, parts=parts, verdict="mistake", certain=[certain])

    assert said({"future": -6.0}, fact) == [f"{fact.text} {NO_OTHER_CAUSE}"]
    assert said({"future": -6.0}, free) == [f"{free.text} {NO_CAUSE}"], "what costs nothing is no cause"
    for certain in (fact, free):
        assert said(against, certain) == [certain.text, f"{denial} {NO_OTHER_CAUSE}"]
        assert said(favour, certain) == [certain.text, f"{gain} {NO_CAUSE}"], "a gain is no cause"


def test_tiles_on_the_floor_line_and_a_gain_end_with_no_single_cause() -> None:
    floor = Fact("Your move puts 1 tile on your floor line, the best move none.", 1, floor=True)
    parts = {"tiling": 3.0, "penalties": -1.0, "future": -8.0}
    said = graded_with(Apart({"tiling": 1.0}, 99.0), stderr=1.0, parts=parts, verdict="mistake", certain=[floor])
    gain = "In its favour: your move scores 3 points more when tiles go to the wall."
    assert said == [floor.text, gain, NO_CAUSE]


def test_a_move_that_puts_tiles_on_the_floor_line_and_pays_less_there_says_whose_tiles_follow() -> None:
    floor = Fact("Your move puts 1 tile on your floor line, the best move none.", 1, floor=True)
    steady = Apart({"penalties": 1.0}, 99.0)
    parts = {"penalties": 2.0, "future": -6.0}
    (first, *_) = graded_with(steady, stderr=0.5, parts=parts, verdict="mistake", certain=[floor])
    assert first.startswith(
        f"{floor.text} In its favour: by the end of the round the best move is expected to cost 2 points more there."
    )


def test_who_starts_the_next_round_is_said_once_beside_tiles_on_the_floor_line() -> None:
    floor = Fact("Your move puts 1 tile on your floor line, the best move none.", 1, floor=True)
    changes = {"takes_first_player_token": -1.0, "starts_next_round": -1.0}
    found = graded_loss(
        candidate("user", {"penalties": -1.0, "future": -5.0}, changes),
        candidate("best", {}, {}),
        evidence=Apart({}, 99.0),
        verdict="mistake",
    )
    said = [item.text for item in sentences(found, [floor])]
    when = "When this round is over, your opponent starts the next round."
    assert said == [floor.text, f"{NO_OTHER_CAUSE} {when}"]


def test_pattern_lines_that_are_completed_fewer_stand_beside_what_all_else_costs() -> None:
    sides = {"own": 0.0, "opponent": -2.82, "start": 0.0, "whole": -7.0}
    features = {"expected_completions": -1.0}
    best, completed = candidate("best", {}, {}), "The best move completes 1 pattern line more this round."
    for floor, rest in ((0.0, ["All else together costs 4.2 points.", completed]), (-0.6, None)):
        user = candidate("user", {"penalties": floor, "future": -7.0 - floor}, features)
        steady = {"penalties": floor, "expected_completions": -1.0}
        found = graded_loss(user, best, evidence=Apart(steady, 9.0, sides), verdict="mistake")
        facts = [Fact("Your move puts 1 tile on your floor line, the best move none.", 1, floor=True)] if floor else []
        said = [item.text for item in sentences(found, facts)]
        assert said[0].startswith("Your opponent's board makes an estimated 2.8 points more")
        assert len(said) <= 3
        if rest is not None:
            assert said[1:] == rest
        else:
            # Three sentences are full: what is completed ends the last one.
            assert said[1].startswith("Your move puts 1 tile on your floor line")
            assert said[2] == f"All else together costs 3.6 points. {completed}"


def test_a_token_that_the_user_takes_later_does_not_speak_for_the_best_move() -> None:
    leaves = "The best move takes the first-player token and so starts the next round."
    for starts, named in ((-1.0, True), (0.0, False)):
        changes = {"takes_first_player_token": -1.0, "starts_next_round": starts}
        user = candidate("user", {"penalties": -2.0}, changes | {"expected_floor_penalty": 2.0})
        evidence = Apart({"penalties": -2.0, "starts_next_round": starts, "takes_first_player_token": -1.0}, 9.0)
        found = graded_loss(user, candidate("best", {}, {}), evidence=evidence, verdict="mistake")
        assert (leaves in [item.text for item in sentences(found)]) == named
