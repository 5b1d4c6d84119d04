"""Azul's feedback: it agrees with the numbers beside it, and says nothing within the error."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import Candidate, Metadata, Reason, Result
from py_engine.games.azul.coaching.feedback import explain, sentences
from py_engine.games.azul.rules.state import AzulAction, AzulState
from py_engine.games.azul.search.lines import Apart
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.games.azul import oracle, reference_features
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, move, position

KINDS = ("score", "tiling", "penalties", "opponent_tiling", "opponent_penalties", "bonuses", "future")
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


def test_feedback_omits_later_rounds_if_small_or_in_favour() -> None:
    for future in (-1.0, 2.0):
        found = feedback_on(0.5, {"future": future, "penalties": -4.0}, tiles_on_unfinished_lines=-2)
        assert [category for category, _, _ in found] == ["floor_penalty"]


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
    if 0 < -graded["delta_ev"] <= graded["delta_stderr"]:
        assert set(said) == {"overall"}
        return
    if user == graded["best_action"]:
        assert said == {"overall": 0.0}
        return
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
    none = Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="search")
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
        metadata=none,
        evidence=Apart({}, 9.0),
    )
    (said,) = explain(
        Request(state, 0, EvaluatorParams(evaluator_seed=1), AzulAction.model_validate(user)), graded
    ).feedback
    assert said.text == (
        "By learnt value: no single cause. The move itself puts 1 tile on your floor line, the best move none."
    )
    (said,) = sentences(graded, lambda _action: 1)
    assert said.text == "By learnt value: no single cause."
