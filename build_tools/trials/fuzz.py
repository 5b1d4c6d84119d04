"""Feeds the bridge and the reader of SWCCG's logs what nobody has thought of, for as long as one likes.

It runs those of their tests that draw examples (Hypothesis), again and again, each round with another seed. The suite runs them
too, with the same examples every time; here they are new, so a finding is a test to be written.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from build_tools.paths import ROOT
from build_tools.process import ToolError, main_of

__all__ = ["TARGETS", "fuzz"]

TARGETS = (
    "tests/bridge",
    "tests/games/swccg/knowledge/reader",
    "tests/games/swccg/rules",
    "tests/games/swccg/test_logs.py",
)
SECONDS = 60.0
FINDING = """\
A finding, with the seed {seed}. Above stands the test that failed and the smallest input that Hypothesis has found
for it ("Failing test case").

  Seen again by   {python} -m build_tools.trials.fuzz --seed {seed} --seconds 0
  Kept for ever   write `@example(...)` with that input above the test, or a test of its own; then mend what it shows.
"""


def _round(seed: int) -> int:
    """One round; returns how pytest ended."""
    flags = ["-q", "-x", "--show-capture=no", "-m", "hypothesis", f"--hypothesis-seed={seed}", "-p", "no:cacheprovider"]
    # The tests take the same examples every time where this is set.
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    command = [sys.executable, "-m", "pytest", *flags, *TARGETS]
    return subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, check=False).returncode


def fuzz(
    seconds: float,
    seed: int,
    one_round: Callable[[int], int] = _round,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Runs rounds until the time is up; at least one.

    Args:
        seconds: After this no further round begins.
        seed: Of the first round; each later one has the next number.
        one_round: Runs a round by its seed and returns how pytest ended.
        clock: Tells the time, in seconds.

    Returns:
        The number of rounds.

    Raises:
        ToolError: Something was found.
    """
    end = clock() + seconds
    rounds = 0
    while rounds == 0 or clock() < end:
        print(f"round {rounds + 1}, seed {seed}", flush=True)
        if one_round(seed):
            raise ToolError(FINDING.format(seed=seed, python=os.path.relpath(sys.executable)))
        seed += 1
        rounds += 1
    return rounds


def main(arguments: Sequence[str] | None = None) -> None:
    """Fuzzes for a while, with a seed that nobody knows before."""
    parser = argparse.ArgumentParser(description="Runs the fuzzers of the bridge and of SWCCG's logs with new seeds.")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="no round begins after this (default: 60)")
    parser.add_argument("--seed", type=int, help="the first seed (default: a new one)")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else secrets.randbelow(2**31)
    rounds = fuzz(options.seconds, seed)
    print(f"Nothing found in {rounds} round{'' if rounds == 1 else 's'} from seed {seed} on.")


if __name__ == "__main__":
    main_of(main)
