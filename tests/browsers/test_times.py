"""How long a start takes in each browser engine: noted for the table after the tests, without limits."""

from __future__ import annotations

from build_tools.hosts import hosted
from build_tools.paths import DIST
from tests.browsers.conftest import MAX_BOOT_S, opened, wait_ready
from tests.browsers.support import times
from tests.browsers.support.browser import Browser

READY = "performance.getEntriesByName('engine-ready')[0].startTime"
"""Milliseconds from the start of the visit until the engine is ready, as the page notes it."""


STORED = """(async () => {
  if (!navigator.serviceWorker?.controller) return false;
  const { files } = await (await fetch('runtime/manifest.json')).json();
  return (await (await caches.open('hindsight-runtime')).keys()).length >= files.length;
})()"""
"""Whether the runtime is stored for the next visit."""


def _visit(browser: Browser) -> float:
    wait_ready(browser)
    shown: float = browser.wait(READY)
    return shown


def test_first_and_second_visit_are_timed(engine: str) -> None:
    # A host of its own, because another test unplugs the shared one.
    with hosted(DIST) as host, opened(engine, host.address) as browser:
        browser.open(host.address)
        first = _visit(browser)
        browser.wait(STORED, seconds=MAX_BOOT_S)
        browser.reload()
        second = _visit(browser)
    assert first > 0
    assert second > 0
    times.note(engine, {"first visit": first, "second visit": second})
