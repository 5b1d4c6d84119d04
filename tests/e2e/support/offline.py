"""Waiting for offline storage, and updating to another version."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Page

from tests.e2e.support.screens import wait_until

__all__ = ["notice_update", "reload_new", "wait_for_worker", "wait_kept_offline"]

_ACTIVE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
}"""
# There is exactly one generation, and it is complete.
_WHOLE = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('hindsight-page-'));
  const [cacheName, older] = names;
  if (cacheName === undefined || older !== undefined) return false;
  return (await caches.match(new URL('.generation/served', document.baseURI), { cacheName })) !== undefined;
}"""
_UPDATED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const { installing } = registration;
  if (installing === null) return;
  await new Promise((done) => {
    const look = () => ['installing', 'activating'].includes(installing.state) || done();
    installing.addEventListener('statechange', look);
    look();
  });
}"""


def wait_kept_offline(page: Page) -> None:
    """Waits until the page is stored for offline use and no older version is left."""
    wait_until(page, lambda: page.evaluate(_ACTIVE) and page.evaluate(_WHOLE), "the site is stored for offline use", 60)


def wait_for_worker(page: Page, seconds: float) -> None:
    """Waits for the service worker, up to the given time; returns without error if there is none."""
    with suppress(AssertionError):
        wait_until(page, lambda: page.evaluate(_ACTIVE), "there is a service worker", seconds)


def notice_update(page: Page) -> None:
    """Makes the browser check for another version, and waits until it is installed."""
    page.evaluate(_UPDATED)


def reload_new(page: Page, milliseconds: float = 30_000) -> None:
    """Waits for the offer of a new version and accepts it, which reloads the page."""
    button = page.get_by_test_id("reload-new").first
    button.wait_for(timeout=milliseconds)
    with page.expect_navigation():
        button.click()
