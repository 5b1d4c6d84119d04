"""The search against plain minimax, and the value at the end of a round."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.azul.play import complete
from py_engine.games.azul.rules import Batch, action_number, legal_mask, split_action, step
from py_engine.games.azul.scoring import finish_round
from py_engine.games.azul.state import AzulState, to_batch
from py_engine.games.azul.tree import TooLargeError, best_path, solve, widen
from py_engine.games.azul.value import final_difference, win_probability
from py_engine.numerics import Array
from tests.engine import oracle, strategies
from tests.engine.asking import LONG, ask
from tests.engine.oracle import State
from tests.engine.positions import board, move, position

FULL_WIDTH: dict[str, Any] = {"solve_tiles": 0, "root_width": 180, "widths": [60] * 6, "playouts": 1}


def read(state: State) -> Batch:
    return to_batch([complete(AzulState.model_validate(state))]).without_floor_order()


def finished(work: Generator[None, None, Any]) -> Any:
    while True:
        try:
            next(work)
        except StopIteration as stop:
            return stop.value


def round_value(player: int) -> Any:
    def value(batch: Batch) -> Array:
        end = finish_round(batch)
        difference = (end.scores[0] - end.scores[1]).astype(np.float64)
        return np.where(batch.front == player, difference, -difference)

    return value


def evaluated(state: State, **changes: Any) -> dict[str, Any]:
    options = {"horizon": "round"} | changes
    params = {
        "evaluator_seed": 3,
        "evaluator": "search",
        "time_budget_ms": LONG,
        "rollouts_per_action": 2,
        "shortlist_size": 0,
        "evaluator_options": options,
    }
    result: dict[str, Any] = ask("evaluate_best_move", state, state["active_player_id"], params)
    return result


def exact_values(state: State) -> dict[str, float]:
    player = state["active_player_id"]
    return {str(m): oracle.minimax(oracle.draft(state, m), player) for m in oracle.legal_moves(state)}


@given(strategies.late(6))
@settings(max_examples=40)
def test_a_solved_position_has_the_values_of_plain_minimax(state: State) -> None:
    player = state["active_player_id"]
    solution = finished(solve(read(state), player, round_value(player), 10**7))
    assert solution.values[0][0] == oracle.minimax(state, player)


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


@given(strategies.late(5))
@settings(max_examples=25)
def test_a_tree_of_full_width_is_minimax(state: State) -> None:
    result = evaluated(state, **FULL_WIDTH)
    assert not result["metadata"]["round_solved"]
    assert {str(c["action"]): c["ev"] for c in result["candidates"]} == exact_values(state)


def test_the_best_grade_is_for_the_solved_best_move_only() -> None:
    state = next(s for s in strategies.game(8, 0.0) if 3 <= oracle.tiles_on_table(s) <= 6)
    exact = exact_values(state)
    params = {"evaluator_seed": 1, "evaluator": "search", "evaluator_options": {"horizon": "round"}}
    for user in oracle.legal_moves(state):
        graded = ask("grade_user_action", state, state["active_player_id"], user, params)
        assert graded["delta_ev"] == exact[str(user)] - max(exact.values())
        assert (graded["confidence"], graded["too_close"]) == (1, False)


@given(strategies.late(7))
@settings(max_examples=15)
def test_merging_equal_positions_changes_no_value(state: State) -> None:
    player = state["active_player_id"]
    value = round_value(player)
    solution = finished(solve(read(state), player, value, 10**7))

    def unmerged(batch: Batch) -> float:
        if not batch.tiles.any():
            return float(value(batch)[0])
        numbers = np.flatnonzero(legal_mask(batch)[0]).astype(np.intp)
        after = batch.take(np.zeros(len(numbers), dtype=np.intp))
        ours = batch.front[0] == player
        step(after, *split_action(numbers))
        values = [unmerged(after.take(np.array([lane], dtype=np.intp))) for lane in range(len(numbers))]
        return max(values) if ours else min(values)

    if solution.nodes <= 4000:
        assert solution.values[0][0] == unmerged(read(state))
    path = best_path(solution.levels, solution.values, 0)
    assert len(path) == len(solution.levels)


def test_positions_that_differ_only_in_who_holds_the_token_are_not_merged() -> None:
    red = [(row, (row + 2) % 5) for row in range(5)]
    boards = [board(score=30, wall=red), board(score=30, wall=red)]
    state = position(*boards, factories=[{"Red": 1}], center={"Red": 1}, token=True)
    # Both tiles go to the floors; who takes the one in the centre loses a point more for the token.
    values = {str(c["action"]): c["ev"] for c in evaluated(state)["candidates"]}
    assert values == {str(move(0, "Red", None)): 1, str(move(None, "Red", None)): -1}


def test_a_solution_that_would_be_too_large_is_given_up() -> None:
    state = next(s for s in strategies.game(8, 0.0) if oracle.tiles_on_table(s) == 8)
    player = state["active_player_id"]
    with pytest.raises(TooLargeError):
        finished(solve(read(state), player, round_value(player), 10))


@given(strategies.states(), st.integers(1, 12))
@settings(max_examples=30)
def test_narrow_trees_keep_legal_moves_without_repeats(state: State, width: int) -> None:
    levels, leaves = finished(widen(read(state), [width], state["active_player_id"], 100_000))
    legal = set(np.flatnonzero(legal_mask(read(state))[0]).tolist())
    kept = levels[0].actions.tolist()
    assert set(kept) <= legal
    assert len(set(kept)) == len(kept) == min(width, len(legal)) == leaves.size


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


@pytest.mark.parametrize("most", [10, 50, 500, 5000])
def test_the_search_obeys_max_work(most: int) -> None:
    state = strategies.reachable_state(1, 0.0, 0.0)
    params = {"evaluator_seed": 1, "evaluator": "search", "time_budget_ms": LONG, "max_work": most}
    metadata = ask("evaluate_best_move", state, state["active_player_id"], params)["metadata"]
    assert metadata["rollouts_run"] <= most
    assert metadata["nodes"] <= most
