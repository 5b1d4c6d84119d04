"""Yatzy's lookup table: fetched on demand, and available offline."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from build_tools.hosts import hosted
from tests.e2e.conftest import OpenVisit
from tests.e2e.support.offline import wait_kept_offline
from tests.e2e.support.screens import QUICK, kept, start_game
from tests.e2e.support.tables import TABLE, expect_hint, throw_first
from tests.e2e.support.visit import Visit, wait_ready

# Resolves when the table is in the service worker's cache, which is filled in the background.
WAIT_FOR_TABLE = """async (table) => {
  const cache = await caches.open('hindsight-runtime');
  while (!(await cache.keys()).some(({ url }) => url.endsWith(table))) await new Promise(requestAnimationFrame);
}"""


def _tables_of(one: Visit) -> list[str]:
    """The tables that were requested."""
    return [request.url.rsplit("/", 1)[1] for request in one.requests if request.url.endswith(".bin")]


@pytest.mark.slow
def test_the_table_is_fetched_once_and_only_for_yatzy(visit: OpenVisit, address: str) -> None:
    one = visit(own_engine=True, storage_state=kept(address, QUICK))
    page = one.open_ready("#/azul/play")
    start_game(page).play()
    expect(page.get_by_test_id("grade")).to_be_visible()
    assert _tables_of(one) == []

    page.evaluate("() => { location.hash = '#/yatzy/play' }")
    throw_first(page)
    expect_hint(page)
    page.get_by_test_id("throw").click()
    expect(page.get_by_test_id("grade")).to_be_visible()
    assert _tables_of(one) == [TABLE]
    assert len(page.workers) == 1


@pytest.mark.slow
def test_a_second_visit_works_offline_with_the_table(visit: OpenVisit, folder: Path) -> None:
    with hosted(folder) as host:
        one = visit(host.address, service_workers="allow", storage_state=kept(host.address, QUICK))
        page = one.open_ready("#/yatzy/play")
        throw_first(page)
        expect_hint(page)
        wait_kept_offline(page)
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
        expect_hint(page)
        expect(page.get_by_test_id("restart-notice")).to_have_count(0)
