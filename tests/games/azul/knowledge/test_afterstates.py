"""Afterstate values, computed without playing the moves, against the moves played one by one."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.afterstates import end_values
from py_engine.games.azul.knowledge.features import draft_features, round_kind
from py_engine.games.azul.knowledge.learnt import learnt
from py_engine.games.azul.knowledge.valuers import Handmade, LearntValues, Valuer
from py_engine.games.azul.rules.batch import Batch, action_number, legal_mask, split_action, step, tiles_left
from py_engine.games.azul.rules.play import new_game
from py_engine.games.azul.rules.state import to_batch
from tests.bridge import strategies
from tests.games.azul import oracle, reference_features
from tests.games.azul.oracle import Action, State
from tests.games.azul.reference_features import read


def played(batch: Batch, parents: Array, actions: Array) -> Batch:
    after = batch.take(parents)
    step(after, *split_action(actions))
    return after


def number(action: Action) -> int:
    source = 5 if action["source"] == oracle.CENTER else action["source"]["Factory"]
    goal = 5 if action["destination"] == oracle.FLOOR else action["destination"]["PatternLine"]
    color = oracle.COLORS.index(action["color"])
    return int(action_number(*(np.array(part, dtype=np.intp) for part in (source, color, goal))))


def final_value(bare: State) -> float:
    """The value of a drafted-out position for the player whose turn it would be, by the reference implementation."""
    player = bare["active_player_id"]
    resolved = oracle.resolve(bare)
    if resolved["game_over"]:
        return oracle.round_difference(bare, player)
    slots, difference = reference_features.end_features_of(resolved)
    kind = min(bare["round_number"], 6) - 1
    value = reference_features.valued(learnt().end, slots, difference, kind)
    return value if resolved["active_player_id"] == player else -value


@given(reference_features.positions())
@settings(max_examples=150)
def test_afterstate_values_equal_those_of_the_played_moves(state: State) -> None:
    batch = read(state)
    found = LearntValues(batch).moves(batch)
    assert np.array_equal(found.actions, np.flatnonzero(legal_mask(batch)[0]))
    after = played(batch, found.parents, found.actions)
    assert np.array_equal(found.ends, tiles_left(after) == 0)
    unfinished = -learnt().draft.values(*draft_features(after), round_kind(after.round_number))
    expected = np.where(found.ends, -end_values(after, learnt().end), unfinished)
    assert np.array_equal(found.values, expected)


@given(reference_features.positions(), strategies.choices())
@settings(max_examples=60)
def test_afterstate_values_equal_the_reference_implementation(state: State, choice: int) -> None:
    batch = read(state)
    found = LearntValues(batch).moves(batch)
    moves = oracle.legal_moves(state)
    assert found.actions.tolist() == [number(move) for move in moves]
    at = choice % len(moves)
    after = oracle.draft(state, moves[at])
    if found.ends[at]:
        value = final_value(after)
    else:
        value = reference_features.valued(
            learnt().draft, *reference_features.draft_features_of(after), min(state["round_number"], 6) - 1
        )
    assert float(found.values[at]) == -value


@given(st.lists(reference_features.positions(), min_size=1, max_size=6), st.booleans())
@settings(max_examples=60)
def test_end_values_are_final_scores_or_the_value_between_rounds(states: list[State], swapped: bool) -> None:
    bare = [s | reference_features.NO_TILES | {"center": s["center"] | {"tiles": {}}} for s in states]
    if swapped:
        bare = [state | {"active_player_id": 1 - state["active_player_id"]} for state in bare]
    batch = read(*states)
    if swapped:
        batch.front ^= 1
        batch.turn ^= 1
        batch.sides = (batch.sides[1], batch.sides[0])
    reference_features.clear_table(batch)
    assert end_values(batch, learnt().end).tolist() == [final_value(state) for state in bare]


@given(st.lists(reference_features.positions(), min_size=2, max_size=7), st.integers(1, 8), st.booleans())
@settings(max_examples=50)
def test_batched_values_equal_single_ones(states: list[State], round_number: int, learns: bool) -> None:
    batch = read(*(state | {"round_number": round_number} for state in states))
    valuer: Valuer = LearntValues(batch) if learns else Handmade("game")
    together = valuer.moves(batch)
    for lane in range(batch.size):
        alone = valuer.moves(batch.take(np.array([lane], dtype=np.intp)))
        mine = together.parents == lane
        assert np.array_equal(together.actions[mine], alone.actions)
        assert np.array_equal(together.values[mine], alone.values)
        assert np.array_equal(together.ends[mine], alone.ends)
    assert np.array_equal(together.parents, np.sort(together.parents))
    assert {part.dtype for part in (together.parents, together.actions)} == {np.dtype(np.intp)}
    assert together.values.dtype == np.float32


@given(reference_features.positions(), st.sampled_from(["learnt", "round", "game"]))
@settings(max_examples=40)
def test_valuers_change_neither_positions_nor_values(state: State, name: Any) -> None:
    batch = read(state)
    before = copy.deepcopy(batch)
    valuer: Valuer = LearntValues(batch) if name == "learnt" else Handmade(name)
    first = valuer.moves(batch)
    assert_equal(batch, before)
    again = valuer.moves(batch)
    assert np.array_equal(first.values, again.values), "the learnt values have changed"
    batch.tiles[:] = before.tiles[:] = 0
    valuer.ends(batch)
    assert_equal(batch, before)


def assert_equal(one: Batch, other: Batch) -> None:
    for name in ("tiles", "center_token", "front", "turn", "round_number", "totals", "bag"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    for mine, theirs in zip(one.sides, other.sides, strict=True):
        for name in ("lines", "targets", "floor", "token", "score"):
            assert np.array_equal(getattr(mine, name), getattr(theirs, name)), name


@given(reference_features.positions())
@settings(max_examples=40)
def test_hand_written_values_are_multiples_of_1_1024(state: State) -> None:
    values = Handmade("game").moves(read(state)).values.astype(np.float64) * 1024
    assert np.array_equal(values, np.floor(values))


@given(reference_features.positions())
@settings(max_examples=40)
def test_the_hand_written_value_with_the_round_horizon_is_the_score_difference(state: State) -> None:
    batch = read(state)
    found = Handmade("round").moves(batch)
    player = state["active_player_id"]
    expected = [oracle.round_difference(oracle.draft(state, move), player) for move in oracle.legal_moves(state)]
    assert found.values.tolist() == expected


def test_a_round_without_tiles_to_deal_ends_the_game() -> None:
    state = new_game(3, 0).model_copy(update={"bag": {}, "lid": {}, "factories": [{}, {}, {}, {}, {"Red": 2}]})
    state.players[1].wall[0][1] = True
    batch = to_batch([state]).without_floor_order()
    batch.totals[:] = 0
    batch.totals[2], batch.totals[1] = 2, 1
    found = LearntValues(batch).moves(batch)
    floor = found.actions % 6 == 5
    line_1 = found.actions % 6 == 1
    # Two tiles on the floor cost nothing at a score of 0; a line of two scores a point, and two tiles in longer lines
    # nothing. Tiles that went to the lid can be dealt again, so that the game only ends if none did.
    waiting = ~floor & (found.actions % 6 > 1)
    assert found.ends.all()
    assert found.values[waiting].tolist() == [0.0] * 3
    assert not np.isin(found.values[floor | line_1], [0.0, 1.0]).any()
