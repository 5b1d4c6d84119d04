"""Shared parts of the laboratory's commands: options, a progress bar, a file of results."""

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
    "counted_from_zero",
    "kept_work",
    "results_in_order",
    "say",
]

BAR = 30
LOG_EVERY = 10.0
"""Seconds between two lines of progress in a log."""
KEPT = Path(".cache/lab")
"""Default folder for results."""


class Bar:
    """A progress bar on stderr: one line that is updated on a terminal, otherwise occasional lines for a log.

    Args:
        doing: The activity: ``"Playing"``.
        what: The tasks: ``"matches"``.
    """

    def __init__(self, doing: str, what: str) -> None:
        self._doing, self._what = doing, what
        self._shown = ""
        self._logged = time.monotonic()
        self._live = sys.stderr.isatty()

    def __call__(self, progress: Progress) -> None:
        """Shows the progress, if it has changed."""
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
        """Ends the bar's line, if there is one."""
        if self._shown:
            print(file=sys.stderr)
            self._shown = ""


def _left(progress: Progress) -> str:
    """The estimated time left, once there is enough progress for an estimate."""
    before = progress.kept / max(1, progress.total)
    if progress.part - before < 0.01 or progress.part >= 1:
        return ""
    minutes = progress.seconds * (1 - progress.part) / (progress.part - before) / 60
    return f", {minutes:.0f} min left" if minutes >= 1 else f", {60 * minutes:.0f} s left"


def counted(text: str) -> int:
    """Parses a command-line argument that is a whole number of at least 1."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def counted_from_zero(text: str) -> int:
    """Parses a command-line argument that is a whole number of at least 0."""
    number = int(text)
    if number < 0:
        raise ValueError
    return number


counted.__name__ = "number from 1 on"  # appears in argparse's error messages
counted_from_zero.__name__ = "number from 0 on"


def add_common(parser: argparse.ArgumentParser, name: str) -> None:
    """Adds the options of a command that distributes work and stores its results."""
    parser.add_argument("--processes", type=counted, default=os.cpu_count(), help="on this machine (all cores)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="address of a Dask scheduler, as tcp://host:8786, instead of processes"
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=KEPT / f"{name}.jsonl",
        metavar="FILE",
        help=f"file of finished results, from which an interrupted run resumes ({KEPT / name}.jsonl)",
    )


def add_counts(parser: argparse.ArgumentParser, plan: object, helps: Mapping[str, str]) -> None:
    """Adds options that are whole numbers from 1 on, with defaults from a plan.

    Args:
        parser: The command's parser.
        plan: An object with a field of each option's name.
        helps: The options' help texts, by name.
    """
    for name, what in helps.items():
        default = getattr(plan, name)
        parser.add_argument(f"--{name}", type=counted, default=default, help=f"{what} ({default})")


Say = Callable[[str], None]


def say(text: str) -> None:
    """Prints a status message to stderr, apart from the command's output."""
    print(text, file=sys.stderr, flush=True)


Spread = Callable[[Job, Sequence[Any]], Generator[Done, None, None]]
"""Maps a job over tasks; results come in the order of the tasks, each as soon as possible."""


def results_in_order(work: Spread) -> Work:
    """Turns a lazy map into one that returns a list of all results."""
    return lambda job, tasks: [done.result for done in work(job, tasks)]


@contextmanager
def kept_work(chosen: argparse.Namespace, doing: str, what: str) -> Generator[Spread, None, None]:
    """Distributes work according to the options of ``add_common``; Ctrl-C ends the program with a message.

    Raises:
        LabError: the file of results has other content.
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
            f"Stopped. Finished results are in {ledger.path}; run the same command again to resume."
        ) from None
    finally:
        for each in running:
            each.close()
        bar.clear()
