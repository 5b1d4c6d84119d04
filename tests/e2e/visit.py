"""A visit to the site in a browser profile of its own, in which whatever must never happen is listened for."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

BOOT_MS = 90_000
"""The most that a start of the engine may take on a machine that is busy with other things."""

# Without it the page keeps the runtime for offline use after every start: 18 MB a test.
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker;"
DESKTOP = {"width": 1280, "height": 800}


class Visit:
    """One browser profile.

    Args:
        browser: The browser in which it is opened.
        address: Where the site is.
        options: What the profile is like, as Playwright names it.
    """

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self.address = address
        self.requests: list[Request] = []
        self.complaints: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        offline = options.get("service_workers") == "allow"
        settings = {"viewport": DESKTOP, "service_workers": "block", **options}
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(30_000)
        if not offline:
            self.context.add_init_script(NO_SERVICE_WORKER)
        self.context.on("request", self._on_request)
        self.context.on("console", self._on_console)
        self.context.on("weberror", self._on_error)

    @property
    def origin(self) -> str:
        """The site's origin."""
        return "/".join(self.address.split("/")[:3])

    def allow(self, pattern: str) -> None:
        """Says that a complaint like this is what the test is about."""
        self._expected.append(re.compile(pattern))

    def open(self, route: str = "#/") -> Page:
        """Opens a page, which may still be loading its engine."""
        page = self.context.new_page()
        page.goto(self.address + route)
        return page

    def open_ready(self, route: str = "#/") -> Page:
        """Opens a page and waits for its engine."""
        page = self.open(route)
        wait_ready(page)
        return page

    def close(self) -> list[str]:
        """Ends the visit; returns what happened in it that must not."""
        self.context.close()
        return [text for text in self.complaints if not any(pattern.search(text) for pattern in self._expected)]

    def _on_request(self, request: Request) -> None:
        self.requests.append(request)
        if not request.url.startswith((self.origin + "/", "blob:" + self.origin)):
            self.complaints.append(f"request to another origin: {request.url}")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning", "assert"}:
            where = message.location.get("url", "")
            self.complaints.append(f"console {message.type}: {message.text} ({where})")

    def _on_error(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")


def wait_ready(page: Page) -> None:
    """Waits until the engine says that it is ready."""
    page.locator('[data-testid="engine-status"][data-phase="ready"]').wait_for(timeout=BOOT_MS)
