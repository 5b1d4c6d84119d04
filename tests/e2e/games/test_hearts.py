"""Hearts in the browser: a hand by mouse, tricks by keyboard, and practice and the editor on a phone."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.hearts import HeartsBoard, start_hearts, wait_for_move
from tests.e2e.support.screens import PHONE, QUICK, delta, kept, next_drawn, wait_settled

PASSES = 4


def _profile(address: str, **settings: Any) -> dict[str, Any]:
    return {"storage_state": kept(address, {**QUICK, **settings})}


def _pass_with_a_hint(page: Page, board: HeartsBoard) -> None:
    """The hint marks three cards; other cards are passed, and three are received."""
    page.get_by_test_id("hint-button").click()
    expect(board.mark_of("hint")).to_have_count(3)
    axe.check(page, "passing with a hint")
    passed = board.pass_by_mouse()
    wait_for_move(board, PASSES - 1)
    assert not set(passed) & set(board.names(board.hand))
    expect(board.root.locator(".fresh")).to_have_count(3)
    wait_settled(page)
    assert delta(page) <= 0


def _refused(page: Page, board: HeartsBoard) -> None:
    """An illegal card shows the reason when dropped or clicked, and stays where it is."""
    before = board.look()
    name = next(each for each in board.names(board.hand) if each not in board.names(board.playable))
    board.drag(name)
    expect(page.get_by_test_id("error-line")).to_contain_text(re.compile("club|suit|led", re.IGNORECASE))
    expect(board.root.get_by_test_id("dragged")).to_have_count(0)
    board.hit(name, playable=False)
    assert board.look() == before


@pytest.mark.slow
def test_a_hand_is_played_by_mouse_with_a_drag_and_an_undo(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address)).open_ready("#/hearts/play")
    board = start_hearts(page, seed=7)
    _pass_with_a_hint(page, board)
    _refused(page, board)
    before = board.look()
    moves = board.moves.count()
    board.drag(board.names(board.playable)[0])
    wait_for_move(board, moves)
    expect(page.get_by_test_id("grade")).to_be_visible()
    page.get_by_test_id("undo").click()
    board.wait_for_turn()
    assert board.look() == before
    for _ in range(13):
        if page.get_by_test_id("hand-end").count() > 0:
            break
        moves = board.moves.count()
        board.hit(board.names(board.playable)[-1])
        wait_for_move(board, moves)
    # The result is shown above the next passing, and disappears once the cards are passed.
    expect(page.get_by_test_id("hand-end")).to_contain_text("Hand 1 is over")
    expect(board.pass_button).to_contain_text("to Right")
    expect(board.hand).to_have_count(13)
    board.pass_by_mouse()
    expect(page.get_by_test_id("hand-end")).to_have_count(0)
    expect(page.get_by_test_id("last-hand")).to_be_visible()


def test_tricks_are_played_by_keyboard_with_the_known_panel(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address, coach=False)).open_ready("#/hearts/play")
    board = start_hearts(page, seed=3)
    board.pass_by_keys()
    wait_for_move(board, PASSES - 1)
    for trick in range(3):
        moves = board.moves.count()
        played = board.play_by_keys()
        wait_for_move(board, moves)
        # The focus stays in the hand, on a card that is still there.
        expect(board.root.locator(f'[data-card]:focus:not([data-card="{played}"])')).to_have_count(1)
        expect(board.hand).to_have_count(12 - trick)
    page.keyboard.press("l")
    expect(board.root.locator("[data-laid]")).to_have_count(4)
    page.keyboard.press("l")
    known = page.get_by_test_id("known")
    expect(known.get_by_test_id("out-C")).to_have_count(0)
    known.locator("summary").press("Enter")
    expect(known.get_by_test_id("out-H")).to_contain_text("out")
    axe.check(page, "a trick with what is known")
    # The others' cards are nowhere on the page: every card in it is the person's own.
    assert board.root.locator("[data-card]").count() == board.hand.count()


def _editor(page: Page) -> None:
    """Edits a view of one seat, with a fault on the way, and evaluates it."""
    page.get_by_test_id("start-position").click()
    editor = page.get_by_test_id("hearts-editor")
    expect(editor.get_by_label("My own cards")).to_be_checked()
    own = editor.locator('[data-place="hand"]').first
    name = own.get_attribute("data-edit-card")
    own.tap()
    expect(editor.get_by_test_id("field-error").first).to_be_visible()
    axe.check(page, "editor, with a fault")
    editor.locator(f'[data-edit-card="{name}"]').tap()
    expect(editor.get_by_test_id("field-error")).to_have_count(0)
    page.get_by_test_id("editor-done").click()
    board = HeartsBoard(page)
    expect(board.hand).to_have_count(13)
    page.get_by_test_id("evaluate").click()
    expect(board.mark_of("hint")).to_have_count(3)


def test_a_phone_plays_practises_and_edits(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address), **PHONE).open_ready("#/hearts/play")
    board = start_hearts(page)
    handle = page.get_by_test_id("sheet-handle").bounding_box()
    assert handle is not None
    for box in (card.bounding_box() for card in board.hand.all()):
        assert box is not None
        assert box["y"] + box["height"] <= handle["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    lefts = "(all) => all.map((e) => e.getBoundingClientRect()).map((b) => [b.top, b.left])"
    places = board.hand.evaluate_all(lefts)
    gaps = [b[1] - a[1] for a, b in pairwise(places) if a[0] == b[0]]
    # The visible part of each card is wide enough for a finger.
    assert min(gaps) >= 40
    for name in board.names(board.hand)[:3]:
        board.card(name).tap(position={"x": 8, "y": 20})
    board.pass_button.tap()
    wait_for_move(board, PASSES - 1)

    page.get_by_role("link", name="Practise").click()
    page.get_by_test_id("phase").select_option("late")
    next_drawn(page, 4)
    board.wait_for_turn()
    board.playable.first.tap(position={"x": 8, "y": 20})
    expect(page.get_by_test_id("sheet-handle")).to_contain_text(re.compile("point"))

    page.get_by_role("link", name="Review").click()
    _editor(page)
