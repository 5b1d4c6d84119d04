"""``yatzy category-sweep``: mean, zero rate and turn of each row by risk preference."""

from __future__ import annotations

from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.runs import Run, add_runs, runs
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.reference import REFERENCE
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["THETAS", "add", "rows_of"]

THETAS = (-0.2, -0.07, -0.03, -0.01, 0.0, 0.02, 0.05, 0.1)


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("category-sweep", help="mean, zero rate and turn of each row by risk preference")
    add_runs(parser, THETAS)
    add_output(parser)
    parser.set_defaults(run=lambda chosen: show(rows_of(runs(chosen)), chosen))


def rows_of(found: list[Run]) -> Result:
    """The statistics of rows."""
    tables: list[tuple[str, Rows]] = []
    names = list(found[0]["categories"])
    columns: dict[str, list[Any]] = {key: [] for key in ("theta", "category", "mean", "variance", "zero", "turn")}
    for run in found:
        table: Rows = [["category", "mean", "sd", "zero", "turn"]]
        exact = run["theta"] == 0
        if exact:
            table[0] += ["reference: mean", "zero", "turn"]
        for name in names:
            row = run["categories"][name]
            cells = [f"{row['mean']:.6f}", f"{row['variance'] ** 0.5:.3f}", f"{row['zero']:.6f}", f"{row['turn']:.4f}"]
            if exact:
                known = REFERENCE["category_stats"][name]
                cells += [f"{known['mean']:.6f}", f"{known['p_zero']:.6f}", f"{known['mean_fill_turn']:.4f}"]
            table.append([name, *cells])
            for key, value in {"theta": run["theta"], "category": name, **row}.items():
                columns[key].append(value)
        tables.append((f"theta {run['theta']:g}", table))
    thetas = [run["theta"] for run in found]
    picture = None
    if len(found) > 1:
        wide = ("four_of_a_kind", "small_straight", "large_straight", "yatzy", "sixes", "ones")
        series = {name: (thetas, [run["categories"][name]["zero"] for run in found]) for name in wide}
        picture = lines("Rows closed with no points, by risk preference", series, "theta", "probability")
    arrays: dict[str, Array] = {name: np.array(column) for name, column in columns.items()}
    return Result(tables, {"rows": columns}, arrays, picture)
