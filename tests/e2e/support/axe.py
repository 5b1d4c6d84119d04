"""Accessibility checks with axe, in the light and the dark theme."""

from __future__ import annotations

from functools import cache
from typing import Literal

from playwright.sync_api import Page

from build_tools.paths import WEB

COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""The rules whose result depends on the theme; the second theme is checked by these alone, as only its colours differ."""

RUN = """async (rules) => {
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
  const found = await axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`));
}"""


@cache
def _axe() -> str:
    return (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def check(page: Page, name: str) -> None:
    """Asserts that axe finds no violations on a screen, in the light and the dark theme.

    Args:
        page: The page to check.
        name: The name of the screen for the failure message.
    """
    schemes: tuple[tuple[Literal["light", "dark"], list[str] | None], ...] = (("light", None), ("dark", COLOUR_RULES))
    for scheme, rules in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(f"globalThis.axe === undefined && (0, () => {{ {_axe()} }})()")
        faults = page.evaluate(RUN, rules)
        assert not faults, f"{name}, {scheme}:\n" + "\n".join(faults)
