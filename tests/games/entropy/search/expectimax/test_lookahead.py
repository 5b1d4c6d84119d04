"""Search steps over many boards: the cells that are worst for Order, and Order's replies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import from_boards
from py_engine.games.entropy.rules.tables import geometry
from py_engine.games.entropy.search.afterstates import Boards, after_slides, draws_from
from py_engine.games.entropy.search.expectimax.leaves import MOST_RECORDS, Leaves, give_back
from py_engine.games.entropy.search.expectimax.lookahead import Lookahead

SIZES = [(7, 1), (7, 9), (7, 30), (7, 47), (5, 6), (5, 20)]
"""Sizes and numbers of tokens."""


class Made(NamedTuple):
    """A random board before a placement, with the leaf evaluation after it."""

    lookahead: Lookahead
    board: Boards
    bag: Array
    leaves: Leaves


def made(size: int, tokens: int) -> Made:
    generator = np.random.default_rng(tokens)
    g = geometry(size)
    order = generator.permutation(np.repeat(np.arange(1, size + 1), size))
    board = np.zeros((1, g.cells), dtype=np.int64)
    board[0, generator.permutation(g.cells)[:tokens]] = order[:tokens]
    bag = np.bincount(order[tokens:], minlength=8).astype(np.int16)
    lookahead = Lookahead(g, line_values(size))
    return Made(lookahead, Boards(*from_boards(board, size)), bag, lookahead.leaves(tokens + 1, bag, 1))


def static(of: Made, boards: Boards) -> list[int]:
    """The values of boards by the formula, line by line."""
    which = np.zeros(boards.codes.size, dtype=np.intp)
    points = line_values(of.lookahead.g.size).worth(boards.codes.ravel(), of.leaves.tokens, of.bag[None], which)
    found: list[int] = np.rint(512 * points).astype(int).reshape(boards.codes.shape).sum(axis=1).tolist()
    return found


def after_reply(of: Made, boards: Boards) -> Array:
    """(B,) the values of boards after Order's best reply, each reply made and valued by itself."""
    single = [boards.take(np.array([i])) for i in range(len(boards.occupied))]
    return np.array([max(static(of, after_slides(one, of.lookahead.g)[1])) for one in single])


@pytest.mark.parametrize(("size", "tokens"), SIZES)
def test_best_reply_equals_the_best_of_all_boards_after_a_slide(size: int, tokens: int) -> None:
    of = made(size, tokens)
    boards, _ = of.lookahead.placed(of.board, draws_from(of.bag))
    some = boards.take(np.arange(len(boards.occupied))[::5])
    assert (of.lookahead.best_answers(some, of.leaves) == after_reply(of, some)).all()


@pytest.mark.parametrize(("size", "tokens"), SIZES)
def test_answers_are_the_moves_with_the_highest_values(size: int, tokens: int) -> None:
    of = made(size, tokens)
    boards, _ = of.lookahead.placed(of.board, draws_from(of.bag))
    some = boards.take(np.arange(len(boards.occupied))[::9])
    answers = of.lookahead.answers(some, of.leaves, 3)
    values = np.array(static(of, answers.after))
    for at in range(len(some.occupied)):
        every = sorted(static(of, after_slides(some.take(np.array([at])), of.lookahead.g)[1]), reverse=True)
        assert values[answers.board == at].tolist() == every[:3]


@pytest.mark.parametrize(("size", "tokens"), SIZES)
@pytest.mark.parametrize("most", [1, 4])
def test_harm_finds_the_worst_cells_without_searching_all(size: int, tokens: int, most: int) -> None:
    of = made(size, tokens)
    lookahead, draws = of.lookahead, draws_from(of.bag)
    _, boards = after_slides(of.board, lookahead.g)
    placed, _ = lookahead.placed(boards, draws)
    every: Array = lookahead.best_answers(placed, of.leaves).reshape(draws.colors.size, len(boards.occupied), -1)
    found = lookahead.harm(boards, draws.colors, of.leaves, most)
    assert (np.sort(found, axis=2)[:, :, :most] == np.sort(every, axis=2)[:, :, :most]).all()
    assert (found <= every).all()


def test_full_memory_of_lines_is_cleared_and_filled_again() -> None:
    give_back()
    of = made(7, 24)
    generator = np.random.default_rng(0)
    for _ in range(2 * MOST_RECORDS // 4000):
        of.leaves.records(generator.integers(0, 8**7, 4000).astype(np.int32))
    found = of.leaves.records(of.board.codes)
    give_back()
    fresh = made(7, 24).leaves.records(of.board.codes)
    for one, other in zip(found, fresh, strict=True):
        assert (one == other).all()
