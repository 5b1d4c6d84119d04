"""``yatzy sweep``: mean, spread, quantiles and tail of the final score by risk preference, exactly."""

from __future__ import annotations

from typing import Any

import numpy as np

from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.runs import Run, add_runs, runs
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.reference import theta_reference
from py_engine.lab.yatzy.output.writing import Result, add_output, show
from py_engine.lab.yatzy.scores.rows_program import THETAS

__all__ = ["add", "sweep"]


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("sweep", help="final scores by risk preference (resumable)")
    add_runs(parser, THETAS)
    add_output(parser)
    parser.set_defaults(run=lambda chosen: show(sweep(runs(chosen)), chosen))


def certainty_equivalent(run: Run) -> float:
    """The certain score worth as much as the game: ln E[e^(theta x)] / theta, or the mean for theta 0."""
    chances, theta = np.array(run["chances"]), run["theta"]
    if not theta:
        return run["summary"]["mean"]
    return float(np.log((chances * np.exp(theta * np.arange(len(chances)))).sum()) / theta)


def sweep(found: list[Run]) -> Result:
    """The table, with a line of references under each risk preference that has one."""
    quantiles = list(found[0]["summary"]["percentiles"])
    table: Rows = [["theta", "certain worth", "mean", "sd", "bonus", *quantiles, "CVaR 5 %", "300+"]]
    equal = True
    for run in found:
        about = run["summary"]
        shown = [certainty_equivalent(run), about["mean"], about["sd"], run["bonus"]]
        cells = [f"{value:.6f}" for value in shown] + [str(about["percentiles"][name]) for name in quantiles]
        table.append([f"{run['theta']:g}", *cells, f"{about['cvar_5']:.2f}", f"{about['at_least_300']:.5f}"])
        known = theta_reference(run["theta"])
        if known is not None:
            worth = known.get("certainty_equivalent", known["mean"])
            references = [f"{value:.6f}" for value in (worth, known["mean"], known["sd"], known["bonus_prob"])]
            references += [str(known["percentiles"][name]) for name in quantiles]
            equal &= all(abs(float(a) - float(b)) < 1.5e-6 for a, b in zip(references, cells, strict=True))
            table.append(["  reference", *references, "", ""])
    thetas = [run["theta"] for run in found]
    series = {name: (thetas, [run["summary"]["percentiles"][name] for run in found]) for name in ("p5", "p50", "p95")}
    picture = lines("Percentiles of the final score by risk preference", series, "theta", "final score")
    rows = [{"theta": run["theta"], "bonus": run["bonus"], **run["summary"]} for run in found]
    columns = {"theta": np.array(thetas), "bonus": np.array([run["bonus"] for run in found])}
    for name in ("mean", "sd", "cvar_5", "at_least_300"):
        columns[name] = np.array([row[name] for row in rows])
    for name in quantiles:
        columns[name] = np.array([run["summary"]["percentiles"][name] for run in found])
    title = "Final scores by risk preference" + ("; every reference equal within 1e-6" if equal else "")
    return Result([(title, table)], {"runs": rows}, columns, picture if len(found) > 1 else None)
