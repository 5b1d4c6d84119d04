"""Python starts slowly: the page says so, and the start can be restarted."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.board import wait_for_move
from tests.e2e.support.screens import QUICK, kept, start_game
from tests.e2e.support.visit import BOOT_MS, Visit, wait_ready
from tests.faults.support.kept import wait_kept


def _late_python(one: Visit, milliseconds: list[int]) -> None:
    """Delays each start of Python by the next of these times, and later starts not at all."""

    def handle(route: Route) -> None:
        if route.request.resource_type != "script" or not milliseconds:
            route.continue_()
            return
        response = route.fetch()
        wait = f"await new Promise((resolve) => setTimeout(resolve, {milliseconds.pop(0)}));\n"
        route.fulfill(response=response, body=wait + response.text())

    one.context.route("**/runtime/**/pyodide.asm.mjs", handle)


def test_slow_start_can_be_restarted(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    _late_python(one, [600_000])
    page = one.open()
    wait = page.get_by_test_id("engine-wait")
    expect(wait).to_contain_text("Starting Python takes longer than usual on this device.", timeout=BOOT_MS)
    expect(page.get_by_test_id("engine-again")).to_have_text("Start again")
    page.get_by_test_id("engine-again").click()
    wait_ready(page)
    expect(wait).to_have_count(0)


def test_the_header_under_a_line_is_within_reach(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    _late_python(one, [600_000])
    page = one.open("#/yatzy/play")
    wait = page.get_by_test_id("engine-wait")
    expect(wait).to_be_visible(timeout=BOOT_MS)
    on_top = """(element) => {
      const box = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    }"""
    reached = page.locator("header a, header button")
    for width, height in ((390, 844), (800, 1000), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("link", name="Hindsight").focus()
        for at in range(reached.count()):
            if at > 0:
                page.keyboard.press("Tab")
            expect(reached.nth(at)).to_be_focused()
            assert reached.nth(at).evaluate(on_top), f"link {at} has the focus below the line at {width}x{height}"
    page.set_viewport_size({"width": 390, "height": 844})
    wait.get_by_role("button", name="Close").click()
    expect(wait).to_have_count(0)
    page.get_by_test_id("open-library").click()
    expect(page).to_have_url(re.compile("#/library$"))


def test_saved_game_is_drawn_before_the_engine_is_ready(visit: OpenVisit, address: str) -> None:
    one = visit(own_engine=True, storage_state=kept(address, QUICK))
    page = one.open_ready("#/azul/play")
    board = start_game(page)
    before = board.moves.count()
    board.play()
    wait_for_move(board, before)
    wait_kept(page, "azul")
    scores = board.root.inner_text()
    page.close()
    _late_python(one, [600_000, 600_000])

    still = one.open("#/azul/play").get_by_test_id("still-board")
    expect(still).to_have_attribute("aria-busy", "true")
    expect(still).to_have_text(re.compile(".+"))
    assert still.inner_text() == scores
    first = one.open("#/azul/review?game=azul%3Aplay").get_by_test_id("still-board")
    expect(first).to_be_visible()
    assert first.inner_text() != scores
