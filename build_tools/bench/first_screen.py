"""How soon the first screen of the site can be used in a fresh Chromium profile, without the engine.

``python -m build_tools.bench.first_screen`` prints it for the built site.
"""

from __future__ import annotations

import statistics
from functools import partial

from playwright.sync_api import Browser

from build_tools.bench.common import Row, print_of_site
from build_tools.process import main_of

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


if __name__ == "__main__":
    main_of(partial(print_of_site, in_browser))
