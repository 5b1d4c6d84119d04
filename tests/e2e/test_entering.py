"""Games from a table, entered by clicking: chance, then the moves, then the review."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.screens import wait_saved
from tests.e2e.support.visit import BOOT_MS

TILES = ("Blue", "Yellow", "Red", "Black", "White") * 4


def _begin(visit: OpenVisit, game: str) -> Page:
    page = visit().open_ready(f"#/{game}/review")
    page.get_by_test_id("enter-game").click()
    return page


def _review(page: Page, moves: int) -> None:
    page.get_by_test_id("entry-review").click()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(moves)


@pytest.mark.slow
def test_games_with_chance_are_entered(visit: OpenVisit) -> None:
    page = _begin(visit, "entropy")
    page.get_by_test_id("entry-begin").click()
    page.get_by_test_id("draw-K").click()
    page.locator('[data-cell="d4"]').click()
    page.locator('[data-takable="true"]').click()
    page.locator('[data-cell="d7"]').click()
    axe.check(page, "token to be named")
    page.get_by_test_id("draw-P").click()
    page.locator('[data-cell="a1"]').click()
    expect(page.get_by_test_id("entry-turn")).to_contain_text("3 moves")
    _review(page, 3)
    expect(page.get_by_test_id("moves")).to_contain_text("Purple on a1")

    page = _begin(visit, "yatzy")
    page.get_by_test_id("entry-begin").click()
    expect(page.get_by_test_id("entry-pad")).to_be_visible()
    for face in (4, 4, 4, 5, 5):
        page.locator(f'[data-face="{face}"]').click()
    page.get_by_test_id("entry-done").click()
    page.locator('[data-score="full_house"]').click()
    expect(page.get_by_test_id("entry-turn")).to_contain_text("Player 2 to move")
    _review(page, 2)

    page = _begin(visit, "azul")
    page.get_by_test_id("entry-begin").click()
    for color in TILES:
        page.get_by_test_id(f"deal-{color}").click()
    axe.check(page, "tiles to be named")
    # The key for undo takes back the last tile, then whole moves.
    page.keyboard.press("u")
    page.get_by_test_id("deal-White").click()
    page.get_by_test_id("deal-done").click()
    for player in ("Player 2", "Player 1"):
        page.locator('[data-source][aria-disabled="false"]').first.click()
        page.locator('[data-dest][data-legal="true"]').first.click()
        expect(page.get_by_test_id("entry-turn")).to_contain_text(f"{player} to move")
    page.keyboard.press("u")
    expect(page.get_by_test_id("entry-turn")).to_contain_text("1 move entered")
    _found_again(page)
    _review(page, 1)


def _found_again(page: Page) -> None:
    """The game that is being entered is there after a reload, and in the library."""
    (key,) = parse_qs(page.url.partition("?")[2])["game"]
    wait_saved(page, key, 1)
    page.reload()
    expect(page.get_by_test_id("entry-turn")).to_contain_text("1 move entered", timeout=BOOT_MS)
    page.get_by_test_id("open-library").click()
    game = page.get_by_test_id("library-game").first
    expect(game).to_contain_text("entered at a table")
    axe.check(page, "library with entered games")
    game.get_by_test_id("open-game").click()
    expect(page.get_by_test_id("entry-turn")).to_contain_text("Player 2 to move")


def test_hearts_is_entered_as_it_was_seen(visit: OpenVisit) -> None:
    page = _begin(visit, "hearts")
    page.get_by_test_id("seen-direction").select_option("hold")
    asks = page.get_by_test_id("seen-asks")
    for at, card in enumerate("2C 3C 4C 5C 6C 7D 8D 9D TS JS QS 2H AH".split()):
        expect(asks).to_contain_text(f"{at} of 13")
        page.get_by_test_id(f"seen-{card}").click()
    for who, card in (
        ("you", "2C"),
        ("left", "AC"),
        ("across", "KC"),
        ("right", "KH"),
        ("right", "QC"),
        ("left", "4D"),
    ):
        expect(asks).to_contain_text(who)
        page.get_by_test_id(f"seen-{card}").click()
        if card == "KH":
            expect(page.get_by_role("alert").filter(has_text="points may be played")).to_be_visible()
    axe.check(page, "cards to be named")
    _review(page, 5)
