"""The policies against their formulas, over all legal moves."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import Mixed, MixedRatio
from py_engine.core.numerics import U32
from py_engine.games.azul.policies.policy import ALWAYS_GREEDY, NEVER_GREEDY, choose, greedy_threshold
from py_engine.games.azul.rules.batch import action_number
from py_engine.games.azul.rules.play import complete
from py_engine.games.azul.rules.state import AzulState, action_of, to_batch
from py_engine.games.azul.rules.tables import INDEX
from tests.bridge import strategies
from tests.bridge.asking import ask
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import position

DRAWS = 6000


def chosen(state: State, threshold: int, draws: int, seed: int = 0) -> Counter[str]:
    """Number of times each move is chosen, by its text."""
    batch = to_batch([complete(AzulState.model_validate(state))]).take(np.zeros(draws, dtype=INDEX))
    bits = seeded(Domain.CHANCE, seed).integers(0, 2**32, size=draws, dtype=U32)
    return Counter(str(action_of(int(n)).model_dump()) for n in action_number(*choose(batch, bits, threshold)))


def greedy_moves(state: State) -> set[str]:
    scores = {str(move): oracle.greedy_score(state, move) for move in oracle.legal_moves(state)}
    return {move for move, score in scores.items() if score == max(scores.values())}


def is_uniform(counts: Counter[str], moves: set[str]) -> bool:
    """Chi-square test: whether the counts are within five standard deviations of a uniform distribution."""
    expected = counts.total() / len(moves)
    distance = sum((counts[move] - expected) ** 2 / expected for move in moves)
    freedom = len(moves) - 1
    return bool(abs(distance - freedom) <= 5 * np.sqrt(2 * max(1, freedom)))


@given(strategies.states())
@settings(max_examples=100)
def test_greedy_plays_a_move_of_the_best_score(state: State) -> None:
    assert set(chosen(state, ALWAYS_GREEDY, 40)) <= greedy_moves(state)


@given(strategies.states())
@settings(max_examples=100)
def test_random_plays_legal_moves(state: State) -> None:
    assert set(chosen(state, NEVER_GREEDY, 40)) <= {str(move) for move in oracle.legal_moves(state)}


@pytest.mark.parametrize("seed", range(6))
def test_greedy_breaks_ties_uniformly(seed: int) -> None:
    state = next(
        state
        for number in range(seed * 50, 300)
        for state in strategies.game(number, 0.1)
        if not state["game_over"] and len(greedy_moves(state)) >= 3
    )
    counts = chosen(state, ALWAYS_GREEDY, DRAWS, seed)
    assert set(counts) == greedy_moves(state)
    assert is_uniform(counts, greedy_moves(state))


@pytest.mark.parametrize("seed", range(6))
def test_random_is_uniform(seed: int) -> None:
    state = strategies.reachable_state(seed, 0.1, 0.15 * seed)
    moves = {str(move) for move in oracle.legal_moves(state)}
    counts = chosen(state, NEVER_GREEDY, DRAWS, seed)
    assert set(counts) == moves
    assert is_uniform(counts, moves)


def test_the_uniformity_test_can_fail() -> None:
    moves = {"a", "b", "c", "d"}
    assert is_uniform(Counter(a=1500, b=1500, c=1510, d=1490), moves)
    assert not is_uniform(Counter(a=1700, b=1500, c=1400, d=1400), moves)


@pytest.mark.parametrize("ratio", [0.0, 0.25, 0.8, 1.0])
def test_mixed_policy_is_greedy_at_its_ratio(ratio: float) -> None:
    state = strategies.reachable_state(4, 0.1, 0.0)
    best, moves = greedy_moves(state), oracle.legal_moves(state)
    counts = chosen(state, greedy_threshold(Mixed(mixed=MixedRatio(greedy_ratio=ratio))), DRAWS)
    share = sum(counts[move] for move in best) / DRAWS
    expected = ratio + (1 - ratio) * len(best) / len(moves)
    assert share == pytest.approx(expected, abs=5 * np.sqrt(max(expected * (1 - expected), 1e-9) / DRAWS) + 1e-4)


def test_greedy_thresholds() -> None:
    assert greedy_threshold("all_random") == NEVER_GREEDY == 0
    assert greedy_threshold("all_greedy") == ALWAYS_GREEDY == 65_536
    assert greedy_threshold(Mixed(mixed=MixedRatio(greedy_ratio=0.5))) == 32_768


@given(strategies.states(), st.integers(0, 2**53 - 1))
@settings(max_examples=40)
def test_greedy_evaluator_gives_greedy_scores(state: State, seed: int) -> None:
    params = {"evaluator_seed": seed, "evaluator": "greedy", "shortlist_size": 0}
    result = ask("evaluate_best_move", state, state["active_player_id"], params)
    assert str(result["best_action"]) in greedy_moves(state)
    assert {str(c["action"]): c["ev"] for c in result["candidates"]} == {
        str(move): oracle.greedy_score(state, move) for move in oracle.legal_moves(state)
    }


def test_random_evaluator_eventually_plays_every_move() -> None:
    state = position(factories=[{"Blue": 1}], center={"Red": 2}, token=True)
    requests = [{"evaluator_seed": seed, "evaluator": "random"} for seed in range(200)]
    seen = {str(ask("evaluate_best_move", state, 0, params)["best_action"]) for params in requests}
    assert seen == {str(move) for move in oracle.legal_moves(state)}
