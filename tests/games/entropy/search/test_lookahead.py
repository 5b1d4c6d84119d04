"""Search steps over many boards: the cells that are worst for Order."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import from_boards
from py_engine.games.entropy.rules.tables import geometry
from py_engine.games.entropy.search.afterstates import Boards, after_slides, draws_from
from py_engine.games.entropy.search.lookahead import Lookahead


@pytest.mark.parametrize(("size", "tokens"), [(7, 1), (7, 9), (7, 30), (7, 47), (5, 6), (5, 20)])
@pytest.mark.parametrize("most", [1, 4])
def test_harm_finds_the_worst_cells_without_searching_all(size: int, tokens: int, most: int) -> None:
    generator = np.random.default_rng(tokens)
    g = geometry(size)
    order = generator.permutation(np.repeat(np.arange(1, size + 1), size))
    board = np.zeros((1, g.cells), dtype=np.int64)
    board[0, generator.permutation(g.cells)[:tokens]] = order[:tokens]
    bag = np.bincount(order[tokens:], minlength=8).astype(np.int16)
    lookahead = Lookahead(g, line_values(size).worth)
    _, boards = after_slides(Boards(*from_boards(board, size)), g)
    draws = draws_from(bag)
    leaves = lookahead.leaves(tokens + 1, draws.bags, 1)
    placed, which = lookahead.placed(boards, draws)
    every: Array = lookahead.best_answers(placed, which, leaves).reshape(draws.colors.size, len(boards.occupied), -1)
    found = lookahead.harm(boards, draws, leaves, most)
    assert (np.sort(found, axis=2)[:, :, :most] == np.sort(every, axis=2)[:, :, :most]).all()
    assert (found <= every).all()
