"""V, the expected score of lines: against its definition, all last tokens, and random fillings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.entropy.rules.batch import from_boards
from py_engine.games.entropy.rules.expected import expected_lines, match_chances
from py_engine.games.entropy.rules.state import EntropyState, to_batch
from py_engine.games.entropy.rules.tables import score_table
from tests.games.entropy import by_hand, oracle
from tests.games.entropy.by_hand import State, parse, position

made_up = st.integers(0, 100_000).map(by_hand.made_up)
FILLINGS = 30_000


def values(states: list[State]) -> Any:
    """(B, lines) V of states of one size."""
    batch = to_batch([EntropyState.model_validate(state) for state in states])
    board = np.repeat(np.arange(batch.count, dtype=np.intp), batch.geometry.lines)
    found = expected_lines(batch.codes.ravel(), match_chances(batch.bag), batch.size, board)
    return found.reshape(batch.count, -1)


@given(made_up)
@settings(max_examples=60)
def test_v_matches_its_definition(state: State) -> None:
    bag = by_hand.left(state)
    wanted = [oracle.line_value(line, bag) for line in oracle.lines_of(state["board"], state["size"])]
    assert values([state])[0] == pytest.approx([float(v) for v in wanted], abs=1e-9)


def test_v_of_the_empty_board() -> None:
    empty = position(". " * 49, player=0)
    assert f"{values([empty]).sum():.4f}" == "54.5508"


@given(st.integers(0, 100_000))
@settings(max_examples=20)
def test_v_of_a_full_board_is_its_score(seed: int) -> None:
    tokens = np.random.default_rng(seed).permutation(np.repeat(list("RGYBWKP"), 7)).tolist()
    state = position("".join(tokens))
    assert values([state]).sum() == by_hand.score(tokens, 7)


@given(st.integers(0, 100_000), st.integers(0, 48))
@settings(max_examples=20)
def test_v_with_one_empty_cell_is_the_mean_over_the_last_token(seed: int, hole: int) -> None:
    rng = np.random.default_rng(seed)
    board = rng.permutation(np.repeat(list("RGYBWKP"), 7)).tolist()
    board[hole] = ""
    bag = {color: int(n) for color, n in zip("RGYBWKP", rng.integers(1, 8, size=7), strict=True)}
    after = [(n, by_hand.score([*board[:hole], c, *board[hole + 1 :]], 7)) for c, n in bag.items()]
    mean = sum(n * score for n, score in after) / sum(bag.values())
    codes, _ = from_boards(np.array([oracle.colors_of(board)], dtype=np.uint8), 7)
    chances = match_chances(np.array([[0, *bag.values()]], dtype=np.int16))
    assert expected_lines(codes[0], chances, 7).sum() == pytest.approx(mean, abs=1e-9)


POSITIONS = [
    ". " * 49,
    "R.R.... .GG.... ..Y.... ....... ....W.. .K...K. P.....P",
    "RGR.YBW GG.KKP. Y.YYWR. B.B..PP W.WRK.. KP..BG. .RGY..B",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_v_is_near_the_mean_of_random_fillings(text: str) -> None:
    state = position(text)
    board, bag = parse(text), by_hand.left(state)
    rng = np.random.default_rng(9)
    left = np.repeat(np.arange(1, 8), list(bag.values()))
    filled = np.repeat([oracle.colors_of(board)], FILLINGS, axis=0)
    filled[:, filled[0] == 0] = rng.permuted(np.tile(left, (FILLINGS, 1)), axis=1)
    codes, _ = from_boards(filled, 7)
    scores = score_table(7)[codes].sum(axis=1, dtype=np.int64)
    error = scores.std() / FILLINGS**0.5
    # 0.1 allows for the error of treating pairs as independent.
    assert abs(scores.mean() - values([state]).sum()) < 0.1 + 2 * error


def test_batch_with_separate_bags_equals_single_boards() -> None:
    states = [state for state in map(by_hand.made_up, range(60)) if state["size"] == 7 and not state.get("next_token")]
    assert len(states) > 10
    together = values(states)
    assert all((together[i] == values([state])[0]).all() for i, state in enumerate(states))
