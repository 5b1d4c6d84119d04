"""Flows on a phone: a shared game is opened and graded, games that were played at a table are entered by taps."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.layout import check_fit
from tests.e2e.support.positions import game
from tests.e2e.support.screens import PHONE, QUICK, clipboard, kept, paste, wait_graded

MOVES = 12


def _check(page: Page, name: str) -> None:
    check_fit(page)
    axe.check(page, name)


def _truncated(where: Locator) -> list[str]:
    """The texts within an element that are not shown whole."""
    found: list[str] = where.evaluate(
        """(root) => [root, ...root.querySelectorAll('*')]
          .filter((e) => getComputedStyle(e).textOverflow === 'ellipsis' && e.scrollWidth > e.clientWidth)
          .map((e) => e.textContent.trim())"""
    )
    return found


def test_a_shared_game_opens_as_a_review_on_a_phone_and_is_graded(visit: OpenVisit, address: str) -> None:
    sender = visit(permissions=["clipboard-read", "clipboard-write"]).open_ready("#/azul/review")
    paste(sender, json.dumps(game(MOVES)))
    sender.get_by_test_id("copy-game-link").click()
    expect(sender.get_by_test_id("share-line")).to_have_text("Link to the game copied.")
    link = clipboard(sender).removeprefix(address)

    page = visit(storage_state=kept(address, QUICK), **PHONE).open_ready(link)
    expect(page.get_by_test_id("turn")).to_contain_text(f"Move 1 of {MOVES}")
    expect(page.get_by_test_id("timeline")).to_be_in_viewport()
    expect(page.get_by_test_id("board")).to_be_in_viewport(ratio=0.5)
    # What is not graded yet says so.
    expect(page.get_by_test_id("moves")).to_contain_text("not graded")
    wait_graded(page)
    expect(page.get_by_test_id("moves")).not_to_contain_text("not graded")
    expect(page.get_by_test_id("review-summary")).to_contain_text(f"{MOVES // 2} of {MOVES // 2}")
    _check(page, "shared game on a phone")
    page.get_by_test_id("moves").get_by_role("button").nth(4).tap()
    expect(page.get_by_test_id("turn")).to_contain_text(f"Move 5 of {MOVES}")
    expect(page.get_by_test_id("board")).to_be_in_viewport(ratio=0.5)
    page.get_by_test_id("sheet-handle").tap()
    expect(page.get_by_test_id("grade")).to_be_in_viewport()
    _check(page, "shared game on a phone, the coach open")


def _begin(visit: OpenVisit, game: str) -> Page:
    page = visit(**PHONE).open_ready(f"#/{game}/review")
    page.get_by_test_id("enter-game").tap()
    _check(page, f"a game of {game} to be entered")
    return page


def _review(page: Page, moves: int) -> None:
    page.get_by_test_id("entry-review").tap()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(moves)
    check_fit(page)


def test_a_game_of_azul_from_a_table_is_entered_by_taps(visit: OpenVisit) -> None:
    page = _begin(visit, "azul")
    page.get_by_test_id("entry-begin").tap()
    for color in ("Blue", "Yellow", "Red", "Black", "White") * 4:
        page.get_by_test_id(f"deal-{color}").tap()
    # All that was drawn and the way on are seen without scrolling.
    expect(page.get_by_test_id("deal-done")).to_be_in_viewport(ratio=1)
    _check(page, "tiles drawn, on a phone")
    page.get_by_test_id("deal-done").tap()
    for player in ("Player 2", "Player 1"):
        page.locator('[data-source][aria-disabled="false"]').first.tap()
        check_fit(page)
        page.locator('[data-dest][data-legal="true"]').first.tap()
        expect(page.get_by_test_id("entry-turn")).to_contain_text(f"{player} to move")
    _review(page, 2)


@pytest.mark.slow
def test_other_games_from_a_table_are_entered_by_taps(visit: OpenVisit) -> None:
    page = _begin(visit, "yatzy")
    page.get_by_test_id("entry-begin").tap()
    expect(page.get_by_test_id("entry-pad")).to_be_visible()
    assert _truncated(page.get_by_test_id("enter")) == []
    _check(page, "dice to be named, on a phone")
    for face in (4, 4, 4, 5, 5):
        page.locator(f'[data-face="{face}"]').tap()
    page.get_by_test_id("entry-done").tap()
    page.locator('[data-score="full_house"]').tap()
    expect(page.get_by_test_id("entry-turn")).to_contain_text("Player 2 to move")
    _review(page, 2)

    page = _begin(visit, "entropy")
    page.get_by_test_id("entry-begin").tap()
    page.get_by_test_id("draw-K").tap()
    page.locator('[data-cell="d4"]').tap()
    _check(page, "a move of Entropy to be entered, on a phone")
    _review(page, 1)

    page = _begin(visit, "hearts")
    page.get_by_test_id("seen-direction").select_option("hold")
    for card in "2C 3C 4C 5C 6C 7D 8D 9D TS JS QS 2H AH".split():
        page.get_by_test_id(f"seen-{card}").tap()
    for card in ("2C", "AC", "KC", "QC"):
        page.get_by_test_id(f"seen-{card}").tap()
    expect(page.get_by_test_id("seen-asks")).to_contain_text("left")
    _check(page, "cards to be named, on a phone")
    _review(page, 4)
