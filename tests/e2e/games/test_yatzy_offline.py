"""Yatzy's pages without a network after a first visit, on a phone: Insights, Rules, and a quiz that goes on after a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.offline import wait_kept_offline
from tests.e2e.support.screens import PHONE, QUICK, kept
from tests.e2e.support.visit import wait_ready
from tests.e2e.support.yatzy import start_yatzy, wait_for_move


def _go(page: Page, tab: str) -> None:
    page.get_by_test_id(f"tab-{tab}").click()


def _answer(page: Page) -> None:
    """Keeps the second die and throws, or closes the first open row."""
    if page.get_by_test_id("throw").is_enabled():
        page.locator('[data-die="1"]').tap()
        page.get_by_test_id("throw").tap()
    else:
        page.locator('[data-score]:not([aria-disabled="true"])').first.tap()


@pytest.mark.slow
def test_pages_work_offline_after_a_first_visit(visit: OpenVisit, address: str) -> None:
    state = kept(address, QUICK)
    profile = visit(own_engine=True, service_workers="allow", storage_state=state, **PHONE)
    page = profile.open_ready("#/yatzy/quiz")
    page.get_by_test_id("quiz-start").click()
    _answer(page)
    expect(page.get_by_test_id("quiz-verdict")).to_be_visible()
    wait_kept_offline(page)
    profile.context.set_offline(True)

    # The quiz goes on after a reload in the middle; it is answered before the engine is ready, and then graded.
    page.reload()
    expect(page.get_by_test_id("quiz-start")).to_have_text("Continue with question 2 of 30")
    page.get_by_test_id("quiz-start").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 2 of 30")
    _answer(page)
    wait_ready(page)
    expect(page.get_by_test_id("quiz-verdict")).to_be_visible()

    _go(page, "rules")
    page.get_by_test_id("rule-2").locator("summary").tap()
    expect(page.get_by_test_id("rule-2").get_by_test_id("edit-example")).to_be_visible()

    wait_ready(page)
    _go(page, "insights")
    expect(page.locator("[data-line=worst]")).to_contain_text("157.3")

    # A long computation for a card in play can be cancelled, and is offered again.
    _go(page, "play")
    board = start_yatzy(page, seed=3)
    board.wait_for_turn()
    board.row("chance").tap()
    wait_for_move(board, 0)
    _go(page, "insights")
    page.get_by_test_id("final-work").tap()
    page.get_by_test_id("final-cancel").tap()
    expect(page.get_by_test_id("final-work")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
