"""Waiting for a start of the engine that may fail."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.support.visit import BOOT_MS

__all__ = ["SENTENCE", "retry", "wait_for_end", "wait_past_download"]

SENTENCE = re.compile(r"^\w[^\n]{10,300}[.?]$")
_PAST = "Starting Python|Loading numpy|Loading the coach|Engine ready"


def wait_for_end(page: Page, milliseconds: float = BOOT_MS) -> str:
    """Waits until the engine is ready or has failed; returns ``ready`` or ``error``."""
    status = page.get_by_test_id("engine-status")
    expect(status).to_have_attribute("data-phase", re.compile("ready|error"), timeout=milliseconds)
    return status.get_attribute("data-phase") or ""


def wait_past_download(page: Page) -> str:
    """Waits until all files are fetched or the start has failed with a sentence; returns ``past`` or ``error``."""
    status = page.get_by_test_id("engine-status")
    expect(status).to_have_text(re.compile(f"{_PAST}|Engine stopped"), timeout=BOOT_MS)
    if page.get_by_test_id("engine-error").count() == 0:
        return "past"
    expect(page.get_by_test_id("engine-error").locator("p").first).to_have_text(SENTENCE)
    return "error"


def retry(page: Page) -> None:
    """Retries the start and waits until it has begun."""
    page.get_by_test_id("engine-retry").click()
    expect(page.get_by_test_id("engine-status")).not_to_have_attribute("data-phase", "error")
