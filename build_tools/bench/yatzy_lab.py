"""Yatzy's laboratory on one core, in processor time: solving, the distribution of an empty card, games per second."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from build_tools.bench.common import Row
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.rules.tables import STANDARD
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.games import Book, play
from py_engine.lab.yatzy.engine.moods import Mood, play_moody
from py_engine.lab.yatzy.engine.solving import Goal, solve
from py_engine.lab.yatzy.engine.walk import distribution

__all__ = ["native"]

NOISY = Mood(scale=0.35, rules=STANDARD)
GAMES = 200_000
NOISY_GAMES = {True: 200_000, False: 60_000}
HOWS = {True: "compiled", False: "numpy"}


def spent(work: Callable[[], object]) -> float:
    """The processor time that a function takes, in milliseconds."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def native(*, compiled: bool = kernels.COMPILED) -> list[Row]:
    """What the laboratory takes, compiled (if numba is installed) and in numpy."""
    rows: list[Row] = []
    for fast in (True, False)[not compiled :]:
        play_moody(NOISY, 10, np.random.default_rng(1), compiled=fast)
        solving = spent(lambda fast=fast: solve(Goal(), compiled=fast))  # type: ignore[misc]
        rows += [
            (f"Yatzy's laboratory: solve, {HOWS[fast]}", "ms", solving),
            (f"Yatzy's laboratory: density with solve, {HOWS[fast]}", "ms", spent(_densities[fast])),
            (f"Yatzy's laboratory: noisy player, {HOWS[fast]}", "games/s", _noisy(fast)),
        ]
    book = Book(Optimal(Goal()))
    per_second = 1000 * GAMES / spent(lambda: play(book, GAMES, np.random.default_rng(1)))
    return [*rows, ("Yatzy's laboratory: perfect play", "games/s", per_second)]


def _noisy(fast: bool) -> float:
    count = NOISY_GAMES[fast]
    return 1000 * count / spent(lambda: play_moody(NOISY, count, np.random.default_rng(1), compiled=fast))


_densities: dict[bool, Callable[[], object]] = {
    True: lambda: distribution(Optimal(Goal(), solve(Goal()))),
    False: lambda: DistributionJob(flat=solve(Goal(), compiled=False)).run(),
}
