"""Shared by the benchmarks of all games: rows of the table, parsing of answers, timers."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from build_tools.hosts import hosted
from build_tools.paths import DIST
from build_tools.process import ToolError
from build_tools.system import browser

__all__ = ["FLAGS", "Row", "cpu_seconds", "median_ms", "milliseconds", "print_of_site", "read", "worker_seconds"]

Row = tuple[str, str, float]
"""Name, unit and value of a measurement."""

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
"""Chromium's flags for measurements, which switch off background activity."""


def read(text: str) -> Any:
    """Parses an answer of the engine.

    Raises:
        ToolError: The answer is an error.
    """
    answer = json.loads(text)
    if isinstance(answer, dict) and "error" in answer:
        raise ToolError(answer["error"])
    return answer


def print_of_site(measure: Callable[[Browser, str], list[Row]]) -> None:
    """Prints what is measured of the built site, in a browser and at an address."""
    with sync_playwright() as play, hosted(DIST) as host:
        window = play.chromium.launch(executable_path=browser(), args=FLAGS)
        for name, unit, value in measure(window, host.address):
            print(f"{name:<44} {value:>10,.1f} {unit}")
        window.close()


def milliseconds(work: Callable[[], object]) -> float:
    """The time that a function takes, in milliseconds."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def cpu_seconds(page: Page) -> float:
    """Processor time of the browser's pages so far, their workers included."""
    return float(sum(each["cpuTime"] for each in _renderers(page)))


def worker_seconds(page: Page, threads: Path = Path("/proc")) -> float | None:
    """Processor time of the threads of the pages' workers so far, without what V8 compiles beside them.

    On a machine with cores to spare, a worker takes this long by the clock. None where the system does not tell.

    Args:
        page: A page of the browser.
        threads: Where Linux lists processes and their threads.
    """
    found = 0
    try:
        for each in _renderers(page):
            for thread in (threads / str(each["id"]) / "task").iterdir():
                if (thread / "comm").read_text().startswith("DedicatedWorker"):
                    found += int((thread / "schedstat").read_text().split()[0])
    except OSError:
        return None
    return found / 1e9


def _renderers(page: Page) -> list[dict[str, Any]]:
    """The browser's processes that pages run in."""
    browser = page.context.browser
    if browser is None:
        raise ToolError("The page has no browser that could be asked.")
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [each for each in found if each["type"] == "renderer"]


def median_ms(work: Callable[[], object], times: int) -> float:
    """The median time of ``times`` calls of a function, in milliseconds."""
    return statistics.median(milliseconds(work) for _ in range(times))
