"""``python -m py_engine.lab entropy-patterns``: fits Entropy's table of line patterns by playing; see ``pattern_fitting``.

One core does it in a few minutes. The games come from seeds alone, so the same command writes the same file again.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from py_engine.games.entropy.knowledge import line_patterns
from py_engine.games.entropy.knowledge.learnt import fitted_values
from py_engine.games.entropy.knowledge.line_patterns import PatternPoints, packed, unpacked
from py_engine.games.entropy.rules.tables import SIZES
from py_engine.lab.core.commands import counted
from py_engine.lab.entropy.pattern_fitting import (
    Games,
    Table,
    added,
    fitted,
    games,
    misses,
    no_points,
    rounded,
    targets,
)

__all__ = ["add", "learn"]

WINDOW = 6
"""Number of latest rounds used for a fit."""
AVERAGED = 5
"""Number of last rounds whose tables are averaged."""
FITS = 2
"""Fits per round, each to the targets by the one before."""


class Round(NamedTuple):
    """Statistics of a round of games."""

    mean: float
    """Mean final score."""
    error: float
    """Root mean square of the targets less the values, in points."""


def learn(size: int, rounds: int, count: int) -> tuple[PatternPoints, list[Round]]:
    """The table after some rounds of games, and the statistics of each round."""
    base, table = fitted_values(size), no_points(size)
    seen: list[Games] = []
    tables: list[Table] = []
    history: list[Round] = []
    for number in range(rounds):
        values = base.with_table(rounded(size, table))
        seen.append(games(values, base, count, np.random.default_rng([size, number])))
        table, error = _refitted(size, table, _joined(seen[-WINDOW:]))
        tables.append(table)
        history.append(Round(float(seen[-1].final.mean()), error))
        print(
            f"round {number}: mean score {history[-1].mean:.1f}, error {history[-1].error:.2f} points (rms)", flush=True
        )
    last = tables[-AVERAGED:]
    lines, board = (sum(parts, np.zeros_like(parts[0])) / len(last) for parts in zip(*last, strict=True))
    return rounded(size, Table(lines, board)), history


def _refitted(size: int, table: Table, found: Games) -> tuple[Table, float]:
    """The table after some fits, and the root mean square of the last targets less its values."""
    error = 0.0
    for _ in range(FITS):
        wanted = targets(found.base + added(size, table, found), found)
        table = fitted(size, found, wanted)
        error = misses(size, table, found, wanted)
    return table, error


def _joined(seen: list[Games]) -> Games:
    """The games of several rounds; games are the last axis but that of the lines."""
    patterns, base, erred, final = zip(*seen, strict=True)
    boards = [np.concatenate(parts, axis=1) for parts in (patterns, base, erred)]
    return Games(boards[0], boards[1], boards[2], np.concatenate(final))


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("entropy-patterns", help="learn Entropy's table of line patterns by playing")
    parser.add_argument("--size", type=int, choices=SIZES, default=7, help="board size (7)")
    parser.add_argument(
        "--rounds", type=counted, default=9, help="rounds of games, each played with the table learned so far (9)"
    )
    parser.add_argument("--games", type=counted, default=500, help="games per round (500)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="the file of tables to update")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    table, _ = learn(chosen.size, chosen.rounds, chosen.games)
    largest = float(np.abs(table.grains.astype(np.float64)).max()) / line_patterns.GRAIN
    print(f"largest points {largest:.2f}")
    if chosen.output is not None:
        print(f"SHA-256 {_write(chosen.output, chosen.size, table)}; enter it in {Path(line_patterns.__file__).name}.")


def _write(file: Path, size: int, table: PatternPoints) -> str:
    """Writes the table of one size into the file; returns the file's SHA-256."""
    both = unpacked(file.read_bytes()) if file.is_file() else {each: rounded(each, no_points(each)) for each in SIZES}
    data = packed(both | {size: table})
    file.write_bytes(data)
    return hashlib.sha256(data).hexdigest()
