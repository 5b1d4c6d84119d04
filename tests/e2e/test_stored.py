"""Compatibility with data of an earlier version: games, mistakes, settings and links."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.stored import (
    BOARDS,
    fill,
    mistakes,
    recorded_visit,
    seen,
    seen_by_link,
    settled,
    stored_data,
    swccg_seen,
)
from tests.e2e.support.swccg import SwccgScreen
from tests.e2e.support.visit import wait_ready


@pytest.fixture
def earlier(address: str) -> dict[str, Any]:
    return recorded_visit(address)


def _revisit(visit: OpenVisit, earlier: dict[str, Any], route: str) -> Page:
    """Opens the site in a browser with the recorded data."""
    page = visit(permissions=["clipboard-read", "clipboard-write"]).open_ready()
    fill(page, earlier["stored"])
    page.reload()
    wait_ready(page)
    page.goto(page.url.partition("#")[0] + route)
    return page


def saved_earlier(page: Page, earlier: dict[str, Any]) -> dict[str, Any]:
    """The stored data without what later versions have added to saved games, and without games that came later."""
    found = settled(page)
    before = stored_data(earlier["stored"])["games"]
    found["games"] = {key: game for key, game in found["games"].items() if key in before}
    for key, (text, aside) in found["games"].items():
        record = json.loads(text)
        known = json.loads(before[key][0])
        kept = {name: part for name, part in record.items() if name in known}
        found["games"][key] = (json.dumps(kept, ensure_ascii=False, separators=(",", ":")), aside)
    return found


@pytest.mark.parametrize("slug", BOARDS)
def test_a_saved_game_is_restored(slug: str, visit: OpenVisit, earlier: dict[str, Any]) -> None:
    page = _revisit(visit, earlier, f"#/{slug}/play")
    board = BOARDS[slug](page)
    before = {name: part for name, part in earlier["seen"][slug].items() if name != "mistakes"}
    # Luck that an earlier version saved without its unit is counted again where it could be in another one.
    expect(page.get_by_test_id("luck")).to_have_text(before["account"][-1])
    assert seen(page, board) == before
    assert saved_earlier(page, earlier) == stored_data(earlier["stored"])

    # Undo and redo write the game again, with the same content.
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("moves").locator("li")).not_to_have_count(len(before["moves"]))
    assert saved_earlier(page, earlier) != stored_data(earlier["stored"])
    page.get_by_test_id("redo").click()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(len(before["moves"]))
    assert saved_earlier(page, earlier) == stored_data(earlier["stored"])
    assert seen(page, board) == before

    page.goto(page.url.replace("play", "practise"))
    assert mistakes(page, board) == earlier["seen"][slug]["mistakes"]


def _unnamed(seen_there: list[Any]) -> list[Any]:
    """What a link shows, without who made the moves: a shared game names its players by number, an own one says "You"."""
    *looks, last = seen_there
    return [*looks, [re.sub(r"^(\d+) [^:]*:", r"\1:", text) if isinstance(text, str) else text for text in last]]


@pytest.mark.slow
@pytest.mark.parametrize("slug", BOARDS)
def test_old_links_still_work(slug: str, visit: OpenVisit, earlier: dict[str, Any]) -> None:
    page = _revisit(visit, earlier, f"#/{slug}/review")
    for what, row in earlier["links"][slug].items():
        assert _unnamed(seen_by_link(page, slug, what, row["link"])) == _unnamed(row["seen"]), what
    assert saved_earlier(page, earlier) == stored_data(earlier["stored"])


def test_the_recorded_swccg_game_is_restored(visit: OpenVisit, earlier: dict[str, Any]) -> None:
    page = _revisit(visit, earlier, "#/swccg")
    screen = SwccgScreen(page)
    screen.wait()
    assert swccg_seen(page) == earlier["seen"]["swccg"]
    screen.beside("cards")
    expect(page.get_by_test_id("cards-loaded")).to_contain_text("1 card loaded")
    assert settled(page) == stored_data(earlier["stored"])


def test_saved_settings_are_restored(visit: OpenVisit, earlier: dict[str, Any]) -> None:
    page = _revisit(visit, earlier, "#/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_test_id("open-settings").click()
    expect(page.get_by_test_id("theme-dark")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Short")).to_have_attribute("aria-pressed", "true")
    for name in ("enginePanel", "colorMarks", "coach"):
        expect(page.get_by_test_id(f"setting-{name}")).to_be_checked()
    for name in ("animations", "hints"):
        expect(page.get_by_test_id(f"setting-{name}")).not_to_be_checked()
    assert settled(page) == stored_data(earlier["stored"])
