"""Helpers for all screens: settings, starting a game, reading the coach."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.azul import AzulBoard

VERDICTS = (
    "Best",
    "Good",
    "Inaccuracy",
    "Mistake",
    "Blunder",
    "Too close to call",
    "Probably worse",
    "Worse",
    "No choice",
)
QUICK = {"think": "custom", "customMs": 50, "animations": False}
"""Settings for fast games."""
SLOW = {"think": "custom", "customMs": 60_000, "animations": False}
"""Settings with which the coach thinks for a minute."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
"""The options of a visit on a phone."""
DEVICES: dict[str, dict[str, Any]] = {"desktop": {}, "phone": PHONE}


def kept(address: str, settings: dict[str, Any]) -> Any:
    """The storage state of a profile with these settings saved."""
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


def graded_move(page: Page, board: AzulBoard) -> bool:
    """Makes a move of Azul and waits for the reply and the grade. Returns False when the game is over."""
    before = page.get_by_test_id("moves").locator("li").count()
    board.play()
    expect(page.get_by_test_id("moves").locator("li")).not_to_have_count(before)
    page.locator(
        '[data-testid="game-summary"], [data-interactive="true"] [data-source][aria-disabled="false"]'
    ).first.wait_for()
    expect(coach(page)).to_have_attribute("aria-busy", "false")
    return page.get_by_test_id("game-summary").count() == 0


def coach(page: Page) -> Locator:
    """The coach's panel."""
    return page.get_by_test_id("coach")


def wait_settled(page: Page) -> None:
    """Waits until the coach has finished."""
    expect(coach(page)).to_have_attribute("aria-busy", "false")


def wait_graded(page: Page) -> None:
    """Waits until every move of the game in the review is graded."""
    expect(page.get_by_test_id("grading")).to_have_attribute("data-left", "0", timeout=120_000)


def delta(page: Page) -> float:
    """The loss of the move in focus, never positive."""
    return float(page.get_by_test_id("delta").get_attribute("data-value") or "nan")


_DRAW = """(seeds) => {
  const drawn = crypto.getRandomValues.bind(crypto);
  // A seed is drawn as one number, from 0; other random draws are longer.
  crypto.getRandomValues = (numbers) =>
    numbers.length === 1 && seeds.length > 0 ? numbers.fill(seeds.shift() - 1) : drawn(numbers);
}"""


def draw_seeds(page: Page, *seeds: int) -> None:
    """Sets the next random seeds of a page, and so the practice positions."""
    page.evaluate(_DRAW, list(seeds))


def next_drawn(page: Page, *seeds: int) -> None:
    """Opens the practice position of the first seed; those of the others follow."""
    draw_seeds(page, *seeds)
    page.get_by_test_id("next-position").click()
    expect(page.get_by_text(f"Seed {seeds[0]}", exact=True)).to_be_visible()


def wait_until(page: Page, condition: Callable[[], object], what: str, seconds: float = 30) -> None:
    """Waits for a condition outside the page, such as events of the browser."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} seconds: {what}"
        # Browser events are handled during the wait.
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
    """The text in the clipboard, pasted by keys, because the site's policy forbids scripts to read it."""
    page.evaluate(_OPEN_PAD)
    page.keyboard.press("ControlOrMeta+V")
    text: str = page.evaluate(_CLOSE_PAD)
    return text


def copy_as(page: Page, way: str) -> None:
    """Copies what is on screen in one of the other ways of the panel "Share"."""
    button = page.get_by_test_id(way)
    if not button.is_visible():
        page.get_by_test_id("share-more").click()
    button.click()


def paste(page: Page, text: str) -> None:
    """Opens a pasted text in the review."""
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
    """Waits until the game is saved with the given number of moves, which happens in the background."""
    wait_until(page, lambda: page.evaluate(_SAVED_CURSOR, name) == cursor, "the game is saved")
