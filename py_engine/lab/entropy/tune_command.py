"""``python -m py_engine.lab entropy-tune``: tunes the weights of Entropy's heuristic by playing."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, TypedDict

from py_engine.games.entropy.rules.tables import SIZES
from py_engine.lab.core.commands import add_common, add_counts, kept_work, results_in_order, say
from py_engine.lab.core.writing import MeanData, as_row, written
from py_engine.lab.entropy.weight_tuning import CHAOS_PLAYERS, Plan, Tuned, Tuning, tune

__all__ = ["add", "as_data", "as_text"]

NAMES = ("document", "single steps", "tuned")


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("entropy-tune", help="tune the weights of Entropy's heuristic by playing")
    plan = Plan()
    parser.add_argument("--size", type=int, choices=SIZES, default=plan.size, help="board size (7)")
    add_counts(
        parser,
        plan,
        {
            "rounds": "rounds of steps of single weights",
            "generations": "generations of random weights",
            "candidates": "random weights per generation",
            "games": "initial games of each candidate against each Chaos",
            "halvings": "halvings of a generation",
            "check": "games against each Chaos to measure the result",
        },
    )
    parser.add_argument("--seed", type=int, default=plan.seed, help="seed of the random weights (0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the weights and their scores to this file")
    add_common(parser, "entropy-tune")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    plan = Plan(**{name: getattr(chosen, name) for name in Plan.__slots__})
    with kept_work(chosen, "Played", "matches") as work:
        tuning = Tuning(plan, results_in_order(work))
        found = tune(tuning, say)
    print(as_text(found))
    if chosen.json is not None:
        chosen.json.write_text(written(as_data(found, tuning)), "utf-8")


def as_text(found: list[Tuned]) -> str:
    """Each set of weights with its scores, as text."""
    lines = []
    for name, each in zip(NAMES, found, strict=True):
        by_chaos = ", ".join(f"{chaos} {mean.text()}" for chaos, mean in each.by_chaos.items())
        lines.append(
            f"{name}: {each.score.text()} ({by_chaos}); {each.above_document.text(signed=True)} compared with the document's"
        )
        lines.append("  " + ", ".join(f"{weight} {value:g}" for weight, value in each.weights._asdict().items()))
    return "\n".join(lines)


class Measured(TypedDict):
    """A set of weights and its scores."""

    weights: dict[str, float]
    score: MeanData
    by_chaos: dict[str, MeanData]
    above_document: MeanData


class TuningData(TypedDict):
    """A tuning's results as JSON data."""

    command: str
    plan: dict[str, int]
    games: int
    against: list[str]
    weights: dict[str, Measured]


def as_data(found: list[Tuned], tuning: Tuning) -> TuningData:
    """The weights, their scores with standard errors, and the number of games played, as JSON data."""
    plan = tuning.plan
    return {
        "command": "python -m py_engine.lab entropy-tune",
        "plan": {name: getattr(plan, name) for name in Plan.__slots__},
        "games": tuning.games,
        "against": list(CHAOS_PLAYERS),
        "weights": {
            name: {
                "weights": each.weights._asdict(),
                "score": as_row(each.score),
                "by_chaos": {chaos: as_row(mean) for chaos, mean in each.by_chaos.items()},
                "above_document": as_row(each.above_document),
            }
            for name, each in zip(NAMES, found, strict=True)
        },
    }
