"""Yatzy's laboratory on one core, in processor time: solving, the distribution of an empty card, games per second."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from build_tools.bench.common import Row
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.rules.tables import FULL, STANDARD
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.games import Book, play
from py_engine.lab.yatzy.engine.moods import Mood, play_moody
from py_engine.lab.yatzy.engine.solving import Goal, solve
from py_engine.lab.yatzy.engine.walk import distribution

__all__ = ["native"]

BY_CHANCE = {"noisy": Mood(scale=0.35, rules=STANDARD), "softmax": Mood(beta=1.0, rules=STANDARD)}
GAMES = 200_000
CHANCE_GAMES = {True: 200_000, False: 60_000}
HOWS = {True: "compiled", False: "numpy"}
LATE_CARD = FULL & ~1
"""Only ones are open."""


def spent(work: Callable[[], object]) -> float:
    """The processor time that a function takes, in milliseconds."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def native(*, compiled: bool = kernels.COMPILED) -> list[Row]:
    """What the laboratory takes, compiled (if numba is installed) and in numpy."""
    rows: list[Row] = []
    if compiled:
        _warm_up()
    for fast in (True, False)[not compiled :]:
        how = HOWS[fast]
        solving = spent(lambda fast=fast: solve(Goal(), compiled=fast))  # type: ignore[misc]
        rows += [
            (f"Yatzy's laboratory: solve, {how}", "ms", solving),
            (f"Yatzy's laboratory: density with solve, {how}", "ms", spent(_densities[fast])),
        ]
        rows += [
            (f"Yatzy's laboratory: {name} player, {how}", "games/s", _by_chance(mood, fast))
            for name, mood in BY_CHANCE.items()
        ]
    book = Book(Optimal(Goal()))
    per_second = 1000 * GAMES / spent(lambda: play(book, GAMES, np.random.default_rng(1)))
    return [*rows, ("Yatzy's laboratory: perfect play", "games/s", per_second)]


def _warm_up() -> None:
    """Has everything compiled: the first call after a change of the sources takes seconds."""
    solve(Goal())
    distribution(Optimal(Goal()), LATE_CARD)
    for mood in BY_CHANCE.values():
        play_moody(mood, 10, np.random.default_rng(1))


def _by_chance(mood: Mood, fast: bool) -> float:
    count = CHANCE_GAMES[fast]
    play_moody(mood, 10, np.random.default_rng(1), compiled=fast)
    return 1000 * count / spent(lambda: play_moody(mood, count, np.random.default_rng(1), compiled=fast))


_densities: dict[bool, Callable[[], object]] = {
    True: lambda: distribution(Optimal(Goal(), solve(Goal()))),
    False: lambda: DistributionJob(flat=solve(Goal(), compiled=False)).run(),
}
