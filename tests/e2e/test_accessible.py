"""Accessibility: axe finds no violations on any screen, in the light and the dark theme."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.axe import check
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.positions import game, position
from tests.e2e.support.screens import (
    QUICK,
    VERDICTS,
    coach,
    kept,
    next_drawn,
    paste,
    start_game,
    wait_graded,
    wait_settled,
)
from tests.e2e.support.stored import fill, recorded_visit


def _profile(address: str) -> dict[str, Any]:
    return {"storage_state": kept(address, {**QUICK, "enginePanel": True}), "reduced_motion": "reduce"}


def test_axe_passes_on_home_settings_help_and_play(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address)).open_ready()
    check(page, "home")
    for panel in ("settings", "help"):
        page.get_by_test_id(f"open-{panel}").click()
        expect(page.get_by_test_id(panel)).to_be_visible()
        check(page, panel)
        page.keyboard.press("Escape")
    page.get_by_test_id("open-azul-play").click()
    page.get_by_test_id("new-game-form").wait_for()
    check(page, "new game")
    board = start_game(page)
    check(page, "play, before a move")
    source = board.largest()
    source.click()
    check(page, "play, tiles chosen")
    page.get_by_test_id("open-help").click()
    check(page, "help of a game")
    page.keyboard.press("Escape")
    board.best_place(source).click()
    expect(page.get_by_test_id("grade")).to_be_visible()
    board.wait_for_turn()
    check(page, "play, graded")
    page.get_by_test_id("best-move").click()
    expect(board.mark_of("best")).to_be_visible()
    check(page, "play, best move shown")


def test_axe_passes_on_practise_while_thinking_and_after(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address)).open_ready("#/azul/practise")
    check(page, "practise, empty")
    page.get_by_test_id("round-phase").select_option("EARLY")
    # A position with forty moves is not solved quickly, so the coach is still thinking during the check.
    next_drawn(page, 5)
    board = AzulBoard(page)
    board.wait_for_turn()
    page.get_by_test_id("hint-button").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    check(page, "practise, hint")
    board.blunder()
    # The grade depends on the position.
    expect(page.get_by_test_id("grade")).to_have_text(re.compile("|".join(VERDICTS)))
    wait_settled(page)
    check(page, "practise, graded")
    page.locator('input[name="think"][value="custom"]').check(force=True)
    page.get_by_role("spinbutton", name="ms a move").fill("60000")
    page.keyboard.press("Tab")
    page.get_by_test_id("retry").click()
    board.blunder()
    expect(coach(page)).to_have_attribute("aria-busy", "true")
    check(page, "practise, thinking")
    page.get_by_test_id("drills").click()
    check(page, "practise, mistakes")


def test_axe_passes_on_review_and_editor(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address)).open_ready("#/azul/review")
    check(page, "review, empty")
    paste(page, "x")
    check(page, "review, refused")
    paste(page, json.dumps(position(20)))
    board = AzulBoard(page)
    board.wait_for_turn()
    page.get_by_test_id("evaluate").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    wait_settled(page)
    check(page, "review, evaluated")
    page.get_by_test_id("edit-position").click()
    expect(page.get_by_test_id("azul-editor")).to_be_visible()
    check(page, "editor")
    page.get_by_label("Bag: Blue").fill("0")
    page.get_by_label("Wall row 1: Blue").first.click()
    check(page, "editor, changed")


def test_axe_passes_on_a_graded_game_and_nothing_shifts(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address)).open_ready("#/azul/review")
    paste(page, json.dumps(game(12)))
    page.get_by_test_id("review-summary").wait_for()
    page.evaluate(_WATCH_SHIFTS)
    check(page, "review, being graded")
    wait_graded(page)
    check(page, "review, graded")
    page.get_by_test_id("moves").get_by_role("button").nth(5).click()
    expect(page.get_by_test_id("turn")).to_contain_text("Move 6 of 12")
    assert page.evaluate("() => globalThis.shifted") < 0.02
    for width, height in ((390, 844), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_test_id("timeline")).to_be_in_viewport()
        check(page, f"review, {width} pixels wide")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


_WATCH_SHIFTS = """() => {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
  }).observe({ type: 'layout-shift' });
}"""


def test_axe_passes_where_a_person_comes_back_to(visit: OpenVisit, address: str) -> None:
    page = visit(reduced_motion="reduce").open_ready()
    for slug in ("library", "statistics"):
        page.goto(f"{address}#/{slug}")
        page.get_by_role("heading", level=1).wait_for()
        check(page, f"{slug}, empty")
    fill(page, recorded_visit(address)["stored"])
    page.reload()
    for width, height in ((1280, 800), (390, 844), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for route in ("", "library", "statistics/yatzy", "statistics/hearts"):
            page.goto(f"{address}#/{route}")
            page.get_by_role("heading", level=1).wait_for()
            check(page, f"#/{route} with data, {width} pixels wide")
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(_HEADINGS) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{address}#/library")
    page.get_by_test_id("rename-game").first.click()
    page.get_by_test_id("delete-game").last.click()
    page.get_by_test_id("clear-data").click()
    check(page, "library, a game named and one deleted")
    page.goto(f"{address}#/azul/play")
    for panel in ("settings", "help"):
        page.get_by_test_id(f"open-{panel}").click()
        # It is closed without scrolling.
        expect(page.get_by_test_id(panel).get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")


_HEADINGS = """() => [...document.querySelectorAll('h1, h2, h3, h4')]
  .filter((e) => e.checkVisibility())
  .flatMap((e, at, all) => (e.tagName[1] - (all[at - 1]?.tagName[1] ?? 0) > 1 ? [e.textContent] : []))"""
"""The headings that skip a level."""


def test_axe_passes_on_unknown_pages_and_engine_errors(visit: OpenVisit, address: str) -> None:
    one = visit(own_engine=True, **_profile(address))
    one.allow("Failed to load resource")
    one.context.route("**/python_stdlib.zip", lambda route: route.fulfill(status=404, body=""))
    page = one.open("#/nowhere/play")
    expect(page.get_by_test_id("unknown-page")).to_be_visible()
    expect(page.get_by_test_id("engine-error")).to_be_visible()
    check(page, "unknown page with an engine error")
    page.evaluate("() => { location.hash = '#/azul/play' }")
    expect(page.get_by_text("The engine has not started.")).to_be_visible()
    check(page, "game with an engine error")
