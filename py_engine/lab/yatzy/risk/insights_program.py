"""``yatzy insights``: the figures of the page "Insights": final scores and rows by risk preference, exactly, and aiming players.

The page reads the JSON file. It names what determines it: the command, the seed, the version of the value tables, and the
SHA-256 of its figures. To keep the file small, chances are packed into one text, see ``packed_chances``, and rows are given
for theta 0 only, which is play for points.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from py_engine.games.yatzy.knowledge.origin import origin
from py_engine.lab.core.commands import counted
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.adaptive import BATCH, new_seat, play_out
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.runs import Run, add_runs, rules_of, runs
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.summary import summarize
from py_engine.lab.yatzy.output.writing import Result, add_output, show
from py_engine.lab.yatzy.risk.frontier_program import aiming

__all__ = ["FIGURES", "UNIT", "add", "figures_of", "packed_chances", "sha256_of"]

FIGURES = (-0.2, -0.1, -0.05, -0.03, -0.02, -0.01, 0.0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2)
"""The risk preferences (theta) by default."""
UNIT = 1_000_000
"""Chances are whole numbers of millionths."""
_MOODS = (-0.05, -0.03, -0.02, -0.01, 0.0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2)
"""The risk preferences between which an aiming player switches."""
_STEEP = 0.0014
"""Theta per point of shortfall of an aiming player."""


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("insights", help="the figures of the page “Insights”")
    add_runs(parser, FIGURES)
    parser.add_argument(
        "--target", nargs="*", type=int, default=[225, 250, 275, 300], help="scores that players aim for"
    )
    parser.add_argument("--games", type=counted, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    add_output(parser)
    parser.set_defaults(run=_run)


def packed_chances(chances: Sequence[float]) -> tuple[int, str]:
    """The lowest score that occurs, and the chances of it and all higher ones as a text of second differences.

    Cumulative chances are rounded, not the chances, so that the sum over any range of scores is right to a millionth.
    """
    whole = np.diff(np.rint(np.cumsum(np.array(chances)) * UNIT).astype(np.int64), prepend=0)
    there = np.flatnonzero(whole)
    first, last = int(there[0]), int(there[-1])
    return first, " ".join(map(str, np.diff(whole[first : last + 1], n=2, prepend=[0, 0]).tolist()))


def figures_of(run: Run) -> dict[str, Any]:
    """The figures of a risk preference."""
    first, chances = packed_chances(run["chances"])
    about = run["summary"]
    figures: dict[str, Any] = {
        "theta": run["theta"],
        "mean": round(about["mean"], 6),
        "sd": round(about["sd"], 6),
        "bonus": round(run["bonus"], 8),
        "worst": round(about["cvar_5"], 4),
        "first": first,
        "chances": chances,
    }
    if run["theta"] == 0:
        rows = run["categories"].items()
        figures["rows"] = {name: [round(row["mean"], 6), round(row["zero"], 8)] for name, row in rows}
    return figures


def sha256_of(figures: dict[str, Any]) -> str:
    """The SHA-256 of figures as JSON without spaces, keys in order."""
    return hashlib.sha256(json.dumps(figures, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _aiming(chosen: argparse.Namespace, target: int) -> dict[str, Any]:
    """The results of a player who takes more risk the further the expected score is below a target, and less above it."""
    rules = rules_of(chosen)
    deciders = [Optimal(Goal(theta, rules=rules)) for theta in _MOODS]
    choice = aiming(list(_MOODS), solved(Goal(rules=rules)), target, _STEEP)
    generator = np.random.default_rng([chosen.seed, target])
    totals = np.concatenate(
        [
            play_out(deciders, new_seat(min(BATCH, chosen.games - start)), generator, choice).with_bonus
            for start in range(0, chosen.games, BATCH)
        ]
    )
    chances = np.bincount(totals, minlength=400) / chosen.games
    reached = float(chances[target:].sum())
    about = summarize(chances)
    return {
        "target": target,
        "mean": round(about["mean"], 3),
        "sd": round(about["sd"], 3),
        "reached": round(reached, 5),
        "error": round(float(np.sqrt(reached * (1 - reached) / chosen.games)), 5),
    }


def _run(chosen: argparse.Namespace) -> None:
    found = sorted(runs(chosen), key=lambda run: run["theta"])
    figures = {"runs": [figures_of(run) for run in found], "aiming": [_aiming(chosen, t) for t in chosen.target]}
    table: Rows = [["theta", "mean", "sd", "worst 5 %", "bonus"]]
    for row in figures["runs"]:
        table.append([f"{row['theta']:g}", *(f"{row[name]:.4f}" for name in ("mean", "sd", "worst", "bonus"))])
    aims: Rows = [["aims for", "mean", "sd", "reached"]]
    for row in figures["aiming"]:
        aims.append(
            [str(row["target"]), f"{row['mean']:.2f}", f"{row['sd']:.2f}", f"{row['reached']:.4f} ± {row['error']:.4f}"]
        )
    data = {
        "made_by": f"python -m py_engine.lab yatzy insights --games {chosen.games} --seed {chosen.seed}",
        "tables": origin(),
        "sha256": sha256_of(figures),
        **figures,
    }
    show(Result([("By risk preference", table), ("Aiming players", aims)], data), chosen)
