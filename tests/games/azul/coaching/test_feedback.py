"""Azul's feedback: it agrees with the numbers beside it, and says nothing within the error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from py_engine.core.contract import EvaluatorParams, Verdict
from py_engine.core.request import Request
from py_engine.core.results import Candidate, Metadata, Reason, Result
from py_engine.games.azul.coaching.certain import Fact
from py_engine.games.azul.coaching.feedback import explain, sentences
from py_engine.games.azul.rules.state import AzulAction, AzulState
from py_engine.games.azul.search.lines import Apart
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.games.azul import oracle, reference_features
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, move, position

KINDS = ("score", "tiling", "penalties", "opponent_tiling", "opponent_penalties", "bonuses", "future")
NO_CAUSE = "By learnt value: no single cause."
BLAME = ("inaccuracy", "mistake", "blunder")
FEATURES = (
    "expected_floor_penalty",
    "expected_completions",
    "expected_adjacency_points",
    "expected_tiles_to_floor",
    "opponent_expected_points",
    "takes_first_player_token",
    "tiles_on_unfinished_lines",
    "opponent_tiles_on_unfinished_lines",
    "tiles_in_fullest_column",
    "tiles_of_fullest_color",
    "starts_next_round",
)


def candidate(action: Any, parts: dict[str, float], features: dict[str, float]) -> Candidate:
    assert set(parts) <= set(KINDS)
    assert set(features) <= set(FEATURES)
    return Candidate(
        action,
        sum(parts.values()),
        rollouts=0,
        stderr=0.0,
        reasons=[Reason(code, code, parts.get(code, 0.0)) for code in KINDS],
        features={name: features.get(name, 0.0) for name in FEATURES},
    )


def feedback_on(stderr: float, parts: dict[str, float], **features: float) -> list[tuple[str, str, float]]:
    """The feedback on a move that differs in these parts and features from a best move where all are 0."""
    user, best = candidate("user", parts, features), candidate("best", {}, {})
    graded = Result(
        best_action="best",
        best_action_ev=0.0,
        user_action="user",
        user_action_ev=user.ev,
        delta_ev=user.ev,
        delta_stderr=stderr,
        candidates=[best, user],
        win_probability=None,
        grade="MISS",
        too_close=-user.ev < 2 * stderr,
        confidence=1.0,
        feedback=(),
        metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="search"),
    )
    return [(item.category, item.text, item.delta) for item in sentences(graded)]


def test_feedback_is_too_close_to_call_if_the_error_exceeds_the_loss() -> None:
    parts = {"penalties": -3.0, "tiling": 1.0}
    close = feedback_on(2.5, parts, expected_floor_penalty=3.0)
    assert close == [("overall", "Too close to call: the gap to the best move, 2 points, is within the error.", -2.0)]
    assert [category for category, _, _ in feedback_on(1.9, parts, expected_floor_penalty=3.0)] == [
        "floor_penalty",
        "adjacency",
    ]


def test_feedback_names_a_large_loss_in_later_rounds_first() -> None:
    found = feedback_on(
        0.5,
        {"future": -3.0, "tiling": -1.0},
        tiles_on_unfinished_lines=-2,
        tiles_in_fullest_column=-1,
        starts_next_round=-1,
    )
    assert found[0] == (
        "overall",
        (
            "It costs an estimated 3 points in later rounds. When this round is over, your opponent starts the next "
            "round and you have 2 tiles fewer on unfinished lines."
        ),
        -3.0,
    )
    assert found[1][0] == "adjacency"
    assert feedback_on(0.5, {"future": -3.0}) == [("overall", "It costs an estimated 3 points in later rounds.", -3.0)]


def test_later_rounds_that_cost_more_than_the_whole_loss_come_with_what_makes_up_for_it() -> None:
    ((_, text, _),) = feedback_on(0.5, {"future": -7.0, "score": 3.5})
    assert text == "It costs an estimated 7 points in later rounds. This round gives back 3.5 points."
    later, floor = feedback_on(0.5, {"future": -7.0, "penalties": 3.5})
    assert later[1] == "It costs an estimated 7 points in later rounds."
    assert floor[1].startswith("In its favour")


def test_feedback_omits_later_rounds_if_small_or_in_favour() -> None:
    small, favour = (
        feedback_on(0.5, {"future": future, "penalties": -4.0}, tiles_on_unfinished_lines=-2) for future in (-1.0, 2.0)
    )
    assert [category for category, _, _ in small] == ["floor_penalty"]
    assert [category for category, _, _ in favour] == ["floor_penalty", "rest"]
    assert favour[-1] == ("rest", "All else together gives back 2 points.", 2.0)


def test_feedback_gives_the_points_of_the_reasons_at_a_score_of_zero() -> None:
    # Six penalty points, of which a score of two loses two.
    ((category, text, delta),) = feedback_on(0.5, {"penalties": -2.0}, expected_floor_penalty=6.0)
    assert (category, delta) == ("floor_penalty", 2.0)
    assert "2 points" in text


def test_denial_combines_the_opponents_tiling_and_penalties() -> None:
    ((category, text, _),) = feedback_on(0.5, {"opponent_tiling": -4.0, "opponent_penalties": 1.0})
    assert category == "denial"
    assert "3 points" in text


def test_feedback_gives_bonuses_in_points() -> None:
    found = feedback_on(0.5, {"bonuses": -7.0}, expected_completions=-1.0)
    assert found == [("line_completion", "The best move gains 7 points more from rows, columns and colours.", -7.0)]


def assert_says_once_that_it_is_close(texts: list[str], *, close: bool) -> None:
    """A card without reasons is only that; in one with reasons it stands at the end of a sentence, or in one of its own."""
    starts = ("Too close to call: ", "About as good: ", "Both moves are about as good.")
    alone = [text for text in texts if text.startswith(starts)]
    after = [text for text in texts if "All in all" in text]
    assert len(alone) + len(after) == close
    assert not alone or len(texts) == 1
    assert " ".join(texts).lower().count("too close to call") <= close


@given(reference_features.positions(), strategies.choices())
@settings(max_examples=25)
def test_feedback_of_a_search_agrees_with_its_reasons(state: State, choice: int) -> None:
    legal = ask("list_legal_actions", state, state["active_player_id"])
    user = legal[choice % len(legal)]
    params = {"evaluator_seed": 1, "evaluator": "search", "time_budget_ms": LONG, "max_work": 800}
    graded = ask("grade_user_action", state, state["active_player_id"], user, params)
    by_action = {str(c["action"]): c for c in graded["candidates"]}
    own, best = (
        {reason["code"]: reason["value"] for reason in by_action[str(action)]["reasons"]}
        for action in (user, graded["best_action"])
    )
    apart = {code: own.get(code, 0.0) - best.get(code, 0.0) for code in (*own, "unresolved")}
    said = {item["category"]: item["delta"] for item in graded["feedback"]}
    assert len(said) == len(graded["feedback"]) <= 3
    if user == graded["best_action"]:
        assert said == {"overall": 0.0}
        return
    within = -graded["delta_ev"] <= graded["delta_stderr"] and graded["verdict"] not in BLAME
    close = within or graded["verdict"] == "undecided"
    assert_says_once_that_it_is_close([item["text"] for item in graded["feedback"]], close=close)
    expected = {
        "floor_penalty": -apart["penalties"],
        "adjacency": apart["tiling"],
        "denial": -apart["opponent_tiling"] - apart["opponent_penalties"],
    }
    for category in said.keys() & expected.keys():
        assert said[category] == pytest.approx(expected[category])
    if said.get("overall", 0.0) not in {0.0, graded["delta_ev"]}:
        assert said["overall"] in {apart["future"], apart["unresolved"]}
        assert said["overall"] <= graded["delta_ev"] / 2


@given(strategies.reachable(), strategies.choices())
@settings(max_examples=40)
def test_feedback_names_the_largest_differences(state: State, choice: int) -> None:
    moves = oracle.legal_moves(state)
    user = moves[choice % len(moves)]
    params = {"evaluator_seed": 1, "time_budget_ms": LONG, "rollouts_per_action": 8}
    graded = ask("grade_user_action", state, state["active_player_id"], user, params)
    feedback = graded["feedback"]
    assert 1 <= len(feedback) <= 3
    categories = [item["category"] for item in feedback]
    assert len(set(categories)) == len(categories)
    if user == graded["best_action"]:
        assert categories == ["overall"]
        return
    by_action = {str(c["action"]): c["features"] for c in graded["candidates"]}
    own, best = by_action[str(user)], by_action[str(graded["best_action"])]
    named = {
        "floor_penalty": ("expected_floor_penalty", 0.5),
        "wasted_tiles": ("expected_tiles_to_floor", 0.5),
        "line_completion": ("expected_completions", 0.1),
        "adjacency": ("expected_adjacency_points", 0.5),
        "first_player_token": ("takes_first_player_token", 0.0),
        "denial": ("opponent_expected_points", 0.5),
    }
    for item in feedback:
        if item["category"] == "overall":
            assert item["delta"] == graded["delta_ev"]
            continue
        feature, threshold = named[item["category"]]
        assert item["delta"] == own[feature] - best[feature]
        assert abs(item["delta"]) > threshold
    worse = {name: own[feature] - best[feature] for name, (feature, _) in named.items()}
    worse |= {name: -worse[name] for name in ("line_completion", "adjacency")}
    worse["first_player_token"] = abs(worse["first_player_token"])
    against = [name for name in named if worse[name] > named[name][1]]
    in_favour = [name for name in named if -worse[name] > named[name][1]]
    assert (categories == ["overall"]) == (not against and not in_favour)
    first = categories[: len(against)]
    assert set(first) <= set(against), "losses come first"


def test_a_blunder_is_graded_miss_with_its_reasons() -> None:
    state = position(board(score=30, lines={4: ("Blue", 1)}, wall=[(3, 3)]), board(score=30), factories=[{"Blue": 4}])
    params = {"evaluator_seed": 1, "evaluator": "search", "evaluator_options": {"horizon": "round"}}
    graded = ask("grade_user_action", state, 0, move(0, "Blue", None), params)
    # Completing the fifth line is 1 point; four tiles on the floor are -6.
    assert graded["best_action"] == move(0, "Blue", 4)
    assert (graded["delta_ev"], graded["grade"], graded["confidence"]) == (-7.0, "MISS", 1.0)
    assert {item["category"] for item in graded["feedback"]} == {"floor_penalty", "line_completion", "adjacency"}


@pytest.mark.parametrize("evaluator", ["random", "greedy", "mixed", "heuristic", "alpha_beta"])
def test_evaluators_without_features_give_no_feedback(evaluator: str) -> None:
    state = strategies.reachable_state(3, 0.0, 0.5)
    for user in oracle.legal_moves(state)[:3]:
        params = {"evaluator_seed": 1, "evaluator": evaluator, "time_budget_ms": LONG}
        graded = ask("grade_user_action", state, state["active_player_id"], user, params)
        assert (graded["grade"] is None) == (evaluator != "alpha_beta")
        assert graded["feedback"] == []


def test_where_good_lines_agree_in_nothing_the_tiles_that_the_move_floors_are_named() -> None:
    state = AzulState.model_validate(
        position(board(lines={4: ("Blue", 1)}), board(), factories=[{"Blue": 4}, {"Red": 4}])
    )
    user, best = move(0, "Blue", 2), move(0, "Blue", 4)
    found = [candidate(best, {}, {}), candidate(user, {"tiling": -4.0}, {})]
    graded = Result(
        best_action=best,
        best_action_ev=0.0,
        user_action=user,
        user_action_ev=-4.0,
        delta_ev=-4.0,
        delta_stderr=1.0,
        candidates=found,
        win_probability=None,
        grade="MISS",
        too_close=False,
        confidence=1.0,
        feedback=(),
        metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="search"),
        evidence=Apart({}, 9.0),
    )
    request = Request(state, 0, EvaluatorParams(evaluator_seed=1), AzulAction.model_validate(user))
    (said,) = explain(request, graded).feedback
    verdicts: list[Verdict] = ["undecided", "inaccuracy", "blunder"]
    marked = [explain(request, replace(graded, too_close=True, verdict=each)).too_close for each in verdicts]
    assert marked == [True, False, False], "what is blamed is not too close to call"
    only = "The move itself puts 1 tile on your floor line, the best move none."
    assert said.text == f"{NO_CAUSE} {only}"
    assert [each.text for each in sentences(graded)] == [NO_CAUSE]


@pytest.mark.parametrize(("loss", "cause"), [(1.4, True), (2.0, False)])
def test_what_a_move_does_by_itself_is_a_cause_only_of_what_it_can_cost(loss: float, cause: bool) -> None:
    facts = [Fact("The move itself puts 1 tile on your floor line, the best move none.", 1)]
    (said,) = graded_with(Apart({}, 9.0), stderr=0.5, parts={"future": -loss}, certain=facts)
    assert said == (facts[0].text if cause else f"{NO_CAUSE} {facts[0].text}")


def graded_with(
    evidence: Apart,
    *,
    stderr: float,
    parts: dict[str, float],
    verdict: Verdict | None = None,
    certain: Sequence[Fact] = (),
) -> list[str]:
    """The sentences on a move that loses these parts, where lines agree in the evidence only; undecided within the error."""
    user, best = candidate("user", parts, {}), candidate("best", {}, {})
    verdict = verdict or ("undecided" if -user.ev <= stderr else "inaccuracy")
    graded = Result(
        best_action="best",
        best_action_ev=0.0,
        user_action="user",
        user_action_ev=user.ev,
        delta_ev=user.ev,
        delta_stderr=stderr,
        candidates=[best, user],
        win_probability=None,
        grade="MISS",
        too_close=False,
        confidence=1.0,
        feedback=(),
        metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="search"),
        evidence=evidence,
        verdict=verdict,
    )
    return [item.text for item in sentences(graded, certain)]


def shared(**parts: float) -> dict[str, float]:
    """The parts of a difference, and the whole that they add up to."""
    return {"own": 0.0, "opponent": 0.0, "start": 0.0} | parts | {"whole": sum(parts.values())}


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
    (said,) = graded_with(Apart({}, 9.0, sides), stderr=stderr, parts={"future": -4.2}, verdict="mistake")
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
    sides = shared(own=-4.0, **{part: 0.9})
    assert graded_with(Apart({}, 9.0, sides), stderr=2.0, parts={"future": -3.0}) == [f"{own}."]


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
    assert graded_with(Apart(steady, 9.0, shared(own=-9.0)), stderr=3.0, parts=parts) == [
        "Your own board makes an estimated 9 points less by the end of the game.",
        "Your move leaves your opponent 1 point more this round than the best one.",
    ]


def test_the_next_round_is_named_where_no_board_is() -> None:
    found = graded_with(Apart({}, 9.0, {}, next_round=-2.5), stderr=1.0, parts={"future": -4.0})
    assert found == ["Played on with the same refills, the next round ends 2.5 points worse for you."]


def test_reasons_of_a_loss_within_the_error_end_with_the_gap() -> None:
    gap = "All in all too close to call: the gap to the best move, 1 point, is within the error."
    (found,) = graded_with(Apart({}, 9.0, shared(own=-2.5)), stderr=2.0, parts={"future": -1.0})
    assert found == f"Your own board makes an estimated 2.5 points less by the end of the game. {gap}"
    penalties = graded_with(Apart({"penalties": -2.0}, 9.0), stderr=2.0, parts={"penalties": -2.0, "future": 1.0})
    assert penalties == ["Your move is expected to cost 2 points more on the floor line this round.", gap]
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


def test_a_move_that_is_blamed_is_not_too_close_to_call() -> None:
    found = graded_with(Apart({}, 9.0, shared(own=-2.5)), stderr=2.0, parts={"future": -1.0}, verdict="mistake")
    assert found == ["Your own board makes an estimated 2.5 points less by the end of the game."]
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
    assert len(graded_with(apart, stderr=3.4, parts=parts, verdict="mistake")) == 2


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
