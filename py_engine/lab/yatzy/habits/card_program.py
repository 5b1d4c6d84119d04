"""``yatzy player-card``: 648 types of players, 10,000 games each, and what each change of habit is worth.

A type has a risk preference theta, a share gamma of the rest of the game that it counts, a number of throws that it looks ahead,
and a steadiness beta; see ``engine.moods.Mood``. Finished types are kept, so an interrupted run resumes.
"""

from __future__ import annotations

import argparse
from itertools import product
from typing import Any, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.habits.fit import BETAS, DEPTHS, GAMMAS, HABITS, THETAS
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.moods import Mood, play_moody
from py_engine.lab.yatzy.engine.summary import summarize
from py_engine.lab.yatzy.output.writing import Result, add_output, show

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


def changes(grid: Array) -> list[dict[str, Any]]:
    """What each change of habit is worth on average over all other habits, from means (6, 6, 3, 6)."""
    found = []
    for axis, (habit, values) in enumerate(zip(HABITS, _GRIDS, strict=True)):
        means = np.nanmean(grid, axis=tuple(other for other in range(4) if other != axis))
        for place in range(1, len(values)):
            worth = float(means[place] - means[place - 1])
            found.append({"habit": habit, "from": values[place - 1], "to": values[place], "worth": worth})
    return found


def _run(chosen: argparse.Namespace) -> None:
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
    grid = np.full(tuple(len(values) for values in _GRIDS), np.nan)
    for place, result in zip(places, results, strict=True):
        grid[place] = result["mean"]
    columns = {
        habit: np.array([grid_of[place[axis]] for place in places])
        for axis, (habit, grid_of) in enumerate(zip(HABITS, _GRIDS, strict=True))
    }
    columns |= {name: np.array([result[name] for result in results]) for name in results[0]}
    # Whoever uses the means can say how they were made.
    columns |= {name: np.full(len(places), value) for name, value in (("games", chosen.games), ("seed", chosen.seed))}
    best = np.argsort(-columns["mean"], kind="stable")
    table: Rows = [["theta", "gamma", "depth", "beta", "mean", "sd", "p5", "p95", "bonus"]]
    for row in [*best[:5].tolist(), *best[-3:].tolist()]:
        habits = [f"{columns[habit][row]:g}" for habit in HABITS]
        numbers = [f"{columns['mean'][row]:.1f}", f"{columns['sd'][row]:.1f}", f"{columns['p5'][row]:.0f}"]
        table.append([*habits, *numbers, f"{columns['p95'][row]:.0f}", f"{columns['bonus'][row]:.3f}"])
    tables: list[tuple[str, Rows]] = [
        (f"{len(tasks)} types, {chosen.games:,} games each: the best 5 and the worst 3", table)
    ]
    worth = []
    if not chosen.types:
        worth = changes(grid)
        rows: Rows = [["habit", "from", "to", "worth, points"]]
        rows += [[row["habit"], f"{row['from']:g}", f"{row['to']:g}", f"{row['worth']:+.2f}"] for row in worth]
        tables.append(("What a change of one habit is worth, on average over the others", rows))
    show(Result(tables, {"games": chosen.games, "seed": chosen.seed, "changes": worth}, columns), chosen)
