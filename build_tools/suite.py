"""Runs the checks and tests, shows their output, and prints a summary.

Steps run one after another, except those that leave a core idle and measure no times, which run in parallel. After a
failed step the others still run, so that one run shows everything that is wrong. Some groups run only when named.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from build_tools.paths import CACHE, ROOT, WEB
from build_tools.process import ToolError, main_of

__all__ = ["DEFAULT", "STEPS", "Counts", "Step", "chosen", "counts_of", "of_game", "rounds", "summary"]

REPORTS = CACHE / "reports"
NO_TESTS_FOUND = 5
"""Exit status of pytest when no test was selected."""
TESTS_FAILED = 1
"""Exit status of pytest when tests failed."""


@dataclass(frozen=True)
class Step:
    """One command of the suite.

    Attributes:
        name: Its name in the summary.
        group: The group by which several steps can be selected; those in ``DEFAULT`` run by default.
        command: The program and its arguments.
        folder: The folder to run in.
        report: The JUnit file that it writes, for the count of tests.
        may_be_empty: Whether selecting no tests is acceptable.
        parallel: Whether it runs in parallel with the step before it.
        max_retried: If at most this many tests fail, they run once more, because a browser on a busy machine may be starved.
            The summary mentions it. More failures than that are not retried.
    """

    name: str
    group: str
    command: Sequence[str]
    folder: Path = ROOT
    report: Path | None = None
    may_be_empty: bool = False
    parallel: bool = False
    max_retried: int = 0


@dataclass(frozen=True)
class Counts:
    """Numbers of tests that passed, failed and were skipped; ``later`` of those passed needed a second run."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    later: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.later + other.later,
        )

    def __str__(self) -> str:
        text = f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"
        return text if self.later == 0 else f"{text}; {self.later} passed only the second time"


def _python(name: str, group: str, *arguments: str, parallel: bool = False) -> Step:
    return Step(name, group, [sys.executable, "-m", *arguments], parallel=parallel)


def _pytest(name: str, *arguments: str, group: str = "test", may_be_empty: bool = False, max_retried: int = 0) -> Step:
    report = REPORTS / f"{name}.xml"
    cache = ["-o", f"cache_dir={REPORTS / name}.cache"] if max_retried > 0 else []
    command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *cache, *arguments]
    return Step(name, group, command, report=report, may_be_empty=may_be_empty, max_retried=max_retried)


def _vitest(name: str, *folders: str, group: str = "test", parallel: bool = False) -> Step:
    report = REPORTS / f"{name}.xml"
    command = [
        "npx",
        "vitest",
        "run",
        # By default one core of two is left idle.
        "--maxWorkers=2",
        "--reporter=default",
        "--reporter=junit",
        f"--outputFile.junit={report}",
        *folders,
    ]
    return Step(name, group, command, WEB, report, parallel=parallel)


_ENVIRONMENT = {"PYTHONDONTWRITEBYTECODE": ""}
"""Bytecode is kept wherever the machine says otherwise: the steps start a hundred Pythons, which would compile all again."""
_TWO_WORKERS = ("-n", "2", "--dist", "worksteal")
_THREE_BROWSERS = ("-n", "3", "--dist", "worksteal")
"""A browser test uses two thirds of a core, as it often waits: three keep two cores busy."""
_QUICK = (
    "tests/core",
    "tests/examples",
    "tests/tools/test_layers.py",
    "tests/tools/test_docs.py",
    *(f"tests/games/{game}/rules" for game in ("azul", "entropy", "swccg")),
    *(f"tests/games/{game}/policies" for game in ("azul", "entropy", "hearts")),
)
"""Tests of the engine that take seconds."""
_APART = ("--ignore=tests/parity", "--ignore=tests/e2e", "--ignore=tests/browsers", "--ignore=tests/faults")


def _engine_timings() -> list[str]:
    """The files with timing tests of the engine; collecting all others takes longer than running these."""
    paths = [path for path in (ROOT / "tests").rglob("test_*.py") if "pytest.mark.timing" in path.read_text("utf-8")]
    apart = tuple(f"{each.removeprefix('--ignore=')}/" for each in _APART)
    names = sorted(path.relative_to(ROOT).as_posix() for path in paths)
    return [name for name in names if not name.startswith(apart)]


STEPS = (
    _python("lint", "check", "ruff", "check", "."),
    _python("format", "check", "ruff", "format", "--check", ".", parallel=True),
    _python("mypy", "check", "mypy", parallel=True),
    _python("generated types", "check", "build_tools.types", "--check", parallel=True),
    Step("eslint, prettier", "check", ["npm", "run", "--silent", "lint"], WEB, parallel=True),
    Step("svelte-check, tsc", "check", ["npm", "run", "--silent", "check"], WEB, parallel=True),
    _python("build", "test", "build_tools.site", parallel=True),
    _pytest("engine", "tests", *_APART, "-m", "not timing and not slow", *_TWO_WORKERS),
    # Timings run alone, or other tests would disturb them.
    _pytest("timing", *_engine_timings(), "-m", "timing"),
    _pytest("parity", "tests/parity", "-m", "not timing and not slow"),
    _vitest("web", parallel=True),
    _pytest("e2e", "tests/e2e", "-m", "not timing and not slow", *_THREE_BROWSERS, max_retried=5),
    _pytest("some faults", "tests/faults", "-m", "brief", *_THREE_BROWSERS, max_retried=5),
    _pytest("slow engine", "tests", *_APART, "-m", "slow", *_TWO_WORKERS, group="slow"),
    _pytest("slow parity", "tests/parity", "-m", "slow", group="slow"),
    _pytest("slow e2e", "tests/e2e", "-m", "slow and not timing", *_THREE_BROWSERS, group="slow", max_retried=5),
    _pytest("e2e timing", "tests/e2e", "-m", "timing", group="slow"),
    _pytest("all faults", "tests/faults", *_TWO_WORKERS, group="faults", max_retried=5),
    # When a browser fails to start, all of its tests fail.
    _pytest("browsers", "tests/browsers", group="browsers", max_retried=10),
    _python("quick lint", "fast", "ruff", "check", "."),
    _vitest("quick web", "src/core", "src/coach", "src/engine", "src/store", group="fast", parallel=True),
    _pytest("quick engine", *_QUICK, "-m", "not timing and not slow", *_TWO_WORKERS, group="fast"),
)
DEFAULT = frozenset({"check", "test"})
"""The groups that run by default."""


def counts_of(report: Path) -> Counts:
    """The counts in a JUnit file; all 0 if there is no file."""
    if not report.is_file():
        return Counts()
    cases = list(ET.parse(report).getroot().iter("testcase"))  # noqa: S314 -- written by our own test run
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return Counts(len(cases) - failed - skipped, failed, skipped)


def chosen(names: Iterable[str]) -> list[Step]:
    """The steps whose name or group is among the names; without names, the default steps."""
    wanted = set(names) or DEFAULT
    return [step for step in STEPS if step.name in wanted or step.group in wanted]


def of_game(game: str) -> list[Step]:
    """The steps that test one game: its rules, searches, laboratory, bridge, parity and page.

    Raises:
        ToolError: There is no such game.
    """
    folders = [f"tests/{part}/{game}" for part in ("games", "lab") if (ROOT / "tests" / part / game).is_dir()]
    if not folders:
        games = ", ".join(sorted(path.name for path in (ROOT / "tests" / "games").iterdir() if path.is_dir()))
        raise ToolError(f"There is no game {game!r} with tests: choose one of {games}.")
    steps = [
        _python("build", "game", "build_tools.site"),
        _pytest("engine", *folders, "-n", "2"),
        _pytest("bridge", "tests/bridge", "-k", game, may_be_empty=True),
        _pytest("parity", "tests/parity", "-k", game, may_be_empty=True),
        _vitest("web", f"src/games/{game}"),
    ]
    browser = f"tests/e2e/games/test_{game}.py"
    return [*steps, _pytest("e2e", browser, max_retried=5)] if (ROOT / browser).is_file() else steps


@dataclass(frozen=True)
class Outcome:
    """The outcome of a step."""

    step: Step
    ok: bool
    seconds: float
    counts: Counts


def rounds(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps in order, grouped by those that run in parallel."""
    found: list[list[Step]] = []
    for step in steps:
        if step.parallel and found:
            found[-1].append(step)
        else:
            found.append([step])
    return found


def _run(steps: Sequence[Step]) -> list[Outcome]:
    """Runs steps in parallel; their output is shown step by step."""
    if len(steps) == 1:
        print(f"\n=== {steps[0].name} ===", flush=True)
        return [_run_one(steps[0], None)]
    with ThreadPoolExecutor(len(steps)) as pool, ExitStack() as files:
        outputs = [files.enter_context(tempfile.TemporaryFile()) for _ in steps]
        running = [pool.submit(_run_one, step, file) for step, file in zip(steps, outputs, strict=True)]
        outcomes = []
        for step, file, future in zip(steps, outputs, running, strict=True):
            outcomes.append(future.result())
            file.seek(0)
            print(f"\n=== {step.name} ===\n{file.read().decode(errors='replace')}", end="", flush=True)
    return outcomes


def _run_one(step: Step, output: IO[bytes] | None) -> Outcome:
    if step.report is not None:
        step.report.parent.mkdir(parents=True, exist_ok=True)
        step.report.unlink(missing_ok=True)
    start = time.monotonic()
    status = _status_of(step, step.command, output)
    counts = Counts() if step.report is None else counts_of(step.report)
    if status == TESTS_FAILED and 0 < counts.failed <= step.max_retried:
        status, counts = _again(step, counts, output)
    ok = status == 0 or (step.may_be_empty and status == NO_TESTS_FOUND)
    return Outcome(step, ok, time.monotonic() - start, counts)


def _status_of(step: Step, command: Sequence[str], output: IO[bytes] | None) -> int:
    error = None if output is None else subprocess.STDOUT
    return subprocess.run(
        command,
        cwd=step.folder,
        env={**os.environ, **_ENVIRONMENT},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=error,
        check=False,
    ).returncode


def _again(step: Step, before: Counts, output: IO[bytes] | None) -> tuple[int, Counts]:
    """Runs the failed tests once more, one at a time; returns their status and the counts of both runs."""
    print(f"\n=== {step.name}: failed tests, once more ===", flush=True)
    report = REPORTS / f"{step.name} again.xml"
    more = ["--last-failed", "--last-failed-no-failures=none", "-n", "0", f"--junitxml={report}"]
    status = _status_of(step, [*step.command, *more], output)
    again = counts_of(report)
    return status, Counts(before.passed + again.passed, again.failed, before.skipped + again.skipped, again.passed)


def summary(outcomes: Sequence[Outcome], seconds: float) -> str:
    """The table of outcomes with the total counts; ``seconds`` is the time of the whole run."""
    lines = ["", "=== summary ==="]
    for outcome in outcomes:
        counts = "" if outcome.step.report is None else str(outcome.counts)
        verdict = "ok" if outcome.ok else "FAILED"
        lines.append(f"{outcome.step.name:<20} {verdict:<7} {outcome.seconds:6.1f} s  {counts}".rstrip())
    total = sum((outcome.counts for outcome in outcomes), Counts())
    broken = [outcome.step.name for outcome in outcomes if not outcome.ok]
    lines.append(f"{'all':<20} {'FAILED' if broken else 'ok':<7} {seconds:6.1f} s")
    if total != Counts():
        lines.append(str(total))
    if broken:
        lines.append(f"Failed: {', '.join(broken)}")
    return "\n".join(lines)


def main() -> None:
    """Runs the named steps or groups, or the default ones."""
    names = {step.name for step in STEPS} | {step.group for step in STEPS}
    parser = argparse.ArgumentParser(description="Runs checks and tests, and prints a summary.")
    parser.add_argument(
        "name", nargs="*", help=f"some of: {', '.join(sorted(names))} (default: {', '.join(sorted(DEFAULT))})"
    )
    parser.add_argument("--game", help="run all tests of one game instead, such as hearts")
    arguments = parser.parse_args()
    wanted = arguments.name
    if unknown := set(wanted) - names:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    steps = of_game(arguments.game) if arguments.game else chosen(wanted)
    start = time.monotonic()
    outcomes = [outcome for together in rounds(steps) for outcome in _run(together)]
    print(summary(outcomes, time.monotonic() - start), flush=True)
    raise SystemExit(not all(outcome.ok for outcome in outcomes))


if __name__ == "__main__":
    main_of(main)
