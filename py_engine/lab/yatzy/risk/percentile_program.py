"""``yatzy percentile-sweep``: the risk preference with the highest quantile, for each quantile, and at the tails."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.runs import Run, add_runs, runs
from py_engine.lab.yatzy.engine.summary import cvar
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["GRID", "add", "best_by_quantile"]

GRID = tuple(round(n / 100, 2) for n in (-20, -14, -10, -7, -5, -3, -2, -1, 0, 1, 2, 3, 5, 7, 10, 14, 20))
_LEVELS = (0.1, 1, 2, 5, 10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 95, 98, 99, 99.5, 99.9)
_FINE = 3
"""Steps between two neighbours of the best theta, in the finer search."""


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("percentile-sweep", help="the best risk preference for each quantile")
    add_runs(parser, GRID)
    parser.add_argument("--finer", action="store_true", help="search between the neighbours of each best theta too")
    add_output(parser)
    parser.set_defaults(run=_run)


def smooth_quantile(run: Run, per_cent: float) -> float:
    """The quantile of scores spread over their unit interval, so that equal whole scores differ."""
    reached = np.cumsum(run["chances"])
    place = int(np.searchsorted(reached, per_cent / 100 * reached[-1]))
    before = float(reached[place - 1]) if place else 0.0
    return place + (per_cent / 100 * float(reached[-1]) - before) / (float(reached[place]) - before)


def best_by_quantile(found: list[Run]) -> list[dict[str, float]]:
    """For each quantile the run that has the highest."""
    neutral = min(found, key=lambda run: abs(run["theta"]))
    rows = []
    for level in _LEVELS:
        best = max(found, key=lambda run: smooth_quantile(run, level))
        rows.append(
            {
                "per_cent": level,
                "theta": best["theta"],
                "quantile": smooth_quantile(best, level),
                "neutral": smooth_quantile(neutral, level),
                "mean": best["summary"]["mean"],
            }
        )
    return rows


def _reaching(score: int) -> Callable[[Run], float]:
    return lambda run: float(np.sum(run["chances"][score:]))


def _run(chosen: argparse.Namespace) -> None:
    found = runs(chosen)
    if chosen.finer:
        found += runs(chosen, _between(found))
    rows = best_by_quantile(found)
    tables = [("Best risk preferences", _table_of(rows)), ("Tails", _tails(found))]
    series = {"best theta": ([row["per_cent"] for row in rows], [row["theta"] for row in rows])}
    picture = lines("The best risk preference for each quantile", series, "quantile, %", "theta")
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    show(Result(tables, {"quantiles": rows}, columns, picture), chosen)


def _between(found: list[Run]) -> list[float]:
    """More thetas, evenly spaced to either side of those that are best for some quantile."""
    thetas = sorted(run["theta"] for run in found)
    more: set[float] = set()
    for theta in {row["theta"] for row in best_by_quantile(found)}:
        place = thetas.index(theta)
        for low, high in zip(thetas[max(0, place - 1) : place + 1], thetas[max(1, place) : place + 2], strict=False):
            more |= {round(low + (high - low) * n / (_FINE + 1), 6) for n in range(1, _FINE + 1)}
    return sorted(more - set(thetas))


def _table_of(rows: list[dict[str, float]]) -> Rows:
    table: Rows = [["quantile, %", "best theta", "score", "at theta 0", "gain", "its mean"]]
    for row in rows:
        scores = (row["quantile"], row["neutral"], row["quantile"] - row["neutral"], row["mean"])
        table.append([f"{row['per_cent']:g}", f"{row['theta']:g}", *(f"{score:.2f}" for score in scores)])
    return table


def _tails(found: list[Run]) -> Rows:
    """The best theta for the mean of the worst games, and for reaching high scores."""
    goals: dict[str, Callable[[Run], float]] = {
        "mean of the worst 5 %": lambda run: cvar(np.array(run["chances"])),
        "mean of the worst 1 %": lambda run: cvar(np.array(run["chances"]), 0.01),
        **{f"chance of {s}": _reaching(s) for s in (250, 275, 300, 325)},
    }
    neutral = min(found, key=lambda run: abs(run["theta"]))
    table: Rows = [["goal", "best theta", "value", "at theta 0"]]
    for name, value in goals.items():
        best = max(found, key=value)
        table.append([name, f"{best['theta']:g}", f"{value(best):.5g}", f"{value(neutral):.5g}"])
    return table
