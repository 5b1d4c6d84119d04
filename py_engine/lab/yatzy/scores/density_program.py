"""``yatzy density``: the exact distribution of the final score, from any card and for any risk preference."""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from py_engine.games.yatzy.knowledge.solver import MAX_THETA
from py_engine.games.yatzy.knowledge.uppers import is_reachable
from py_engine.lab.core.errors import LabError
from py_engine.lab.yatzy.engine.runs import add_rules, density, rules_of
from py_engine.lab.yatzy.engine.solving import Goal
from py_engine.lab.yatzy.engine.summary import summarize
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.reference import theta_reference
from py_engine.lab.yatzy.output.writing import Result, add_output, against_reference, show

__all__ = ["add"]


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("density", help="the exact distribution of the final score")
    parser.add_argument("--theta", nargs="+", type=float, default=[0.0], metavar="T", help="risk preferences (0)")
    parser.add_argument("--closed", type=int, default=0, metavar="MASK", help="closed categories, bit i for category i")
    parser.add_argument("--upper", type=int, default=0, help="points in the upper categories")
    parser.add_argument("--points", type=int, default=0, help="all points so far, without the bonus")
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    upper = min(63, chosen.upper)
    if not is_reachable(chosen.closed, upper):
        raise LabError("These closed categories do not allow that upper score.")
    if any(abs(theta) > MAX_THETA for theta in chosen.theta):
        raise LabError(f"theta should be from {-MAX_THETA} to {MAX_THETA}.")
    rules = rules_of(chosen)
    tables, data, series, columns = [], [], {}, {}
    for theta in chosen.theta:
        began = time.process_time()
        later = density(Goal(theta, rules=rules), chosen.closed, upper)
        chances = np.concatenate([np.zeros(chosen.points), later])
        seconds = time.process_time() - began
        about = summarize(chances)
        whole = not chosen.closed and rules == type(rules)()
        known = (theta_reference(theta) if whole else None) or {}
        rows: list[tuple[str, float, float | None, int]] = [
            ("mean", about["mean"], known.get("mean"), 6),
            ("sd", about["sd"], known.get("sd"), 6),
            *((name, value, known.get("percentiles", {}).get(name), 0) for name, value in about["percentiles"].items()),
            ("CVaR 5 %", about["cvar_5"], None, 2),
            ("300 and more", about["at_least_300"], None, 5),
        ]
        tables.append((f"Final score with theta {theta:g} ({seconds:.1f} s)", against_reference(rows)))
        data.append({"theta": theta, **about, "seconds": seconds})
        there = np.flatnonzero(chances > 0)
        series[f"{theta:g}"] = (there.tolist(), chances[there].tolist())
        columns[f"theta_{theta:g}"] = np.pad(chances, (0, 500 - len(chances)))[:400]
    columns = {"score": np.arange(400), **columns}
    picture = lines("Distribution of the final score", series, "final score", "probability")
    show(Result(tables, {"densities": data}, columns, picture), chosen)
