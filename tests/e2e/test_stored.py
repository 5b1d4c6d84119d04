"""Compatibility with data of an earlier version: games, mistakes, settings and links."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.stored import (
    BOARDS,
    fill,
    kept_of,
    left_then,
    mistakes,
    seen,
    seen_by_link,
    settled,
    swccg_seen,
)
from tests.e2e.support.swccg import SwccgScreen
from tests.e2e.support.visit import wait_ready


@pytest.fixture
def then(address: str) -> dict[str, Any]:
    return left_then(address)


def _come_back(visit: OpenVisit, then: dict[str, Any], route: str) -> Page:
    """Opens the site in a browser with the recorded data."""
    page = visit(permissions=["clipboard-read", "clipboard-write"]).open_ready()
    fill(page, then["stored"])
    page.reload()
    wait_ready(page)
    page.goto(page.url.partition("#")[0] + route)
    return page


@pytest.mark.parametrize("slug", BOARDS)
def test_a_saved_game_is_restored(slug: str, visit: OpenVisit, then: dict[str, Any]) -> None:
    page = _come_back(visit, then, f"#/{slug}/play")
    board = BOARDS[slug](page)
    before = {name: part for name, part in then["seen"][slug].items() if name != "mistakes"}
    assert seen(page, board) == before
    assert settled(page) == kept_of(then["stored"])

    # Undo and redo write the game again, with the same content.
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("moves").locator("li")).not_to_have_count(len(before["moves"]))
    assert settled(page) != kept_of(then["stored"])
    page.get_by_test_id("redo").click()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(len(before["moves"]))
    assert settled(page) == kept_of(then["stored"])
    assert seen(page, board) == before

    page.goto(page.url.replace("play", "practise"))
    assert mistakes(page, board) == then["seen"][slug]["mistakes"]


@pytest.mark.parametrize("slug", BOARDS)
def test_old_links_still_work(slug: str, visit: OpenVisit, then: dict[str, Any]) -> None:
    page = _come_back(visit, then, f"#/{slug}/review")
    for what, row in then["links"][slug].items():
        assert seen_by_link(page, slug, what, row["link"]) == row["seen"], what
    assert settled(page) == kept_of(then["stored"])


def test_the_recorded_swccg_game_is_restored(visit: OpenVisit, then: dict[str, Any]) -> None:
    page = _come_back(visit, then, "#/swccg")
    screen = SwccgScreen(page)
    screen.wait()
    assert swccg_seen(page) == then["seen"]["swccg"]
    screen.beside("cards")
    expect(page.get_by_test_id("cards-loaded")).to_contain_text("1 card loaded")
    assert settled(page) == kept_of(then["stored"])


def test_saved_settings_are_restored(visit: OpenVisit, then: dict[str, Any]) -> None:
    page = _come_back(visit, then, "#/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_test_id("open-settings").click()
    expect(page.get_by_test_id("theme-dark")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Short")).to_have_attribute("aria-pressed", "true")
    for name in ("enginePanel", "colorMarks", "coach"):
        expect(page.get_by_test_id(f"setting-{name}")).to_be_checked()
    for name in ("animations", "hints"):
        expect(page.get_by_test_id(f"setting-{name}")).not_to_be_checked()
    assert settled(page) == kept_of(then["stored"])
