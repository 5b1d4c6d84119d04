"""Azul's rollout evaluator: exact expectations, common random numbers, features, budgets."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.games.azul.rules.play import complete, legal_actions
from py_engine.games.azul.rules.state import AzulRequest, AzulState, action_of
from py_engine.games.azul.search.rollout_evaluator import RolloutEvaluation, RolloutOptions
from tests.bridge import strategies
from tests.bridge.asking import LONG, ask
from tests.core.clocks import TickingClock
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, position


def request(state: State, user: int | None = None, **params: Any) -> AzulRequest:
    """A request to an evaluator; ``user`` is the index of the action to grade among the legal ones."""
    model = complete(AzulState.model_validate(state))
    wanted = EvaluatorParams(**({"evaluator_seed": 5, "time_budget_ms": LONG, "shortlist_size": 0} | params))
    action = None if user is None else action_of(legal_actions(model)[user])
    return Request(model, model.active_player_id, wanted, action)


def finished(work: Generator[None, None, Any]) -> Any:
    while True:
        try:
            next(work)
        except StopIteration as stop:
            return stop.value


def expected(state: State, player: int, policies: tuple[str, str]) -> float:
    """The exact mean score difference of the round when policies[p] plays for player p, over ties and chance."""
    if not oracle.tiles_on_table(state):
        return oracle.round_difference(state, player)
    moves = oracle.legal_moves(state)
    if policies[state["active_player_id"]] == "all_greedy":
        best = max(oracle.greedy_score(state, m) for m in moves)
        moves = [m for m in moves if oracle.greedy_score(state, m) == best]
    return sum(expected(oracle.draft(state, m), player, policies) for m in moves) / len(moves)


def decisive(policies: tuple[str, str], number: int) -> State:
    """The n-th of some small positions in which it matters which player has which policy."""
    found = 0
    for seed in range(300):
        for state in strategies.game(seed, 0.1):
            if not 3 <= oracle.tiles_on_table(state) <= 4:
                continue
            after = [oracle.draft(state, m) for m in oracle.legal_moves(state)]
            if len(set(policies)) > 1 and not any(
                abs(expected(s, 0, policies) - expected(s, 0, policies[::-1])) > 1 for s in after
            ):
                continue
            found += 1
            if found > number:
                return state
    raise AssertionError("there are too few such positions")


@pytest.mark.parametrize("active", ["all_greedy", "all_random"])
@pytest.mark.parametrize("opponent", ["all_greedy", "all_random"])
@pytest.mark.parametrize("number", [0, 3, 6])
def test_rollouts_have_the_mean_of_their_policies(number: int, active: str, opponent: str) -> None:
    state = decisive((active, opponent), number)
    player = state["active_player_id"]
    policies = (active, opponent) if player == 0 else (opponent, active)
    params = {
        "evaluator_seed": number,
        "time_budget_ms": LONG,
        "rollouts_per_action": 1500,
        "shortlist_size": 0,
        "rollout_config": {"active_player_policy": active, "opponent_policy": opponent},
    }
    for candidate in ask("evaluate_best_move", state, player, params)["candidates"]:
        exact = expected(oracle.draft(state, candidate["action"]), player, policies)
        assert candidate["ev"] == pytest.approx(exact, abs=5 * candidate["stderr"] + 1e-9)


@given(strategies.states(), st.integers(0, 99))
@settings(max_examples=25)
def test_rollout_values_do_not_depend_on_other_candidates(state: State, seed: int) -> None:
    evaluation = RolloutEvaluation(request(state, evaluator_seed=seed), RolloutOptions())
    everyone = list(range(len(evaluation.root.legal)))[:12]
    together = finished(evaluation.sample(everyone, "explore", 8, 6)).values
    for candidate in everyone[:: max(1, len(everyone) // 4)]:
        alone = finished(evaluation.sample([candidate], "explore", 8, 6)).values
        assert np.array_equal(alone[0], together[candidate])
    if len(everyone) > 1:
        fresh = finished(evaluation.sample(everyone, "fresh", 8, 6)).values
        assert fresh.shape == together.shape


def test_streams_and_worlds_have_different_random_bits() -> None:
    state = strategies.reachable_state(2, 0.0, 0.0)
    evaluation = RolloutEvaluation(request(state), RolloutOptions())
    samples = [
        finished(evaluation.sample([0, 1], *where, 40)).values
        for where in (("explore", 0), ("explore", 40), ("fresh", 0))
    ]
    assert len({sample.tobytes() for sample in samples}) == 3


@pytest.mark.parametrize("tick", [0.0001, 0.001, 0.004, 0.02])
@pytest.mark.parametrize("user", [None, 0])
def test_candidates_have_equal_counts_when_the_clock_ends(tick: float, user: int | None) -> None:
    state = strategies.reachable_state(2, 0.0, 0.0)
    question = request(state, user, time_budget_ms=120, rollouts_per_action=10**6, shortlist_size=8)
    evaluation = RolloutEvaluation(question, RolloutOptions(), TickingClock(tick))
    result = evaluation.run()
    assert result is not None
    assert result.metadata.ended_by == "clock"
    assert not result.metadata.completed_within_budget
    assert len({int(evaluation.explored.count[c]) for c in evaluation.contenders}) == 1
    assert (result.delta_ev is None) == (user is None)


@pytest.mark.parametrize("limit", [1, 3, 10, 57, 400])
@pytest.mark.parametrize("graded", [False, True])
def test_rollouts_obey_max_work(limit: int, graded: bool) -> None:
    state = strategies.reachable_state(2, 0.0, 0.0)
    params = {"evaluator_seed": 1, "time_budget_ms": LONG, "rollouts_per_action": 10**6, "max_work": limit}
    if graded:
        user = ask("list_legal_actions", state, state["active_player_id"])[-1]
        metadata = ask("grade_user_action", state, state["active_player_id"], user, params)["metadata"]
        # A grade measures the best and the user's move, both twice.
        assert metadata["rollouts_run"] <= max(4, limit)
    else:
        metadata = ask("evaluate_best_move", state, state["active_player_id"], params)["metadata"]
        assert metadata["rollouts_run"] <= limit
    assert metadata["ended_by"] == "work"
    assert metadata["rollouts_run"] >= limit / 2


def test_rollout_values_are_in_the_requesting_players_view() -> None:
    first, second = board(score=30), board(score=10)
    for player, expected_ev in ((0, 21.0), (1, -19.0)):  # the last White tile scores 1
        state = position(first, second, player=player)
        result = ask("evaluate_best_move", state, player, {"evaluator_seed": 1})
        assert result["best_action_ev"] == expected_ev
    assert ask("evaluate_best_move", position(first, second), 0, {"evaluator_seed": 1})["win_probability"] is None


@given(strategies.states().filter(lambda s: oracle.tiles_on_table(s) <= 20))
@settings(max_examples=40)
def test_features_are_measured_before_the_end_of_the_round_clears_them(state: State) -> None:
    color = next(c for s in oracle.sources() for c in oracle.pile_of(state, s))
    state = state | {"factories": [{color: 2}, {}, {}, {}, {}], "center": state["center"] | {"tiles": {}}}
    state = state | {"game_over": False}
    player = state["active_player_id"]
    result = ask(
        "evaluate_best_move", state, player, {"evaluator_seed": 1, "shortlist_size": 0, "rollouts_per_action": 3}
    )
    for candidate in result["candidates"]:
        bare = oracle.draft(state, candidate["action"])
        before = bare["players"][player]
        lines = [row for row, line in enumerate(before["pattern_lines"]) if line["count_filled"] == row + 1]
        unpenalised = before | {"score": 1000, "floor_line": {"tiles": [], "has_first_player_token": False}}
        features = candidate["features"]
        assert candidate["ev"] == oracle.round_difference(bare, player)
        assert features["expected_floor_penalty"] == oracle.floor_cost(before["floor_line"])
        assert features["expected_completions"] == len(lines)
        assert features["expected_adjacency_points"] == oracle.tile_board(unpenalised)[0]["score"] - 1000
        assert features["expected_tiles_to_floor"] == len(before["floor_line"]["tiles"])
        assert features["takes_first_player_token"] == 0
        assert features["tiles_acquired"] == 2


def test_taking_the_token_is_a_feature() -> None:
    state = position(factories=[{"Blue": 1}], center={"Red": 2}, token=True)
    result = ask("evaluate_best_move", state, 0, {"evaluator_seed": 1, "shortlist_size": 0})
    for candidate in result["candidates"]:
        took = candidate["features"]["takes_first_player_token"]
        assert took == (candidate["action"]["source"] == "Center")


@pytest.mark.parametrize("evaluator", ["rollout", "search"])
def test_horizons_and_their_defaults(evaluator: str) -> None:
    state = strategies.reachable_state(5, 0.0, 0.4)
    params = {"evaluator_seed": 1, "evaluator": evaluator, "time_budget_ms": LONG, "rollouts_per_action": 4}
    for horizon in ("round", "game"):
        result = ask(
            "evaluate_best_move", state, state["active_player_id"], params | {"evaluator_options": {"horizon": horizon}}
        )
        assert result["metadata"]["horizon"] == horizon
        assert (result["win_probability"] is None) == (horizon == "round")
    default = ask("evaluate_best_move", state, state["active_player_id"], params)["metadata"]["horizon"]
    assert default == {"rollout": "round", "search": "game"}[evaluator]
