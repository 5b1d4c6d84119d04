"""What tests do on every screen: set the page up, start a game, read the coach."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.azul import AzulBoard

GRADES = ("Excellent", "Good", "Okay", "Miss")
QUICK = {"think": "custom", "customMs": 50, "animations": False}
"""Settings with which games go fast."""
SLOW = {"think": "custom", "customMs": 60_000, "animations": False}
"""Settings with which the coach thinks until it is stopped."""


def kept(address: str, settings: dict[str, Any]) -> Any:
    """A profile in which these settings were chosen at an earlier visit."""
    entry = {"name": "hindsight:settings", "value": json.dumps(settings)}
    return {"cookies": [], "origins": [{"origin": address.rstrip("/"), "localStorage": [entry]}]}


def start_game(page: Page, *, level: str = "greedy", side: str = "first", seed: int = 7) -> AzulBoard:
    """Starts a game from the form on screen."""
    page.locator(f'input[name="level"][value="{level}"]').check()
    page.locator(f'input[name="side"][value="{side}"]').check(force=True)
    page.get_by_test_id("seed").fill(str(seed))
    page.get_by_test_id("start-game").click()
    board = AzulBoard(page)
    board.wait_for_turn()
    return board


def coach(page: Page) -> Locator:
    """The coach's panel."""
    return page.get_by_test_id("coach")


def wait_settled(page: Page) -> None:
    """Waits until the coach has finished."""
    expect(coach(page)).to_have_attribute("aria-busy", "false")


def delta(page: Page) -> float:
    """What the move in focus cost, never positive."""
    return float(page.get_by_test_id("delta").get_attribute("data-value") or "nan")


_DRAW = """(seeds) => {
  const drawn = crypto.getRandomValues.bind(crypto);
  // A fresh seed comes of one number, from 0; what is drawn for other ends is longer.
  crypto.getRandomValues = (numbers) =>
    numbers.length === 1 && seeds.length > 0 ? numbers.fill(seeds.shift() - 1) : drawn(numbers);
}"""


def draw_seeds(page: Page, *seeds: int) -> None:
    """Makes the next fresh seeds of a page these: the positions to practise are those that the test is about."""
    page.evaluate(_DRAW, list(seeds))


def next_drawn(page: Page, *seeds: int) -> None:
    """Puts up the position of the first of these seeds; the others' come next."""
    draw_seeds(page, *seeds)
    page.get_by_test_id("next-position").click()
    expect(page.get_by_text(f"Seed {seeds[0]}", exact=True)).to_be_visible()


def wait_until(page: Page, condition: Callable[[], object], what: str, seconds: float = 30) -> None:
    """Waits until something is so of which the browser tells the test, not the page."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} seconds: {what}"
        # What the browser has to tell is heard meanwhile.
        page.wait_for_timeout(20)


_OPEN_PAD = """() => {
  const before = document.activeElement;
  const pad = Object.assign(document.createElement('textarea'), { id: 'pad', before });
  document.body.append(pad);
  pad.focus();
}"""
_CLOSE_PAD = """() => {
  const { value, before } = document.getElementById('pad');
  document.getElementById('pad').remove();
  before?.focus();
  return value;
}"""


def clipboard(page: Page) -> str:
    """What was copied: pasted by keys, because the site's own policy lets no script read the clipboard."""
    page.evaluate(_OPEN_PAD)
    page.keyboard.press("ControlOrMeta+V")
    text: str = page.evaluate(_CLOSE_PAD)
    return text


def paste(page: Page, text: str) -> None:
    """Opens a text in the review."""
    page.get_by_test_id("paste-state").fill(text)
    page.get_by_test_id("open-pasted").click()


_SAVED_CURSOR = """(name) => new Promise((done) => {
  const opening = indexedDB.open("hindsight");
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => done(null);
  opening.onsuccess = () => {
    const reading = opening.result.transaction("games").objectStore("games").get(name);
    reading.onsuccess = () => {
      opening.result.close();
      done(JSON.parse(reading.result?.text ?? "{}").cursor ?? null);
    };
  };
})"""


def wait_saved(page: Page, name: str, cursor: int) -> None:
    """Waits until the game is kept as it stands after so many moves: saving goes on behind what is seen."""
    wait_until(page, lambda: page.evaluate(_SAVED_CURSOR, name) == cursor, "the game is kept")
