"""On which of the own rows a difference between two moves is."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.tables import row_key
from py_engine.games.azul.search.compare import line_parts
from py_engine.games.azul.search.compare.line_parts import Content, row_parts
from py_engine.games.azul.search.sides import shares
from tests.games.azul.positions import board, position
from tests.games.azul.reference_features import read


def drafted(lines: dict[int, tuple[str, int]], *, full: bool = False) -> Batch:
    """A drafted-out position of the first player with these pattern lines."""
    wall = [(0, column) for column in range(5)] if full else []
    batch = read(position(board(lines=lines, wall=wall), board(), factories=[{"White": 1}])).without_floor_order()
    batch.tiles[:] = 0
    batch.totals[:], batch.bag[:] = 20, 10
    return batch


def test_the_row_that_differs_has_the_whole_difference_and_its_contents_are_named() -> None:
    mine, best = [drafted({4: ("Red", 1)})] * 2, [drafted({4: ("Black", 5)})] * 2
    [part] = row_parts(mine, best, 0)
    assert (part.row, part.mine, part.other) == (4, Content(2, 1, complete=False), Content(3, 5, complete=True))
    whole = shares(mine, best, 0)
    assert whole is not None
    assert part.points == pytest.approx(float(whole.sum(axis=0).mean()), abs=1e-4)
    assert part.points < 0


def test_rows_are_not_named_where_lines_differ_or_the_game_ends() -> None:
    empty, red, black = drafted({}), drafted({3: ("Red", 1)}), drafted({3: ("Black", 4)})
    assert row_parts([red], [red], 0) == []
    # Half of the good lines fill the row after all, as the other move does.
    assert row_parts([empty, black, black, black], [black, black], 0) == []
    assert row_parts([drafted({}, full=True)], [drafted({3: ("Black", 4)}, full=True)], 0) == []


def test_shares_are_means_over_all_orders() -> None:
    values = np.random.default_rng(1).normal(size=(2, 2, 2, 3))
    found = line_parts._shapley(values, 2)
    for part in range(2):
        total = np.zeros(3)
        for order in permutations(range(3)):
            before = [int(order.index(other) < order.index(part)) for other in range(3)]
            after = list(before)
            before[part], after[part] = 0, 1
            total += values[tuple(after)] - values[tuple(before)]
        assert found[part].tolist() == pytest.approx((total / 6).tolist())


def test_a_row_key_says_what_the_row_holds() -> None:
    keys = np.array([row_key(2, 0, 0)] * 4)
    assert line_parts._usual(keys) == Content(-1, 0, complete=False)
