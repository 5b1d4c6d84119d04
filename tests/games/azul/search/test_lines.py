"""Lines of play to the end of the round, and the parts of their values."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.azul.knowledge.valuers import Handmade, LearntValues, Valuer
from py_engine.games.azul.rules.batch import legal_mask
from py_engine.games.azul.rules.state import action_of
from py_engine.games.azul.search.lines import followed
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.bridge.result_checks import check_result
from tests.games.azul import oracle, reference_features
from tests.games.azul.oracle import State
from tests.games.azul.reference_features import read

KINDS = ["score", "tiling", "penalties", "opponent_tiling", "opponent_penalties", "bonuses", "future"]


def searched(state: State, work: int = 1500, **options: Any) -> dict[str, Any]:
    params = {
        "evaluator_seed": 1,
        "evaluator": "search",
        "time_budget_ms": LONG,
        "rollouts_per_action": 10**6,
        "max_work": work,
        "shortlist_size": 0,
        "evaluator_options": options,
    }
    result: dict[str, Any] = ask("evaluate_best_move", state, state["active_player_id"], params)
    return result


def events_of(state: State, line: list[Any]) -> tuple[State, list[dict[str, Any]]]:
    """The game after a line, played over the bridge, and the events of the last move."""
    after = state
    for place, action in enumerate(line):
        assert action in oracle.legal_moves(after)
        after = ask("apply_action", after, action)
        assert (after["round_number"] > state["round_number"] or after["game_over"]) == (place == len(line) - 1)
    return after, after["last_events"]


def points(events: list[dict[str, Any]]) -> dict[str, Counter[int]]:
    """The points of each player by kind of event."""
    found = {kind: Counter[int]() for kind in ("tile", "penalty", "bonus")}
    for event in events:
        if event["type"] in found:
            found[event["type"]][event["player_id"]] += event["points"]
    return found


def check_parts(state: State, candidate: dict[str, Any]) -> None:
    """Asserts that the reasons equal the points that the game counts at the end of the line."""
    player = state["active_player_id"]
    after, events = events_of(state, candidate["line"])
    reasons = {reason["code"]: reason["value"] for reason in candidate["reasons"]}
    assert [code for code in reasons if code != "unresolved"] == KINDS
    by_kind = points(events)
    bonus = by_kind["bonus"]
    scores = [board["score"] for board in state["players"]]
    final = [board["score"] - bonus[seat] for seat, board in enumerate(after["players"])]
    lost = [final[seat] - scores[seat] - by_kind["tile"][seat] for seat in range(2)]
    for seat in range(2):
        # A score cannot go below 0, so that part of a penalty may cost nothing.
        assert lost[seat] == by_kind["penalty"][seat] or (final[seat] == 0 and lost[seat] > by_kind["penalty"][seat])
    assert reasons["score"] == scores[player] - scores[1 - player]
    assert reasons["tiling"] == by_kind["tile"][player]
    assert reasons["opponent_tiling"] == -by_kind["tile"][1 - player]
    assert (reasons["penalties"], reasons["opponent_penalties"]) == (lost[player], -lost[1 - player])
    assert reasons["bonuses"] == bonus[player] - bonus[1 - player]
    features = candidate["features"]
    assert features["expected_adjacency_points"] == reasons["tiling"]
    assert features["expected_floor_penalty"] == -by_kind["penalty"][player]
    tiled = [event for event in events if event["type"] == "tile" and event["player_id"] == player]
    assert features["expected_completions"] == len(tiled)
    opponent = by_kind["tile"][1 - player] + by_kind["penalty"][1 - player]
    assert features["opponent_expected_points"] == opponent


@given(strategies.reachable(), st.sampled_from(["learnt", "handmade"]), st.sampled_from(["round", "game"]))
@settings(max_examples=10)
def test_reasons_equal_the_points_of_the_game_at_the_end_of_the_line(state: State, values: str, horizon: str) -> None:
    result = searched(state, values=values, horizon=horizon, solve_tiles=4)
    for candidate in result["candidates"][:: max(1, len(result["candidates"]) // 4)]:
        check_parts(state, candidate)
        reasons = {reason["code"]: reason["value"] for reason in candidate["reasons"]}
        if horizon == "round" or candidate["features"]["game_ends"]:
            assert reasons["future"] == 0


@given(reference_features.positions(), st.sampled_from(["learnt", "handmade"]), st.sampled_from([1, 400, 2000]))
@settings(max_examples=15)
def test_reasons_add_up_exactly(state: State, values: str, work: int) -> None:
    result = searched(state, work, values=values, solve_tiles=5)
    check_result(ask("list_games")[0], state, result, None)
    for candidate in result["candidates"]:
        codes = [reason["code"] for reason in candidate["reasons"]]
        assert codes in (KINDS, [*KINDS, "unresolved"])
        assert result["metadata"]["ended_by"] != "solved" or codes == KINDS
        total = 0.0
        for reason in candidate["reasons"]:
            total += reason["value"]
        assert total == candidate["ev"]
        after = state
        for action in candidate["line"]:
            assert action in oracle.legal_moves(after)
            after = oracle.draft(after, action)
        assert not oracle.tiles_on_table(after)


def test_later_rounds_count_nothing_if_the_game_ends() -> None:
    seen = 0
    for seed in range(40):
        state = strategies.game(seed, 0.0)[-2]
        result = searched(state)
        for candidate in result["candidates"]:
            after, _ = events_of(state, candidate["line"])
            if result["metadata"]["round_solved"] and after["game_over"]:
                future = next(reason["value"] for reason in candidate["reasons"] if reason["code"] == "future")
                assert future == 0
                assert candidate["ev"] == after["returns"][state["active_player_id"]]
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("learns", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_lines_continue_with_the_highest_valued_moves(learns: bool, seed: int) -> None:
    state = strategies.reachable_state(seed, 0.0, 0.3)
    root = read(state)
    valuer: Valuer = LearntValues(root) if learns else Handmade("round")
    first = np.flatnonzero(legal_mask(root)[0]).tolist()[:5]
    lines = [[number] for number in first]
    found = followed(root, lines, valuer, state["active_player_id"])
    for number, line in zip(first, found, strict=True):
        assert line.actions[0] == number
        after = state
        for place, action in enumerate(line.actions):
            if place:
                values = valuer.moves(read(after))
                assert action == int(values.actions[values.values.argmax()])
            after = oracle.draft(after, action_of(action).model_dump())
        assert not oracle.tiles_on_table(after)
    alone = followed(root, lines[2:3], valuer, state["active_player_id"])
    assert alone[0] == found[2], "lines do not depend on each other"
    mirrored = followed(root, lines, valuer, 1 - state["active_player_id"])
    for mine, theirs in zip(found, mirrored, strict=True):
        assert mine.parts["tiling"] == -theirs.parts["opponent_tiling"]
        assert mine.parts["penalties"] == -theirs.parts["opponent_penalties"]
        assert mine.parts["score"] == -theirs.parts["score"]
