"""Runs the checks and tests, shows what they say, and ends with one table.

Steps run one after another, but for those that leave a core idle and take no times: these share the machine. A failed
step does not keep the later ones from running: one run shows everything that is wrong. Some groups run only when they
are asked for by name.
"""

from __future__ import annotations

import argparse
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
from build_tools.process import main_of

__all__ = ["DEFAULT", "STEPS", "Counts", "Step", "chosen", "counts_of", "rounds", "summary"]

REPORTS = CACHE / "reports"
NO_TESTS_FOUND = 5
"""What pytest ends with when it has selected no test."""
TESTS_FAILED = 1
"""What pytest ends with when tests failed."""


@dataclass(frozen=True)
class Step:
    """One command of the suite.

    Attributes:
        name: What the table calls it.
        group: What one can ask for as a whole; ``DEFAULT`` are those that run when one asks for nothing.
        command: The program and its arguments.
        folder: Where it runs.
        report: The JUnit file that it writes, for the count of tests.
        may_be_empty: Whether it is in order that it selects no test.
        beside: Whether it runs at the same time as the step before it.
        twice: At most so many tests that failed run once more, by themselves: a browser on a busy machine may be
            starved. The summary says so. When more have failed, it is no accident.
    """

    name: str
    group: str
    command: Sequence[str]
    folder: Path = ROOT
    report: Path | None = None
    may_be_empty: bool = False
    beside: bool = False
    twice: int = 0


@dataclass(frozen=True)
class Counts:
    """How many tests passed, failed and were skipped, and how many of the first passed only the second time."""

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
        said = f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"
        return said if self.later == 0 else f"{said}; {self.later} passed only the second time"


def _python(name: str, group: str, *arguments: str, beside: bool = False) -> Step:
    return Step(name, group, [sys.executable, "-m", *arguments], beside=beside)


def _pytest(name: str, *arguments: str, group: str = "test", may_be_empty: bool = False, twice: int = 0) -> Step:
    report = REPORTS / f"{name}.xml"
    cache = ["-o", f"cache_dir={REPORTS / name}.cache"] if twice > 0 else []
    command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *cache, *arguments]
    return Step(name, group, command, report=report, may_be_empty=may_be_empty, twice=twice)


_TWO_BROWSERS = ("-n", "2", "--dist", "worksteal")
_VITEST_REPORT = REPORTS / "web.xml"
_APART = ("--ignore=tests/parity", "--ignore=tests/e2e", "--ignore=tests/browsers", "--ignore=tests/faults")

STEPS = (
    _python("lint", "check", "ruff", "check", "."),
    _python("format", "check", "ruff", "format", "--check", ".", beside=True),
    _python("mypy", "check", "mypy", beside=True),
    _python("generated types", "check", "build_tools.types", "--check", beside=True),
    Step("eslint, prettier", "check", ["npm", "run", "--silent", "lint"], WEB, beside=True),
    Step("svelte-check, tsc", "check", ["npm", "run", "--silent", "check"], WEB, beside=True),
    _python("build", "test", "build_tools.site", beside=True),
    _pytest("engine", "tests", *_APART, "-m", "not timing", "-n", "2"),
    # Timings are taken alone, or they would measure the other tests.
    _pytest("timing", "tests", *_APART, "-m", "timing", may_be_empty=True),
    _pytest("parity", "tests/parity"),
    Step(
        "web",
        "test",
        ["npx", "vitest", "run", "--reporter=default", "--reporter=junit", f"--outputFile.junit={_VITEST_REPORT}"],
        WEB,
        _VITEST_REPORT,
        beside=True,
    ),
    _pytest("e2e", "tests/e2e", "-m", "not timing", *_TWO_BROWSERS, twice=5),
    _pytest("e2e timing", "tests/e2e", "-m", "timing"),
    _pytest("some faults", "tests/faults", "-m", "brief", *_TWO_BROWSERS, twice=5),
    _pytest("all faults", "tests/faults", *_TWO_BROWSERS, group="faults", twice=5),
    # A browser that does not start takes all its tests with it.
    _pytest("browsers", "tests/browsers", group="browsers", twice=10),
)
DEFAULT = frozenset({"check", "test"})
"""The groups that run when nothing is asked for by name."""


def counts_of(report: Path) -> Counts:
    """The counts in a JUnit file; none when there is no file."""
    if not report.is_file():
        return Counts()
    cases = list(ET.parse(report).getroot().iter("testcase"))  # noqa: S314 -- written by our own test run
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return Counts(len(cases) - failed - skipped, failed, skipped)


def chosen(names: Iterable[str]) -> list[Step]:
    """The steps that have one of the names, of their own or of their group; without a name, the default ones."""
    wanted = set(names) or DEFAULT
    return [step for step in STEPS if step.name in wanted or step.group in wanted]


@dataclass(frozen=True)
class Outcome:
    """How a step went."""

    step: Step
    ok: bool
    seconds: float
    counts: Counts


def rounds(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps in order, those together that run at the same time."""
    found: list[list[Step]] = []
    for step in steps:
        if step.beside and found:
            found[-1].append(step)
        else:
            found.append([step])
    return found


def _run(steps: Sequence[Step]) -> list[Outcome]:
    """Runs steps at the same time; what they say is shown step by step."""
    if len(steps) == 1:
        print(f"\n=== {steps[0].name} ===", flush=True)
        return [_run_one(steps[0], None)]
    with ThreadPoolExecutor(len(steps)) as pool, ExitStack() as files:
        said = [files.enter_context(tempfile.TemporaryFile()) for _ in steps]
        running = [pool.submit(_run_one, step, file) for step, file in zip(steps, said, strict=True)]
        outcomes = []
        for step, file, future in zip(steps, said, running, strict=True):
            outcomes.append(future.result())
            file.seek(0)
            print(f"\n=== {step.name} ===\n{file.read().decode(errors='replace')}", end="", flush=True)
    return outcomes


def _run_one(step: Step, said: IO[bytes] | None) -> Outcome:
    if step.report is not None:
        step.report.parent.mkdir(parents=True, exist_ok=True)
        step.report.unlink(missing_ok=True)
    start = time.monotonic()
    status = _status_of(step, step.command, said)
    counts = Counts() if step.report is None else counts_of(step.report)
    if status == TESTS_FAILED and counts.failed <= step.twice:
        status, counts = _again(step, counts, said)
    ok = status == 0 or (step.may_be_empty and status == NO_TESTS_FOUND)
    return Outcome(step, ok, time.monotonic() - start, counts)


def _status_of(step: Step, command: Sequence[str], said: IO[bytes] | None) -> int:
    error = None if said is None else subprocess.STDOUT
    return subprocess.run(
        command, cwd=step.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=error, check=False
    ).returncode


def _again(step: Step, before: Counts, said: IO[bytes] | None) -> tuple[int, Counts]:
    """Runs the tests that failed once more, one after another; their status, and the counts of both runs."""
    print(f"\n=== {step.name}: what failed, once more ===", flush=True)
    report = REPORTS / f"{step.name} again.xml"
    more = ["--last-failed", "--last-failed-no-failures=none", "-n", "0", f"--junitxml={report}"]
    status = _status_of(step, [*step.command, *more], said)
    again = counts_of(report)
    return status, Counts(before.passed + again.passed, again.failed, before.skipped + again.skipped, again.passed)


def summary(outcomes: Sequence[Outcome], seconds: float) -> str:
    """The table, and under it the counts of all steps together; ``seconds`` is how long all of it took."""
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
    parser = argparse.ArgumentParser(description="Runs checks and tests, and sums them up.")
    parser.add_argument(
        "name", nargs="*", help=f"some of: {', '.join(sorted(names))} (default: {', '.join(sorted(DEFAULT))})"
    )
    wanted = parser.parse_args().name
    if unknown := set(wanted) - names:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    start = time.monotonic()
    outcomes = [outcome for together in rounds(chosen(wanted)) for outcome in _run(together)]
    print(summary(outcomes, time.monotonic() - start), flush=True)
    raise SystemExit(not all(outcome.ok for outcome in outcomes))


if __name__ == "__main__":
    main_of(main)
