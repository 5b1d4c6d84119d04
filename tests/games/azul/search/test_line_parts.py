"""On which of the own rows a difference between two moves is."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.tables import row_key
from py_engine.games.azul.search.compare import line_parts
from py_engine.games.azul.search.compare.line_parts import Content, Place, rows_apart
from py_engine.games.azul.search.sides import shares
from tests.games.azul.positions import board, position
from tests.games.azul.reference_features import read


def drafted(lines: dict[int, tuple[str, int]], *, full: bool = False, column: bool = False) -> Batch:
    """A drafted-out position of the first player with these pattern lines, a full row, four tiles above the black one of row 5 too."""
    black = 2
    wall = [(0, number) for number in range(5)] if full or column else []
    wall += [(row, black) for row in range(1, 4)] if column else []
    batch = read(position(board(lines=lines, wall=wall), board(), factories=[{"White": 1}])).without_floor_order()
    batch.tiles[:] = 0
    batch.totals[:], batch.bag[:] = 20, 10
    return batch


def test_the_row_that_differs_has_the_whole_difference_and_its_contents_are_named() -> None:
    mine, best = [drafted({4: ("Red", 1)})] * 2, [drafted({4: ("Black", 5)})] * 2
    [part] = rows_apart(mine, best, 0).agreed
    assert (part.row, part.mine, part.other) == (4, Content(2, 1, complete=False), Content(3, 5, complete=True))
    whole = shares(mine, best, 0)
    assert whole is not None
    assert part.points == pytest.approx(float(whole.sum(axis=0).mean()), abs=1e-4)
    assert part.points < 0


def test_rows_are_not_named_where_lines_differ() -> None:
    empty, red, black = drafted({}), drafted({3: ("Red", 1)}), drafted({3: ("Black", 4)})
    assert rows_apart([red], [red], 0) == ([], [])
    # Half of the good lines fill the row after all, as the other move does.
    assert rows_apart([empty, black, black, black], [black, black], 0).agreed == []
    # The game ends after some of them only.
    assert rows_apart([empty], [drafted({3: ("Black", 4)}, full=True)], 0).agreed == []


def test_where_the_game_ends_a_row_is_worth_the_points_of_its_tile_and_bonuses() -> None:
    empty, complete = drafted({}, full=True), drafted({3: ("Black", 4)}, full=True)
    [part] = rows_apart([empty], [complete], 0).agreed
    assert (part.row, part.points) == (3, -1.0)
    column = drafted({}, column=True), drafted({4: ("Black", 5)}, column=True)
    [part] = rows_apart([column[0]], [column[1]], 0).agreed
    assert (part.row, part.points) == (4, -(5.0 + 7.0)), "five in a column, and its bonus"
    assert [each.points for each in rows_apart([column[1]], [column[0]], 1).agreed] == [], (
        "no row of the opponent differs"
    )


def test_a_row_that_a_move_fills_is_named_where_good_lines_differ_in_what_it_holds() -> None:
    empty, red, black = drafted({}), drafted({3: ("Red", 1)}), drafted({3: ("Black", 4)})
    mine, best = [empty, red, black], [black, black, black]
    assert rows_apart(mine, best, 0).agreed == []
    [part] = rows_apart(mine, best, 0, (None, 3)).agreed
    assert (part.row, part.mine, part.filled_by) == (3, None, (False, True))
    assert part.points < 0
    assert [each.filled_by for each in rows_apart(mine, best, 0, (3, 3)).agreed] == [(True, True)]
    # Not where it holds the same in the lines that are shown: nobody would see what is meant.
    assert rows_apart([black, empty, red], best, 0, (None, 3)).agreed == []
    # Not where its points may as well be more.
    assert rows_apart([black, empty], [black, empty], 0, (3, None)).agreed == []


def test_rows_of_two_colours_come_with_what_their_tiles_find_on_the_wall() -> None:
    red, black = drafted({4: ("Red", 5)}, column=True), drafted({4: ("Black", 5)}, column=True)
    [part] = rows_apart([red], [black], 0).agreed
    assert part.places == (Place(1, 1, 1), Place(5, 4, 1))
    # As if the row were complete.
    [part] = rows_apart([red], [drafted({4: ("Black", 1)}, column=True)], 0).agreed
    assert part.places == (Place(1, 1, 1), Place(5, 4, 1))
    other = drafted({4: ("Red", 5), 3: ("Red", 4)}, column=True)
    [part] = [each for each in rows_apart([red, other], [black], 0).agreed if each.row == 4]
    assert part.places == (Place(1, 1, None), Place(5, 4, 1)), "good lines differ in the colour's tiles"
    [part] = rows_apart([drafted({4: ("Red", 4)}, column=True)], [red], 0).agreed
    assert part.places is None, "one colour"


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
