"""The examples in a browser, in a build of the site that has them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from build_tools.games import example_site
from build_tools.hosts import hosted
from build_tools.paths import DIST
from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.board import Board, start, wait_for_move
from tests.e2e.support.screens import QUICK, kept, wait_settled


class ConnectFourBoard(Board):
    """The board on a page."""

    name = "connect-four"
    item = "column"

    def wait_for_turn(self) -> None:
        """Waits until a column takes a disc."""
        self.wait_until_ready('[data-column][aria-disabled="false"]')


@pytest.fixture(scope="module")
def example_address() -> Iterator[str]:
    with hosted(example_site.build()) as host:
        yield host.address


@pytest.mark.slow
def test_connect_four_is_played_and_graded(visit: OpenVisit, example_address: str) -> None:
    seen = visit(example_address, storage_state=kept(example_address, QUICK))
    page = seen.open_ready()
    page.get_by_test_id("open-connect-four-play").click()
    page.locator('input[name="level"][value="greedy"]').check()
    page.locator('input[name="side"][value="first"]').check(force=True)
    board = start(page, ConnectFourBoard, seed=7)
    axe.check(page, "Connect Four")
    board.root.locator('[data-column="3"]').click()
    wait_for_move(board, 1)
    expect(page.get_by_test_id("grade")).to_have_attribute("data-grade", "BEST")
    page.keyboard.press("1")
    wait_for_move(board, 3)
    wait_settled(page)
    expect(page.get_by_test_id("grade")).to_have_attribute("data-grade", "MISTAKE")
    expect(board.root.locator("[data-disc]:not([data-disc=empty])")).to_have_count(4)


def test_the_shipped_site_has_no_example() -> None:
    texts = [path.read_text(encoding="utf-8") for path in DIST.rglob("*.js")]
    assert any("Take no hearts" in text for text in texts), "the list of games is somewhere"
    assert not any("Connect Four" in text for text in texts)
