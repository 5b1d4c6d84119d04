"""Several tabs with the same game: one plays, the others follow and can take over, and no move is lost."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.screens import start_game
from tests.e2e.support.visit import wait_ready
from tests.faults.conftest import VisitHost
from tests.faults.support.browser import DAY_MS, clock
from tests.faults.support.kept import KeptGame, games, wait_kept
from tests.faults.support.play import play_on, shown_moves

NO_LOCKS = """Object.defineProperty(navigator, 'locks', { value: undefined });"""


def _expect_one_plays(tabs: list[Page], player: Page) -> None:
    for tab in tabs:
        expect(tab.get_by_test_id("other-tab")).to_have_count(0 if tab is player else 1)


def _play(tabs: list[Page], player: Page, known: KeptGame) -> KeptGame:
    """Makes a move in one tab; checks that all tabs show it and that the stored game continues the known one."""
    kept = play_on(player)
    assert kept.moves[: len(known.moves)] == known.moves
    assert len(kept.moves) > len(known.moves)
    assert kept.revision > known.revision
    shown = shown_moves(player)
    for tab in tabs:
        expect(AzulBoard(tab).moves).to_have_count(len(shown))
        assert shown_moves(tab) == shown
    return kept


def _take_over_in_turn(tabs: list[Page]) -> None:
    """Each tab takes the game over in turn, back and forth, and plays."""
    kept = wait_kept(tabs[0], "azul")
    for player in [*tabs[1:], *reversed(tabs[:-1])]:
        player.get_by_test_id("take-over").click()
        _expect_one_plays(tabs, player)
        kept = _play(tabs, player, kept)
    assert [game.key for game in games(tabs[0])] == [kept.key]


@pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.brief), 3])
def test_one_tab_plays_and_others_can_take_over(count: int, visit_host: VisitHost) -> None:
    one = visit_host()
    tabs = [one.open_ready("#/azul/play")]
    start_game(tabs[0])
    kept = wait_kept(tabs[0], "azul")
    kept = _play(tabs, tabs[0], kept)
    tabs += [one.open("#/azul/play") for _ in range(count - 1)]
    for tab in tabs[1:]:
        wait_ready(tab)
    _expect_one_plays(tabs, tabs[0])
    _play(tabs, tabs[0], kept)
    _take_over_in_turn(tabs)
    # When the playing tab is closed, the others still have all moves.
    shown = shown_moves(tabs[0])
    tabs.pop(0).close()
    for tab in tabs:
        expect(AzulBoard(tab).moves).to_have_count(len(shown))
    if count == 2:
        _expect_one_plays(tabs, tabs[0])


def test_tabs_take_turns_without_the_locks_api(visit_host: VisitHost) -> None:
    one = visit_host()
    tabs = [one.open_ready("#/azul/play", script=NO_LOCKS)]
    start_game(tabs[0])
    kept = wait_kept(tabs[0], "azul")
    tabs.append(one.open_ready("#/azul/play", script=NO_LOCKS))
    _expect_one_plays(tabs, tabs[0])
    _play(tabs, tabs[0], kept)
    _take_over_in_turn(tabs)


@pytest.mark.parametrize("shift", ["0", "-Date.now()", f"{400 * DAY_MS}"], ids=["same", "1970", "in 400 days"])
def test_game_is_released_when_its_tab_crashes_whatever_the_clock(shift: str, visit_host: VisitHost) -> None:
    one = visit_host()
    one.allow("Page crashed")
    page = one.open_ready("#/azul/play", script=NO_LOCKS + clock(shift))
    start_game(page)
    kept = wait_kept(page, "azul")
    # A crashing page cannot release the game.
    with suppress(Error):
        page.goto("chrome://crash")
    page.close()
    page = one.open_ready("#/azul/play", script=NO_LOCKS)
    expect(page.get_by_test_id("other-tab")).to_have_count(0, timeout=30_000)
    _play([page], page, kept)
