"""A full or nearly full disk: the site starts on first and later visits, and reports when games are not kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.hosts import FaultyHost
from tests.e2e.support.offline import wait_for_worker
from tests.e2e.support.screens import start_game, wait_until
from tests.faults.conftest import VisitHost
from tests.faults.support.browser import Disk
from tests.faults.support.engine import retry, wait_for_end
from tests.faults.support.kept import game_of


def _play(page: Page) -> None:
    """Continues or starts a game, and checks that it is stored or that the page reports that it is not."""
    form = page.get_by_test_id("new-game-form")
    board = AzulBoard(page)
    expect(form.or_(board.root).first).to_be_visible()
    if form.count() > 0:
        start_game(page)
    else:
        board.wait_for_turn()
    before = board.moves.count()
    board.play()
    expect(board.moves.nth(before)).to_be_attached()
    expect(page.get_by_test_id("grade")).to_be_visible()
    board.wait_for_turn()

    def kept_or_reported() -> bool:
        game = game_of(page, "azul")
        kept = game is not None and len(game.moves) == board.moves.count()
        return kept or page.get_by_test_id("not-kept").is_visible()

    wait_until(page, kept_or_reported, "the game is kept, or the page says that it is not")


@pytest.mark.parametrize("size", [0, 3_000_000, 10_000_000])
def test_second_visit_and_retry_work_on_a_full_disk(size: int, visit_host: VisitHost, host: FaultyHost) -> None:
    # Nothing is cacheable, so the browser's HTTP cache cannot hide a failure of the site's own storage.
    host.lasting = False
    one = visit_host(offline=True)
    disk = Disk(one.context, host.address)
    disk.leave(size)
    page = one.open_ready("#/azul/play")
    _play(page)
    wait_for_worker(page, 10)
    page.close()

    page = one.open("#/azul/play")
    assert wait_for_end(page) == "ready"
    _play(page)
    page.close()

    host.spoil("runtime/*/python_stdlib.zip", "missing")
    page = one.open("#/azul/play")
    failed = wait_for_end(page) == "error"
    host.heal()
    if failed:
        retry(page)
        assert wait_for_end(page) == "ready"
    _play(page)
