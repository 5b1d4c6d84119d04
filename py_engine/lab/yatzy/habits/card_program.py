"""``yatzy player-card``: 648 types of players, 10,000 games each, and what each change of habit is worth.

A type has a risk preference theta, a share gamma of the rest of the game that it counts, a number of throws that it looks ahead,
and a steadiness beta; see ``engine.moods.Mood``. Finished types are kept, so an interrupted run resumes.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.habits.fit import BETAS, DEPTHS, GAMMAS, HABITS, THETAS
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.moods import Mood, play_moody
from py_engine.lab.yatzy.engine.summary import summarize
from py_engine.lab.yatzy.output.writing import Result, add_output, read_columns, show

__all__ = ["Type", "add", "changes", "play_type"]

_GRIDS = (THETAS, GAMMAS, DEPTHS, BETAS)


class Type(TypedDict):
    """A type of player as a task."""

    theta: float
    gamma: float
    depth: int
    beta: float
    games: int
    seed: int
    engine: str
    """The version of the engine."""


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser(
        "player-card", help="648 player types and what each change of habit is worth (resumable)"
    )
    parser.add_argument("--games", type=counted, default=10_000, help="of each type (10,000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--read", type=Path, metavar="FILE", help="the tables of an earlier run, from its .npz")
    parser.add_argument("--types", type=int, metavar="N", help="only every N-th type, for a quick look")
    add_common(parser, "yatzy-player-card")
    add_output(parser)
    parser.set_defaults(run=_run)


def play_type(task: Type) -> dict[str, float]:
    """The statistics of a type's games."""
    require_same(task["engine"], engine_of("yatzy"))
    mood = Mood(beta=task["beta"], theta=task["theta"], gamma=task["gamma"], depth=task["depth"])
    games = play_moody(mood, task["games"], np.random.default_rng(task["seed"]))
    about = summarize(np.bincount(games.totals, minlength=400) / task["games"])
    return {
        "mean": about["mean"],
        "sd": about["sd"],
        "p5": about["percentiles"]["p5"],
        "p95": about["percentiles"]["p95"],
        "at_least_300": about["at_least_300"],
        "bonus": float(games.bonus.mean()),
    }


def changes(grid: Array, variances: Array | None = None) -> list[dict[str, Any]]:
    """What each change of habit is worth on average over all other habits.

    Args:
        grid: (6, 6, 3, 6) means.
        variances: The same of their squared standard errors, for the errors of the changes. All types play with the same dice,
            so these errors are rather too large.
    """
    found = []
    for axis, (habit, values) in enumerate(zip(HABITS, _GRIDS, strict=True)):
        others = tuple(other for other in range(4) if other != axis)
        means = np.nanmean(grid, axis=others)
        squared = None if variances is None else variances.sum(axis=others) / (grid.size / len(values)) ** 2
        for place in range(1, len(values)):
            worth = float(means[place] - means[place - 1])
            row = {"habit": habit, "from": values[place - 1], "to": values[place], "worth": worth}
            if squared is not None:
                row["error"] = float(np.sqrt(squared[place] + squared[place - 1]))
            found.append(row)
    return found


def _played(chosen: argparse.Namespace) -> dict[str, Array]:
    """The types with their results as columns."""
    places = list(product(*(range(len(values)) for values in _GRIDS)))[:: chosen.types or 1]
    tasks: list[Type] = [
        {
            "theta": THETAS[t],
            "gamma": GAMMAS[g],
            "depth": DEPTHS[d],
            "beta": BETAS[b],
            "games": chosen.games,
            "seed": chosen.seed,
            "engine": engine_of("yatzy"),
        }
        for t, g, d, b in places
    ]
    with kept_work(chosen, "Played", "types") as work:
        results = [done.result for done in work(play_type, tasks)]
    columns = {
        habit: np.array([values[place[axis]] for place in places])
        for axis, (habit, values) in enumerate(zip(HABITS, _GRIDS, strict=True))
    }
    columns |= {name: np.array([result[name] for result in results]) for name in results[0]}
    # Whoever uses the means can say how they were made.
    return columns | {
        name: np.full(len(places), value) for name, value in (("games", chosen.games), ("seed", chosen.seed))
    }


def _run(chosen: argparse.Namespace) -> None:
    columns = _played(chosen) if chosen.read is None else read_columns(chosen.read)
    count, games, seed = len(columns["mean"]), int(columns["games"][0]), int(columns["seed"][0])
    title = f"{count} types, {games:,} games each, seed {seed}: the best 5 and the worst 3"
    tables = [(title, _best_and_worst(columns, games))]
    shape = tuple(len(values) for values in _GRIDS)
    worth = []
    if count == int(np.prod(shape)):
        worth = changes(columns["mean"].reshape(shape), (columns["sd"] ** 2 / games).reshape(shape))
        tables.append(("What a change of one habit is worth, on average over the others", _table_of(worth)))
    show(Result(tables, {"games": games, "seed": seed, "changes": worth}, columns), chosen)


def _best_and_worst(columns: dict[str, Array], games: int) -> Rows:
    best = np.argsort(-columns["mean"], kind="stable").tolist()
    table: Rows = [["theta", "gamma", "depth", "beta", "mean", "error", "sd", "p5", "p95", "bonus"]]
    for row in [*best[:5], *best[-3:]]:
        habits = [f"{columns[habit][row]:g}" for habit in HABITS]
        sd = float(columns["sd"][row])
        numbers = [f"{columns['mean'][row]:.1f}", f"{sd / games**0.5:.1f}", f"{sd:.1f}", f"{columns['p5'][row]:.0f}"]
        table.append([*habits, *numbers, f"{columns['p95'][row]:.0f}", f"{columns['bonus'][row]:.3f}"])
    return table


def _table_of(worth: Sequence[dict[str, Any]]) -> Rows:
    table: Rows = [["habit", "from", "to", "worth, points", "error"]]
    for row in worth:
        habit = [row["habit"], f"{row['from']:g}", f"{row['to']:g}"]
        table.append([*habit, f"{row['worth']:+.2f}", f"{row['error']:.2f}"])
    return table
