"""Fuzzes the bridge and the reader of SWCCG logs for a given time.

Each round runs their Hypothesis tests with another seed. The suite also runs these tests, but with the same examples
every time; here the examples are new, so a finding should become a test.
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
A test failed with seed {seed}. See above for the test and the smallest failing input that Hypothesis found
("Failing test case").

  To reproduce     {python} -m build_tools.trials.fuzz --seed {seed} --seconds 0
  To keep it       add `@example(...)` with that input to the test, or write a new test; then fix the bug.
"""


def _round(seed: int) -> int:
    """Runs one round and returns the exit status of pytest."""
    flags = ["-q", "-x", "--show-capture=no", "-m", "hypothesis", f"--hypothesis-seed={seed}", "-p", "no:cacheprovider"]
    # With CI set, the tests would use the same examples every time.
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    command = [sys.executable, "-m", "pytest", *flags, *TARGETS]
    return subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, check=False).returncode


def fuzz(
    seconds: float,
    seed: int,
    one_round: Callable[[int], int] = _round,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Runs rounds until the time is up, at least one.

    Args:
        seconds: No round starts after this time.
        seed: The seed of the first round; it increases by 1 each round.
        one_round: Runs a round with a seed and returns the exit status of pytest.
        clock: Returns the time in seconds.

    Returns:
        The number of rounds.

    Raises:
        ToolError: A test failed.
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
    """Fuzzes for a while, by default with a random seed."""
    parser = argparse.ArgumentParser(description="Runs the fuzzers of the bridge and of SWCCG's logs with new seeds.")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="no round starts after this time (default: 60)")
    parser.add_argument("--seed", type=int, help="the first seed (default: random)")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else secrets.randbelow(2**31)
    rounds = fuzz(options.seconds, seed)
    print(f"Nothing found in {rounds} round{'' if rounds == 1 else 's'}, starting with seed {seed}.")


if __name__ == "__main__":
    main_of(main)
