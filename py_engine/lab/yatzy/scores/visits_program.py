"""``yatzy heat-map``: how often each upper score is met before each turn, and how many positions a player visits."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import BONUS_AT, FULL, Rules
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Decider, Optimal
from py_engine.lab.yatzy.engine.players import decider_of
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal
from py_engine.lab.yatzy.engine.space import FINAL_TURN, MASK
from py_engine.lab.yatzy.engine.walk import walk
from py_engine.lab.yatzy.output.pictures import heat_map
from py_engine.lab.yatzy.output.reference import REFERENCE
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["add", "visits"]


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("heat-map", help="visits by upper score and turn")
    parser.add_argument("player", nargs="?", default="optimal")
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


def visits(decider: Decider) -> tuple[Array, list[int]]:
    """How often positions are visited.

    Returns:
        (16, 64) float64: probability of each upper score, capped at 63, before each turn and at the end; the number of
        (closed categories, upper score) visited by turn.
    """
    chances = np.zeros((FINAL_TURN + 1, BONUS_AT + 1), dtype=np.float64)
    counts = []
    for visit in walk(decider, measure="upper"):
        spread = visit.spread[:, : BONUS_AT + 1].copy()
        spread[:, -1] += visit.spread[:, BONUS_AT + 1 :].sum(axis=1)
        spread = np.pad(spread, ((0, 0), (0, BONUS_AT + 1 - spread.shape[1])))
        chances[visit.turn] = spread.sum(axis=0)
        seen = np.zeros((FULL + 1, BONUS_AT + 1), dtype=bool)
        rows, uppers = np.nonzero(spread)
        seen[MASK[visit.positions[rows]], uppers] = True
        counts.append(int(seen.sum()))
    return chances, counts


def _run(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    exact = chosen.player == "optimal" and rules == Rules()
    chances, counts = visits(Optimal(Goal(rules=rules)) if exact else decider_of(chosen.player, rules))
    known = REFERENCE["states_visited_by_optimal_policy_per_turn"] if exact else [""] * len(counts)
    means = (chances * np.arange(BONUS_AT + 1)).sum(axis=1)
    table: Rows = [["closed", "positions visited", "reference", "mean upper score"]]
    table += [
        [str(n), f"{c:,}", f"{k:,}" if k else "", f"{m:.2f}"]
        for n, (c, k, m) in enumerate(zip(counts, known, means, strict=True))
    ]
    table.append(["all", f"{sum(counts):,}", f"{sum(known):,}" if exact else "", ""])
    names = [str(upper) if upper % 7 == 0 else "" for upper in range(BONUS_AT, -1, -1)]
    cells = chances.T[::-1].tolist()
    turns = [str(turn) for turn in range(FINAL_TURN + 1)]
    picture = heat_map("Upper score (63: won) by closed categories", cells, names, turns, size=7)
    grid = np.indices(chances.shape)
    columns = {"closed": grid[0].ravel(), "upper": grid[1].ravel(), "probability": chances.ravel()}
    data = {"visited": counts, "chances": chances.tolist()}
    show(Result([("Positions visited", table)], data, columns, picture), chosen)
