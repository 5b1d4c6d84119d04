"""Settings: they persist, the theme does not flash, and reduced motion is respected."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.screens import start_game, wait_until
from tests.e2e.support.visit import wait_ready

# Counts animated pieces.
WATCH_FLIGHTS = """() => {
  globalThis.flown = 0;
  const layer = document.querySelector('[data-testid="flights"]');
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) flown += node.nodeType === 1;
  }).observe(layer, { childList: true });
}"""


def _flown(page: Page, board: AzulBoard) -> int:
    """The number of pieces animated during a move and the reply."""
    page.evaluate(WATCH_FLIGHTS)
    moves = page.get_by_test_id("moves").locator("li").count()
    board.play()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(moves + 2)
    board.wait_for_turn()
    return int(page.evaluate("flown"))


def test_settings_persist_and_the_theme_does_not_flash(visit: OpenVisit) -> None:
    page = visit(color_scheme="light").open()
    page.get_by_test_id("open-settings").click()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_test_id("theme-dark").click()
    page.get_by_test_id("setting-hints").check()
    page.get_by_test_id("setting-enginePanel").check()
    page.get_by_test_id("setting-colorMarks").uncheck()
    page.get_by_role("button", name="Short").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light

    held: list[Route] = []
    page.route("**/assets/index-*.js", lambda route: held.append(route))  # noqa: PLW0108 -- Playwright writes on its handlers
    page.reload(wait_until="commit")
    page.locator("body").wait_for(state="attached")
    page.locator('link[rel="stylesheet"]').first.wait_for(state="attached")
    # The page's own script has not run yet: this is the first paint.
    expect(page.locator("#app")).to_be_empty()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).to_have_css("background-color", dark)
    wait_until(page, lambda: held, "the script is requested")
    held[0].continue_()
    page.unroute("**/assets/index-*.js")
    wait_ready(page)
    page.get_by_test_id("open-settings").click()
    expect(page.get_by_test_id("theme-dark")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("setting-hints")).to_be_checked()
    expect(page.get_by_test_id("setting-enginePanel")).to_be_checked()
    expect(page.get_by_test_id("setting-colorMarks")).not_to_be_checked()
    expect(page.get_by_role("button", name="Short")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")

    page.get_by_test_id("open-azul-play").click()
    board = start_game(page)
    expect(page.get_by_test_id("hint")).to_be_visible()
    expect(board.mark_of("hint")).to_be_visible()
    expect(page.get_by_test_id("candidate-table").locator("tbody tr").first).to_be_visible()


def test_pieces_are_animated_unless_motion_is_reduced(visit: OpenVisit) -> None:
    page = visit().open_ready("#/azul/play")
    board = start_game(page)
    assert _flown(page, board) > 0
    page.emulate_media(reduced_motion="reduce")
    assert _flown(page, board) == 0
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_test_id("open-settings").click()
    page.get_by_test_id("setting-animations").uncheck()
    page.keyboard.press("Escape")
    assert _flown(page, board) == 0


def test_without_the_coach_nothing_is_graded_until_a_hint_is_requested(visit: OpenVisit) -> None:
    page = visit().open_ready("#/azul/play")
    page.get_by_test_id("open-settings").click()
    page.get_by_test_id("setting-coach").uncheck()
    page.keyboard.press("Escape")
    board = start_game(page)
    board.play()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(2)
    board.wait_for_turn()
    expect(page.get_by_test_id("coach-quiet")).to_contain_text("The coach is off")
    expect(page.get_by_test_id("candidates").locator("button")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint")).to_be_visible()
