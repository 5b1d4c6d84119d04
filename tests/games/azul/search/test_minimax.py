"""The search near the end of a round against plain minimax."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, move, position

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
def test_candidates_of_solved_positions_are_exact_and_so_are_their_lines(state: State) -> None:
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
def test_a_full_width_tree_equals_minimax(state: State) -> None:
    result = evaluated(state, **FULL_WIDTH)
    assert result["metadata"]["solved"]
    assert {str(c["action"]): c["ev"] for c in result["candidates"]} == exact_values(state)


def test_grades_of_solved_positions_are_certain() -> None:
    state = next(s for s in strategies.game(8, 0.0) if 3 <= oracle.tiles_on_table(s) <= 6)
    exact = exact_values(state)
    params = {"evaluator_seed": 1, "evaluator": "search", "evaluator_options": {"horizon": "round"}}
    for user in oracle.legal_moves(state):
        graded = ask("grade_user_action", state, state["active_player_id"], user, params)
        assert graded["delta_ev"] == exact[str(user)] - max(exact.values())
        assert (graded["confidence"], graded["too_close"]) == (1, False)


def test_positions_with_different_token_holders_are_not_merged() -> None:
    red = [(row, (row + 2) % 5) for row in range(5)]
    boards = [board(score=30, wall=red), board(score=30, wall=red)]
    state = position(*boards, factories=[{"Red": 1}], center={"Red": 1}, token=True)
    # Both tiles go to the floors; the player who takes the one in the centre loses a point more for the token.
    values = {str(c["action"]): c["ev"] for c in evaluated(state)["candidates"]}
    assert values == {str(move(0, "Red", None)): 1, str(move(None, "Red", None)): -1}
