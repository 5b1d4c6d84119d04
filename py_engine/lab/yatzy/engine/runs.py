"""The exact results of a risk preference as a task: what most programs about risk start from. Finished runs are kept."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, Rules
from py_engine.lab.core.commands import add_common, kept_work
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.decisions import Decider, Optimal
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import FINAL_TURN, kinds_of
from py_engine.lab.yatzy.engine.summary import Summary, summarize
from py_engine.lab.yatzy.engine.walk import Ended, distribution

__all__ = ["CategoryRun", "Run", "Task", "add_rules", "add_runs", "density", "exact_run", "rules_of", "run_of", "runs"]


class Task(TypedDict):
    """A risk preference under some house rules, from a card on."""

    theta: float
    rules: list[bool]
    mask: int
    upper: int
    engine: str
    """The version of the engine."""


class CategoryRun(TypedDict):
    """One category over a game."""

    mean: float
    variance: float
    zero: float
    turn: float
    """Mean turn in which it is closed, the first being 1."""


class Run(TypedDict):
    """The exact results of a player."""

    theta: float
    chances: list[float]
    """Probability of each number of points to come, bonus included."""
    bonus: float
    visited: list[int]
    categories: dict[str, CategoryRun]
    yatzy_by_turn: list[float]
    """Probability that a Yatzy is scored in each turn."""
    summary: Summary


def exact_run(task: Task) -> Run:
    """The run of a task."""
    require_same(task["engine"], engine_of("yatzy"))
    decider = Optimal(Goal(task["theta"], rules=Rules(*task["rules"])))
    return run_of(decider, task["theta"], task["mask"], task["upper"])


def run_of(decider: Decider, theta: float = 0.0, mask: int = 0, upper: int = 0) -> Run:
    """The run of a player whose decisions are known."""
    ended = distribution(decider, mask, upper)
    kinds = kinds_of(decider.rules)
    yatzy = kinds.slices[-1].stop - 1
    return {
        "theta": theta,
        "chances": ended.chances.tolist(),
        "bonus": ended.bonus,
        "visited": ended.visited,
        "categories": _categories(ended, decider.rules, mask),
        "yatzy_by_turn": ended.by_turn[:, yatzy].tolist(),
        "summary": summarize(ended.chances),
    }


def _categories(ended: Ended, rules: Rules, mask: int) -> dict[str, CategoryRun]:
    kinds = kinds_of(rules)
    turns = np.arange(1, FINAL_TURN + 1, dtype=np.float64)
    found: dict[str, CategoryRun] = {}
    for name, part in zip(CATEGORIES, kinds.slices, strict=True):
        if (mask & FULL) >> CATEGORIES.index(name) & 1:
            continue
        points, chances = kinds.points[part].astype(np.float64), ended.by_turn[:, part].sum(axis=0)
        mean = float((points * chances).sum())
        found[name] = {
            "mean": mean,
            "variance": float((chances * (points - mean) ** 2).sum()),
            "zero": float(chances[points == 0].sum()),
            "turn": float((ended.by_turn[:, part].sum(axis=1) * turns).sum()),
        }
    return found


def density(goal: Goal, mask: int = 0, upper: int = 0) -> Array:
    """(S,) float64: probability of each number of points to come, by the compiled pass or, without numba, in numpy."""
    if kernels.COMPILED:
        return distribution(Optimal(goal), mask, upper).chances
    job = DistributionJob(goal.rules, goal.theta, mask, upper, flat=solved(goal))
    job.run()
    return job.finished.distribution


def add_runs(parser: argparse.ArgumentParser, thetas: Sequence[float]) -> None:
    """Adds the options of a program over risk preferences."""
    parser.add_argument("--theta", nargs="+", type=float, default=list(thetas), metavar="T", help="risk preferences")
    add_rules(parser)
    add_common(parser, "yatzy-runs")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Adds the options of house rules."""
    parser.add_argument("--five-of-a-kind-is-full-house", action="store_true")
    parser.add_argument("--four-of-a-kind-is-two-pairs", action="store_true")


def rules_of(chosen: argparse.Namespace) -> Rules:
    """The house rules chosen."""
    return Rules(chosen.five_of_a_kind_is_full_house, chosen.four_of_a_kind_is_two_pairs)


def runs(chosen: argparse.Namespace, thetas: Sequence[float] | None = None) -> list[Run]:
    """The runs of the chosen risk preferences, computed in parallel; finished ones are reused."""
    rules = list(rules_of(chosen))
    tasks: list[Task] = [
        {"theta": theta, "rules": rules, "mask": 0, "upper": 0, "engine": engine_of("yatzy")}
        for theta in (chosen.theta if thetas is None else thetas)
    ]
    with kept_work(chosen, "Computed", "risk preferences") as work:
        return [done.result for done in work(exact_run, tasks)]
