"""True losses of Azul moves: the ways in which the rest of a round is played, and the error that they leave."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.azul.rules.batch import legal_mask, tiles_left
from py_engine.games.azul.rules.state import to_batch
from py_engine.lab.azul.honesty import truth
from py_engine.lab.azul.honesty.frozen import Place, drawn, position
from py_engine.lab.azul.honesty.truth import ALIKE, CONTINUED, PlayTask, ended, engine, played, played_loss


def place_with(fewest: int, most: int) -> Place:
    """A tuning position with some number of tiles on the table."""
    return next(
        place
        for place in drawn("tuning", 60)
        if fewest <= int(tiles_left(to_batch([position("tuning", place).state]))[0]) <= most
    )


def task(place: Place, move: int) -> PlayTask:
    return {"set": "tuning", "place": list(place), "move": move, "engine": engine()}


def moves_of(place: Place) -> list[int]:
    root = to_batch([position("tuning", place).state])
    return [int(move) for move in np.flatnonzero(legal_mask(root)[0])]


def test_an_open_round_is_played_in_many_ways_and_a_solved_one_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "GAMES", 2 * len(CONTINUED))
    open_round, solved = place_with(15, 20), place_with(3, ALIKE)
    ways = played(task(open_round, moves_of(open_round)[0]))
    assert [len(way) for way in ways] == [2] * len(CONTINUED)
    assert len(played(task(solved, moves_of(solved)[0]))) == 1


def test_ways_are_those_of_searches_with_as_many_passes() -> None:
    """A search that goes on chooses after each number of passes what one that ends there does."""
    place = place_with(17, 19)
    root = to_batch([position("tuning", place).state]).without_floor_order()
    move = moves_of(place)[0]
    together = truth._ended(root, move, CONTINUED[::8])
    assert len({end.sides[0].lines.tobytes() + end.sides[1].lines.tobytes() for end in together}) > 1
    for passes, end in zip(CONTINUED[::8], together, strict=True):
        (alone,) = truth._ended(root, move, [passes])
        for one, other in zip(alone.sides, end.sides, strict=True):
            assert np.array_equal(one.lines, other.lines)
            assert np.array_equal(one.floor, other.floor)
        assert not tiles_left(end)[0]


def test_every_way_ends_with_all_tiles_drafted() -> None:
    place = place_with(9, 12)
    root = to_batch([position("tuning", place).state]).without_floor_order()
    ends = ended(root, moves_of(place)[-1])
    assert len(ends) == len(CONTINUED)
    assert not any(tiles_left(end)[0] for end in ends)


def test_ways_that_disagree_make_the_loss_less_certain() -> None:
    games = np.random.default_rng(3).integers(-6, 7, size=(24, 10))
    same = played_loss(games.tolist(), (games - 2).tolist())
    assert same.loss == 2
    assert same.stderr == 0
    # Neighbours are alike, so that there are six ways rather than 24.
    apart = games - 2 + np.repeat(np.where(np.arange(6) % 2, 8, -8), 4)[:, None]
    unsure = played_loss(games.tolist(), apart.tolist())
    assert unsure.loss == pytest.approx(2)
    assert unsure.stderr == pytest.approx(8 / np.sqrt(5))


def test_the_error_of_one_way_is_that_of_its_games() -> None:
    games = np.random.default_rng(4).integers(-9, 10, size=(1, 240))
    found = played_loss(games.tolist(), np.zeros((1, 240), dtype=np.int64).tolist())
    assert found.stderr == pytest.approx(games.std(ddof=1) / np.sqrt(240))
