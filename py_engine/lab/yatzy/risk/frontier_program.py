"""``yatzy frontier``: mean against risk for fixed risk preferences, and for one that adapts to the score.

The adaptive player aims for a target: behind it, by the mean that perfect play still expects, the preference is ``--steep`` times
the shortfall in points, ahead of it likewise the other way, within the largest theta of the grid. Its games are simulated; fixed
preferences are exact.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.lab.core.commands import counted
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.adaptive import BATCH, Choice, Seat, new_seat, play_out
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.runs import add_runs, rules_of, runs
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.summary import summarize
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.writing import Result, add_output, show
from py_engine.lab.yatzy.scores.rows_program import THETAS

__all__ = ["add", "aiming"]


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("frontier", help="mean against risk; a risk preference that adapts against fixed ones")
    add_runs(parser, THETAS)
    parser.add_argument(
        "--target", nargs="*", type=int, default=[250, 275, 300], help="scores that the adaptive player aims for"
    )
    parser.add_argument("--steep", type=float, default=0.002, help="theta per point of shortfall (0.002)")
    parser.add_argument("--games", type=counted, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    add_output(parser)
    parser.set_defaults(run=_run)


def aiming(thetas: list[float], expected: Array, target: int, steep: float) -> Choice:
    """The choice of a player who aims for a target score.

    Args:
        thetas: The risk preferences of the deciders.
        expected: (958976,) expected remaining points.
        target: The score.
        steep: Theta per point of shortfall.
    """
    grid = np.array(thetas)

    def choice(_turn: int, own: Seat, _other: Seat | None) -> Array:
        wanted = steep * (target - own.points - expected[own.positions])
        return np.asarray(np.abs(wanted[:, None] - grid).argmin(axis=1))

    return choice


def _run(chosen: argparse.Namespace) -> None:
    found = runs(chosen)
    rules = rules_of(chosen)
    rows = [_row(f"theta {run['theta']:g}", np.array(run["chances"]), chosen.target) for run in found]
    deciders = [Optimal(Goal(theta, rules=rules)) for theta in chosen.theta]
    for target in chosen.target:
        choice = aiming(list(chosen.theta), solved(Goal(rules=rules)), target, chosen.steep)
        generator = np.random.default_rng([chosen.seed, target])
        totals = [
            play_out(deciders, new_seat(min(BATCH, chosen.games - start)), generator, choice).with_bonus
            for start in range(0, chosen.games, BATCH)
        ]
        chances = np.bincount(np.concatenate(totals), minlength=400) / chosen.games
        rows.append(_row(f"adaptive, aims for {target}", chances, chosen.target))
    table: Rows = [["player", "mean", "sd", "CVaR 5 %", *(f"{target}+" for target in chosen.target)]]
    for row in rows:
        reached = [f"{row[f'at_least_{target}']:.4f}" for target in chosen.target]
        table.append([row["player"], f"{row['mean']:.2f}", f"{row['sd']:.2f}", f"{row['cvar_5']:.2f}", *reached])
    series = {"fixed theta": _points(rows[: len(found)])}
    if chosen.target:
        series["adaptive"] = _points(rows[len(found) :])
    picture = lines("Mean against standard deviation of the final score", series, "standard deviation", "mean")
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    note = f"Risk and mean; adaptive players by {chosen.games:,} games, seed {chosen.seed}"
    show(Result([(note, table)], {"players": rows}, columns, picture), chosen)


def _row(name: str, chances: Array, targets: list[int]) -> dict[str, Any]:
    about = summarize(chances)
    reached = {f"at_least_{target}": float(chances[target:].sum()) for target in targets}
    return {"player": name, "mean": about["mean"], "sd": about["sd"], "cvar_5": about["cvar_5"], **reached}


def _points(rows: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    ordered = sorted(rows, key=lambda row: row["sd"])
    return [row["sd"] for row in ordered], [row["mean"] for row in ordered]
