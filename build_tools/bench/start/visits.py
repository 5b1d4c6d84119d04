"""Visits to a build in a fresh Chromium and their waiting times: first, later, offline, after a crash, on a slow line."""

from __future__ import annotations

import shutil
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Playwright, Worker

from build_tools.bench.common import FLAGS
from build_tools.bench.start import scripts
from build_tools.bench.start.builds import Build
from build_tools.bench.start.figures import Figures
from build_tools.bench.start.stages import of_start
from build_tools.hosts import Host, Rate, hosted
from build_tools.system import browser

__all__ = ["PARTS", "Stand"]

SLOW_LINE = 1_000_000
"""Bytes per second."""
PATIENCE_MS = 180_000
KEEP_SECONDS = 90.0
STILL_SECONDS = 3.0
"""When nothing more was stored for this long, the visit has stored everything; the browser caches compiled code then."""
READING_MS = 1000
"""How long a person reads the form before clicking."""
CHOOSING_MS = 2000
"""How long a person looks at the start page before choosing a game."""
SCREENS = {
    game: (f"#/{game}/play", '[data-testid="start-game"]', f'[data-testid="{game}-board"]')
    for game in ("azul", "yatzy", "entropy", "hearts")
} | {"swccg, sample": ("#/swccg", '[data-testid="sample"]', '[data-testid="decision"]')}
"""For each game its route, the element to click, and the element that appears then."""


@dataclass
class Stand:
    """The set-up for measuring a build in one round.

    Attributes:
        play: Playwright.
        build: The build.
        host: Its server. The address is new in each round, so browsers have stored nothing for it.
        scratch: A folder for the browsers' profiles.
    """

    play: Playwright
    build: Build
    host: Host
    scratch: Path

    @property
    def kept(self) -> Path:
        """The browser profile after the first visit."""
        return self.scratch / "kept"

    @contextmanager
    def window(self, profile: Path) -> Iterator[Page]:
        """Starts a browser with a profile. Its pages note when they are ready, and its workers how long they compile."""
        context = self.play.chromium.launch_persistent_context(
            profile, executable_path=browser(), args=FLAGS, viewport={"width": 1280, "height": 800}
        )
        try:
            context.set_default_timeout(PATIENCE_MS)
            context.add_init_script(scripts.READY)
            context.on("page", _watch)
            yield context.new_page()
        finally:
            context.close()

    @contextmanager
    def later(self) -> Iterator[Page]:
        """Starts a browser with a copy of the profile after the first visit."""
        profile = self.scratch / "later"
        shutil.rmtree(profile, ignore_errors=True)
        shutil.copytree(self.kept, profile, symlinks=True)
        with self.window(profile) as page:
            yield page


def _watch(page: Page) -> None:
    page.on("worker", _time_wasm)


def _time_wasm(worker: Worker) -> None:
    with suppress(PlaywrightError):
        worker.evaluate(scripts.WASM_TIMES)


def _start(page: Page, address: str) -> Figures:
    """Opens the site, waits until the engine is ready, and returns the figures of the start."""
    page.goto(address, wait_until="commit")
    ready = float(page.evaluate("benchReady"))
    workers = []
    for worker in page.workers:
        with suppress(PlaywrightError):
            workers.append(worker.evaluate(scripts.WORKER_TIMES))
    return of_start(ready, page.evaluate(scripts.STAGES), workers)


def _wait_kept(page: Page) -> bool:
    """Waits until the site is stored for offline use; returns False if that does not happen."""
    end = time.monotonic() + KEEP_SECONDS
    kept, since = None, time.monotonic()
    while time.monotonic() < end:
        now = page.evaluate(scripts.KEPT)
        if now != kept:
            kept, since = now, time.monotonic()
        elif kept and time.monotonic() - since >= STILL_SECONDS:
            return True
        page.wait_for_timeout(250)
    return False


def _first(stand: Stand) -> Figures:
    shutil.rmtree(stand.kept, ignore_errors=True)
    with stand.window(stand.kept) as page:
        figures = _start(page, stand.host.address)
        _wait_kept(page)
    return figures


def _second(stand: Stand) -> Figures:
    with stand.later() as page:
        return _start(page, stand.host.address)


def _killed(stand: Stand) -> Figures:
    with stand.later() as page:
        _start(page, stand.host.address)
        again = page.evaluate(scripts.KILL)
    return {} if again is None else {"ready again": float(again)}


def _games(stand: Stand) -> Figures:
    """The times from the click that starts a game until its board appears, after reading the form for a second."""
    return {game: shown for game, (_, shown) in _opened(stand, reading_ms=READING_MS)}


def _games_at_once(stand: Stand) -> Figures:
    """The times from choosing a game until its board appears, without reading the form, as soon as the engine is ready."""
    return {game: opened + shown for game, (opened, shown) in _opened(stand)}


def _games_chosen(stand: Stand) -> Figures:
    """The same times after looking at the start page, which uses that time to work ahead."""
    return {game: opened + shown for game, (opened, shown) in _opened(stand, choosing_ms=CHOOSING_MS)}


def _opened(stand: Stand, *, choosing_ms: int = 0, reading_ms: int = 0) -> Iterator[tuple[str, tuple[float, float]]]:
    """Opens each game in a new page, whose engine has not loaded any game before."""
    with stand.later() as first:
        for game, (route, clicked, awaited) in SCREENS.items():
            page = first.context.new_page()
            _start(page, stand.host.address)
            page.wait_for_timeout(choosing_ms)
            opened, shown = page.evaluate(scripts.OPEN, [route, clicked, awaited, reading_ms])
            yield game, (opened, shown)
            page.close()


def _offline(stand: Stand) -> Figures:
    """A second visit without a server. Runs after the others that need the host, which stays unplugged."""
    stand.host.unplug()
    with stand.later() as page:
        return _start(page, stand.host.address)


def _slow(stand: Stand) -> Figures:
    """A first visit at one megabyte per second, from a host that compresses."""
    profile = stand.scratch / "slow"
    rate = Rate(SLOW_LINE)
    with hosted(stand.build.folder, compress=True) as quick:
        _pack(quick)
    with hosted(stand.build.folder, rate=rate, compress=True) as host, stand.window(profile) as page:
        figures = _start(page, host.address)
    shutil.rmtree(profile, ignore_errors=True)
    return {"ready": figures["ready"]}


def _pack(host: Host) -> None:
    """Compresses all files in advance, as on a real host."""
    for path in host.folder.rglob("*"):
        if path.is_file() and path.suffix != ".bin":
            address = host.address + path.relative_to(host.folder).as_posix()
            request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})  # noqa: S310 -- our own host
            with urllib.request.urlopen(request) as answer:  # noqa: S310 -- our own host
                answer.read()


PARTS: dict[str, Callable[[Stand], Figures]] = {
    "first visit": _first,
    "second visit": _second,
    "worker killed": _killed,
    "first game, after a second": _games,
    "first game, at once": _games_at_once,
    "first game, chosen in two seconds": _games_chosen,
    "offline": _offline,
    "first visit, 1 MB/s": _slow,
}
"""The measurements of a round, in order: those after the first visit need the profile that it leaves."""
