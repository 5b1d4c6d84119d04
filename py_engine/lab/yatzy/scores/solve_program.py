"""``yatzy solve``: tables for any risk preference, and for the luckiest dice, solved once and kept."""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from py_engine.lab.core.commands import Bar, counted
from py_engine.lab.core.spread import Workers, spread
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import position_of
from py_engine.lab.yatzy.output.reference import REFERENCE
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["add"]


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("solve", help="tables for risk preferences, kept in .cache/lab/yatzy (precompute)")
    parser.add_argument("--theta", nargs="+", type=float, default=[0.0], metavar="T")
    parser.add_argument("--max", action="store_true", help="the table with the luckiest dice too")
    parser.add_argument("--processes", type=counted, default=os.cpu_count())
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, whose workers share this folder")
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


def _solve(task: list[Any]) -> list[float]:
    """Solves a goal; returns the value of the empty card and the seconds of processor time."""
    theta, luckiest, rules = task
    began = time.process_time()
    flat = solved(Goal(theta, luckiest, type(Goal().rules)(*rules)))
    return [float(flat[position_of(0, 0)]), time.process_time() - began]


def _run(chosen: argparse.Namespace) -> None:
    rules = list(rules_of(chosen))
    tasks: list[list[Any]] = [[theta, False, rules] for theta in chosen.theta]
    tasks += [[0.0, True, rules]] * chosen.max
    bar = Bar("Solved", "tables")
    rows, data = [["goal", "value of the empty card", "reference", "s"]], []
    try:
        for done in spread(_solve, tasks, Workers(chosen.processes, chosen.cluster), watch=bar):
            theta, luckiest, _ = tasks[done.number]
            value, seconds = done.result
            known = REFERENCE["headline"]["max_score"] if luckiest else REFERENCE["headline"]["ev"]
            name = "luckiest dice" if luckiest else f"theta {theta:g}"
            plain = (luckiest or not theta) and rules == [False, False]
            rows.append([name, f"{value:.9g}", f"{known:.9g}" if plain else "", f"{seconds:.1f}"])
            data.append({"goal": name, "value": value, "seconds": seconds})
    finally:
        bar.clear()
    show(Result([("Solved tables; with theta the value is the mean of e^(theta x)", rows)], {"tables": data}), chosen)
