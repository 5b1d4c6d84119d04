"""On which board a difference between two moves is: the parts of a difference."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.search import sides
from py_engine.games.azul.search.lines import Line, followed
from py_engine.games.azul.search.sides import shares, steady_shares
from tests.bridge import strategies
from tests.games.azul.positions import board, position
from tests.games.azul.reference_features import read

GOES_ON = (0.05, 0.3, 0.5)
"""Parts of a game after which a position's round does not end it."""


def lines_of(batch: Batch, count: int = 4) -> list[Line]:
    player = int(batch.front[0])
    valuer = LearntValues(batch)
    found = valuer.moves(batch)
    order = np.argsort(-found.values, kind="stable")[:count]
    return followed(batch, [[int(found.actions[place])] for place in order], valuer, player)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("part", GOES_ON)
def test_the_parts_add_up_to_the_difference_in_worth(seed: int, part: float) -> None:
    batch = read(strategies.reachable_state(seed, 0.0, part)).without_floor_order()
    lines = lines_of(batch)
    assert not any(line.features["game_ends"] for line in lines)
    found = shares([lines[0].end], [line.end for line in lines[1:]], int(batch.front[0]))
    assert found is not None
    worth = [lines[0].worth - line.worth for line in lines[1:]]
    assert found.sum(axis=0).tolist() == pytest.approx(worth, abs=1e-4)
    assert any(abs(each) > 0.5 for each in worth)


def test_the_parts_change_sides_with_the_player() -> None:
    batch = read(strategies.reachable_state(1, 0.0, 0.3)).without_floor_order()
    lines = lines_of(batch)
    player = int(batch.front[0])
    ends = [lines[0].end], [lines[2].end]
    mine, theirs = shares(*ends, player), shares(*ends, player ^ 1)
    assert mine is not None
    assert theirs is not None
    assert mine[0].tolist() == pytest.approx((-theirs[1]).tolist(), abs=1e-4)
    assert mine[2].tolist() == pytest.approx((-theirs[2]).tolist(), abs=1e-4)


def drafted(score: int, other: int, *, token: bool = False, full: bool = False) -> Batch:
    """A drafted-out position in which the first player has a score, and perhaps the token or a row that ends the game."""
    wall = [(0, column) for column in range(4 + full)]
    first = board(score=score, wall=wall, token=token)
    batch = read(position(first, board(score=other), factories=[{"White": 1}])).without_floor_order()
    batch.tiles[:] = 0
    return batch


def test_a_difference_is_on_the_board_that_differs() -> None:
    found = shares([drafted(20, 9)], [drafted(14, 9)], 0)
    assert found is not None
    assert found[:, 0].tolist() == pytest.approx([6, 0, 0], abs=1e-4)
    found = shares([drafted(20, 9)], [drafted(20, 5)], 0)
    assert found is not None
    assert found[:, 0].tolist() == pytest.approx([0, -4, 0], abs=1e-4)


def test_the_whole_counts_parts_in_which_lines_do_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = np.array([[-3.0, -3.0, -3.0], [9.0, -3.0, 0.0], [0.0, 0.0, 0.0]])
    monkeypatch.setattr(sides, "shares", lambda *_: parts)
    assert steady_shares([], [], 0) == {"own": -3, "opponent": 0, "start": 0, "whole": -1}


def test_the_end_of_the_game_after_some_lines_only_has_no_parts() -> None:
    assert shares([drafted(20, 9, full=True)], [drafted(14, 9)], 0) is None
    assert steady_shares([drafted(20, 9, full=True)], [drafted(14, 9)], 0) == {}
    assert steady_shares([drafted(20, 9, full=True)], [drafted(14, 9, full=True)], 0)["own"] == 6


@pytest.mark.parametrize(
    ("own", "steady"),
    [([-2.0, -3.0, -2.5], -2.5), ([-2.0, -3.0, 1.0], 0.0), ([-9.0, -0.1, -0.1], 0.0), ([0.0, 0.0, 0.0], 0.0)],
)
def test_a_part_is_steady_where_lines_agree(monkeypatch: pytest.MonkeyPatch, own: list[float], steady: float) -> None:
    def found(*_: object) -> Array:
        return np.array([own, [0.0] * 3, [0.0] * 3])

    monkeypatch.setattr(sides, "shares", found)
    assert steady_shares([], [], 0) == {
        "own": steady,
        "opponent": 0.0,
        "start": 0.0,
        "whole": pytest.approx(np.mean(own)),
    }
