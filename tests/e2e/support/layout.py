"""What fits on a screen: nothing overflows to the right, and everything can be tapped."""

from __future__ import annotations

from playwright.sync_api import Page

__all__ = ["check_fit"]

# Targets below 24 pixels, the minimum of the accessibility guidelines (WCAG 2.5.8).
_SMALL = """() => [...document.querySelectorAll('main button, main a, header a, header button, main input, main select')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  // The opponent's board takes no input.
  .filter((e) => e.closest('.seat:not(.own)') === null)
  .map((e) => (e.closest('label') ?? e))
  .map((e) => [e.outerHTML.slice(0, 120), e.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < 24 || box.height < 24))
  .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


def check_fit(page: Page) -> None:
    """Asserts that nothing overflows to the right, and that all targets are large enough."""
    sizes = page.evaluate("[document.documentElement.scrollWidth, innerWidth, visualViewport.scale]")
    assert sizes[0] <= sizes[1] == page.viewport_size["width"], sizes  # type: ignore[index]
    assert sizes[2] == 1
    assert page.evaluate(_SMALL) == []
