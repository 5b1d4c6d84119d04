"""Fast greedy rollouts against the policy move by move, and tilings against their parts."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from py_engine.core.chance import Domain, RandomBank, seeded
from py_engine.core.numerics import U8, Array
from py_engine.games.azul.policies.greedy_rollout import can_play_greedily
from py_engine.games.azul.policies.greedy_tables import KEY_CODE, LINE_OF_CODE
from py_engine.games.azul.policies.policy import ALWAYS_GREEDY
from py_engine.games.azul.policies.rollout import RolloutStarts, play_out, play_out_by_steps
from py_engine.games.azul.rules.batch import Batch, Side, empty_lines
from py_engine.games.azul.rules.play import complete
from py_engine.games.azul.rules.scoring import finish_round, score_side, wall_by_columns
from py_engine.games.azul.rules.state import AzulState, to_batch
from py_engine.games.azul.rules.tables import INDEX, KEY_COUNT, KEY_ROW, LINES, ROWS, row_key
from tests.bridge import strategies
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, position
from tests.games.azul.rules.test_batch import ended

GREEDY = (ALWAYS_GREEDY, ALWAYS_GREEDY)
WORLDS = 16
MANY = st.lists(strategies.states(), min_size=1, max_size=9)


def batch_of(states: list[State]) -> Batch:
    return to_batch([complete(AzulState.model_validate(state)) for state in states]).without_floor_order()


def bank(seed: int) -> RandomBank:
    return RandomBank(seeded(Domain.CHANCE, seed), WORLDS)


def by_player(batch: Batch) -> dict[str, Any]:
    """The contents of a drafted-out batch by player, whichever board is in front."""
    second = batch.front == 1
    held: dict[str, Any] = {"turn": batch.turn, "center token": batch.center_token, "tiles": batch.tiles}
    for name in ("lines", "floor", "token", "score"):
        first, other = (getattr(side, name) for side in batch.sides)
        held[f"0 {name}"], held[f"1 {name}"] = np.where(second, other, first), np.where(second, first, other)
    return {name: array.tolist() for name, array in held.items()}


@given(MANY, st.integers(0, 1000), st.integers(0, 3))
@settings(max_examples=120)
def test_greedy_rollouts_equal_the_policy_move_by_move(many: list[State], seed: int, first_ply: int) -> None:
    batch = batch_of(many)
    starts = np.arange(40, dtype=INDEX) * 7 % batch.size
    worlds = np.arange(40, dtype=INDEX) * 3 % WORLDS
    assume(can_play_greedily(batch))
    wanted = ended(play_out_by_steps(batch.take(starts), bank(seed), worlds, GREEDY, first_ply))
    found = ended(RolloutStarts.of(batch, GREEDY).play_out(starts, bank(seed), worlds, first_ply))
    assert by_player(found) == by_player(wanted)
    assert np.array_equal(found.totals, batch.totals[:, starts])
    assert np.array_equal(found.bag, batch.bag[:, starts])


FULL = ["Red"] * 7
ODD = [
    # More tiles than a round starts with: they do not fit the bit-packed words of ``greedy_rollout``.
    position(factories=[{"Blue": 4}] * 5, center={"Red": 9}, token=True),
    position(factories=[{"Blue": 1, "Red": 3}], center={"White": 1}, token=True),
    position(factories=[{"Blue": 2, "Red": 2}], center={}, token=False),
]
FLOORS = [board(floor=FULL), board(floor=FULL, token=True), board(floor=FULL[:6]), board(floor=FULL[:6], token=True)]


@pytest.mark.parametrize("state", ODD)
def test_greedy_rollouts_handle_full_floors(state: State) -> None:
    """The token comes to a full floor, is on one, or takes the last place; also with too many tiles for words."""
    there = state["center"]["has_first_player_token"]
    pairs = [pair for pair in product(FLOORS, FLOORS) if there + sum(map(_has_token, pair)) <= 1]
    assert len(pairs) >= 4
    batch = batch_of([{**state, "players": list(pair)} for pair in pairs])
    worlds = np.arange(batch.size, dtype=INDEX)
    wanted = ended(play_out_by_steps(batch.take(worlds), bank(1), worlds, GREEDY))
    assert by_player(ended(play_out(batch, bank(1), worlds, GREEDY))) == by_player(wanted)


def _has_token(player: State) -> bool:
    return bool(player["floor_line"]["has_first_player_token"])


def test_too_many_tiles_for_words_are_played_by_steps() -> None:
    assert not can_play_greedily(batch_of([ODD[0]]))
    assert RolloutStarts.of(batch_of([ODD[0]]), GREEDY).greedy is None
    assert RolloutStarts.of(batch_of([ODD[1]]), (ALWAYS_GREEDY, 0)).greedy is None


def test_row_codes_invert_to_lines() -> None:
    reached = (KEY_ROW < ROWS) & (KEY_COUNT <= KEY_ROW + 1)
    line = np.arange(len(KEY_ROW), dtype=INDEX) % LINES
    filled = reached & (KEY_CODE >= 32)
    assert (LINE_OF_CODE.take(KEY_CODE.astype(INDEX))[filled] == line[filled]).all()
    assert not LINE_OF_CODE.take(KEY_CODE.astype(INDEX))[reached & ~filled].any()


def random_boards(size: int) -> Side:
    """Boards with any walls and lines, most of them complete."""
    random = np.random.default_rng(5)
    lines = empty_lines(size)
    for row in range(ROWS):
        for lane in range(size):
            color, wall = (int(n) for n in random.integers(0, (5, 32)))
            on_wall = wall >> (color + row) % 5 & 1
            count = 0 if on_wall else int(random.choice([row + 1, row + 1, row, 0]))
            lines[row, lane] = row_key(row, wall, 1 + 5 * color + count - 1 if count else 0)
    floor, token = random.integers(0, 8, size, dtype=INDEX), random.integers(0, 2, size, dtype=U8)
    return Side(lines, lines, floor, None, token, random.integers(0, 60, size).astype(np.int32))


def points_by_hand(before: Array, lines: Array) -> list[tuple[int, int]]:
    """(horizontal, vertical) runs of the tiles placed on one board, from the top row down."""
    wall = [[key % 832 // LINES >> column & 1 for column in range(5)] for key in before[:ROWS].tolist()]
    runs = []
    for row, (old, new) in enumerate(zip(before[:ROWS].tolist(), lines[:ROWS].tolist(), strict=True)):
        column = ((old ^ new) and (new % 832 // LINES ^ old % 832 // LINES)).bit_length() - 1
        if column < 0:
            continue
        wall[row][column] = 1
        across = wall[row]
        down = [wall[other][column] for other in range(5)]
        runs.append((_run(across, column), _run(down, row)))
    return runs


def _run(line: list[int], place: int) -> int:
    """Length of the run of ones through a place."""
    low = high = place
    while low > 0 and line[low - 1]:
        low -= 1
    while high < 4 and line[high + 1]:
        high += 1
    return high - low + 1


def test_tiling_scores_equal_a_walk_along_the_wall() -> None:
    side = random_boards(600)
    tiling = score_side(side)
    for lane in range(600):
        runs = points_by_hand(side.lines[:, lane], tiling.lines[:, lane])
        gained = sum(max(1, (h if h > 1 else 0) + (v if v > 1 else 0)) for h, v in runs)
        penalty = [0, 1, 2, 4, 6, 8, 11, 14, 14][int(side.floor[lane]) + int(side.token[lane])]
        assert (tiling.gained[lane], tiling.placed[lane], tiling.penalty[lane]) == (gained, len(runs), penalty)
        assert tiling.score[lane] == max(0, side.score[lane] + gained - penalty)
        found = zip(tiling.horizontal[:, lane], tiling.vertical[:, lane], tiling.completed[:, lane], strict=True)
        assert [(h, v) for h, v, placed in found if placed] == runs
    assert (tiling.points.sum(axis=0, dtype=np.int32) == tiling.gained).all()
    assert (tiling.walls == wall_by_columns(tiling.lines)).all()
    full = [sum(int(key) % 832 // LINES == 31 for key in tiling.lines[:ROWS, lane]) for lane in range(600)]
    assert tiling.row_full.tolist() == full
    assert max(full) > 0


@given(MANY, st.integers(0, 1000))
@settings(max_examples=40)
def test_finish_round_of_a_batch_equals_single_ones(many: list[State], seed: int) -> None:
    """A lane's result does not depend on whether the game ends in another lane."""
    batch = batch_of(many)
    worlds = np.arange(batch.size, dtype=INDEX)
    drafted = ended(play_out(batch, bank(seed), worlds, GREEDY))
    end = finish_round(drafted)
    for lane in range(batch.size):
        alone = finish_round(drafted.take(worlds[lane : lane + 1]))
        assert [int(side[lane]) for side in end.scores] == [int(side[0]) for side in alone.scores]
        assert bool(end.over[lane]) == bool(alone.over[0])
