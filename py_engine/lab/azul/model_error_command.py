"""``python -m py_engine.lab azul-model-error``: the error of Azul's search, by round and by tiles on the table."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from py_engine.core.grading import Difference, confidence, grade_of
from py_engine.games.azul.knowledge.grades import BANDS
from py_engine.games.azul.knowledge.model_error import model_error
from py_engine.lab.azul.model_error import COACH, LARGER, Grades, Sample, grades, samples, tasks
from py_engine.lab.core.commands import add_common, counted, kept_work

__all__ = ["add", "calibration", "ends", "rest_of_round", "steadiness"]

TILES = (8, 11, 14, 17, 20)
"""Upper bounds of the classes of tiles on the table."""
ROUNDS = 5
CONFIDENT = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Lower bounds of the classes of stated confidence."""
STEADY_FROM = 100_000
"""Seed of the first game whose moves are graded repeatedly."""


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("azul-model-error", help="the error of Azul's search, and how stable its grades are")
    parser.add_argument("--games", type=counted, default=40, help="games whose moves are played out (40)")
    parser.add_argument("--steady", type=counted, default=15, help="games whose moves are graded repeatedly (15)")
    add_common(parser, "azul-model-error")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    found: list[Sample] = []
    again: list[Grades] = []
    with kept_work(chosen, "Played", "games") as work:
        for done in work(samples, tasks(chosen.games)):
            found += [Sample(*row) for row in done.result]
        for done in work(grades, tasks(chosen.steady, STEADY_FROM)):
            again += [Grades(*row) for row in done.result]
    parts = (ends(found), rest_of_round(found), larger(found), calibration(found), steadiness(again))
    print("\n\n".join(parts))


def _error(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Root mean square beyond noise, with its standard error, from pairs of a difference and the variance of its noise."""
    squares = np.array([difference * difference - noise for difference, noise in pairs])
    mean = max(0.0, float(squares.mean()))
    of_mean = float(squares.std()) / math.sqrt(max(1, len(squares) - 1))
    return math.sqrt(mean), of_mean / (2 * math.sqrt(mean)) if mean else math.sqrt(of_mean)


def _rows(
    groups: Sequence[tuple[str, Sequence[Sample]]], pair: Callable[[Sample], tuple[float, float]]
) -> Sequence[str]:
    return [
        f"{name:8}{len(group):6}  " + ("{:6.2f} ± {:.2f}".format(*_error([pair(s) for s in group])) if group else "-")
        for name, group in groups
    ]


def _by_tiles(found: Sequence[Sample]) -> list[tuple[str, list[Sample]]]:
    return [
        (f"{low + 1}-{high}", [s for s in found if low < s.tiles <= high])
        for low, high in zip((0, *TILES), TILES, strict=False)
    ]


def _end_errors(found: Sequence[Sample]) -> list[tuple[str, list[Sample]]]:
    continued = [s for s in found if not s.over]
    return [(str(n), [s for s in continued if min(s.round_number, ROUNDS) == n]) for n in range(1, ROUNDS + 1)]


def ends(found: Sequence[Sample]) -> str:
    """The error of learnt values in the difference between two ends of a round, by round number."""
    rows = _rows(_end_errors(found), lambda s: (s.end - s.end_played, s.end_variance))
    last = [s for s in found if s.over and s.solved]
    rows = [*rows, *_rows([("last", last)], lambda s: (s.coach - s.played, s.variance))]
    return "\n".join(
        ["END_ERROR: learnt values at the end of the round against games played out", "round    pairs  points", *rows]
    )


def rest_of_round(found: Sequence[Sample]) -> str:
    """The error that an unsolved rest of the round adds: the whole error minus that of the end of the round."""
    by_round = {
        name: _error([(s.end - s.end_played, s.end_variance) for s in g])[0] for name, g in _end_errors(found) if g
    }

    def pair(s: Sample) -> tuple[float, float]:
        end = 0.0 if s.over else by_round[str(min(s.round_number, ROUNDS))]
        return s.coach - s.played, s.variance + end * end

    unsolved = [s for s in found if not s.solved]
    numbers = range(1, ROUNDS + 1)
    rows = _rows([(str(n), [s for s in unsolved if min(s.round_number, ROUNDS) == n]) for n in numbers], pair)
    title = f"ROUND_ERROR: {COACH:,} moves valued, the round not solved"
    return "\n".join([title, "round    pairs  points", *rows])


def larger(found: Sequence[Sample]) -> str:
    """The difference between the coach's search and one twenty times as large."""
    rows = _rows(_by_tiles([s for s in found if s.larger is not None]), lambda s: (s.coach - (s.larger or 0.0), 0.0))
    return "\n".join([f"A search of {LARGER:,} moves valued instead", "tiles    pairs  points", *rows])


def calibration(found: Sequence[Sample]) -> str:
    """How often a grade agrees with that of the games played out, by stated confidence.

    The games are noisy themselves: *due* is how often the two would agree if the stated confidence were right.
    """
    rows: list[list[tuple[float, float, bool]]] = [[] for _ in CONFIDENT]
    for s in found:
        error = model_error(s.round_number, solved=s.solved, estimated=0 if s.over else 2)
        band = grade_of(max(0.0, -s.coach), BANDS)
        stated = confidence(Difference(s.coach, error), BANDS, band)
        due = confidence(Difference(s.coach, math.sqrt(error * error + s.variance)), BANDS, band)
        right = grade_of(max(0.0, -s.played), BANDS) == band
        rows[sum(stated >= low for low in CONFIDENT) - 1].append((stated, due, right))
    lines = ["Grades against games played out, by stated confidence", "from %  pairs  stated  due  agreed"]
    for low, row in zip(CONFIDENT, rows, strict=True):
        if row:
            stated, due, right = np.array(row, dtype=np.float64).mean(axis=0) * 100
            lines.append(f"{100 * low:6.0f}{len(row):7}{stated:8.0f}{due:5.0f}{right:8.0f}")
    return "\n".join(lines)


def steadiness(again: Sequence[Grades]) -> str:
    """The share of positions in which a repeated grade is the same."""
    cases = [
        ("250 ms, twice, with two seeds", [each.clock[0] == each.clock[1] for each in again]),
        ("the coach's work, twice, with two seeds", [each.work[0] == each.work[1] for each in again]),
        ("a fifth less work", [each.work[0] == each.less for each in again]),
        ("twice the work", [each.work[0] == each.twice for each in again]),
    ]
    lines = [f"{100 * float(np.mean(same)):6.1f} %  {name}" for name, same in cases if same]
    return "\n".join([f"The same grade in {len(again)} positions", *lines])
