"""What the laboratory's commands share: options, a bar that shows how far they are, results that are kept."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from py_engine.lab.core.ledger import Ledger
from py_engine.lab.core.spread import Done, Job, Progress, Work, Workers, spread

__all__ = [
    "KEPT",
    "Bar",
    "Say",
    "Spread",
    "add_common",
    "add_counts",
    "counted",
    "kept_work",
    "results_in_order",
    "say",
]

BAR = 30
LOG_EVERY = 10.0
"""Seconds."""
KEPT = Path(".cache/lab")
"""Where results are kept when the command does not say."""


class Bar:
    """Shows how far things are: on one line of a terminal's error output, or now and then a line of a log.

    Args:
        doing: what: ``"Playing"``.
        what: the tasks: ``"matches"``.
    """

    def __init__(self, doing: str, what: str) -> None:
        self._doing, self._what = doing, what
        self._shown = ""
        self._logged = time.monotonic()
        self._live = sys.stderr.isatty()

    def __call__(self, progress: Progress) -> None:
        """Shows it, if it has changed."""
        percent = int(100 * progress.part)
        filled = BAR * percent // 100
        text = (
            f"{self._doing} {progress.done:,} of {progress.total:,} {self._what} "
            f"[{'#' * filled}{'.' * (BAR - filled)}] {percent:3}%{_left(progress)}"
        )
        if not self._live:
            if time.monotonic() - self._logged > LOG_EVERY:
                self._logged = time.monotonic()
                print(text, file=sys.stderr, flush=True)
        elif text != self._shown:
            print(f"\r{text.ljust(len(self._shown))}", end="", file=sys.stderr, flush=True)
            self._shown = text

    def clear(self) -> None:
        """Ends the line, if there is one."""
        if self._shown:
            print(file=sys.stderr)
            self._shown = ""


def _left(progress: Progress) -> str:
    """How long it will take, once that can be told."""
    before = progress.kept / max(1, progress.total)
    if progress.part - before < 0.01 or progress.part >= 1:
        return ""
    minutes = progress.seconds * (1 - progress.part) / (progress.part - before) / 60
    return f", {minutes:.0f} min left" if minutes >= 1 else f", {60 * minutes:.0f} s left"


def counted(text: str) -> int:
    """A whole number of at least 1, from the command line."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


counted.__name__ = "number from 1 on"  # what argparse calls it


def add_common(parser: argparse.ArgumentParser, name: str) -> None:
    """Adds the options of a command that spreads work and keeps its results."""
    parser.add_argument("--processes", type=counted, default=os.cpu_count(), help="of this machine (all its cores)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="a Dask scheduler's, as tcp://host:8786, instead of processes"
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=KEPT / f"{name}.jsonl",
        metavar="FILE",
        help=f"keeps what is done, for a run that is interrupted ({KEPT / name}.jsonl)",
    )


def add_counts(parser: argparse.ArgumentParser, plan: object, helps: Mapping[str, str]) -> None:
    """Adds whole numbers from 1 on, whose defaults are those of a plan.

    Args:
        parser: of the command.
        plan: what has a field of each name.
        helps: what each is, by its name.
    """
    for name, what in helps.items():
        default = getattr(plan, name)
        parser.add_argument(f"--{name}", type=counted, default=default, help=f"{what} ({default})")


Say = Callable[[str], None]


def say(text: str) -> None:
    """Tells the person at the terminal how things are, apart from what the command prints."""
    print(text, file=sys.stderr, flush=True)


Spread = Callable[[Job, Sequence[Any]], Generator[Done, None, None]]
"""Does a job for tasks; what is done comes in the order of the tasks, each as soon as it can."""


def results_in_order(work: Spread) -> Work:
    """Does a job for all tasks before it returns."""
    return lambda job, tasks: [done.result for done in work(job, tasks)]


@contextmanager
def kept_work(chosen: argparse.Namespace, doing: str, what: str) -> Generator[Spread, None, None]:
    """Spreads work as the options of ``add_common`` say; Ctrl-C ends the program with a sentence.

    Raises:
        LabError: the file of results holds something else.
    """
    ledger = Ledger(chosen.results)
    bar = Bar(doing, what)
    running: list[Generator[Done, None, None]] = []

    def work(job: Job, tasks: Sequence[Any]) -> Generator[Done, None, None]:
        bar.clear()
        running.append(spread(job, tasks, Workers(chosen.processes, chosen.cluster), ledger=ledger, watch=bar))
        return running[-1]

    try:
        yield work
    except KeyboardInterrupt:
        bar.clear()
        raise SystemExit(
            f"Stopped. What is done stands in {ledger.path}; the same command goes on from there."
        ) from None
    finally:
        for each in running:
            each.close()
        bar.clear()
