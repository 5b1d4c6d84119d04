"""A runtime broken in various ways: an error sentence each time, and a successful retry."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.screens import wait_until
from tests.e2e.support.visit import BOOT_MS, wait_ready

SENTENCE = re.compile(r"^[A-Za-z“][^\n]{10,300}[.?]$")


def _answer(status: int, kind: str, body: str) -> Any:
    return lambda route: route.fulfill(status=status, content_type=kind, body=body)


BROKEN = {
    "missing": ("pyodide.asm.wasm", _answer(404, "text/plain", "Not found")),
    "no connection": ("python_stdlib.zip", lambda route: route.abort()),
    "a page instead": ("pyodide.asm.wasm", _answer(200, "text/html", "<!doctype html><p>Hello")),
    "the wrong type": ("pyodide.mjs", _answer(200, "text/plain", "export {}")),
    "other contents": ("pydantic-*.packed", _answer(200, "application/gzip", "\x1f\x8b and no more")),
    "no list": ("manifest.json*", _answer(200, "application/json", "[]")),
}


def test_broken_runtime_shows_an_error_and_retry_works(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    one.allow("Failed to load resource")
    fault: list[Any] = []
    held: list[Route] = []
    holds = True

    def handle(route: Route) -> None:
        if not fault or not re.search(fault[0].replace("*", ".*") + "$", route.request.url):
            route.continue_()
        elif holds:
            held.append(route)
        else:
            fault[1](route)

    one.context.route("**/runtime/**", handle)
    fault[:] = BROKEN["missing"]
    page = one.open("#/azul/practise")
    sentences = set()
    for name, broken in BROKEN.items():
        error = page.get_by_test_id("engine-error")
        if name != "missing":
            fault[:], holds = broken, True
            # A retry would not fetch files that have arrived already.
            page.reload()
            # The new start fails only after the old error has disappeared.
            expect(error, name).to_have_count(0)
        wait_until(page, lambda: held, f"a file is requested: {name}", BOOT_MS / 1000)
        holds = False
        while held:
            broken[1](held.pop())
        expect(error.locator("p"), name).to_have_text(SENTENCE, timeout=60_000)
        sentences.add(error.locator("p").inner_text())
        expect(page.get_by_test_id("engine-status")).to_have_attribute("data-phase", "error")
    assert len(sentences) == len(BROKEN)

    fault.clear()
    page.get_by_test_id("engine-retry").click()
    wait_ready(page)
    expect(page.get_by_test_id("engine-error")).to_have_count(0)
    page.get_by_test_id("next-position").click()
    AzulBoard(page).play()
    expect(page.get_by_test_id("grade")).to_be_visible()
