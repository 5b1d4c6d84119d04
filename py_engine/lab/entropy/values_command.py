"""``python -m py_engine.lab entropy-values``: learns Entropy's line values by playing; see ``value_fitting``."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from py_engine.games.entropy.knowledge import learnt
from py_engine.games.entropy.rules.tables import SIZES
from py_engine.lab.core.commands import add_common, counted, kept_work, results_in_order
from py_engine.lab.core.spread import Work
from py_engine.lab.core.versions import engine_of
from py_engine.lab.entropy.value_fitting import KNOTS, LEARNT, Fit, Observed, Task, moved, observe, start

__all__ = ["add", "learn"]

TASKS = 4
"""Tasks per round of games, to be shared by several processes."""
WINDOW = 4
"""Number of latest rounds used for a step."""


class Round(NamedTuple):
    """Statistics of a round of games."""

    mean: float
    """Mean final score."""
    error: float
    """Root mean square error of the predictions, in points."""


def learn(size: int, rounds: int, games: int, work: Work) -> tuple[Fit, list[Round]]:
    """The parameters after some rounds of games, and the statistics of each round."""
    fit = start(size)
    observed: list[list[tuple[Fit, Observed]]] = []
    history: list[Round] = []
    for number in range(rounds):
        tasks: list[Task] = [
            {
                "size": size,
                "numbers": np.round(fit.numbers, 6).tolist(),
                "scale": np.round(fit.scale, 6).tolist(),
                "games": games // TASKS,
                "seed": number * TASKS + place,
                "engine": engine_of("entropy"),
            }
            for place in range(TASKS)
        ]
        found = work(observe, tasks)
        observed.append([(fit, each) for each in found])
        count = sum(each["count"] for each in found)
        error = float(np.sqrt(sum(each["squares"] for each in found) / count))
        history.append(Round(float(np.mean([each["mean"] for each in found])), error))
        print(f"round {number}: mean score {history[-1].mean:.1f}, error {error:.2f} points (rms)", flush=True)
        fit = moved(size, fit, [each for those in observed[-WINDOW:] for each in those])
    return fit, history


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("entropy-values", help="learn Entropy's line values by playing")
    parser.add_argument("--size", type=int, choices=SIZES, default=7, help="board size (7)")
    parser.add_argument(
        "--rounds", type=counted, default=20, help="rounds of games, each played with the values learned so far (20)"
    )
    parser.add_argument("--games", type=counted, default=160, help="games per round (160)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the file of learned values to update")
    add_common(parser, "entropy-values")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    with kept_work(chosen, "Played", "tasks") as work:
        fit, history = learn(chosen.size, chosen.rounds, chosen.games, results_in_order(work))
    knots = KNOTS[chosen.size]
    numbers = dict(zip(LEARNT, np.round(fit.numbers, 4).tolist(), strict=True))
    factor, shift = np.round(fit.scale, 4).tolist()
    last = history[-1]
    found = {
        "numbers": {"knots": knots, **numbers},
        "scale": {"knots": knots, "factor": factor, "shift": shift},
        "learnt_from": {
            "games": chosen.rounds * chosen.games,
            "mean_score": round(last.mean, 2),
            "rms_error": round(last.error, 2),
        },
    }
    print(json.dumps(found))
    if chosen.json is not None:
        print(f"SHA-256 {_write(chosen.json, chosen.size, found)}; enter it in {Path(learnt.__file__).name}.")


def _write(file: Path, size: int, found: dict[str, Any]) -> str:
    """Writes the values of one size into the file; returns the file's SHA-256."""
    both = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    data = (json.dumps(both | {str(size): found}, indent=1) + "\n").encode()
    file.write_bytes(data)
    return hashlib.sha256(data).hexdigest()
