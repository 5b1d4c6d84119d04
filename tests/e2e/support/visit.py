"""A visit to the site, which records events that must never happen."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

from tests.e2e.support.lent import Profile

BOOT_MS = 90_000
"""Time-out for a start of the engine on a busy machine, in milliseconds."""

# With a service worker the page would store the runtime for offline use in every test: 18 MB each.
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker;"
DESKTOP = {"width": 1280, "height": 800}


def new_profile(browser: Browser, **options: Any) -> BrowserContext:
    """An empty browser profile with a desktop screen; Playwright's options override the defaults."""
    offline = options.get("service_workers") == "allow"
    context = browser.new_context(**{"viewport": DESKTOP, "service_workers": "block", **options})
    context.set_default_timeout(30_000)
    if not offline:
        context.add_init_script(NO_SERVICE_WORKER)
    return context


class Visit:
    """A visit to the site in one browser profile, with its requests and complaints.

    Args:
        context: The browser profile.
        address: The address of the site.
        lent: The profile if it is borrowed; None if it is this visit's own.
    """

    def __init__(self, context: BrowserContext, address: str, lent: Profile | None = None) -> None:
        self.address = address
        self.requests: list[Request] = []
        self.complaints: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self._context = context
        self._lent = lent
        self._ended = False
        self._listeners = {"request": self._on_request, "console": self._on_console, "weberror": self._on_error}
        for event, listener in self._listeners.items():
            context.on(event, listener)  # type: ignore[call-overload]

    @property
    def context(self) -> BrowserContext:
        """The browser profile, for changes that affect all of it."""
        assert self._lent is None, "changes to a profile need visit(own_engine=True)"
        return self._context

    @property
    def origin(self) -> str:
        """The site's origin."""
        return "/".join(self.address.split("/")[:3])

    def allow(self, pattern: str) -> None:
        """Allows complaints that match a pattern, because the test provokes them."""
        self._expected.append(re.compile(pattern))

    def open(self, route: str = "#/", *, script: str | None = None) -> Page:
        """Opens a page without waiting for its engine; ``script`` runs before the page's own ones."""
        page = self._context.new_page() if self._lent is None else self._lent.new_page()
        if script is not None:
            page.add_init_script(script)
        page.goto(self.address + route)
        return page

    def open_ready(self, route: str = "#/", *, script: str | None = None) -> Page:
        """Opens a page and waits for its engine."""
        page = self.open(route, script=script)
        wait_ready(page)
        return page

    def close(self) -> list[str]:
        """Ends the visit, unless it has ended; returns its unexpected complaints."""
        if not self._ended:
            self._ended = True
            self._end()
        return [text for text in self.complaints if not any(pattern.search(text) for pattern in self._expected)]

    def _end(self) -> None:
        if self._lent is None:
            self._context.close()
        else:
            self._lent.take_back()
        for event, listener in self._listeners.items():
            self._context.remove_listener(event, listener)

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
    """Waits until the engine is ready."""
    page.locator('[data-testid="engine-status"][data-phase="ready"]').wait_for(timeout=BOOT_MS)
