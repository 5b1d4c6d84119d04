"""Accessibility checks with axe, in the light and the dark theme."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Page

from build_tools.paths import WEB

RUN = """async () => {
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
  const found = await axe.run(document, { resultTypes: ['violations'] });
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
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        page.evaluate(f"globalThis.axe === undefined && (0, () => {{ {_axe()} }})()")
        faults = page.evaluate(RUN)
        assert not faults, f"{name}, {scheme}:\n" + "\n".join(faults)
