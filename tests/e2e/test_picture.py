"""The picture of a position: it looks like the board on screen, in every game and both themes."""

from __future__ import annotations

import base64

import pytest

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.stored import BOARDS, fill, recorded_visit
from tests.e2e.support.visit import wait_ready

SCALE = 2
PLACE = (20, 20 + 15 * 1.45 + 12)
"""Where the board lies in the picture, in pixels of the page: inside the margin, below the title."""
MOST = 0.012
"""The share of pixels that may differ: letters and edges are smoothed a little differently."""

COMPARE = """async ([picture, board, left, top]) => {
  const image = async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  };
  const screen = await image(board);
  // Four by four pixels together, so that smoothed edges count little.
  const [width, height] = [screen.width, screen.height].map((size) => Math.floor(size / 4));
  const pixels = (drawn, x, y) => {
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(drawn, x, y, 4 * width, 4 * height, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const shown = pixels(screen, 0, 0);
  const made = await image(picture);
  // A board does not begin at a whole pixel.
  const shares = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => {
    const drawn = pixels(made, left + x, top + y);
    let apart = 0;
    for (let at = 0; at < shown.length; at += 4)
      if ([0, 1, 2].some((part) => Math.abs(shown[at + part] - drawn[at + part]) > 50)) apart += 1;
    return apart / (width * height);
  }));
  return Math.min(...shares);
}"""
"""The share of pixels whose colours are clearly different."""


@pytest.mark.slow
@pytest.mark.parametrize("slug", BOARDS)
def test_the_picture_looks_like_the_board(slug: str, visit: OpenVisit, address: str) -> None:
    tall = {"width": 1280, "height": 1600}
    visitor = visit(own_engine=True, viewport=tall, device_scale_factor=SCALE, reduced_motion="reduce")
    page, blank = visitor.open_ready(), visitor.context.new_page()
    fill(page, recorded_visit(address)["stored"])
    page.reload()
    wait_ready(page)
    page.goto(f"{address}#/{slug}/play")
    BOARDS[slug](page).wait_for_turn()
    page.get_by_test_id("open-picture").click()
    page.get_by_test_id("picture-caption").click()
    for theme in ("light", "dark"):
        page.get_by_test_id("open-settings").click()
        page.get_by_test_id(f"theme-{theme}").click()
        page.keyboard.press("Escape")
        page.mouse.move(1279, 1599)
        with page.expect_download() as download:
            page.get_by_test_id("picture-save").click()
        images = (download.value.path().read_bytes(), page.get_by_test_id("board").screenshot(animations="disabled"))
        place = (round(SCALE * part) for part in PLACE)
        apart = blank.evaluate(COMPARE, [*(base64.b64encode(image).decode() for image in images), *place])
        assert apart < MOST, f"{slug}, {theme}: {apart:.1%}"
