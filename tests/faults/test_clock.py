"""A clock that is wrong by decades or by a year: games, drills and what is kept go on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.board import wait_for_move
from tests.e2e.support.screens import QUICK, kept, start_game
from tests.faults.support.browser import DAY_MS, clock
from tests.faults.support.kept import games, wait_kept
from tests.faults.support.play import play_on


def _blunder(page: Page) -> None:
    """A mistake so large that a single look finds it: it is in the box."""
    board = start_game(page, side="second", seed=29)
    before = board.moves.count()
    board.blunder()
    wait_for_move(board, before)
    expect(page.get_by_test_id("undo")).to_be_enabled()


def _drill(page: Page) -> None:
    """Asks for mistakes: one is put up and answered, or nothing is due."""
    page.get_by_test_id("drills").click()
    board = AzulBoard(page)
    nothing = page.get_by_text("Nothing is due")
    expect(nothing.or_(board.root).first).to_be_visible()
    if nothing.count() == 0:
        board.play()
        expect(page.get_by_test_id("grade")).to_be_visible()


@pytest.mark.parametrize("shift", ["-Date.now()", f"{400 * DAY_MS}"], ids=["1970", "in 400 days"])
def test_a_wrong_clock_loses_nothing(shift: str, visit: OpenVisit, address: str) -> None:
    one = visit(storage_state=kept(address, QUICK))
    page = one.open_ready("#/azul/play")
    _blunder(page)
    before = wait_kept(page, "azul")
    page.close()

    page = one.open_ready("#/azul/play", script=clock(shift))
    expect(AzulBoard(page).moves).to_have_count(len(before.moves))
    there = play_on(page)
    assert there.moves[: len(before.moves)] == before.moves
    page.goto(one.address + "#/azul/practise")
    _drill(page)
    page.close()

    # The clock is set right: what was kept meanwhile is there, and can be played on.
    page = one.open_ready("#/azul/play")
    expect(AzulBoard(page).moves).to_have_count(len(there.moves))
    assert [(each.key, each.moves) for each in games(page)] == [("azul:play", there.moves)]
    page.goto(one.address + "#/azul/practise")
    _drill(page)
    page.goto(one.address + "#/azul/play")
    assert play_on(page).moves[: len(there.moves)] == there.moves
