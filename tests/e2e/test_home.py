"""The start page for somebody who comes back: what goes on in each game, before the engine is ready, and nothing moves."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.screens import QUICK, coach, kept, start_game, wait_saved

SHIFTS = """globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });"""


def test_a_game_is_continued_and_mistakes_are_practised_from_the_start_page(visit: OpenVisit, address: str) -> None:
    one = visit(storage_state=kept(address, QUICK))
    page = one.open_ready("#/azul/play", script=SHIFTS)
    board = start_game(page)
    board.blunder()
    board.wait_for_turn()
    expect(coach(page)).to_have_attribute("aria-busy", "false")
    wait_saved(page, "azul:play", 2)

    page.goto(address)
    page.reload()
    card = page.get_by_test_id("home-azul")
    expect(card).to_contain_text(re.compile(r"Your move\s*2 moves so far, against Greedy"))
    expect(card.get_by_test_id("open-azul-play")).to_have_text("Continue")
    expect(card.get_by_test_id("due-azul")).to_have_text("1")
    assert page.evaluate("shifted") < 0.02
    axe.check(page, "home, coming back")
    card.get_by_test_id("open-azul-play").focus()
    page.keyboard.press("Enter")
    AzulBoard(page).wait_for_turn()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(2)

    page.goto(address + "#/")
    page.get_by_test_id("practise-due").click()
    AzulBoard(page).wait_for_turn()
    expect(page.get_by_test_id("drills")).to_have_attribute("aria-pressed", "true")
    assert page.url.endswith("#/azul/practise")
