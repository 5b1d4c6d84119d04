"""Saved games: continued from the start page; the others listed below the form, opened, downloaded, deleted."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.screens import QUICK, kept, start_game, wait_saved, wait_until
from tests.e2e.support.yatzy import start_yatzy

SHIFTS = """globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });"""


def _begin_another(page: Page) -> None:
    page.get_by_test_id("new-game").click()
    page.get_by_test_id("start-game").click()


def test_a_replaced_game_is_listed_and_can_be_opened_downloaded_and_deleted(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = start_game(page)
    board.play()
    board.wait_for_turn()
    left = board.moves.all_text_contents()
    wait_saved(page, "azul:play", len(left))
    _begin_another(page)
    expect(board.moves).to_have_count(0)

    page.get_by_test_id("new-game").click()
    others = page.get_by_test_id("kept-games")
    expect(others).to_contain_text(f"{len(left)} moves")
    with page.expect_download() as download:
        others.get_by_test_id("download-kept").click()
    assert len(json.loads(Path(download.value.path()).read_text("utf-8"))["actions"]) == len(left)
    others.get_by_test_id("open-kept").click()
    expect(page.get_by_test_id("new-game-form")).to_have_count(0)
    expect(page.locator("main")).to_be_focused()
    board.wait_for_turn()
    assert board.moves.all_text_contents() == left

    _begin_another(page)
    page.get_by_test_id("new-game").click()
    expect(others.get_by_role("listitem")).to_have_count(2)
    for count in (1, 0):
        forget = others.get_by_test_id("forget-kept").first
        forget.click()
        expect(forget).to_have_text("Really delete?")
        forget.click()
        expect(others.get_by_role("listitem")).to_have_count(count)


@pytest.mark.slow
def test_a_game_opened_twice_while_it_is_loading_has_its_saved_game_once(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    held: list[Route] = []
    loading = True

    def hold(route: Route) -> None:
        if loading:
            held.append(route)
        else:
            route.continue_()

    one.context.route("**/assets/azul-*.js", hold)
    page = one.open_ready()
    wait_until(page, lambda: bool(held), "the game's part of the page is requested")
    # A review and a link to a game, one right after the other, before that part has come.
    for route in ("#/azul/review", "#/", "#/azul/play"):
        page.evaluate("(route) => (location.hash = route)", route)
        page.wait_for_timeout(50)
    loading = False
    for each in held:
        each.continue_()
    page.get_by_test_id("new-game-form").wait_for()
    expect(page.get_by_test_id("other-tab")).to_have_count(0)


@pytest.mark.slow
def test_a_game_is_continued_and_mistakes_are_practised_from_the_start_page(visit: OpenVisit, address: str) -> None:
    one = visit(storage_state=kept(address, QUICK))
    page = one.open_ready("#/yatzy/play", script=SHIFTS)
    board = start_yatzy(page, seed=5)
    board.blunder()
    expect(page.get_by_test_id("grade")).to_have_text(re.compile("Mistake|Blunder"))
    wait_saved(page, "yatzy:play", 1)

    page.goto(address)
    page.reload()
    card = page.get_by_test_id("home-yatzy")
    expect(card).to_contain_text(re.compile(r"Your move\s*1 move so far"))
    expect(card.get_by_test_id("open-yatzy-play")).to_have_text("Continue")
    expect(card.get_by_test_id("due-yatzy")).to_have_text("1")
    assert page.evaluate("shifted") < 0.02
    axe.check(page, "home, coming back")
    card.get_by_test_id("open-yatzy-play").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(1)

    page.goto(address + "#/")
    page.get_by_test_id("practise-due").click()
    expect(page.get_by_test_id("drills")).to_have_attribute("aria-pressed", "true")
    assert page.url.endswith("#/yatzy/practise")
