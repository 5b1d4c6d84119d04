"""The answers of the search against plain minimax, and the value at the end of a round."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.azul.knowledge.value import final_difference, win_probability
from py_engine.games.azul.rules.batch import action_number, split_action, step
from py_engine.games.azul.rules.scoring import finish_round
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, move, position
from tests.games.azul.slow_features import read

FULL_WIDTH: dict[str, Any] = {"solve_tiles": 0, "width": 60}


def evaluated(state: State, **changes: Any) -> dict[str, Any]:
    options = {"horizon": "round"} | changes
    params = {
        "evaluator_seed": 3,
        "evaluator": "search",
        "time_budget_ms": LONG,
        "rollouts_per_action": 10**6,
        "shortlist_size": 0,
        "evaluator_options": options,
    }
    result: dict[str, Any] = ask("evaluate_best_move", state, state["active_player_id"], params)
    return result


def exact_values(state: State) -> dict[str, float]:
    player = state["active_player_id"]
    return {str(m): oracle.minimax(oracle.draft(state, m), player) for m in oracle.legal_moves(state)}


@given(strategies.late(6))
@settings(max_examples=30)
def test_every_candidate_of_a_solved_position_is_exact_and_its_line_leads_there(state: State) -> None:
    result = evaluated(state)
    assert result["metadata"]["round_solved"]
    assert result["metadata"]["solved"]
    assert result["metadata"]["ended_by"] == "solved"
    exact = exact_values(state)
    assert {str(c["action"]): c["ev"] for c in result["candidates"]} == exact
    for candidate in result["candidates"]:
        after = state
        for action in candidate["line"]:
            assert action in oracle.legal_moves(after)
            after = oracle.draft(after, action)
        assert not oracle.tiles_on_table(after)
        assert oracle.round_difference(after, state["active_player_id"]) == candidate["ev"]
        assert candidate["stderr"] == 0


@given(strategies.late(6))
@settings(max_examples=25)
def test_a_tree_of_full_width_is_minimax(state: State) -> None:
    result = evaluated(state, **FULL_WIDTH)
    assert result["metadata"]["solved"]
    assert {str(c["action"]): c["ev"] for c in result["candidates"]} == exact_values(state)


def test_the_best_grade_is_for_the_solved_best_move_only() -> None:
    state = next(s for s in strategies.game(8, 0.0) if 3 <= oracle.tiles_on_table(s) <= 6)
    exact = exact_values(state)
    params = {"evaluator_seed": 1, "evaluator": "search", "evaluator_options": {"horizon": "round"}}
    for user in oracle.legal_moves(state):
        graded = ask("grade_user_action", state, state["active_player_id"], user, params)
        assert graded["delta_ev"] == exact[str(user)] - max(exact.values())
        assert (graded["confidence"], graded["too_close"]) == (1, False)


def test_positions_that_differ_only_in_who_holds_the_token_are_not_merged() -> None:
    red = [(row, (row + 2) % 5) for row in range(5)]
    boards = [board(score=30, wall=red), board(score=30, wall=red)]
    state = position(*boards, factories=[{"Red": 1}], center={"Red": 1}, token=True)
    # Both tiles go to the floors; who takes the one in the centre loses a point more for the token.
    values = {str(c["action"]): c["ev"] for c in evaluated(state)["candidates"]}
    assert values == {str(move(0, "Red", None)): 1, str(move(None, "Red", None)): -1}


def test_a_round_that_ends_the_game_is_valued_exactly() -> None:
    row = [(0, c) for c in range(4)]
    column = [(r, 0) for r in range(1, 5)]
    first = board(score=30, lines={0: ("White", 1)}, wall=[*row, *column])
    state = position(first, board(score=12, floor=["Red"] * 3))
    state["center"]["tiles"] = {}
    batch = read(state)
    step(batch, *split_action(np.array([24 + 4], dtype=np.intp)))  # White from the first factory to the fifth line
    assert int(action_number(*split_action(np.array([28])))[0]) == 28
    # 5 across and nothing down at column 4; row 2, column 7; the opponent loses 4.
    expected = (30 + 5 + 2 + 7) - (12 - 4)
    assert final_difference(batch, finish_round(batch), 0)[0] == expected
    assert final_difference(batch, finish_round(batch), 1)[0] == -expected
    assert oracle.round_difference(oracle.draft(state, move(0, "White", 4)), 0) == expected


@given(st.integers(0, 400))
@settings(max_examples=60)
def test_final_values_are_the_final_scores(seed: int) -> None:
    state = strategies.game(seed, 0.0)[-2]
    moves = oracle.legal_moves(state)
    for action in moves:
        bare = oracle.draft(state, action)
        if oracle.tiles_on_table(bare) or not oracle.resolve(bare)["game_over"]:
            continue
        batch = read(bare | {"factories": [{"Blue": 1}, {}, {}, {}, {}]})
        batch.tiles[:] = 0
        assert final_difference(batch, finish_round(batch), 0)[0] == oracle.round_difference(bare, 0)


@given(strategies.states())
@settings(max_examples=40)
def test_the_value_is_zero_sum(state: State) -> None:
    batch = read(state)
    batch.tiles[:] = 0
    end = finish_round(batch)
    assert np.array_equal(final_difference(batch, end, 0), -final_difference(batch, end, 1))


@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_a_fuller_line_is_worth_more(row: int) -> None:
    values = []
    for count in range(row + 1):
        lines = {row: ("Blue", count)} if count else {}
        batch = read(position(board(lines=lines)))
        batch.tiles[:] = 0
        values.append(float(final_difference(batch, finish_round(batch), 0)[0]))
    assert values == sorted(set(values))


@given(st.floats(-90, 90), st.floats(0, 60), st.integers(1, 9), st.integers(0, 20))
def test_more_points_never_win_less(difference: float, more: float, round_number: int, tiles: int) -> None:
    low, high = (win_probability(d, round_number, tiles) for d in (difference, difference + more))
    assert 0 <= low <= high <= 1
    assert win_probability(-difference, round_number, tiles) == pytest.approx(1 - low, abs=1e-12)


@pytest.mark.parametrize("difference", [-1.0, 0.0, 0.25])
def test_at_the_end_the_winner_is_known(difference: float) -> None:
    assert win_probability(difference, 5, 0) == {-1.0: 0.0, 0.0: 0.5, 0.25: 1.0}[difference]


def test_a_lead_counts_for_more_as_the_game_goes_on() -> None:
    chances = [win_probability(10, round_number, 20) for round_number in range(1, 6)]
    assert chances == sorted(set(chances))
