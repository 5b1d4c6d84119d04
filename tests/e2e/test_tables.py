"""Yatzy's table: fetched when Yatzy needs it, computed where it is damaged, and there without a network like all else."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import OpenVisit, hosted
from tests.e2e.support.offline import wait_kept
from tests.e2e.support.screens import QUICK, kept, start_game, wait_until
from tests.e2e.support.visit import Visit, wait_ready

TABLE = "yatzy_v1.table.bin"
SOLVE_MS = 180_000
"""The most that computing a table may take on a machine that is busy with other things."""
REFUSED = "The shipped table was damaged, so it is computed here; that takes about half a minute."

# The table is in the service worker's store: it is kept behind the page that used it.
WAIT_FOR_TABLE = """async (table) => {
  const cache = await caches.open('hindsight-runtime');
  while (!(await cache.keys()).some(({ url }) => url.endsWith(table))) await new Promise(requestAnimationFrame);
}"""


def _tables_of(one: Visit) -> list[str]:
    """The tables that were asked for."""
    return [request.url.rsplit("/", 1)[1] for request in one.requests if request.url.endswith(".bin")]


def _start_yatzy(page: Page) -> None:
    page.get_by_test_id("start-game").click()
    page.locator('[data-testid="throw"][aria-disabled="false"]').wait_for()


def _expect_hint(page: Page) -> None:
    page.get_by_test_id("hint-button").click()
    expect(page.get_by_test_id("hint")).to_be_visible()


def test_the_table_is_fetched_once_and_for_yatzy_alone(visit: OpenVisit, address: str) -> None:
    one = visit(own_engine=True, storage_state=kept(address, QUICK))
    page = one.open_ready("#/azul/play")
    start_game(page).play()
    expect(page.get_by_test_id("grade")).to_be_visible()
    assert _tables_of(one) == []

    page.evaluate("() => { location.hash = '#/yatzy/play' }")
    _start_yatzy(page)
    _expect_hint(page)
    page.get_by_test_id("throw").click()
    expect(page.get_by_test_id("grade")).to_be_visible()
    assert _tables_of(one) == [TABLE]
    assert len(page.workers) == 1


def _damaged(route: Route) -> None:
    """The file as it is, but for one bit."""
    answer = route.fetch()
    body = bytearray(answer.body())
    body[len(body) // 2] ^= 1
    route.fulfill(response=answer, body=bytes(body))


def test_a_damaged_table_is_computed_in_another_worker_while_the_game_goes_on(visit: OpenVisit, address: str) -> None:
    one = visit(own_engine=True, storage_state=kept(address, QUICK))
    one.context.route(f"**/{TABLE}", _damaged)
    page = one.open_ready("#/yatzy/play")
    board = page.get_by_test_id("yatzy-board")
    status = page.get_by_test_id("engine-status")
    _start_yatzy(page)
    page.get_by_test_id("throw").click()
    expect(status).to_contain_text("The table for Yatzy is being computed")
    expect(page.get_by_test_id("restart-notice")).to_contain_text(REFUSED)
    before = board.bounding_box()
    expect(status).to_contain_text(re.compile(r"computed: \d+%"))
    assert len(page.workers) == 2
    # The rules are answered meanwhile.
    page.locator("[data-score]").first.click()
    expect(page.locator("[data-score='ones']")).to_have_count(0)
    assert status.get_attribute("data-preparing") == "solving"
    assert board.bounding_box() == before

    expect(page.get_by_test_id("grade")).to_be_visible(timeout=SOLVE_MS)
    expect(status).to_have_text("Engine ready")
    expect(page.get_by_test_id("restart-notice")).to_have_count(0)
    wait_until(page, lambda: len(page.workers) == 1, "the other worker has ended")

    # The next visit finds what this one computed: there is no half minute to wait for.
    page.close()
    page = one.open_ready("#/yatzy/practise")
    page.get_by_test_id("next-position").click()
    page.get_by_test_id("yatzy-board").wait_for()
    _expect_hint(page)
    expect(page.get_by_test_id("restart-notice")).to_have_count(0)


def test_a_second_visit_works_without_a_network_and_yatzy_has_its_table(visit: OpenVisit, folder: Path) -> None:
    with hosted(folder) as host:
        one = visit(host.address, service_workers="allow", storage_state=kept(host.address, QUICK))
        page = one.open_ready("#/yatzy/play")
        _start_yatzy(page)
        _expect_hint(page)
        wait_kept(page)
        page.evaluate(WAIT_FOR_TABLE, TABLE)
        page.close()
        host.unplug()
        page = one.open("#/azul/play")
        expect(page.get_by_test_id("tab-play")).to_be_visible()
        wait_ready(page)
        start_game(page).play()
        expect(page.get_by_test_id("grade")).to_be_visible()
        page.evaluate("() => { location.hash = '#/yatzy/practise' }")
        page.get_by_test_id("next-position").click()
        page.get_by_test_id("yatzy-board").wait_for()
        _expect_hint(page)
        expect(page.get_by_test_id("restart-notice")).to_have_count(0)
