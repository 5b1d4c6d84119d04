"""Fixed-depth alpha-beta against plain minimax of the same depth."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.azul.knowledge.value import final_difference
from py_engine.games.azul.rules.batch import legal_mask
from py_engine.games.azul.rules.scoring import finish_round
from py_engine.games.azul.rules.state import AzulState, to_batch
from py_engine.games.azul.search.alpha_beta import FixedDepth
from tests.bridge import strategies
from tests.bridge.asking import ask
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import position


def static(states: list[State], player: int) -> list[float]:
    """The hand-written values of positions as if the round ended there; the bridge has no states with a bare table."""
    batch = to_batch([AzulState.model_validate(state) for state in states])
    values: list[float] = final_difference(batch, finish_round(batch), player).tolist()
    return values


def plain(state: State, depth: int) -> dict[str, float]:
    """The value of every legal move, in order, by minimax without pruning."""
    player = state["active_player_id"]

    def leaves(here: State, left: int) -> list[State]:
        if not left or not oracle.tiles_on_table(here):
            return [here]
        return [leaf for move in oracle.legal_moves(here) for leaf in leaves(oracle.draft(here, move), left - 1)]

    after = [oracle.draft(state, move) for move in oracle.legal_moves(state)]
    values = iter(static([leaf for each in after for leaf in leaves(each, depth - 1)], player))

    def value(here: State, left: int) -> float:
        if not left or not oracle.tiles_on_table(here):
            return next(values)
        below = [value(oracle.draft(here, move), left - 1) for move in oracle.legal_moves(here)]
        return max(below) if here["active_player_id"] == player else min(below)

    return {str(move): value(each, depth - 1) for move, each in zip(oracle.legal_moves(state), after, strict=True)}


def params(depth: int, **changes: Any) -> dict[str, Any]:
    named = {"evaluator": "alpha_beta", "evaluator_options": {"depth": depth}}
    return {"evaluator_seed": 0, "shortlist_size": 0} | named | changes


@cache
def start() -> State:
    return strategies.reachable_state(1, 0.0, 0.0)


def check(state: State, depth: int) -> None:
    exact = plain(state, depth)
    found = ask("evaluate_best_move", state, state["active_player_id"], params(depth))
    best = max(exact.values())
    assert found["best_action_ev"] == best
    assert str(found["best_action"]) == next(move for move, value in exact.items() if value == best)
    assert {str(c["action"]) for c in found["candidates"]} == set(exact)
    for candidate in found["candidates"]:
        value = exact[str(candidate["action"])]
        if candidate["bound"] is None:
            assert candidate["ev"] == value
        else:
            assert value <= candidate["ev"] <= best


@given(strategies.late(6), st.integers(1, 4))
@settings(max_examples=30)
def test_alpha_beta_equals_minimax_near_the_end_of_a_round(state: State, depth: int) -> None:
    check(state, depth)


@given(strategies.late(9).filter(lambda state: len(oracle.legal_moves(state)) < 16))
@settings(max_examples=6)
def test_alpha_beta_equals_minimax_at_depth_three(state: State) -> None:
    check(state, 3)


def test_alpha_beta_equals_minimax_at_depth_two_with_many_tiles() -> None:
    check(next(s for s in strategies.game(1, 0.0) if oracle.tiles_on_table(s) <= 14), 2)


@given(strategies.late(6), strategies.choices())
@settings(max_examples=15)
def test_alpha_beta_gives_the_users_move_its_exact_value(state: State, choice: int) -> None:
    moves = oracle.legal_moves(state)
    user = moves[choice % len(moves)]
    exact = plain(state, 3)
    graded = ask("grade_user_action", state, state["active_player_id"], user, params(3))
    assert graded["user_action_ev"] == exact[str(user)]
    assert graded["delta_ev"] == exact[str(user)] - max(exact.values())


def test_alpha_beta_ignores_clock_and_work() -> None:
    whole, hurried = (
        ask("evaluate_best_move", start(), start()["active_player_id"], params(3, **changes))
        for changes in ({}, {"time_budget_ms": 0, "max_work": 1})
    )
    assert hurried["metadata"]["ended_by"] == "work"
    assert hurried["candidates"] == whole["candidates"]


@pytest.mark.parametrize("depth", [2, 3])
def test_alpha_beta_pauses_and_prunes(depth: int) -> None:
    batch = to_batch([AzulState.model_validate(start())]).without_floor_order()
    moves = int(legal_mask(batch).sum())
    tree = FixedDepth(batch, depth)
    assert sum(1 for _ in tree.search()) > 2  # pauses, a few thousand positions apart
    assert tree.exact(int(np.argmax(tree.bounds)))
    # Plain minimax generates about moves**3 positions at depth 3.
    assert moves < tree.nodes < moves * moves * 6
    assert np.isfinite(tree.bounds).all()


def test_alpha_beta_breaks_ties_by_order() -> None:
    state = position(factories=[{"Red": 2}, {"Red": 2}, {"Red": 2}])
    found = ask("evaluate_best_move", state, 0, params(3))
    assert found["best_action"]["source"] == {"Factory": 0}
