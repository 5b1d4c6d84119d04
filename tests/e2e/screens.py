"""What tests do on every screen: set the page up, start a game, read the coach."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.azul import AzulBoard

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


def clipboard(page: Page) -> str:
    """What was copied."""
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def paste(page: Page, text: str) -> None:
    """Opens a text in the review."""
    page.get_by_test_id("paste-state").fill(text)
    page.get_by_test_id("open-pasted").click()


_SAVED_CURSOR = """(name) => new Promise((done) => {
  const opening = indexedDB.open("keyval-store");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("keyval").objectStore("keyval").get(`game:${name}`);
    reading.onsuccess = () => done(JSON.parse(reading.result ?? "{}").cursor ?? null);
  };
})"""


def wait_saved(page: Page, name: str, cursor: int) -> None:
    """Waits until the game is kept as it stands after so many moves: saving goes on behind what is seen."""
    page.wait_for_function(f"async ([name, cursor]) => await ({_SAVED_CURSOR})(name) === cursor", arg=[name, cursor])
