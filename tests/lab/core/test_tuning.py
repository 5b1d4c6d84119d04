"""Tests of the cross-entropy method with successive halving."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.lab.core.statistics import Mean
from py_engine.lab.core.tuning import CrossEntropy

BEST = np.array([3.0, -2.0])
SEARCH = CrossEntropy(
    generations=30,
    candidates=16,
    games=4,
    halvings=2,
    spread=np.ones(2),
    least_spread=np.full(2, 0.01),
    all_games=True,
)


class Games:
    """Scores that decrease with the distance from the optimum; all candidates have the same luck in a game."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []
        self.widths: list[Array] = []

    def measure(self, points: Array, games: int) -> Array:
        self.asked.append((len(points), games))
        if len(points) == SEARCH.candidates:
            self.widths.append(points[1:].std(axis=0))
        luck = np.sin(np.arange(games) + len(self.asked))
        found: Array = -((points - BEST) ** 2).sum(axis=1)[:, None] + luck
        return found


def searched(search: CrossEntropy, games: Games, seed: int = 0) -> tuple[Array, list[tuple[int, Mean]]]:
    generations: list[tuple[int, Mean]] = []
    center = search.run(
        np.zeros(2), games.measure, np.random.default_rng(seed), lambda number, best: generations.append((number, best))
    )
    return center, generations


@pytest.mark.parametrize("all_games", [False, True])
def test_search_finds_the_optimum(all_games: bool) -> None:
    games = Games()
    center, generations = searched(replace(SEARCH, all_games=all_games), games)
    assert center == pytest.approx(BEST, abs=0.05)
    assert [number for number, _ in generations] == list(range(1, 31))
    assert generations[-1][1].mean > generations[0][1].mean
    assert generations[0][1].games == (4 + 8 + 16 if all_games else 16)
    assert games.asked[:4] == [(16, 4), (8, 8), (4, 16), (16, 4)]


def test_search_is_reproducible() -> None:
    first, second, other = (searched(SEARCH, Games(), seed)[0].tolist() for seed in (1, 1, 2))
    assert first == second != other


def test_halving_ranks_by_all_games_or_by_the_last_ones() -> None:
    results = iter([np.array([[9.0], [1.0], [8.0], [0.0]]), np.array([[0.0], [5.0]])])
    once = replace(SEARCH, generations=1, candidates=4, games=1, halvings=1, all_games=True)
    asked: list[Array] = []

    def measure(points: Array, games: int) -> Array:
        asked.append(points)
        return next(results)

    # 8 + 5 beats 9 + 0, both by all games and by the last one.
    center = once.run(np.zeros(2), measure, np.random.default_rng(0), lambda *_: None)
    assert center.tolist() == asked[0][2].tolist()
    assert asked[1].tolist() == [asked[0][0].tolist(), asked[0][2].tolist()]
    found = {}
    for all_games in (True, False):
        results = iter([np.array([[9.0], [1.0], [2.0], [0.0]]), np.array([[0.0], [5.0]])])
        asked.clear()
        center = replace(once, all_games=all_games).run(np.zeros(2), measure, np.random.default_rng(0), lambda *_: None)
        found[all_games] = [point.tolist() for point in asked[0]].index(center.tolist())
    assert found == {True: 0, False: 2}


def test_spread_never_falls_below_its_minimum() -> None:
    games = Games()
    searched(replace(SEARCH, least_spread=np.array([0.5, 0.01])), games)
    last = np.mean(games.widths[-5:], axis=0)
    assert last[0] > 0.3
    assert last[1] < 0.1
