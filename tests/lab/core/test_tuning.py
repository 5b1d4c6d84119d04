"""The cross-entropy method: it finds what does best, halves as it says, and looks no closer than it may."""

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
    """Results that fall with the distance from the best numbers; the luck of a game is the same for all."""

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
    told: list[tuple[int, Mean]] = []
    center = search.run(
        np.zeros(2), games.measure, np.random.default_rng(seed), lambda number, best: told.append((number, best))
    )
    return center, told


@pytest.mark.parametrize("all_games", [False, True])
def test_it_finds_the_numbers_that_do_best(all_games: bool) -> None:
    games = Games()
    center, told = searched(replace(SEARCH, all_games=all_games), games)
    assert center == pytest.approx(BEST, abs=0.05)
    assert [number for number, _ in told] == list(range(1, 31))
    assert told[-1][1].mean > told[0][1].mean
    assert told[0][1].games == (4 + 8 + 16 if all_games else 16)
    assert games.asked[:4] == [(16, 4), (8, 8), (4, 16), (16, 4)]


def test_it_is_the_same_for_the_same_seed() -> None:
    first, second, other = (searched(SEARCH, Games(), seed)[0].tolist() for seed in (1, 1, 2))
    assert first == second != other


def test_a_half_is_chosen_by_all_games_or_by_the_last_alone() -> None:
    results = iter([np.array([[9.0], [1.0], [8.0], [0.0]]), np.array([[0.0], [5.0]])])
    once = replace(SEARCH, generations=1, candidates=4, games=1, halvings=1, all_games=True)
    asked: list[Array] = []

    def measure(points: Array, games: int) -> Array:
        asked.append(points)
        return next(results)

    # Of 9 + 0 and 8 + 5 the second is better, by all games as by the last one.
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


def test_the_spread_never_falls_below_the_least() -> None:
    games = Games()
    searched(replace(SEARCH, least_spread=np.array([0.5, 0.01])), games)
    last = np.mean(games.widths[-5:], axis=0)
    assert last[0] > 0.3
    assert last[1] < 0.1
