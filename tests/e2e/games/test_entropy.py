"""Entropy on the page: a match of two games by mouse, drag and keyboard, review, editor, practice, phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.entropy import EntropyBoard, start_entropy, wait_for_move
from tests.e2e.support.positions import replayed
from tests.e2e.support.screens import PHONE, QUICK, clipboard, copy_as, delta, kept, next_drawn, wait_settled

CELLS = 25


def _profile(address: str, **settings: Any) -> dict[str, Any]:
    return {"storage_state": kept(address, {**QUICK, **settings})}


def _play_out(board: EntropyBoard, move: Callable[[int], object]) -> None:
    """Plays until the board is full; ``move`` is called with the turn number."""
    for turn in range(CELLS):
        if board.over():
            break
        before = board.moves.count()
        move(turn)
        wait_for_move(board, before)
    assert board.over()
    assert "" not in board.root.locator("[data-cell]").evaluate_all("(all) => all.map((e) => e.dataset.token)")


def _keeps_room_for_the_confidence(page: Page) -> None:
    """Whatever stands below the cost, it takes two lines at most, and the head of the card keeps its size."""
    confidence = page.get_by_test_id("confidence")
    head = page.get_by_test_id("grade").locator("..")
    size = head.evaluate("(e) => [e.clientWidth, e.clientHeight]")
    confidence.evaluate("(e) => { e.textContent = '73% sure it is worse, too close to call'; }")
    assert head.evaluate("(e) => [e.scrollWidth, e.scrollHeight]") == size
    lines = "(e) => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight)"
    assert round(confidence.evaluate(lines)) <= 2


def _list(page: Page) -> list[str]:
    """The moves of the coach's list with what stands beside them."""
    return page.get_by_test_id("candidates").locator(".words, .value").all_inner_texts()


def _first_moves_as_order(page: Page, board: EntropyBoard) -> None:
    """Follows a hint by a drag; checks the grade and its list, undoes the move and makes it again."""
    before = board.look()
    page.get_by_test_id("hint-button").click()
    board.mark_of("hint").first.wait_for()
    axe.check(page, "Order with a hint")
    wait_settled(page)
    listed = _list(page)
    hint = page.get_by_test_id("coach").inner_text()
    move_in_hint = re.search(r"\b([a-g]\d)-([a-g]\d)\b", hint)
    start, end = move_in_hint.groups() if move_in_hint is not None else board.a_slide()
    token = board.cell(start).get_attribute("data-token")
    board.drag(board.cell(start), end)
    wait_for_move(board, 1)
    expect(page.get_by_test_id("grade")).to_be_visible()
    wait_settled(page)
    assert delta(page) <= 0
    assert _list(page) == listed
    _keeps_room_for_the_confidence(page)
    expect(board.cell(end)).to_have_attribute("data-token", token or "")
    page.get_by_test_id("undo").click()
    board.wait_for_turn()
    assert board.look() == before
    board.cell(start).click()
    board.cell(end).click()
    wait_for_move(board, 1)


def _order(page: Page, board: EntropyBoard) -> None:
    """Plays a whole game as Order: by mouse, by keyboard, and by passing."""
    _first_moves_as_order(page, board)

    def move(turn: int) -> None:
        if turn < 6:
            board.slide()
        elif turn < 11:
            # A move by keyboard leaves the focus where it was made.
            assert turn == 6 or board.focused() is not None
            board.slide_by_keys()
        elif turn % 2 == 0:
            page.keyboard.press("p")
        else:
            board.pass_button.press("Enter")
            # The button waits for the next turn and keeps the focus.
            expect(board.pass_button).to_be_focused()

    _play_out(board, move)


def _chaos(page: Page, board: EntropyBoard) -> None:
    """Plays a whole game as Chaos: by drag, by keyboard and by clicks."""

    def move(turn: int) -> None:
        if turn == 0:
            board.cell("c3").hover()
            expect(board.cell("c3").locator(".ghost")).to_be_visible()
            board.drag(board.hand, "b2")
            return
        if turn == 1:
            axe.check(page, "Chaos with a grade")
            board.cell("b2").click(force=True)
            expect(page.get_by_test_id("error-line")).to_contain_text("b2")
        if turn < 6:
            board.place_by_keys()
        else:
            board.legal.first.click()

    _play_out(board, move)


@pytest.mark.slow
def test_match_of_two_games_with_roles_swapped(visit: OpenVisit, address: str) -> None:
    copying = ["clipboard-read", "clipboard-write"]
    page = visit(**_profile(address), permissions=copying).open_ready("#/entropy/play")
    board = start_entropy(page, seed=7)
    first = board.look()["cells"]
    token = next(label.split(", ")[1] for label in first if not label.endswith("empty"))
    _order(page, board)
    summary = page.get_by_test_id("game-summary")
    mine = board.score()
    expect(summary).to_contain_text(f"You scored {mine} points as Order.")
    assert board.look()["bag"][0].endswith("0 left, 0%")
    wait_settled(page)
    copy_as(page, "copy-game")
    expect(page.get_by_test_id("share-line")).to_have_text("Game copied.")
    assert replayed(json.loads(clipboard(page)))["returns"] == [mine, -mine]

    page.get_by_test_id("swap-roles").click()
    expect(board.root.get_by_test_id("hand-text")).to_have_text(f"Place {token}")
    board.wait_for_turn()
    _chaos(page, board)
    theirs = board.score()
    expect(summary).to_contain_text(f"You held Order to {theirs} points.")
    expect(page.get_by_test_id("match-result")).to_contain_text(str(theirs))
    wait_settled(page)
    page.get_by_test_id("review-game").click()
    page.get_by_test_id("next-mistake").click()
    expect(board.mark_of("best").first).to_be_visible()
    expect(board.mark_of("user").first).to_be_visible()
    assert 1 <= page.get_by_test_id("reasons").locator("li").count() <= 3


def _illegal_drop(board: EntropyBoard) -> None:
    """Drops a token where it cannot go: it returns at once, and the engine's reason is shown."""
    start = board.names(board.takable)[0]
    before = board.look()
    across = f"{'a' if start[0] != 'a' else 'b'}{'1' if start[1] != '1' else '2'}"
    board.drag(board.cell(start), across)
    expect(board.page.get_by_test_id("error-line")).to_contain_text(re.compile("row|column"))
    expect(board.root.get_by_test_id("dragged")).to_have_count(0)
    assert board.look() == before


def _editor(page: Page) -> None:
    """Edits the start position, with an error on the way."""
    page.get_by_test_id("start-position").click()
    editor = page.get_by_test_id("entropy-editor")
    editor.get_by_label("5 by 5").check()
    for index in range(6):
        editor.locator(f'[data-edit-cell="{index}"]').press("w")
    error = editor.get_by_test_id("field-error")
    expect(error).to_be_visible()
    axe.check(page, "editor, with a error")
    for index in range(2, 6):
        editor.locator(f'[data-edit-cell="{index}"]').press("Backspace")
    expect(error).to_have_count(0)
    editor.get_by_label("Order", exact=True).check()
    page.get_by_test_id("editor-done").click()
    board = EntropyBoard(page)
    board.wait_for_turn()
    # Derived fields are filled in.
    assert board.score() == 2
    board.root.get_by_test_id("line-row_a").hover()
    expect(board.root.get_by_test_id("line-list")).to_contain_text("Row a")
    page.get_by_test_id("evaluate").click()
    expect(board.mark_of("hint").first).to_be_visible()


def test_phone_illegal_drop_practice_and_the_editor(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address), **PHONE).open_ready("#/entropy/play")
    board = start_entropy(page, level="greedy", size=7)
    handle = page.get_by_test_id("sheet-handle").bounding_box()
    shown = board.root.bounding_box()
    assert handle is not None
    assert shown is not None
    assert shown["y"] + shown["height"] <= handle["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    small = "(all) => all.map((e) => e.getBoundingClientRect()).filter((b) => b.width < 44 || b.height < 44).length"
    assert board.root.locator("[data-cell], [data-testid=pass]").evaluate_all(small) == 0
    _illegal_drop(board)
    start = board.names(board.takable)[0]
    board.cell(start).tap()
    before = board.moves.count()
    board.legal.last.tap()
    wait_for_move(board, before)

    page.get_by_role("link", name="Practise").click()
    page.get_by_test_id("role").select_option("chaos")
    page.get_by_test_id("phase").select_option("mid")
    next_drawn(page, 13)
    board.wait_for_turn()
    board.legal.first.tap()
    expect(page.get_by_test_id("sheet-handle")).to_contain_text(re.compile("point"))
    expect(board.mark_of("user").first).to_be_visible()

    page.get_by_role("link", name="Review").click()
    _editor(page)
