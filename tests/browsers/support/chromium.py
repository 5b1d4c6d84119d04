"""Chromium, driven by Playwright."""

from __future__ import annotations

import atexit
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from tests.browsers.support.browser import WAIT_S, Browser
from tests.e2e.conftest import FLAGS
from tests.e2e.support.visit import Visit, new_profile


@cache
def _driver() -> Playwright:
    """The driver of all Chromiums of this process, which can have only one."""
    driver = sync_playwright().start()
    atexit.register(driver.stop)
    return driver


class Chromium(Browser):
    """A new Chromium with a new profile."""

    name = "chromium"

    def __init__(self, program: str, address: str) -> None:
        self._browser = _driver().chromium.launch(executable_path=program, args=FLAGS)
        context = new_profile(self._browser, service_workers="allow")
        context.set_default_timeout(WAIT_S * 1000)
        self._visit = Visit(context, address)
        self._page = context.new_page()

    def open(self, address: str) -> None:
        """Goes to an address."""
        self._page.goto(address)

    def reload(self) -> None:
        """Reloads the page."""
        self._page.reload()

    def evaluate(self, expression: str) -> Any:
        """Evaluates an expression in the page."""
        return self._page.evaluate(f"(async () => ({expression}))()")

    def click(self, selector: str) -> None:
        """Clicks the first element that the selector finds."""
        self._page.locator(selector).first.click()

    def press(self, key: str) -> None:
        """Presses a key."""
        self._page.keyboard.press(key)

    def resize(self, width: int, height: int) -> None:
        """Sets the size of the page."""
        self._page.set_viewport_size({"width": width, "height": height})

    def screenshot(self, path: Path) -> None:
        """Writes a screenshot."""
        self._page.screenshot(path=path)

    def complaints(self) -> list[str]:
        """Errors and warnings reported by the browser, including those of workers and policy violations."""
        # Playwright delivers pending events during a wait.
        self._page.wait_for_timeout(1)
        found, self._visit.complaints = self._visit.complaints, []
        return found

    def close(self) -> None:
        """Ends the browser."""
        self._visit.close()
        self._browser.close()
