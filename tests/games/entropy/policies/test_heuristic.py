"""Entropy's heuristic: its six components against their definitions, incremental and whole; and the document's own tests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.entropy.knowledge.patterns import pattern_table
from py_engine.games.entropy.policies.heuristic import COMPONENTS, GRAIN, Weights, heuristic
from py_engine.games.entropy.policies.heuristic_lines import line_features
from py_engine.games.entropy.policies.policy import choose
from py_engine.games.entropy.rules.batch import Batch, is_over, legal_mask, new_batch, pass_number, scores, step
from py_engine.games.entropy.rules.state import EntropyState, to_batch
from tests.games.entropy import by_hand, oracle
from tests.games.entropy.by_hand import State, parse, position
from tests.games.entropy.oracle import by_definition, shown

made_up = st.integers(0, 100_000).map(by_hand.made_up)
DOCUMENTS = Weights()
weights = st.builds(
    Weights,
    *[st.floats(-200, 200)] * 6,
    *[st.floats(-20, 20)] * 4,
)


def batch_of(*states: State) -> Batch:
    return to_batch([EntropyState.model_validate(state) for state in states])


def parts_of(state: State, with_weights: Weights = DOCUMENTS) -> dict[str, float]:
    """The components of a position's current board in points, as left by passing, the last move."""
    moves = heuristic(state["size"], with_weights).moves(batch_of(state))
    return dict(zip(COMPONENTS, moves.parts[-1].tolist(), strict=True))


# The components.


@given(made_up, weights)
@settings(max_examples=25, deadline=None)
def test_move_components_match_their_definitions(state: State, some: Weights) -> None:
    moves = heuristic(state["size"], some).moves(batch_of(state))
    legal = by_hand.legal(state)
    assert len(moves.number) == len(legal)
    # Only some of the moves, because the definition is slow. Passing is the last.
    for place in {0, len(legal) // 3, 2 * len(legal) // 3, len(legal) - 1}:
        wanted = by_definition(by_hand.moved(state, legal[place]), state, some)
        assert moves.parts[place] == pytest.approx(wanted, abs=1e-5)


@given(st.lists(made_up, min_size=1, max_size=4), weights)
@settings(max_examples=40, deadline=None)
def test_incremental_values_equal_whole_board_values(states: list[State], some: Weights) -> None:
    states = [state for state in states if state["size"] == states[0]["size"]]
    batch = batch_of(*states)
    values = heuristic(batch.size, some)
    moves = values.moves(batch)
    assert np.isfinite(moves.parts).all()
    after = batch.take(moves.board)
    before = scores(after)
    bag, next_token = after.bag.copy(), after.next_token.copy()
    step(after, moves.number, after.bag.argmax(axis=1).astype(np.uint8))
    assert (scores(after) - before == moves.gain).all()
    # Passing has the value of the whole board. On a full one nobody moves.
    lanes = np.flatnonzero(~is_over(after))
    left = replace(after, bag=bag, next_token=next_token, turn=np.zeros_like(after.turn))
    passed = values.moves(left.take(lanes))
    assert (passed.parts[passed.number == pass_number(batch.size)] == moves.parts[lanes]).all()


@given(st.lists(made_up, min_size=1, max_size=4), weights)
@settings(max_examples=40, deadline=None)
def test_action_values_are_the_sums_of_the_parts(states: list[State], some: Weights) -> None:
    states = [state for state in states if state["size"] == states[0]["size"]]
    batch = batch_of(*states)
    values = heuristic(batch.size, some)
    sums, moves = values.action_values(batch), values.moves(batch)
    assert ((sums > -np.inf) == legal_mask(batch)).all()
    sign = np.where(batch.turn == 0, 1.0, -1.0)[moves.board]
    assert (sums[moves.board, moves.number] == sign * moves.parts.sum(axis=1)).all()
    for lane, state in enumerate(states):
        alone = values.moves(batch_of(state))
        mine = moves.board == lane
        assert (alone.parts == moves.parts[mine]).all()
        assert (alone.number == moves.number[mine]).all()
        assert alone.same[0] == moves.same[lane]


def test_parts_are_whole_grains() -> None:
    moves = heuristic(7, DOCUMENTS).moves(batch_of(by_hand.made_up(5)))
    grains = moves.parts * GRAIN
    assert (grains == np.rint(grains)).all()


LINES: list[tuple[str, str, float]] = [
    ("R.R....", "one_empty", 1),
    ("R..R...", "two_empty", 1),
    ("..RG.GR", "one_empty", 2),  # G.G as well
    ("R....R.", "more_empty", 1),
    ("R.G.R..", "one_empty", 0),
    ("R.G.R..", "two_empty", 1),
    ("RG..YR.", "two_empty", 0),
    ("RR.....", "open_pairs", 1),
    ("..RR...", "open_pairs", 2),
    ("RRR....", "open_pairs", 1),
    ("RR.RR..", "open_pairs", 3),
    ("R.R.R.G", "groups", 2),
    ("R.R.R.G", "vulnerable", 1),
    ("R..G...", "vulnerable", 0),
    ("R.G..R.", "vulnerable", 1),
    ("G.R..R.", "vulnerable", 1),
    ("RRRRRRR", "vulnerable", 0),
    (".......", "fertility", 0),
    ("R......", "fertility", 0),
    ("R.R....", "fertility", 12),
    ("R.G....", "fertility", 10),
    ("RGYB...", "fertility", 8),
    ("RGY.R..", "fertility", 16),
    ("RGYB.R.", "fertility", 7.5),
    ("RGYBWKP", "fertility", 10),
]


@pytest.mark.parametrize(("text", "name", "wanted"), LINES)
def test_features_of_a_line_are_looked_up_by_its_pattern(text: str, name: str, wanted: float) -> None:
    code = oracle.code_of(parse(text))
    assert getattr(line_features(7), name)[pattern_table(7)[code]] == wanted


def test_control_rewards_the_centre() -> None:
    def control(text: str) -> float:
        return parts_of(position(text))["control"] * 100 / DOCUMENTS.control

    rows = [". " * 7] * 7

    def with_token(row: int, column: int) -> float:
        cells = [". "] * 49
        cells[row * 7 + column] = "R "
        return control("".join(cells))

    assert control("".join(rows)) == 0
    assert [round(with_token(3, column), 6) for column in range(7)] == [1, 0, 1, 2, 1, 0, 1]
    assert [round(with_token(row, row), 6) for row in range(4)] == [1, 0, 1, 2]


def test_distribution_uses_the_next_token_or_the_mean_over_the_bag() -> None:
    text = "RR....." + "." * 42
    known = [parts_of(shown(text, None, token))["distribution"] for token in "RGYBWKP"]
    # Red: two on the board, two points for each of 5 + 2 * 6 empty cells in line; the others are rare.
    assert known == pytest.approx([(2 + 34) / 5] + [(2 + 10) / 5] * 6, abs=1e-6)
    mean = (known[0] * 5 + sum(known[1:]) * 7) / 47
    assert parts_of(position(text))["distribution"] == pytest.approx(mean, abs=1e-6)


# The document's own tests.


def test_three_of_a_colour_evaluate_above_their_score() -> None:
    parts = parts_of(position("RRR...." + "." * 42))
    assert parts["immediate"] == 7
    assert sum(parts.values()) > 7


def test_heuristic_mean_score_against_random_chaos() -> None:
    """The mean over many games is 99; the standard error for eight games is 7."""
    rng, games = np.random.default_rng(4), 8
    order = rng.permuted(np.tile(np.repeat(np.arange(1, 8, dtype=np.uint8), 7), (games, 1)), axis=1)
    batch, values = new_batch(7, order[:, 0]), heuristic(7, DOCUMENTS)
    bits = rng.integers(0, 2**32, size=(49, games), dtype=np.uint32)
    for turn in range(48):
        step(batch, choose(batch, bits[turn], "random"), order[:, 0])
        step(batch, values.action_values(batch).argmax(axis=1), order[:, turn + 1])
    step(batch, choose(batch, bits[48], "random"), order[:, 0])
    assert scores(batch).mean() > 75
