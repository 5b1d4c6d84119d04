"""Phone and desktop layouts: everything fits on the screen, and can be reached and tapped."""

from __future__ import annotations

from playwright.sync_api import FloatRect, Locator, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.layout import check_fit
from tests.e2e.support.screens import PHONE, QUICK, coach, kept, start_game, wait_settled


def _box(locator: Locator) -> FloatRect:
    box = locator.bounding_box()
    assert box is not None
    return box


def test_a_phone_fits_every_mode_and_takes_taps(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK), **PHONE).open()
    page.get_by_test_id("open-azul-play").wait_for()
    check_fit(page)
    page.get_by_test_id("open-azul-play").tap()
    page.get_by_test_id("new-game-form").wait_for(timeout=90_000)
    check_fit(page)
    board = start_game(page)
    check_fit(page)
    sheet = page.get_by_test_id("sheet-handle")
    handle = _box(sheet)
    assert handle["y"] + handle["height"] <= 844 + 1
    for source in board.takable.all():
        tiles = _box(source)
        assert tiles["y"] + tiles["height"] <= handle["y"]
    # The sheet hides nothing permanently: the last place can be scrolled above it.
    floor = board.root.locator('[data-dest="floor"][data-player="0"]')
    page.evaluate("scrollTo(0, 400)")
    expect(floor).to_be_in_viewport(ratio=1)
    place = _box(floor)
    assert place["y"] + place["height"] <= handle["y"]
    page.evaluate("scrollTo(0, 0)")

    source = board.largest()
    source.tap()
    board.best_place(source).tap()
    expect(sheet).to_contain_text("point")
    board.wait_for_turn()
    sheet.tap()
    expect(page.get_by_test_id("grade")).to_be_in_viewport()
    wait_settled(page)
    check_fit(page)
    page.get_by_test_id("best-move").tap()
    expect(board.mark_of("best")).to_be_visible()
    expect(board.root).to_be_in_viewport()
    page.get_by_test_id("moves").scroll_into_view_if_needed()
    expect(page.get_by_test_id("moves")).to_be_in_viewport()
    check_fit(page)
    expect(board.root).not_to_be_in_viewport()
    page.get_by_test_id("moves").get_by_role("button").first.tap()
    expect(board.root).to_be_in_viewport(ratio=0.5)

    for mode in ("practise", "review"):
        page.get_by_test_id(f"tab-{mode}").tap()
        expect(page.get_by_test_id(f"tab-{mode}")).to_have_attribute("aria-current", "page")
        page.get_by_role("heading", level=1).wait_for(state="attached")
        check_fit(page)
    page.get_by_test_id("open-settings").tap()
    expect(page.get_by_test_id("settings")).to_be_in_viewport()
    check_fit(page)


def test_tiles_are_dragged_by_touch(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK), **PHONE).open_ready("#/azul/play")
    board = start_game(page)
    source = board.largest()
    before = board.look()
    place = board.root.locator('[data-dest="4"][data-player="0"]')
    start, end = _box(source), _box(place)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": round(x), "y": round(y)} for x, y in points]},
        )

    x, y = start["x"] + 10, start["y"] + 10
    to_x, to_y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
    send("touchStart", (x, y))
    for step in (0.2, 0.5, 0.8, 1):
        send("touchMove", (x + (to_x - x) * step, y + (to_y - y) * step))
    expect(page.get_by_test_id("dragged")).to_have_count(1)
    send("touchEnd")
    expect(page.get_by_test_id("moves").locator("li")).not_to_have_count(0)
    board.wait_for_turn()
    assert board.look() != before
    assert page.evaluate("scrollY") == 0


def test_a_desktop_shows_the_whole_board_and_the_coach(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = start_game(page)
    board.play()
    expect(page.get_by_test_id("grade")).to_be_visible()
    board.wait_for_turn()
    for width, height in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        box = _box(board.root)
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= _box(coach(page))["x"]
        assert page.evaluate("scrollY") == 0
        expect(page.get_by_test_id("best-move")).to_be_in_viewport()
        check_fit(page)
