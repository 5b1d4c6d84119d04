"""Grading of a whole game in the background: it is cancelled at once, and keeps what it has found."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.positions import game
from tests.e2e.support.screens import QUICK, kept, paste, wait_until
from tests.e2e.support.visit import wait_ready

MOVES = 60
# The number of moves without a grade, as the page shows it first and from then on.
WATCH = """globalThis.lefts = [];
new MutationObserver(() => {
  const left = document.querySelector('[data-testid="grading"]')?.dataset.left;
  if (left !== undefined && left !== lefts.at(-1)) lefts.push(left);
}).observe(document, { childList: true, subtree: true, attributes: true });"""
FINDINGS_MS = 2500
"""By then the findings of a review are saved."""


def _left(page: Page) -> int:
    return int(page.get_by_test_id("grading").get_attribute("data-left") or "0")


def test_cancelled_grading_stops_and_keeps_its_grades(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/review")
    paste(page, json.dumps(game(MOVES)))
    cancel = page.get_by_test_id("cancel-grading")
    cancel.wait_for()
    wait_until(page, lambda: _left(page) < MOVES, "a move is graded")
    cancel.click()
    expect(cancel).to_have_count(0)
    left = _left(page)
    assert 0 < left < MOVES
    page.wait_for_timeout(FINDINGS_MS)
    assert _left(page) == left
    expect(page.get_by_test_id("moves").get_by_text("not graded")).to_have_count(left)

    page.add_init_script(WATCH)
    page.reload()
    wait_ready(page)
    wait_until(page, lambda: page.evaluate("lefts.length") > 0, "the game is open again")
    assert int(page.evaluate("lefts[0]")) <= left
    # Cancelled again, and then gone on with by the person.
    cancel.click()
    expect(cancel).to_have_count(0)
    left = _left(page)
    page.get_by_test_id("grade-all").click()
    wait_until(page, lambda: _left(page) < left, "grading goes on")
