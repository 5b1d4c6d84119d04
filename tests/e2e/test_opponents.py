"""Opponents: a friend at the same screen, and the saved choice."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.screens import QUICK, coach, kept, wait_saved

PLAIN = "39"
"""The seed of a game in which the first two moves to the floor are clear mistakes."""
FRIEND = 'input[name="level"][value="@friend"]'


def _start(page: Page) -> AzulBoard:
    page.locator(FRIEND).check()
    expect(page.locator('input[name="side"]').first).to_be_disabled()
    page.get_by_test_id("seed").fill(PLAIN)
    page.get_by_test_id("start-game").click()
    board = AzulBoard(page)
    board.wait_for_turn()
    return board


def _skill(page: Page) -> list[Any]:
    """The skill of both players in the account."""
    values: list[Any] = page.get_by_test_id("skill").evaluate_all("(all) => all.map((e) => Number(e.dataset.value))")
    return values


def test_two_people_take_turns_at_one_screen(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = _start(page)
    turn, balance = page.get_by_test_id("turn"), page.get_by_test_id("balance")
    expect(turn).to_have_text("Player 1's move")
    board.blunder()
    expect(turn).to_have_text("Player 2's move")
    expect(page.get_by_test_id("grade")).to_be_visible()
    board.wait_for_turn()
    board.blunder()
    expect(coach(page)).to_contain_text("Player 2's last move")
    expect(page.get_by_test_id("grade")).to_be_visible()
    expect(coach(page)).to_have_attribute("aria-busy", "false")
    assert all(skill < 0 for skill in _skill(page))
    for name in ("Player 1", "Player 2"):
        expect(balance.locator("tr", has_text=name)).to_have_text(re.compile(r"\u2212\d"))

    board.wait_for_turn()
    expect(turn).to_have_text("Player 1's move")
    page.get_by_test_id("undo").click()
    expect(turn).to_have_text("Player 2's move")
    page.get_by_test_id("undo").click()
    expect(turn).to_have_text("Player 1's move")
    expect(page.get_by_test_id("undo")).to_be_disabled()
    page.get_by_test_id("redo").click()
    expect(turn).to_have_text("Player 2's move")

    wait_saved(page, "azul:play", 1)
    page.reload()
    board.wait_for_turn()
    expect(turn).to_have_text("Player 2's move")
    page.get_by_test_id("new-game").click()
    expect(page.locator(FRIEND)).to_be_checked()
