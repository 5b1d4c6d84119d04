"""The deep step of the search against a recursion over single boards."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import from_boards
from py_engine.games.entropy.rules.tables import geometry
from py_engine.games.entropy.search.afterstates import Boards, Draws, after_slides, bags_after
from py_engine.games.entropy.search.expectimax.deeper import Deeper, Widths
from py_engine.games.entropy.search.expectimax.lookahead import Lookahead, Stage, prospects

SIZE, EMPTY = 5, 4
G = geometry(SIZE)


ALL = Widths(25, 100)
"""Widths that leave nothing out."""


@pytest.fixture
def board() -> tuple[Boards, Array]:
    """A board and its bag."""
    order = np.random.default_rng(8).permutation(np.repeat(np.arange(1, SIZE + 1), SIZE))
    cells = np.zeros((1, G.cells), dtype=np.int64)
    cells[0, np.random.default_rng(3).permutation(G.cells)[:-EMPTY]] = order[:-EMPTY]
    return Boards(*from_boards(cells, SIZE)), np.bincount(order[-EMPTY:], minlength=8).astype(np.int16)


def placed(boards: Boards, color: int) -> list[Boards]:
    draws = Draws(np.array([color]), np.ones(1), np.zeros((1, 8), dtype=np.int16))
    found, _ = Lookahead(G, line_values(SIZE)).placed(boards, draws)
    return [found.take(np.array([i])) for i in range(len(found.occupied))]


def replies(boards: Boards) -> list[Boards]:
    found = after_slides(boards, G)[1]
    return [found.take(np.array([i])) for i in range(len(found.occupied))]


def reply_value(boards: Boards, bag: Array) -> float:
    """The best static value after a reply, two draws after the bag."""
    after = after_slides(boards, G)[1].codes
    tokens = G.cells - EMPTY + 2
    which = np.zeros(after.size, dtype=np.intp)
    points = line_values(SIZE).worth(after.ravel(), tokens, bag[None], which).reshape(after.shape)
    return float((np.rint(512 * points) / 512).sum(axis=1).max())


def second(boards: Boards, chances: Array, bag: Array) -> float:
    """The value of a board before the second draw."""
    return sum(
        chances[color] * min(reply_value(each, bag) for each in placed(boards, color))
        for color in np.flatnonzero(chances).tolist()
    )


@pytest.mark.parametrize("ahead", [False, True])
def test_deep_values_equal_brute_force(board: tuple[Boards, Array], ahead: bool) -> None:
    boards, bag = board
    lookahead, tokens, colors = Lookahead(G, line_values(SIZE)), G.cells - EMPTY, np.flatnonzero(bag)
    known = int(colors[0])
    bags = bags_after(bag, colors)
    first = prospects(bag[None], np.array([known]) if ahead else None)
    later = prospects(bags, colors if ahead else None)
    deeper = Deeper(
        lookahead,
        Stage(first, lookahead.leaves(tokens + 1, bag, 1)),
        Stage(later, lookahead.leaves(tokens + 2, bag, 2)),
    )
    found = deeper.all_values(boards, ALL, ahead=ahead)[:, 0]
    for at, color in enumerate(colors.tolist()):
        left = bags[at]
        chances = (np.arange(8) == color).astype(float) if ahead else left / left.sum()
        values = [
            max(second(reply, chances, bag) for reply in replies(each))
            for each in placed(boards, known if ahead else color)
        ]
        assert found[at] == pytest.approx(min(values), abs=1e-9)


def test_the_expected_cell_and_reply_are_those_of_the_deep_values(board: tuple[Boards, Array]) -> None:
    boards, bag = board
    lookahead, tokens, colors = Lookahead(G, line_values(SIZE)), G.cells - EMPTY, np.flatnonzero(bag)
    bags = bags_after(bag, colors)
    deeper = Deeper(
        lookahead,
        Stage(prospects(bag[None]), lookahead.leaves(tokens + 1, bag, 1)),
        Stage(prospects(bags), lookahead.leaves(tokens + 2, bag, 2)),
    )
    assert deeper.expected(boards, colors[:1], 0, ALL, lookahead) is None, "nothing is searched yet"
    found = deeper.all_values(boards, ALL, ahead=False)[:, 0]
    for at in range(colors.size):
        expected = deeper.expected(boards, colors[[at]], at, ALL, lookahead)
        assert expected is not None
        cell, reply = expected
        chances = bags[at] / bags[at].sum()
        assert second(reply, chances, bag) == pytest.approx(found[at], abs=1e-9)
        assert max(second(each, chances, bag) for each in replies(cell)) == pytest.approx(found[at], abs=1e-9)
        assert int((cell.occupied & ~boards.occupied)[0]).bit_count() == 1


def test_boards_seen_before_cost_no_work(board: tuple[Boards, Array]) -> None:
    boards, bag = board
    lookahead, tokens, colors = Lookahead(G, line_values(SIZE)), G.cells - EMPTY, np.flatnonzero(bag)
    first, later = prospects(bag[None]), prospects(bags_after(bag, colors))
    deeper = Deeper(
        lookahead,
        Stage(first, lookahead.leaves(tokens + 1, bag, 1)),
        Stage(later, lookahead.leaves(tokens + 2, bag, 2)),
    )
    values = deeper.all_values(boards, ALL, ahead=False)
    spent = lookahead.nodes
    assert (deeper.all_values(boards, ALL, ahead=False) == values).all()
    assert lookahead.nodes - spent < spent / 4
