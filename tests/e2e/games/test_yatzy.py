"""Yatzy on the page: whole games by mouse and by keyboard, real dice, practice, review, editor, phone."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.positions import replayed
from tests.e2e.support.screens import (
    PHONE,
    QUICK,
    clipboard,
    coach,
    copy_as,
    delta,
    kept,
    next_drawn,
    wait_graded,
    wait_settled,
)
from tests.e2e.support.yatzy import YatzyBoard, start_yatzy, wait_for_move, whole_account

MAX_MOVES = 15 * 3


def _profile(address: str, **settings: Any) -> dict[str, Any]:
    return {"storage_state": kept(address, {**QUICK, **settings})}


@pytest.mark.slow
def test_solitaire_game_by_the_hints_loses_nothing(visit: OpenVisit, address: str) -> None:
    copying = ["clipboard-read", "clipboard-write"]
    page = visit(**_profile(address, hints=True), permissions=copying).open_ready("#/yatzy/play")
    board = start_yatzy(page, seed=11)
    expect(board.advice).to_have_text(re.compile(r"^\s*Hint: .* \d+\.\d expected\s*$"))
    moves = 0
    while moves < MAX_MOVES and page.get_by_test_id("game-summary").count() == 0:
        board.follow()
        moves += 1
        wait_for_move(board, moves - 1)
        page.locator('[data-testid="game-summary"], [data-mark="hint"]').first.wait_for()
    expect(page.get_by_test_id("game-summary")).to_contain_text(f"You scored {board.total()}.")
    wait_settled(page)

    skill, luck = whole_account(page, board.total())
    assert skill == 0
    signed = f"{luck:+.1f}".replace("-", "\u2212")
    expect(page.get_by_test_id("luck").first).to_have_text(signed)
    copy_as(page, "copy-game")
    expect(page.get_by_test_id("share-line")).to_have_text("Game copied.")
    end = replayed(json.loads(clipboard(page)))
    assert end["returns"] == [board.total()]
    page.get_by_test_id("review-game").click()
    expect(page.get_by_test_id("no-mistakes")).to_be_visible()
    page.get_by_test_id("tab-insights").click()
    expect(page.get_by_test_id("rows-note")).to_contain_text("1 card from the finished games")
    expect(page.get_by_test_id("rows").locator("tfoot")).to_contain_text(f"{end['returns'][0]:.1f}")


def _score_by_keys(page: Page, board: YatzyBoard) -> None:
    """Plays a turn by keyboard: holds a die, throws, and fills the row that Tab reaches."""
    board.wait_for_turn()
    page.keyboard.press("1")
    expect(board.die(0)).to_have_attribute("aria-pressed", "true")
    before = board.moves.count()
    page.keyboard.press("t")
    wait_for_move(board, before)
    board.wait_for_turn()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-score]')"):
            break
    before = board.moves.count()
    page.keyboard.press("Enter")
    wait_for_move(board, before)


def _turns(page: Page, board: YatzyBoard) -> None:
    for _ in range(15):
        _score_by_keys(page, board)
        ready = ':is([data-testid="game-summary"], [data-interactive="true"] [data-score])'
        page.locator(ready).first.wait_for()


def test_game_against_a_level_by_keyboard_then_review_and_learning(visit: OpenVisit, address: str) -> None:
    # For points, in which skill and luck add up to the score.
    page = visit(**_profile(address, think="exact")).open_ready("#/yatzy/play")
    board = start_yatzy(page, opponent="greedy", seed=3)
    _turns(page, board)
    summary = page.get_by_test_id("game-summary")
    expect(summary).to_contain_text(re.compile("You won|You lost|The game is a draw"))
    assert (board.total(0) > board.total(1)) == ("You won" in summary.inner_text())
    wait_settled(page)
    skill, _ = whole_account(page, board.total(0))
    assert skill < 0

    page.get_by_test_id("review-game").click()
    wait_graded(page)
    page.get_by_test_id("next-mistake").click()
    expect(page.get_by_test_id("grade")).to_have_text(re.compile("Mistake|Blunder"))
    expect(board.mark_of("best").first).to_be_visible()
    expect(board.mark_of("user").first).to_be_visible()
    expect(board.advice).to_contain_text("Best: ")
    here = board.look()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert board.look() == here

    page.get_by_role("link", name="Play").click()
    page.get_by_test_id("learn").click()
    board.wait_for_turn()
    expect(board.root.locator("[data-mark]")).to_have_count(0)
    page.get_by_test_id("hint-button").click()
    board.follow()
    expect(page.get_by_test_id("grade")).to_have_text(re.compile("Best"))


def _real_dice(page: Page) -> None:
    """Plays a turn with real dice, entered by digits and by taps, then undoes it."""
    board = start_yatzy(page, real_dice=True)
    page.keyboard.type("44612")
    expect(board.throw).to_be_visible()
    assert board.look()["dice"] == ["4", "4", "6", "1", "2"]
    expect(board.row("fours")).to_contain_text("8")
    board.hold([0, 1])
    board.throw.click()
    expect(board.root.get_by_test_id("entry-pad")).to_be_visible()
    assert board.held() == [0, 1]
    for face in (4, 5, 5):
        board.root.locator(f'[data-face="{face}"]').click()
    board.root.get_by_test_id("entry-done").click()
    expect(board.row("full_house")).to_contain_text("22")
    assert board.look()["dice"] == ["4", "4", "4", "5", "5"]
    board.row("full_house").click()
    expect(board.root.get_by_test_id("total-0")).to_have_text("22")
    expect(page.get_by_test_id("grade")).to_be_visible()
    page.get_by_test_id("undo").click()
    board.wait_for_turn()
    expect(board.root.get_by_test_id("total-0")).to_have_text("0")


def _practice(page: Page) -> None:
    """Practises one decision about a row."""
    board = YatzyBoard(page)
    page.get_by_test_id("kind").select_option("category")
    next_drawn(page, 1)
    board.wait_for_turn()
    expect(board.throw).to_have_attribute("aria-disabled", "true")
    board.throw.click(force=True)
    expect(page.get_by_test_id("error-line")).to_have_text("There is no throw left: score a category.")
    board.root.locator("[data-score]").last.click()
    expect(page.get_by_test_id("grade")).to_be_visible()
    wait_settled(page)
    assert delta(page) <= 0
    expect(board.root.locator("tr:has([data-mark])").first).to_be_visible()
    assert 1 <= page.get_by_test_id("reasons").locator("li").count() <= 3
    axe.check(page, "practise, graded")


def _editor(page: Page) -> None:
    """Edits the start position, with an error on the way."""
    board = YatzyBoard(page)
    page.get_by_test_id("start-position").click()
    editor = page.get_by_test_id("yatzy-editor")
    editor.get_by_label("Player 1: Sixes").fill("25")
    error = editor.get_by_test_id("field-error")
    expect(error).to_have_attribute("data-path", "players.0.scores.sixes")
    axe.check(page, "editor, with a error")
    editor.get_by_label("Player 1: Sixes").fill("24")
    expect(error).to_have_count(0)
    for place, face in enumerate("12666"):
        editor.locator(f'[data-edit-die="{place}"]').press(face)
    editor.get_by_label("0", exact=True).check()
    page.get_by_test_id("editor-done").click()
    board.wait_for_turn()
    assert board.look()["dice"] == list("12666")
    # Derived fields are filled in.
    expect(board.root.get_by_test_id("total-0")).to_have_text("24")
    expect(board.row("three_of_a_kind")).to_contain_text("18")
    page.get_by_test_id("evaluate").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    expect(board.root.locator('tr:has([data-mark="hint"]) [data-score="three_of_a_kind"]')).to_be_visible()
    axe.check(page, "review, evaluated")


def test_real_dice_practice_and_the_editor(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address)).open_ready("#/yatzy/play")
    _real_dice(page)
    page.get_by_role("link", name="Practise").click()
    _practice(page)
    page.get_by_role("link", name="Review").click()
    _editor(page)


def test_phone_shows_the_whole_board_above_the_coach(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address, hints=True), **PHONE).open_ready("#/yatzy/play")
    board = start_yatzy(page, opponent="exact", seed=5)
    expect(board.mark_of("hint").first).to_be_visible()
    wait_settled(page)
    handle = page.get_by_test_id("sheet-handle").bounding_box()
    shown = board.root.bounding_box()
    assert handle is not None
    assert shown is not None
    assert shown["y"] + shown["height"] <= handle["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    small = "(all) => all.map((e) => e.getBoundingClientRect()).filter((b) => b.width < 40 || b.height < 40).length"
    assert board.root.locator("button").evaluate_all(small) == 0
    axe.check(page, "play on a phone, with a hint")
    held = str(1 in board.held()).lower()
    board.die(1).tap()
    expect(board.die(1)).not_to_have_attribute("aria-pressed", held)
    board.die(1).tap()
    expect(board.die(1)).to_have_attribute("aria-pressed", held)
    before = board.moves.count()
    board.throw.tap()
    wait_for_move(board, before)
    expect(coach(page)).to_have_attribute("aria-busy", "false")
    board.wait_for_turn()
    board.root.locator("[data-score]").first.tap()
    wait_for_move(board, before + 1)
    board.wait_for_turn()


def test_the_end_of_a_game_brings_its_summary_into_view_on_a_phone(visit: OpenVisit, address: str) -> None:
    page = visit(**_profile(address), **PHONE).open_ready("#/yatzy/play")
    board = start_yatzy(page, seed=5)
    for row in range(15):
        board.wait_for_turn()
        board.root.locator("[data-score]").first.tap()
        expect(board.moves).to_have_count(row + 1)
    summary = page.get_by_test_id("game-summary")
    expect(summary.get_by_role("heading")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("review-game")).to_be_in_viewport(ratio=1)
    handle = page.get_by_test_id("sheet-handle").bounding_box()
    heading = summary.get_by_role("heading").bounding_box()
    assert handle is not None
    assert heading is not None
    assert heading["y"] + heading["height"] <= handle["y"]
    expect(page.get_by_text("The game is over. You scored")).to_have_count(1)
