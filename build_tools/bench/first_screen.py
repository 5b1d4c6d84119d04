"""How soon the first screen of the site can be used in a fresh Chromium profile, without the engine.

``python -m build_tools.bench.first_screen`` prints it for the built site.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Browser, sync_playwright

from build_tools.bench.common import FLAGS, Row
from build_tools.hosts import hosted
from build_tools.paths import DIST
from build_tools.process import main_of
from build_tools.system import browser

__all__ = ["in_browser"]

TIMES = 7
WATCH = """new MutationObserver((_, watch) => {
  if (document.querySelector('[data-testid="open-azul-play"]') === null) return;
  watch.disconnect();
  // Painted, and able to answer a press.
  requestAnimationFrame(() => setTimeout(() => { globalThis.usable = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""


def in_browser(window: Browser, address: str) -> list[Row]:
    """The time from the start of the visit until the games can be chosen: that of the median visit, and of the slowest."""
    times = []
    for _ in range(TIMES):
        context = window.new_context(service_workers="block")
        context.route("**/runtime/**", lambda route: route.abort())
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(address)
        page.wait_for_function("globalThis.usable !== undefined")
        times.append(float(page.evaluate("usable")))
        context.close()
    return [
        ("first screen usable", "ms", statistics.median(times)),
        ("first screen usable, slowest visit", "ms", max(times)),
    ]


def main() -> None:
    """Measures the built site."""
    with sync_playwright() as play, hosted(DIST) as host:
        window = play.chromium.launch(executable_path=browser(), args=FLAGS)
        for name, unit, value in in_browser(window, host.address):
            print(f"{name:<36} {value:>10,.1f} {unit}")
        window.close()


if __name__ == "__main__":
    main_of(main)
