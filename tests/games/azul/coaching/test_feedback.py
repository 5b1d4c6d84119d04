"""What the coach of Azul says of a move: the numbers beside it, in words, and nothing where the error is larger."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from py_engine.games.azul.coaching.feedback import sentences
from py_engine.games.azul.knowledge.model_error import END_ERROR, ROUND_ERROR, model_error
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.games.azul import slow_features as azul_told
from tests.games.azul.oracle import State

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


def candidate(action: str, parts: dict[str, float], features: dict[str, float]) -> dict[str, Any]:
    assert set(parts) <= set(KINDS)
    assert set(features) <= set(FEATURES)
    return {
        "action": action,
        "ev": sum(parts.values()),
        "reasons": [{"code": code, "label": code, "value": parts.get(code, 0.0)} for code in KINDS],
        "features": {name: features.get(name, 0.0) for name in FEATURES},
    }


def told(stderr: float, parts: dict[str, float], **features: float) -> list[tuple[str, str, float]]:
    """What is said of a move that differs from a best one of no parts at all in these ways."""
    user, best = candidate("user", parts, features), candidate("best", {}, {})
    found = {
        "user_action": "user",
        "best_action": "best",
        "delta_ev": user["ev"],
        "delta_stderr": stderr,
        "too_close": -user["ev"] < 2 * stderr,
        "best_action_ev": 0.0,
        "candidates": [best, user],
    }
    return [(item["category"], item["text"], item["delta"]) for item in sentences(found)]


def test_where_the_error_is_larger_than_the_loss_nothing_is_made_of_it() -> None:
    parts = {"penalties": -3.0, "tiling": 1.0}
    close = told(2.5, parts, expected_floor_penalty=3.0)
    assert close == [
        ("overall", "Too close to call: what separates it from the best move, 2 points, is within the error.", -2.0)
    ]
    assert [category for category, _, _ in told(1.9, parts, expected_floor_penalty=3.0)] == [
        "floor_penalty",
        "adjacency",
    ]


def test_what_is_lost_in_later_rounds_comes_first_and_says_how() -> None:
    found = told(
        0.5,
        {"future": -3.0, "tiling": -1.0},
        tiles_on_unfinished_lines=-2,
        tiles_in_fullest_column=-1,
        starts_next_round=-1,
    )
    assert found[0] == (
        "overall",
        (
            "It costs 3 points in later rounds, by estimate. When this round is over, your opponent starts the next "
            "round and you have 2 tiles fewer on unfinished lines."
        ),
        -3.0,
    )
    assert found[1][0] == "adjacency"
    assert told(0.5, {"future": -3.0}) == [("overall", "It costs 3 points in later rounds, by estimate.", -3.0)]


def test_a_part_that_is_small_or_in_favour_is_not_said_to_lie_in_later_rounds() -> None:
    for future in (-1.0, 2.0):
        found = told(0.5, {"future": future, "penalties": -4.0}, tiles_on_unfinished_lines=-2)
        assert [category for category, _, _ in found] == ["floor_penalty"]


def test_points_are_those_of_the_reasons_where_the_score_stops_at_nothing() -> None:
    # Six penalty points, of which a score of two loses two.
    ((category, text, delta),) = told(0.5, {"penalties": -2.0}, expected_floor_penalty=6.0)
    assert (category, delta) == ("floor_penalty", 2.0)
    assert "2 points" in text


def test_both_of_the_opponents_kinds_are_what_is_denied() -> None:
    ((category, text, _),) = told(0.5, {"opponent_tiling": -4.0, "opponent_penalties": 1.0})
    assert category == "denial"
    assert "3 points" in text


def test_bonuses_are_told_in_points() -> None:
    found = told(0.5, {"bonuses": -7.0}, expected_completions=-1.0)
    assert found == [("line_completion", "The best move brings 7 points more of rows, columns and colours.", -7.0)]


@given(azul_told.positions(), strategies.choices())
@settings(max_examples=25)
def test_sentences_of_a_search_never_say_other_numbers_than_its_reasons(state: State, choice: int) -> None:
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


def test_the_error_is_that_of_what_is_not_known() -> None:
    assert model_error(3, 10, solved=True, estimated=0) == 0
    assert model_error(3, 10, solved=True, estimated=2) == END_ERROR[2]
    assert model_error(9, 25, solved=False, estimated=0) == ROUND_ERROR[-1]
    assert model_error(9, 25, solved=True, estimated=2) == END_ERROR[-1]
    both = model_error(2, 15, solved=False, estimated=2)
    assert both**2 == pytest.approx(END_ERROR[1] ** 2 + ROUND_ERROR[15] ** 2)
    assert model_error(2, 15, solved=True, estimated=1) ** 2 == pytest.approx(END_ERROR[1] ** 2 / 2)
