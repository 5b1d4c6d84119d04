"""The shortlist: its scores by their formula, and which moves it keeps."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.azul.policies.shortlist import shortlist, static_scores
from py_engine.games.azul.rules.play import complete, legal_actions
from py_engine.games.azul.rules.state import AzulState, action_of, to_batch
from tests.bridge import strategies
from tests.bridge.asking import ask
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, move, position


def scores(state: State) -> dict[str, float]:
    model = complete(AzulState.model_validate(state))
    numbers = np.array(legal_actions(model), dtype=np.intp)
    found = static_scores(to_batch([model]), numbers).tolist()
    return {str(action_of(int(n)).model_dump()): score for n, score in zip(numbers, found, strict=True)}


@given(strategies.states())
@settings(max_examples=100)
def test_shortlist_scores_follow_the_formula(state: State) -> None:
    assert scores(state) == {str(m): oracle.static_score(state, m) for m in oracle.legal_moves(state)}


def test_shortlist_scores_by_hand() -> None:
    player = board(lines={1: ("Blue", 1)}, wall=[(0, 0)])
    state = position(player, factories=[{"Blue": 3, "Red": 1}], center={"Blue": 1, "Red": 2}, token=True)
    found = scores(state)
    # Blue fits lines 2 to 5 (row 0 of the wall has it): 4 rows, 12 points.
    assert found[str(move(0, "Blue", 1))] == 100 + 50 + 5 + 30 + 5 + 12
    assert found[str(move(0, "Blue", 4))] == 100 + 20 + 30 + 5 + 12
    assert found[str(move(0, "Blue", None))] == 30 + 5 + 12
    assert found[str(move(None, "Blue", 1))] == 100 + 50 + 5 + 10 - 15 + 12
    # Red fits lines 1, 3, 4 and 5 (line 2 holds Blue).
    assert found[str(move(None, "Red", 0))] == 100 + 50 + 20 - 15 + 12
    assert found[str(move(None, "Red", 4))] == 100 + 20 + 20 - 15 + 12
    state["center"]["has_first_player_token"] = False
    assert scores(state)[str(move(None, "Red", 0))] == 100 + 50 + 20 + 12


@given(strategies.states(), st.integers(0, 40))
@settings(max_examples=60)
def test_shortlist_keeps_the_best_static_scores_in_order(state: State, size: int) -> None:
    model = complete(AzulState.model_validate(state))
    numbers = np.array(legal_actions(model), dtype=np.intp)
    kept = [action_of(int(n)).model_dump() for n in shortlist(to_batch([model]), numbers, size)]
    moves = oracle.legal_moves(state)
    if size == 0 or len(moves) <= size:
        assert kept == moves
    else:
        assert kept == sorted(moves, key=lambda m: -oracle.static_score(state, m))[:size]


@pytest.mark.timing
def test_shortlisting_takes_under_5_ms() -> None:
    model = complete(AzulState.model_validate(ask("new_game", "azul_v1_2p", 1, {})))
    numbers, batch = np.array(legal_actions(model), dtype=np.intp), to_batch([model])
    began = time.perf_counter()
    for _ in range(10):
        shortlist(batch, numbers, 20)
    assert (time.perf_counter() - began) * 1000 / 10 < 5
