"""Azul's feedback on moves graded through the bridge: it agrees with the reasons and features beside it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings

from py_engine.core.coaching.closeness import CLOSE, OPEN, OPENINGS, WORSE
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.games.azul import oracle, reference_features
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, move, position

BLAME = ("inaccuracy", "mistake", "blunder")


def assert_says_once_that_it_is_close(texts: list[str], *, close: bool) -> None:
    """A card without reasons is only that; in one with reasons it stands at the end of a sentence, or in one of its own."""
    starts = (*(f"{start}: " for start in OPENINGS), "Both moves are about as good.")
    alone = [text for text in texts if text.startswith(starts)]
    after = [text for text in texts if "All in all" in text]
    assert len(alone) + len(after) == close
    assert not alone or len(texts) == 1
    assert " ".join(texts).lower().count("too close to call") <= close


@given(reference_features.positions(), strategies.choices())
@example(strategies.reachable_state(121, 0.5, 0.859375), 19)
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
    if graded["decided"] and len(legal) > 1:
        assert said == {"decided": graded["delta_ev"]}
        return
    if user == graded["best_action"]:
        assert said.pop("overall") == 0.0
        behind = -said.pop("runner_up", -100.0)
        assert not said
        gaps = [graded["best_action_ev"] - each["ev"] for each in graded["candidates"] if each["compared"]]
        assert behind == 100.0 or pytest.approx(behind) in gaps
        return
    within = -graded["delta_ev"] <= graded["delta_stderr"] and graded["verdict"] not in BLAME
    close = within or graded["verdict"] == "undecided"
    assert_says_once_that_it_is_close([item["text"] for item in graded["feedback"]], close=close)
    expected = {
        "floor_penalty": -apart["penalties"],
        "adjacency": apart["tiling"],
        "denial": -apart["opponent_tiling"] - apart["opponent_penalties"],
    }
    # A score cannot fall below 0, which takes back a part of what the floor line costs, and with it points of tiles.
    before = state["players"][state["active_player_id"]]["score"]
    empty = any(before + each.get("tiling", 0.0) + each.get("penalties", 0.0) <= 0 for each in (own, best))
    for category in said.keys() & expected.keys():
        if category == "floor_penalty" and empty:
            assert 0 < said[category] / expected[category] <= 1
        else:
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
    if graded["decided"] and len(moves) > 1:
        assert categories == ["decided"]
        return
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
    if abs(worse["floor_penalty"]) > named["floor_penalty"][1]:
        assert "wasted_tiles" not in categories, "points say what the floor costs"
        against = [name for name in against if name != "wasted_tiles"]
    reasons = [category for category in categories if category != "overall"]
    assert bool(reasons) == bool(against or in_favour)
    assert set(reasons[: len(against)]) <= set(against), "losses come first"
    if graded["verdict"] == "undecided":
        assert any(each[1:] in feedback[-1]["text"] for each in (CLOSE, OPEN, WORSE))


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
