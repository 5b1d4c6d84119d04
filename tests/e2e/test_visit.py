"""The test harness itself: visits record errors, and borrowed engines carry nothing over."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Error, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.screens import SLOW, coach, kept, start_game, wait_saved, wait_until

MISDEEDS = """async () => {
  console.error('first misdeed');
  setTimeout(() => { throw new Error('second misdeed'); });
  await fetch('http://127.0.0.1:9/third').catch(() => undefined);
  const script = document.createElement('script');
  script.textContent = 'fourth()';
  document.body.append(script);
  await new Promise(requestAnimationFrame);
}"""


def test_a_visit_records_errors_and_foreign_requests(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    one.context.route("**/assets/*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page = one.open()
    page.evaluate(MISDEEDS)
    with suppress(Error):
        page.goto("http://127.0.0.1:9/fifth")
    heard = (
        "console error: first misdeed",
        "second misdeed",
        "console error: Connecting to 'http://127.0.0.1:9/third' violates",
        "request to another origin: http://127.0.0.1:9/fifth",
        "Executing inline script violates",
    )
    wait_until(page, lambda: all(each in "\n".join(one.complaints) for each in heard), f"all of {heard} is recorded")
    one.complaints.clear()


def test_a_borrowed_engine_carries_nothing_over_from_the_previous_visit(visit: OpenVisit, address: str) -> None:
    one = visit(storage_state=kept(address, SLOW))
    page = one.open_ready("#/azul/play")
    start_game(page).play()
    expect(page.get_by_test_id("candidates").locator("button").first).to_be_visible()
    wait_saved(page, "azul:play", 2)
    assert page.workers == []
    assert one.close() == []

    page = visit().open_ready("#/azul/play")
    expect(page.get_by_test_id("new-game-form")).to_be_visible()
    assert str(SLOW["customMs"]) not in page.evaluate("localStorage.getItem('hindsight:settings')")
    start_game(page)
    page.keyboard.press("h")
    # The hint does not wait for the previous visit's evaluation.
    expect(page.get_by_test_id("hint")).to_be_visible()
    expect(coach(page)).to_have_attribute("aria-busy", "false")
