"""A new version is published while pages are open: they keep working, or say that they cannot, and keep their games."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.hosts import FaultyHost
from tests.e2e.support.offline import notice_update, reload_new, wait_kept_offline
from tests.e2e.support.screens import start_game, wait_until
from tests.e2e.support.visit import BOOT_MS, Visit, wait_ready
from tests.faults.conftest import VisitHost
from tests.faults.support.engine import wait_for_end
from tests.faults.support.kept import KeptGame, wait_kept
from tests.faults.support.play import play_on, shown_moves
from tests.faults.support.runtime import runtime_files, runtime_folder

OTHERS = ("yatzy", "entropy", "hearts")


def _start(visit_host: VisitHost, *, offline: bool = True) -> tuple[Visit, Page, KeptGame]:
    """A visit with a game in progress; with a service worker, the site is stored for offline use."""
    one = visit_host(offline=offline)
    page = one.open_ready("#/azul/play")
    start_game(page)
    game = play_on(page)
    if offline:
        wait_kept_offline(page)
    return one, page, game


def _go(page: Page, route: str) -> None:
    page.evaluate("(hash) => { location.hash = hash }", route)


def _new_version(page: Page) -> Locator:
    return page.get_by_test_id("new-version")


def _take_up(page: Page) -> None:
    """Switches to the new version by the page's button, or by a reload."""
    if _new_version(page).count() > 0:
        reload_new(page)
    else:
        page.reload()
    wait_ready(page)


@pytest.mark.parametrize("offline", [True, False], ids=["with service worker", "without"])
def test_open_page_keeps_working_after_a_deploy(
    offline: bool, visit_host: VisitHost, host: FaultyHost, next_version: Path
) -> None:
    host.lasting = False
    _, page, kept = _start(visit_host, offline=offline)
    host.deploy(next_version)
    if offline:
        notice_update(page)

    for slug in OTHERS:
        _go(page, f"#/{slug}/play")
        form = page.get_by_test_id("new-game-form")
        # With its service worker the page has all files of its version; without, it may have to offer the new version.
        expect(form if offline else form.or_(_new_version(page)).first).to_be_visible()
    _go(page, "#/azul/play")
    board = AzulBoard(page)
    expect(board.moves).to_have_count(len(kept.moves))
    page.evaluate("hindsight.engine.debugKillWorker()")
    alive = page.get_by_test_id("engine-status").filter(has_text="Engine ready")
    expect(alive if offline else alive.or_(_new_version(page)).first).to_be_visible(timeout=BOOT_MS)
    if offline:
        kept = play_on(page)

    _take_up(page)
    expect(board.moves).to_have_count(len(kept.moves))
    assert wait_kept(page, "azul").moves == kept.moves
    assert len(play_on(page).moves) > len(kept.moves)


def test_all_open_tabs_keep_their_games_after_an_update(
    visit_host: VisitHost, host: FaultyHost, next_version: Path
) -> None:
    one, page, _ = _start(visit_host)
    other = one.open_ready("#/entropy/play")
    host.deploy(next_version)
    notice_update(page)
    expect(_new_version(page)).to_be_visible(timeout=60_000)
    expect(_new_version(other)).to_be_visible()
    kept = play_on(page)
    moves = shown_moves(page)
    reload_new(other)
    page.reload()
    wait_ready(other)
    wait_ready(page)
    expect(AzulBoard(page).moves).to_have_count(len(moves))
    assert shown_moves(page) == moves
    assert wait_kept(page, "azul").moves == kept.moves


def test_interrupted_update_leaves_the_old_version_working_offline(
    visit_host: VisitHost, host: FaultyHost, next_version: Path
) -> None:
    one, page, kept = _start(visit_host)
    page.close()

    host.deploy(next_version)
    host.limit(2_000_000)
    page = one.open("#/azul/play")
    enough = sum(runtime_files(next_version).values()) / 3
    files = f"{runtime_folder(next_version)}/*"
    wait_until(page, lambda: host.sent(files) > enough, "a part of the update has arrived", 120)
    host.unplug()
    page.close()

    page = one.open("#/azul/play")
    assert wait_for_end(page) == "ready"
    expect(AzulBoard(page).moves).to_have_count(len(kept.moves))
    kept = play_on(page)
    host.limit(None)
    host.plug_in()
    page.reload()
    assert wait_for_end(page) == "ready"
    assert wait_kept(page, "azul").moves == kept.moves
