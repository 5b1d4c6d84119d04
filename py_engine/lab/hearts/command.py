"""``python -m py_engine.lab hearts``: players of Hearts against each other over duplicate deals."""

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

__all__ = ["LADDER", "add", "asked", "in_turn"]

LADDER = Path(__file__).parent / "benchmarks" / "ladder.toml"
"""What is played unless another file is named."""


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("hearts", help="players of Hearts against each other over duplicate deals")
    parser.add_argument(
        "benchmark", nargs="?", type=Path, metavar="FILE", help="a benchmark (TOML); the ladder if none"
    )
    parser.add_argument(
        "--match",
        nargs=2,
        action="append",
        metavar=("FIRST", "SECOND"),
        help="play this, not the benchmark's matches; its players, levels, evaluators, evaluator params or NAME={...}",
    )
    parser.add_argument("--deals", type=counted, help="of every match, whatever the benchmark says")
    parser.add_argument("--seating", choices=KINDS, help="two seats each (6 ways), or one to three (14 ways)")
    parser.add_argument("--seed", type=int, help="of the deals")
    parser.add_argument("--max-work", type=counted, help="end every move at this work, where a player has no own limit")
    parser.add_argument("--json", type=Path, metavar="FILE", help="writes the results there too")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="writes the tables there too, and a plot beside")
    add_common(parser, "hearts")
    parser.set_defaults(run=_run)


def asked(chosen: argparse.Namespace) -> Benchmark:
    """What the command line asks for: the benchmark with what is said otherwise.

    Raises:
        LabError: it cannot be read, or something does not fit.
    """
    data = read(chosen.benchmark or LADDER).model_dump()
    said = {name: getattr(chosen, name) for name in ("deals", "seating", "seed", "max_work")}
    said = {name: value for name, value in said.items() if value is not None}
    data |= said
    if chosen.match:
        data["matches"] = [{"first": first, "second": second} for first, second in chosen.match]
        data["title"] = ", ".join(f"{first} against {second}" for first, second in chosen.match)
    else:
        data["matches"] = [pair | {name: said[name] for name in pair.keys() & said.keys()} for pair in data["matches"]]
    try:
        return parse_model(Benchmark, data, "INVALID_PARAMS", "command")
    except ContractError as error:
        raise LabError(error.sentence) from None


def in_turn(found: Sequence[Match]) -> list[tuple[int, Deals]]:
    """Matches by number and their tasks, so that a part of them, from the start, is spread evenly."""
    tasks = [(number, task) for number, match in enumerate(found) for task in match.tasks()]
    return sorted(tasks, key=lambda each: (each[1]["first"], each[0]))


def _run(chosen: argparse.Namespace) -> None:
    benchmark = asked(chosen)
    standings = [Standing(match) for match in matches(benchmark)]
    tasks = in_turn([standing.match for standing in standings])
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
    """What to type for the same results."""
    words = ["python", "-m", "py_engine.lab", "hearts"]
    words += [] if chosen.benchmark is None else [chosen.benchmark.as_posix()]
    for first, second in chosen.match or []:
        words += ["--match", first, second]
    for name in ("deals", "seating", "seed", "max_work"):
        value = getattr(chosen, name)
        words += [] if value is None else [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(words)
