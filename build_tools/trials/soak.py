"""Soak test: plays mixed games in Chromium for a long time and watches the memory of the engine's worker.

Prints a table, writes ``.cache/soak/results.json``, and fails if the worker used too much memory for longer than it
takes to replace it, or if a game got stuck.
"""

from __future__ import annotations

import argparse
import itertools
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from build_tools.paths import CACHE, DIST
from build_tools.process import ToolError, main_of
from build_tools.serve import SiteServer
from build_tools.system import browser

__all__ = ["MAX_BYTES", "SWAP_SECONDS", "Sample", "Soak", "longest_over", "table"]

RESULTS = CACHE / "soak" / "results.json"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
MAX_BYTES = 200_000_000
SWAP_SECONDS = 75.0
"""How long the worker may exceed the limit: until the page is idle and a new worker has started."""
STUCK_SECONDS = 60.0
"""A game without a possible action for this long is stuck."""
SEGMENT_SECONDS = 30.0
"""How long a game is played before the next one."""
REST_SECONDS = 6.0
"""The pause between two games."""
SAMPLE_SECONDS = 3.0
SETTINGS = {"think": "fast", "animations": False, "hints": True}


@dataclass(frozen=True)
class Sample:
    """A measurement: seconds since the start, the screen, the worker's memory in bytes, workers lost or replaced."""

    seconds: float
    screen: str
    bytes: int
    workers: int


@dataclass
class Soak:
    """The findings of a run."""

    samples: list[Sample] = field(default_factory=list)
    moves: dict[str, int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    stuck: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def problems(self) -> list[str]:
        """The reasons why the run failed, one sentence each."""
        over = longest_over(self.samples)
        found = [f"Stuck: {each}." for each in self.stuck] + [f"On the page: {each}" for each in self.errors]
        if over > SWAP_SECONDS:
            found.append(f"The worker used more than {MAX_BYTES / 1e6:.0f} MB for {over:.0f} seconds.")
        return found


def longest_over(samples: list[Sample], limit: int = MAX_BYTES) -> float:
    """The longest time in seconds during which the worker exceeded the limit."""
    longest, since = 0.0, None
    for sample in samples:
        if sample.bytes <= limit:
            since = None
            continue
        since = sample.seconds if since is None else since
        longest = max(longest, sample.seconds - since)
    return longest


def table(soak: Soak) -> str:
    """Memory over time, with a row for each minute and screen, and the games played."""
    rows = [f"{'minute':>6}  {'screen':<16} {'least':>7} {'most':>7}  workers"]
    for (minute, screen), group in itertools.groupby(soak.samples, lambda one: (int(one.seconds // 60), one.screen)):
        some = list(group)
        sizes = [one.bytes / 1e6 for one in some]
        rows.append(f"{minute:>6}  {screen:<16} {min(sizes):>4.0f} MB {max(sizes):>4.0f} MB  {some[-1].workers:>7}")
    played = ", ".join(f"{name} {count}" for name, count in soak.moves.items())
    begun = ", ".join(f"{name} {count}" for name, count in soak.games.items())
    most = max((one.bytes for one in soak.samples), default=0)
    rows += ["", f"games begun: {begun}", f"moves: {played}", f"most memory: {most / 1e6:.0f} MB"]
    rows.append(f"longest over {MAX_BYTES / 1e6:.0f} MB: {longest_over(soak.samples):.0f} s")
    return "\n".join(rows)


# Makes a random next action on a board and returns whether there was one. A board that is waiting offers none.
_CLICKS = {
    "azul": """() => {
      const board = document.querySelector('[data-testid=azul-board]');
      const place = [...board.querySelectorAll('[data-dest][data-legal=true]')];
      const target = place.length > 0 ? place[place.length > 1 ? Math.floor(Math.random() * (place.length - 1)) : 0]
        : board.querySelector('[data-source][aria-disabled=false]');
      target?.click();
      return target !== undefined && target !== null;
    }""",
    "hearts": """() => {
      const board = document.querySelector('[data-testid=hearts-board]');
      const pass = board.querySelector('[data-testid=pass]:not([aria-disabled=true]):not([disabled])');
      if (pass !== null) { pass.click(); return true; }
      const rest = board.querySelectorAll('[data-card][aria-pressed=false]');
      const cards = rest.length > 0 ? rest : board.querySelectorAll('[data-card][data-playable=true]');
      if (cards.length === 0) return false;
      cards[Math.floor(Math.random() * cards.length)].click();
      return true;
    }""",
    "entropy": """() => {
      const board = document.querySelector('[data-testid=entropy-board]');
      const legal = [...board.querySelectorAll('[data-cell][data-legal=true]')];
      const from = [...board.querySelectorAll('[data-cell][data-takable=true]')];
      const choice = legal.length > 0 ? legal : from;
      if (choice.length === 0) {
        const pass = board.querySelector('[data-testid=pass][aria-disabled=false]');
        pass?.click();
        return pass !== null;
      }
      choice[Math.floor(Math.random() * choice.length)].click();
      return true;
    }""",
    "yatzy": """() => {
      const board = document.querySelector('[data-testid=yatzy-board]');
      const dice = board.querySelector('[data-testid=throw][aria-disabled=false]');
      const rows = [...board.querySelectorAll('[data-score]')];
      const target = dice !== null && (rows.length === 0 || Math.random() < 0.7) ? dice
        : rows[Math.floor(Math.random() * rows.length)];
      target?.click();
      return target !== undefined && target !== null;
    }""",
}
# Whether it is the person's turn, or the game is over; null while the board waits.
_READY = """(name) => {
  if (document.querySelector('[data-testid=game-summary]') !== null) return 'over';
  const board = document.querySelector(`[data-testid=${name}-board]`);
  return board?.dataset.interactive === 'true' ? 'turn' : null;
}"""
# The worker's memory in bytes, and how many workers were lost or replaced; null while the engine is not ready.
_MEMORY = """async () => {
  const { engine } = globalThis.hindsight;
  const { phase, restarts } = engine.status.current;
  if (phase !== 'ready') return null;
  const seen = engine.status.current;
  return [await engine.memory(), restarts + (seen.swaps ?? 0)];
}"""


class Player:
    """A simulated player who plays one game after another.

    Args:
        page: The page, whose engine is ready.
        address: The site's URL.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.soak = Soak()
        self._page = page
        self._address = address
        self._start = time.monotonic()
        self._sampled = 0.0
        self._screen = "start"
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.soak.errors.append(f"uncaught: {error}"))

    def play(self, seconds: float) -> Soak:
        """Plays for this number of seconds."""
        segments = itertools.cycle((*_CLICKS, "practise azul", "practise hearts", "practise entropy", "swccg"))
        end = self._start + seconds
        for number, segment in enumerate(segments):
            if time.monotonic() >= end:
                break
            until = min(end, time.monotonic() + SEGMENT_SECONDS)
            self._screen = segment
            try:
                self._segment(segment, number, until)
            except PlaywrightError as error:
                self.soak.stuck.append(f"{segment} after {self._elapsed():.0f} s: {error.message.splitlines()[0]}")
            self._rest(REST_SECONDS)
        return self.soak

    def _segment(self, segment: str, number: int, until: float) -> None:
        """Plays, practises or reviews one game until a point in time; ``number`` is the seed of a game."""
        if segment == "swccg":
            self._look_through(until)
        elif segment.startswith("practise "):
            self._practise(segment.removeprefix("practise "), until)
        else:
            self._play(segment, number, until)

    def _go(self, route: str) -> None:
        self._page.evaluate("(hash) => { location.hash = hash }", route)

    def _play(self, name: str, seed: int, until: float) -> None:
        """Plays games against an opponent, one after another."""
        page = self._page
        self._go(f"#/{name}/play")
        form = page.get_by_test_id("new-game-form")
        page.locator(f'[data-testid="new-game-form"], [data-testid="{name}-board"]').first.wait_for(timeout=60_000)
        while time.monotonic() < until:
            if form.count() > 0:
                self._begin(name, seed)
            if not self._turn(name, until):
                # The game is over: the next one.
                page.get_by_test_id("new-game").first.click()
                form.wait_for()

    def _begin(self, name: str, seed: int) -> None:
        """Starts a game from the form, at the third of its levels from the end."""
        page = self._page
        levels = page.locator('input[name="level"]')
        strongest = levels.nth(max(0, levels.count() - 3))
        strongest.check()
        page.get_by_test_id("seed").fill(str(seed + 1))
        page.get_by_test_id("start-game").click()
        self.soak.games[name] = self.soak.games.get(name, 0) + 1
        page.get_by_test_id(f"{name}-board").wait_for()

    def _turn(self, name: str, until: float) -> bool:
        """Waits until an action is possible and takes it; returns False when the game is over."""
        patience = time.monotonic() + STUCK_SECONDS
        while time.monotonic() < max(until, patience):
            state = self._page.evaluate(_READY, name)
            if state == "over":
                return False
            if state == "turn" and self._page.evaluate(_CLICKS[name]):
                self.soak.moves[name] = self.soak.moves.get(name, 0) + 1
                self._rest(0.5)
                return True
            # The segment is over, and the board has not waited for long: it is not stuck, so the next segment starts.
            if time.monotonic() > until and time.monotonic() < patience - STUCK_SECONDS / 2:
                return True
            self._rest(0.2)
        self.soak.stuck.append(f"{name} after {self._elapsed():.0f} s: nothing could be done")
        raise PlaywrightError(f"nothing could be done in {name}")

    def _practise(self, name: str, until: float) -> None:
        """Draws practice positions and makes a few actions in each."""
        page = self._page
        self._go(f"#/{name}/practise")
        while time.monotonic() < until:
            page.get_by_test_id("next-position").click(timeout=60_000)
            self._rest(1)
            with suppress(PlaywrightError):
                page.get_by_test_id(f"{name}-board").wait_for(timeout=30_000)
                for _ in range(4):
                    if page.evaluate(_READY, name) == "turn" and page.evaluate(_CLICKS[name]):
                        self.soak.moves[f"practise {name}"] = self.soak.moves.get(f"practise {name}", 0) + 1
                    self._rest(0.5)
            self._rest(2)

    def _look_through(self, until: float) -> None:
        """Steps through the decisions of the sample game of SWCCG."""
        page = self._page
        self._go("#/swccg")
        sample = page.get_by_test_id("sample")
        with suppress(PlaywrightError):
            sample.first.click(timeout=20_000)
        while time.monotonic() < until:
            page.keyboard.press("ArrowRight")
            self.soak.moves["swccg"] = self.soak.moves.get("swccg", 0) + 1
            self._rest(0.5)

    def _rest(self, seconds: float) -> None:
        """Waits, and samples the memory at intervals."""
        end = time.monotonic() + seconds
        while True:
            if self._elapsed() - self._sampled >= SAMPLE_SECONDS:
                self._sample()
            left = end - time.monotonic()
            if left <= 0:
                return
            self._page.wait_for_timeout(1000 * min(left, 1))

    def _sample(self) -> None:
        """Adds a measurement of the worker's memory, if the engine is ready."""
        self._sampled = self._elapsed()
        seen = self._page.evaluate(_MEMORY)
        if seen is not None:
            self.soak.samples.append(Sample(round(self._elapsed(), 1), self._screen, seen[0], seen[1]))

    def _elapsed(self) -> float:
        return time.monotonic() - self._start

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.soak.errors.append(f"{message.type}: {message.text}")


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serves a folder on a free port and yields its address."""
    server = SiteServer(folder, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.address
    finally:
        server.shutdown()
        server.server_close()


def soak_for(seconds: float) -> Soak:
    """Plays on the built site for this number of seconds."""
    if not (DIST / "index.html").is_file():
        raise ToolError("There is no site to play on: run `make build` first.")
    with _served(DIST) as address, sync_playwright() as play:
        window = play.chromium.launch(executable_path=browser(), args=FLAGS)
        try:
            context = window.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
            context.add_init_script("delete Navigator.prototype.serviceWorker;")
            settings = json.dumps(json.dumps(SETTINGS))
            context.add_init_script(f"localStorage.setItem('hindsight:settings', {settings});")
            page = context.new_page()
            page.goto(address)
            page.locator('[data-testid="engine-status"][data-phase="ready"]').wait_for(timeout=120_000)
            return Player(page, address).play(seconds)
        finally:
            window.close()


def main() -> None:
    """Plays and prints the findings."""
    parser = argparse.ArgumentParser(description="Plays mixed games for a long time and watches the engine's memory.")
    parser.add_argument("--minutes", type=float, default=60, help="how long to play (60)")
    soak = soak_for(60 * parser.parse_args().minutes)
    print(table(soak))
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    problems = soak.problems()
    RESULTS.write_text(json.dumps({**asdict(soak), "problems": problems}, indent=1) + "\n")
    print(f"\nWritten to {RESULTS.relative_to(CACHE.parent)}")
    if problems:
        raise ToolError("\n".join(problems))


if __name__ == "__main__":
    main_of(main)
