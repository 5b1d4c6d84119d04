"""``yatzy gaps``: how far the best decision leads over the best worse one, over all decisions of perfect play."""

from __future__ import annotations

import argparse
from typing import Any, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import CATEGORIES, Rules
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.values import met, runners_up
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.reference import REFERENCE
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["BOUNDS", "Gaps", "add", "gaps"]

BOUNDS = (1e-9, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
KINDS = ("hold with 2 throws left", "hold with 1 throw left", "category")


class Gaps(TypedDict):
    """The gaps of one kind of decision."""

    decision: str
    per_game: float
    """Decisions with a choice."""
    mean: float
    cdf: list[float]
    """Share of at most each of ``BOUNDS``."""


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("gaps", help="best minus runner-up over all decisions of perfect play, exactly")
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


def gaps(rules: Rules, mask: int = 0, upper: int = 0) -> list[Gaps]:
    """The gaps of all decisions from a card on.

    Different holds that are equally good have a gap of 0, and the player then holds the most dice.
    """
    goal = Goal(rules=rules)
    weight, total = np.zeros(3), np.zeros(3)
    under = np.zeros((3, len(BOUNDS)))
    for here in met(Optimal(goal, most_dice=True), solved(goal), mask, upper):
        pairs = [runners_up(here.values.turn.held[1]), runners_up(here.values.turn.held[0])]
        if here.closed_rows < len(CATEGORIES) - 1:
            pairs.append(_categories(here.values.closed))
        for kind, (best, second) in enumerate(pairs):
            gap = (best - second).ravel()
            chances = here.weights[kind].ravel()
            weight[kind] += chances.sum()
            total[kind] += (chances * gap).sum()
            placed = np.bincount(np.searchsorted(BOUNDS, gap), chances, len(BOUNDS) + 1)
            under[kind] += np.cumsum(placed)[:-1]
    weight = np.maximum(weight, 1e-300)
    return [
        {
            "decision": name,
            "per_game": float(weight[kind]),
            "mean": float(total[kind] / weight[kind]),
            "cdf": (under[kind] / weight[kind]).tolist(),
        }
        for kind, name in enumerate(KINDS)
    ]


def _categories(closed: Array) -> tuple[Array, Array]:
    ordered = np.partition(closed, len(CATEGORIES) - 2, axis=0)
    return ordered[-1], ordered[-2]


def _run(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    found = gaps(rules)
    known = REFERENCE["decision_gap_distribution_under_optimal_play"] if rules == Rules() else [None] * 3
    table: Rows = [["decision", "a game", "mean gap", *(f"to {bound:g}" for bound in BOUNDS)]]
    for row, reference in zip(found, known, strict=True):
        cells = [f"{row['per_game']:.1f}", f"{row['mean']:.4f}", *(f"{share:.4f}" for share in row["cdf"])]
        table.append([row["decision"], *cells])
        if reference:
            shares = [f"{share:.4f}" for share in reference["cdf"].values()]
            mean = f"{reference['mean_gap_best_minus_runner_up']:.4f}"
            table.append(["  reference", f"{reference['per_game']:.1f}", mean, *shares])
    series = {row["decision"]: (list(BOUNDS[3:]), row["cdf"][3:]) for row in found}
    picture = lines("Share of decisions whose gap is at most", series, "points", "share")
    note = f"over 15 turns the mean of categories is {found[2]['mean'] * 14 / 15:.2f}; the last one has no choice"
    show(Result([(f"Best minus runner-up in perfect play ({note})", table)], {"gaps": found}, picture=picture), chosen)
