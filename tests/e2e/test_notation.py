"""Games as text, pasted with a faulty line, mended, reviewed and copied; and the picture of a position."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.screens import clipboard, copy_as, paste

COPYING = ["clipboard-read", "clipboard-write"]
YATZY = """Hindsight Yatzy
Players: 1

P1: 22561 keep 22 22331 keep 2233 22334 score two pairs
P1: 66612 keep 666 66634 score sixes
P1: 12345
"""
PNG = b"\x89PNG\r\n\x1a\n"
COLOURS = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}"""
"""Number of colours on a canvas."""


def test_a_game_is_pasted_mended_reviewed_and_copied(visit: OpenVisit, address: str) -> None:
    page = visit(permissions=COPYING).open_ready("#/yatzy/review")
    paste(page, YATZY.replace("keep 666", "keep 555"))
    faults = page.get_by_test_id("faults")
    expect(faults).to_contain_text("Line 5")
    expect(faults).to_contain_text("There is no 5 to keep among 66612.")
    axe.check(page, "faulty text")
    faults.get_by_role("button", name="Show line 5").click()
    area = page.get_by_test_id("paste-state")
    selected = area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert selected.startswith("P1: 66612 keep 555")

    paste(page, YATZY)
    expect(area).to_have_count(0)
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(5)
    copy_as(page, "copy-text")
    expect(page.get_by_test_id("share-line")).to_have_text("Text of the game copied.")
    text = clipboard(page)
    assert "P1: 22561 keep 22--- 22331 keep 2233- 22334 score two pairs" in text
    page.get_by_test_id("copy-game-link").click()
    expect(page.get_by_test_id("share-line")).to_have_text("Link to the game copied.")
    link = clipboard(page)

    # The dice are those of the text, not of the seed.
    page = visit(permissions=COPYING).open_ready(link.removeprefix(address))
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(5)
    copy_as(page, "copy-text")
    expect(page.get_by_test_id("share-line")).to_have_text("Text of the game copied.")
    assert clipboard(page) == text

    page.get_by_test_id("open-picture").click()
    page.get_by_test_id("picture-caption").fill("Two pairs at last")
    page.wait_for_function(f"() => ({COLOURS})(document.querySelector('[data-testid=picture-canvas]')) > 20")
    axe.check(page, "picture")
    with page.expect_download() as download:
        page.get_by_test_id("picture-save").click()
    assert Path(download.value.path()).read_bytes().startswith(PNG)

    picture = page.locator("meta[property='og:image']").get_attribute("content") or ""
    answer = page.request.get(urljoin(address, picture)).body()
    assert (answer[:8], answer[16:24]) == (PNG, bytes((0, 0, 4, 176, 0, 0, 2, 118)))
