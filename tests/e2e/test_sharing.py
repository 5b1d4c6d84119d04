"""Sharing positions and games as links and JSON, and the position editor."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.positions import legal_actions, position
from tests.e2e.support.screens import QUICK, clipboard, copy_as, kept, paste, start_game
from tests.e2e.support.yatzy import start_yatzy, wait_for_move

COPYING = ["clipboard-read", "clipboard-write"]


def test_links_and_json_lead_to_the_same_position(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK), permissions=COPYING).open_ready("#/azul/play")
    board = start_game(page)
    for _ in range(2):
        moves = page.get_by_test_id("moves").locator("li").count()
        board.play()
        expect(page.get_by_test_id("moves").locator("li")).not_to_have_count(moves)
        board.wait_for_turn()
    look = board.look()
    page.get_by_test_id("copy-link").click()
    expect(page.get_by_test_id("share-line")).to_have_text("Link copied.")
    link = clipboard(page)
    copy_as(page, "copy-position")
    expect(page.get_by_test_id("share-line")).to_have_text("Position copied.")
    text = clipboard(page)
    page.get_by_test_id("copy-game-link").click()
    expect(page.get_by_test_id("share-line")).to_have_text("Link to the game copied.")
    game_link = clipboard(page)
    assert link.startswith(address + "#/azul/review?s=")
    assert len(link) < 2000

    other = visit(permissions=COPYING)
    page = other.open_ready(link.removeprefix(address))
    board = AzulBoard(page)
    board.wait_for_turn()
    assert board.look() == look
    copy_as(page, "copy-position")
    expect(page.get_by_test_id("share-line")).to_have_text("Position copied.")
    assert json.loads(clipboard(page)) == json.loads(text)

    page.get_by_test_id("open-other").click()
    paste(page, json.dumps(position(12)))
    expect(page.get_by_test_id("paste-state")).to_have_count(0)
    board.wait_for_turn()
    assert board.look() != look
    for again in (text, link):
        page.get_by_test_id("open-other").click()
        paste(page, again)
        expect(page.get_by_test_id("paste-state")).to_have_count(0)
        board.wait_for_turn()
        assert board.look() == look

    page.get_by_test_id("open-other").click()
    paste(page, game_link)
    expect(page.get_by_test_id("moves").locator("li")).not_to_have_count(0)
    page.keyboard.press("End")
    board.wait_for_turn()
    assert board.look() == look


def test_the_editor_shows_errors_at_their_fields(visit: OpenVisit) -> None:
    page = visit(permissions=COPYING).open_ready("#/azul/review")
    paste(page, json.dumps(position(0)))
    board = AzulBoard(page)
    board.wait_for_turn()
    page.get_by_test_id("edit-position").click()
    editor = page.get_by_test_id("azul-editor")
    expect(editor.get_by_test_id("tile-total")).to_have_text("100 tiles")

    editor.get_by_label("Player 1, line 3: colour").select_option("Red")
    editor.get_by_label("Wall row 3: Red").first.click()
    fault = editor.get_by_test_id("field-error")
    expect(fault).to_have_attribute("data-path", "players.0.pattern_lines.2")
    expect(fault).to_have_text(re.compile(r"^\S.*\.$"))
    page.get_by_test_id("editor-done").click()
    expect(editor).to_be_visible()
    editor.get_by_label("Wall row 3: Red").first.click()
    expect(fault).to_have_count(0)

    editor.get_by_label("Bag: Red").fill("15")
    expect(editor.get_by_test_id("tile-total")).not_to_have_text("100 tiles")
    editor.get_by_label("Player 1: score").fill("17")
    expect(fault).to_have_count(0)
    page.get_by_test_id("editor-done").click()
    board.wait_for_turn()
    expect(page.get_by_test_id("score-0")).to_have_text("17")
    assert any("0.2 Line 3, holds 1 Red of 3" in place for place in board.look()["places"])
    copy_as(page, "copy-position")
    expect(page.get_by_test_id("share-line")).to_have_text("Position copied.")
    state = json.loads(clipboard(page))
    assert state["players"][0]["score"] == 17
    assert state["bag"]["Red"] == 15
    assert legal_actions(state)
    expect(page.get_by_text("The tiles do not add up")).to_be_visible()


def test_a_shared_game_is_kept_once_and_names_its_players(visit: OpenVisit, address: str) -> None:
    sender = visit(storage_state=kept(address, QUICK), permissions=COPYING).open_ready("#/yatzy/play")
    board = start_yatzy(sender, opponent="greedy", seed=11)
    board.blunder()
    wait_for_move(board, 0)
    sender.get_by_test_id("copy-game-link").click()
    expect(sender.get_by_test_id("share-line")).to_have_text("Link to the game copied.")
    link = clipboard(sender).removeprefix(address)

    page = visit().open_ready(link)
    expect(page.get_by_test_id("review-guide")).to_contain_text("Player 1")
    expect(page.locator("main")).not_to_contain_text("“You”")
    assert page.url == address + link
    for _ in range(2):
        page.goto(address + "#/library")
        game = page.get_by_test_id("library-game")
        expect(game).to_have_count(1)
        expect(game).to_contain_text("shared with you")
        page.goto(address + link)
        expect(page.get_by_test_id("review-guide")).to_contain_text("Player 1")
    page.goto(address + "#/library")
    page.get_by_test_id("delete-game").click()
    expect(page.get_by_test_id("library-game")).to_have_count(0)
    page.get_by_test_id("undo-delete").click()
    expect(page.get_by_test_id("library-game")).to_have_count(1)
