"""What axe finds wrong with a screen, in light and in dark."""

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
    """Looks at the screen in light and in dark.

    Args:
        page: What is looked at.
        name: What the screen is called where something is wrong.
    """
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        page.evaluate(f"globalThis.axe === undefined && (0, () => {{ {_axe()} }})()")
        faults = page.evaluate(RUN)
        assert not faults, f"{name}, {scheme}:\n" + "\n".join(faults)
