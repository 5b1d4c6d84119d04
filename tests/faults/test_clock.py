"""A clock that is wrong by decades or a year: games, drills and stored games keep working."""

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
    """Makes a mistake so large that even the shortest evaluation finds it, so that it becomes a drill card."""
    board = start_game(page, side="second", seed=29)
    before = board.moves.count()
    board.blunder()
    wait_for_move(board, before)
    expect(page.get_by_test_id("undo")).to_be_enabled()


def _drill(page: Page) -> None:
    """Opens the drills and answers one, unless nothing is due."""
    page.get_by_test_id("drills").click()
    board = AzulBoard(page)
    nothing = page.get_by_text("Nothing is due")
    expect(nothing.or_(board.root).first).to_be_visible()
    if nothing.count() == 0:
        board.play()
        expect(page.get_by_test_id("grade")).to_be_visible()


@pytest.mark.parametrize("shift", ["-Date.now()", f"{400 * DAY_MS}"], ids=["1970", "in 400 days"])
def test_wrong_clock_loses_no_games_or_drills(shift: str, visit: OpenVisit, address: str) -> None:
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

    # With the right clock again, the stored game is there and can be continued.
    page = one.open_ready("#/azul/play")
    expect(AzulBoard(page).moves).to_have_count(len(there.moves))
    assert [(each.key, each.moves) for each in games(page)] == [("azul:play", there.moves)]
    page.goto(one.address + "#/azul/practise")
    _drill(page)
    page.goto(one.address + "#/azul/play")
    assert play_on(page).moves[: len(there.moves)] == there.moves
