"""Features of started lines in positions made by hand, and what the next refill brings."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import END, end_features
from py_engine.games.azul.knowledge.started_lines import supply
from py_engine.games.azul.rules.batch import Batch, concatenated
from py_engine.games.azul.rules.play import new_game
from py_engine.games.azul.rules.scoring import finish_round, lid_of, next_round
from py_engine.games.azul.rules.state import to_batch
from py_engine.games.azul.rules.tables import COLORS, INDEX, line_code, row_key
from tests.games.azul import reference_features
from tests.games.azul.oracle import State
from tests.games.azul.reference_features import read

BLUE, YELLOW, RED = 0, 1, 2


def start() -> Batch:
    """A new game's position with its tiles back in the bag."""
    batch = to_batch([new_game(5, 0)]).without_floor_order()
    batch.tiles[:] = 0
    batch.bag[:] = batch.totals
    return batch


def put(batch: Batch, side: int, row: int, *, wall: int = 0, color: int = 0, count: int = 0) -> None:
    batch.sides[side].lines[row] = row_key(row, wall, line_code(color, count))


def named(batch: Batch) -> Counter[tuple[str, int]]:
    """The features outside the hidden layer, by block and place in it; without those of lines that are not started."""
    found: Counter[tuple[str, int]] = Counter()
    for feature in end_features(batch)[0][0, END.embedded_slots :].tolist():
        block = next(b for b in reversed(END.blocks) if END.start(b.name) <= feature)
        place = feature - END.start(block.name)
        if block.name == "contest" or place % 160 >= 32 or (block.shared and place):
            found[block.name, place] += 1
    return found


def test_a_started_line_by_hand() -> None:
    batch = start()
    # Row 2 has three places; red's column there is 4. Tiles of that column lie above and below, and one to its left.
    put(batch, 0, 2, wall=0b01000, color=RED, count=1)
    put(batch, 0, 1, wall=0b10000)
    put(batch, 0, 3, wall=0b10001)
    batch.bag[:, 0] = [10, 10, 9, 10, 10]
    column = 1 << 1 | 1 << 3
    of_red = 1 << 3  # Row 3 has red in column 0.
    halves = 40 * 9 // 49
    found = named(batch)
    assert found["own_started_column", 160 * 2 + 32 * 2 + column] == 1
    assert found["own_started_color", 160 * 2 + 32 * 2 + of_red] == 1
    assert found["own_started_supply", (2 * 11 + 2 + 3) * 14 + halves] == 1
    assert found["contest", (6 * 2 + 0) * 14 + halves] == 1
    assert found["contest", 40 * 10 // 49] == 4
    assert sum(found.values()) == 3 + COLORS


def test_contests_add_up_the_lines_of_a_colour() -> None:
    batch = start()
    put(batch, 0, 1, color=BLUE, count=1)
    put(batch, 0, 4, color=BLUE, count=2)
    put(batch, 1, 4, color=BLUE, count=1)
    put(batch, 1, 3, color=BLUE, count=1)
    put(batch, 1, 2, color=YELLOW, count=2)
    found = named(batch)
    halves = 40 * 20 // 100
    assert found["contest", (6 * 4 + 5) * 14 + halves] == 1, "seven tiles count as five"
    assert found["contest", (6 * 0 + 1) * 14 + halves] == 1
    assert found["contest", halves] == 3


@pytest.mark.parametrize(
    ("bag", "lid", "halves"),
    [
        ([20, 20, 20, 20, 20], [0, 0, 0, 0, 0], [8, 8, 8, 8, 8]),
        ([20, 0, 0, 0, 0], [0, 20, 20, 20, 20], [13, 0, 0, 0, 0]),
        ([3, 1, 0, 0, 0], [0, 4, 8, 0, 4], [6, 2 + 8, 13, 0, 8]),
        ([3, 0, 0, 0, 0], [0, 2, 0, 0, 0], [6, 4, 0, 0, 0]),
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
    ],
)
def test_supply_by_hand(bag: list[int], lid: list[int], halves: list[int]) -> None:
    batch = start()
    batch.bag[:, 0] = bag
    batch.totals[:, 0] = np.array(bag) + lid
    assert supply(batch)[:, 0].tolist() == halves


@given(st.lists(reference_features.positions(), min_size=1, max_size=4))
@settings(max_examples=40)
def test_supply_counts_the_lid_as_the_refill_does(states: list[State]) -> None:
    batch = read(*states)
    reference_features.clear_table(batch)
    bare = next_round(batch, finish_round(batch))
    apart = bare.take(np.arange(bare.size, dtype=INDEX))
    lid = np.maximum(lid_of(bare), 0)
    # The same tiles with empty boards: nothing but bag and lid matters.
    apart.totals = bare.bag + lid
    for side in apart.sides:
        side.lines[:5] = np.array([[row_key(row, 0, 0)] for row in range(5)], dtype=INDEX)
    assert np.array_equal(supply(bare), supply(apart))


def test_boards_with_more_tiles_than_the_game_have_an_empty_lid() -> None:
    batch = start()
    batch.bag[:] = 0
    batch.totals[:] = 1
    put(batch, 0, 4, color=BLUE, count=4)
    put(batch, 1, 4, color=BLUE, count=4)
    assert supply(batch)[:, 0].tolist() == [0, 2, 2, 2, 2]


@given(st.lists(reference_features.positions(), min_size=2, max_size=4))
@settings(max_examples=40)
def test_features_do_not_depend_on_the_other_positions_of_a_batch(states: list[State]) -> None:
    each = [read(state) for state in states]
    for batch in each:
        reference_features.clear_table(batch)
    bare = [next_round(batch, finish_round(batch)) for batch in each]

    def features(batch: Batch) -> Array:
        found = end_features(batch)[0]
        assert found.dtype == np.int16
        assert found.flags.c_contiguous
        return found

    together = features(concatenated(bare))
    assert np.array_equal(together, np.concatenate([features(batch) for batch in bare]))
    assert supply(bare[0]).dtype == np.int32
