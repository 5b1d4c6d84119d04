"""``python -m py_engine.lab hearts``: matches between players of Hearts over duplicate deals."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from py_engine.core.contract import ContractError
from py_engine.core.validation import parse_model
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import written
from py_engine.lab.hearts.benchmark import Benchmark, matches, read
from py_engine.lab.hearts.deals import KINDS
from py_engine.lab.hearts.match import Deals, Match, Standing, play_deals
from py_engine.lab.hearts.report import as_data, as_markdown, as_plot, as_text

__all__ = ["LADDER", "add", "interleaved", "requested"]

LADDER = Path(__file__).parent / "benchmarks" / "ladder.toml"
"""The default benchmark."""


def add(commands: Any) -> None:
    """Adds the command to the laboratory's parser."""
    parser = commands.add_parser("hearts", help="matches between players of Hearts over duplicate deals")
    parser.add_argument(
        "benchmark", nargs="?", type=Path, metavar="FILE", help="a benchmark (TOML); default: the ladder"
    )
    parser.add_argument(
        "--match",
        nargs=2,
        action="append",
        metavar=("FIRST", "SECOND"),
        help="play this match instead of the benchmark's; its players, levels, evaluators, params or NAME={...}",
    )
    parser.add_argument("--deals", type=counted, help="number of deals per match, instead of the benchmark's")
    parser.add_argument("--seating", choices=KINDS, help="two seats each (6 ways), or one to three (14 ways)")
    parser.add_argument("--seed", type=int, help="seed of the deals")
    parser.add_argument("--max-work", type=counted, help="work limit per move for players without their own")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to this file")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="also write the tables there, and a plot next to it"
    )
    add_common(parser, "hearts")
    parser.set_defaults(run=_run)


def requested(chosen: argparse.Namespace) -> Benchmark:
    """The benchmark with the overrides of the command line.

    Raises:
        LabError: if the benchmark cannot be read or an override is invalid.
    """
    data = read(chosen.benchmark or LADDER).model_dump()
    options = {name: getattr(chosen, name) for name in ("deals", "seating", "seed", "max_work")}
    overrides = {name: value for name, value in options.items() if value is not None}
    data |= overrides
    if chosen.match:
        data["matches"] = [{"first": first, "second": second} for first, second in chosen.match]
        data["title"] = ", ".join(f"{first} against {second}" for first, second in chosen.match)
    else:
        data["matches"] = [
            pair | {name: overrides[name] for name in pair.keys() & overrides.keys()} for pair in data["matches"]
        ]
    try:
        return parse_model(Benchmark, data, "INVALID_PARAMS", "command")
    except ContractError as error:
        raise LabError(error.sentence) from None


def interleaved(found: Sequence[Match]) -> list[tuple[int, Deals]]:
    """The tasks of all matches with the match's number, ordered so that every match advances evenly."""
    tasks = [(number, task) for number, match in enumerate(found) for task in match.tasks()]
    return sorted(tasks, key=lambda each: (each[1]["first"], each[0]))


def _run(chosen: argparse.Namespace) -> None:
    benchmark = requested(chosen)
    standings = [Standing(match) for match in matches(benchmark)]
    tasks = interleaved([standing.match for standing in standings])
    try:
        with kept_work(chosen, "Playing", "tasks") as work:
            for done in work(play_deals, [task for _, task in tasks]):
                standings[tasks[done.number][0]].add(done.result)
    finally:
        played = [standing for standing in standings if standing.deals]
        if played:
            print(as_text(played))
    if chosen.json is not None:
        chosen.json.write_text(written(as_data(benchmark.title, standings, _command(chosen))), "utf-8")
    if chosen.markdown is not None:
        plot = chosen.markdown.with_suffix(".svg")
        plot.write_text(as_plot(standings), "utf-8")
        chosen.markdown.write_text(as_markdown(benchmark.title, standings, plot.name, _command(chosen)), "utf-8")


def _command(chosen: argparse.Namespace) -> str:
    """The command line that reproduces the results."""
    words = ["python", "-m", "py_engine.lab", "hearts"]
    words += [] if chosen.benchmark is None else [chosen.benchmark.as_posix()]
    for first, second in chosen.match or []:
        words += ["--match", first, second]
    for name in ("deals", "seating", "seed", "max_work"):
        value = getattr(chosen, name)
        words += [] if value is None else [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(words)
