"""Rounds of measurements that alternate between builds, so that a temporary disturbance affects all of them."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, sync_playwright

from build_tools.bench.start.builds import Build
from build_tools.bench.start.figures import Figures, Runs, in_turn
from build_tools.bench.start.visits import PARTS, Stand
from build_tools.hosts import hosted

__all__ = ["measured"]


def measured(builds: Sequence[Build], times: int, parts: Iterable[str] = PARTS) -> dict[str, dict[str, Runs]]:
    """Measures the builds, alternating.

    Args:
        builds: The builds.
        times: The number of rounds.
        parts: Names of the measurements. The first visit is always included, because the others need what it stores.

    Returns:
        The figures by measurement, build and round.
    """
    wanted = [part for part in PARTS if part in {*parts, next(iter(PARTS))}]
    runs: dict[str, dict[str, Runs]] = {part: {build.name: [] for build in builds} for part in wanted}
    with sync_playwright() as play:
        for which in range(times):
            print(f"Round {which + 1} of {times} ...", file=sys.stderr, flush=True)
            _round(play, in_turn(builds, which), runs)
    return runs


def _round(play: Playwright, builds: Sequence[Build], runs: dict[str, dict[str, Runs]]) -> None:
    with ExitStack() as stack:
        stands = []
        for build in builds:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
            stands.append(Stand(play, build, stack.enter_context(hosted(build.folder)), scratch))
        for part in runs:
            for stand in stands:
                runs[part][stand.build.name].append(_figures(part, stand))


def _figures(part: str, stand: Stand) -> Figures:
    """The figures of a measurement; empty if it fails for this build, so that the others still run."""
    try:
        return PARTS[part](stand)
    except PlaywrightError as error:
        print(f"{stand.build.name}, {part}: {error.message.splitlines()[0]}", file=sys.stderr, flush=True)
        return {}
