"""What the service worker keeps, as a test sees it."""

from __future__ import annotations

from playwright.sync_api import Page

__all__ = ["wait_kept"]

# Every generation that is kept is whole, and there are as many as are said; of the oldest, files may still be going.
_WHOLE = """async (generations) => {
  const whole = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('hindsight-page-'));
    const marks = names.map((cacheName) => caches.match(new URL('.generation/served', document.baseURI), { cacheName }));
    return names.length === generations && (await Promise.all(marks)).every((mark) => mark !== undefined);
  };
  while (!(await whole())) await new Promise(requestAnimationFrame);
}"""


def wait_kept(page: Page, generations: int = 1) -> None:
    """Waits until the page's version is kept whole, and as many versions in all."""
    page.evaluate(_WHOLE, generations)
