"""The hand-written value at the end of a round, and win probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.azul.knowledge.value import final_difference, win_probability
from py_engine.games.azul.rules.batch import action_number, split_action, step
from py_engine.games.azul.rules.scoring import finish_round
from tests.bridge import strategies
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, move, position
from tests.games.azul.reference_features import read


def test_hand_written_value_is_exact_at_the_end_of_the_game() -> None:
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
def test_hand_written_final_values_equal_the_oracles_scores(seed: int) -> None:
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
def test_hand_written_value_is_zero_sum(state: State) -> None:
    batch = read(state)
    batch.tiles[:] = 0
    end = finish_round(batch)
    assert np.array_equal(final_difference(batch, end, 0), -final_difference(batch, end, 1))


@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_hand_written_value_grows_with_a_fuller_line(row: int) -> None:
    values = []
    for count in range(row + 1):
        lines = {row: ("Blue", count)} if count else {}
        batch = read(position(board(lines=lines)))
        batch.tiles[:] = 0
        values.append(float(final_difference(batch, finish_round(batch), 0)[0]))
    assert values == sorted(set(values))


@given(st.floats(-90, 90), st.floats(0, 60), st.integers(1, 9), st.integers(0, 20))
def test_win_probability_is_monotonic_and_symmetric(
    difference: float, more: float, round_number: int, tiles: int
) -> None:
    low, high = (win_probability(d, round_number, tiles) for d in (difference, difference + more))
    assert 0 <= low <= high <= 1
    assert win_probability(-difference, round_number, tiles) == pytest.approx(1 - low, abs=1e-12)


@pytest.mark.parametrize("difference", [-1.0, 0.0, 0.25])
def test_win_probability_is_certain_at_the_end(difference: float) -> None:
    assert win_probability(difference, 5, 0) == {-1.0: 0.0, 0.0: 0.5, 0.25: 1.0}[difference]


def test_win_probability_of_a_lead_grows_with_the_rounds() -> None:
    chances = [win_probability(10, round_number, 20) for round_number in range(1, 6)]
    assert chances == sorted(set(chances))
