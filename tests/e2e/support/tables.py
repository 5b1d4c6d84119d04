"""Yatzy's lookup table, and actions that need it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

__all__ = ["TABLE", "expect_hint", "throw_first"]

TABLE = "yatzy_v1.table.bin"


def throw_first(page: Page) -> None:
    """Starts a game of Yatzy and waits for the first throw."""
    page.get_by_test_id("start-game").click()
    page.locator('[data-testid="throw"][aria-disabled="false"]').wait_for()


def expect_hint(page: Page) -> None:
    """Requests a hint, which needs the table."""
    page.get_by_test_id("hint-button").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
