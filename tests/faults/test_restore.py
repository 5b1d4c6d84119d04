"""Restoring a game: it must not be set aside because a page closed meanwhile, or because two opened at once."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.board import wait_for_move
from tests.e2e.support.screens import QUICK, kept, start_game
from tests.e2e.support.swccg import SwccgScreen
from tests.e2e.support.visit import wait_ready
from tests.faults.conftest import VisitHost
from tests.faults.support.kept import KeptGame, games, value, wait_kept

RELOADS = 20


def _left(page: Page, moves: int) -> KeptGame:
    """Plays a number of moves and returns the stored game."""
    board = start_game(page)
    for _ in range(moves):
        before = board.moves.count()
        board.play()
        wait_for_move(board, before)
    return wait_kept(page, "azul")


def _expect_whole(page: Page, left: KeptGame) -> None:
    """Checks that the game is on screen and the only stored game, unchanged."""
    board = AzulBoard(page)
    expect(board.moves).to_have_count(len(left.moves))
    expect(page.get_by_test_id("saved-notice")).to_have_count(0)
    (kept_game,) = games(page)
    assert kept_game.key == left.key
    assert kept_game.moves == left.moves
    assert not kept_game.aside


def _reload_often(page: Page, chance: random.Random, max_pause_ms: float) -> None:
    for _ in range(RELOADS):
        page.reload(wait_until="commit")
        page.wait_for_timeout(chance.uniform(0, max_pause_ms))


def test_quick_reloads_do_not_set_the_game_aside(visit: OpenVisit, address: str, chance: random.Random) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    left = _left(page, 4)
    _reload_often(page, chance, 500)
    page.reload()
    wait_ready(page)
    AzulBoard(page).wait_for_turn()
    _expect_whole(page, left)


def test_tabs_opened_together_do_not_set_the_game_aside(visit_host: VisitHost) -> None:
    one = visit_host()
    page = one.open_ready("#/azul/play")
    left = _left(page, 4)
    for _ in range(2):
        for old in one.context.pages:
            old.close()
        tabs = [one.context.new_page() for _ in range(2)]
        for tab in tabs:
            tab.goto(one.address + "#/azul/play", wait_until="commit")
        for tab in tabs:
            wait_ready(tab)
            _expect_whole(tab, left)


def test_quick_reloads_do_not_lose_a_recorded_game(visit: OpenVisit, address: str, chance: random.Random) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/swccg")
    screen = SwccgScreen(page)
    screen.open_sample()
    title = page.get_by_test_id("game-title").inner_text()
    replay = value(page, "swccg:replay")
    assert replay is not None
    _reload_often(page, chance, 800)
    page.reload()
    wait_ready(page)
    screen.wait()
    assert page.get_by_test_id("game-title").inner_text() == title
    assert value(page, "swccg:replay") == replay
