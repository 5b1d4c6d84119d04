"""A damaged table of Yatzy on the server: it is computed in the browser while the game continues."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.screens import QUICK, kept, wait_until
from tests.e2e.support.tables import TABLE, expect_hint, throw_first

SOLVE_MS = 180_000
"""The most that computing a table may take on a machine that is busy with other things."""
REFUSED = "The ready-made table is damaged, so it is computed here; that takes about half a minute."


def _damaged(route: Route) -> None:
    """Serves the file with one bit flipped."""
    answer = route.fetch()
    body = bytearray(answer.body())
    body[len(body) // 2] ^= 1
    route.fulfill(response=answer, body=bytes(body))


def test_damaged_table_is_computed_in_another_worker_during_the_game(visit: OpenVisit, address: str) -> None:
    one = visit(own_engine=True, storage_state=kept(address, QUICK))
    one.context.route(f"**/{TABLE}", _damaged)
    page = one.open_ready("#/yatzy/play")
    board = page.get_by_test_id("yatzy-board")
    status = page.get_by_test_id("engine-status")
    throw_first(page)
    page.get_by_test_id("throw").click()
    expect(status).to_contain_text("The table for Yatzy is being computed")
    expect(page.get_by_test_id("restart-notice")).to_contain_text(REFUSED)
    before = board.bounding_box()
    expect(status).to_contain_text(re.compile(r"computed: \d+%"))
    assert len(page.workers) == 2
    # The rules still work meanwhile.
    page.locator("[data-score]").first.click()
    expect(page.locator("[data-score='ones']")).to_have_count(0)
    assert status.get_attribute("data-preparing") == "solving"
    assert board.bounding_box() == before

    expect(page.get_by_test_id("grade")).to_be_visible(timeout=SOLVE_MS)
    expect(status).to_have_text("Engine ready")
    expect(page.get_by_test_id("restart-notice")).to_have_count(0)
    wait_until(page, lambda: len(page.workers) == 1, "the other worker has ended")

    # The next visit uses the computed table, without waiting half a minute.
    page.close()
    page = one.open_ready("#/yatzy/practise")
    page.get_by_test_id("next-position").click()
    page.get_by_test_id("yatzy-board").wait_for()
    expect_hint(page)
    expect(page.get_by_test_id("restart-notice")).to_have_count(0)
