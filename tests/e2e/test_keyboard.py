"""The keyboard's place: visible, and never lost when what had the focus is gone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.screens import QUICK, kept, next_drawn, start_game, wait_saved
from tests.e2e.support.yatzy import YatzyBoard


def _press(control: Locator, key: str = "Enter") -> None:
    control.focus()
    control.page.keyboard.press(key)


def _on_heading(page: Page, name: str) -> None:
    heading = page.get_by_role("heading", level=1, name=name)
    expect(heading).to_be_focused()
    # It is spoken only: a frame around the content shows where the keyboard is, and nothing lies over the name of the site.
    assert page.locator("main").evaluate("(e) => getComputedStyle(e).outlineStyle") == "solid"
    brand = page.locator(".brand")
    assert brand.evaluate(_ON_TOP)


_ON_TOP = """(brand) => {
  const { x, y, width, height } = brand.getBoundingClientRect();
  return brand.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether nothing lies over an element's middle."""


def _not_lost(page: Page) -> None:
    page.wait_for_function("() => document.activeElement !== document.body")
    assert page.evaluate("() => document.activeElement.matches(':focus-visible')")


def test_a_game_is_begun_by_keys_from_home(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    _press(page.get_by_test_id("open-azul-play"))
    page.get_by_test_id("new-game-form").wait_for()
    expect(page.locator("h1:focus, main:focus")).to_have_count(1)
    _press(page.get_by_test_id("start-game"))
    _on_heading(page, "Play Azul")
    AzulBoard(page).wait_for_turn()
    _press(page.get_by_test_id("new-game"))
    _on_heading(page, "Play Azul")


def test_the_focus_stays_near_a_row_that_is_filled_and_a_button_that_is_gone(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/yatzy/play")
    _press(page.get_by_test_id("start-game"))
    board = YatzyBoard(page)
    board.wait_for_turn()
    _press(board.throw)
    _press(board.row("chance"))
    expect(board.root.locator(":focus")).to_have_count(1)
    # The only decision is taken back, and the button with it.
    _press(page.get_by_test_id("undo"))
    _not_lost(page)


def test_practice_goes_on_by_pressing_the_same_button(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/practise")
    next_drawn(page, 5)
    AzulBoard(page).wait_for_turn()
    _press(page.get_by_test_id("next-position"))
    AzulBoard(page).wait_for_turn()
    expect(page.get_by_test_id("next-position")).to_be_focused()


def test_deleting_a_game_and_taking_it_back_keeps_the_place(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = start_game(page)
    board.play()
    board.wait_for_turn()
    wait_saved(page, "azul:play", board.moves.count())
    page.evaluate("() => { location.hash = '#/library' }")
    _press(page.get_by_test_id("delete-game"))
    expect(page.get_by_test_id("undo-delete")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("delete-game")).to_be_visible()
    _not_lost(page)


@pytest.mark.parametrize("width", [960, 1024, 1100, 1150, 1280])
def test_the_buttons_above_the_board_stand_in_one_line(visit: OpenVisit, address: str, width: int) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/hearts/play")
    page.set_viewport_size({"width": width, "height": 800})
    page.get_by_test_id("start-game").click()
    buttons = [page.get_by_test_id(name) for name in ("claim", "undo", "redo", "hint-button", "new-game")]
    boxes = [button.bounding_box() for button in buttons]
    assert len({round(box["y"]) for box in boxes if box is not None}) == 1
    turn = page.get_by_test_id("turn")
    assert turn.evaluate("(e) => e.scrollWidth <= e.clientWidth")
