"""The processor time of the pages' workers, read from the threads that Linux lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Page

from build_tools.bench.common import cpu_seconds, worker_seconds


class FakePage:
    """A page whose browser has a renderer and another process."""

    def __init__(self) -> None:
        self.context = self
        self.browser = self

    def new_browser_cdp_session(self) -> FakePage:
        return self

    def send(self, _: str) -> dict[str, Any]:
        renderer = {"type": "renderer", "id": 7, "cpuTime": 2.5}
        return {"processInfo": [renderer, {"type": "browser", "id": 8, "cpuTime": 9.0}]}

    def detach(self) -> None:
        pass


def thread(folder: Path, process: int, number: int, name: str, spent: int) -> None:
    made = folder / str(process) / "task" / str(number)
    made.mkdir(parents=True)
    (made / "comm").write_text(f"{name}\n")
    (made / "schedstat").write_text(f"{spent} 17 3\n")


def test_only_threads_of_workers_in_pages_count(tmp_path: Path) -> None:
    page = cast("Page", FakePage())
    thread(tmp_path, 7, 70, "chromium", 5_000_000_000)
    thread(tmp_path, 7, 71, "DedicatedWorker", 1_500_000_000)
    thread(tmp_path, 7, 72, "ThreadPoolForeg", 4_000_000_000)
    thread(tmp_path, 8, 80, "DedicatedWorker", 8_000_000_000)
    assert worker_seconds(page, tmp_path) == 1.5
    assert cpu_seconds(page) == 2.5


def test_a_system_that_does_not_tell_gives_nothing(tmp_path: Path) -> None:
    assert worker_seconds(cast("Page", FakePage()), tmp_path) is None
