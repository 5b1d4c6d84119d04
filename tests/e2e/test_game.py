"""A whole game against the engine, with its review."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.positions import replayed
from tests.e2e.support.screens import (
    QUICK,
    clipboard,
    copy_as,
    graded_move,
    kept,
    start_game,
    wait_graded,
    wait_saved,
    wait_settled,
)

MAX_MOVES = 90
FAULT = re.compile("Inaccuracy|Mistake|Blunder")


def _undo_and_redo(page: Page, board: AzulBoard, looks: list[dict[str, Any]]) -> None:
    """Undoes two moves one by one, redoes them, then plays another one."""
    now = board.look()
    for earlier in (looks[-1], looks[-2]):
        page.get_by_test_id("undo").click()
        board.wait_for_turn()
        assert board.look() == earlier
    page.get_by_test_id("redo").click()
    board.wait_for_turn()
    assert board.look() == looks[-1]
    page.keyboard.press("r")
    expect(page.get_by_test_id("redo")).to_be_disabled()
    board.wait_for_turn()
    assert board.look() == now
    page.keyboard.press("u")
    board.wait_for_turn()
    assert board.look() == looks[-1]
    board.blunder()
    expect(page.get_by_test_id("redo")).to_be_disabled()
    board.wait_for_turn()


def _account(page: Page) -> list[float]:
    """The skill of every player on screen."""
    values = page.get_by_test_id("skill").evaluate_all("(all) => all.map((e) => Number(e.dataset.value))")
    return [float(value) for value in values]


def _adds_up(page: Page) -> None:
    """Asserts that the parts of the summary add up to the result of each player, to the decimals shown."""
    # A part of the skill is no part of the sum.
    whole = "tr:not(:has([data-testid='undecided']))"
    rows = page.get_by_test_id("review-summary").locator("tbody").last.locator(whole)
    columns = zip(*(_numbers(row.locator("td").all_inner_texts()) for row in rows.all()), strict=True)
    for *parts, result in columns:
        assert abs(sum(parts) - result) < 0.5


def _numbers(texts: list[str]) -> list[float]:
    return [float(text.replace("\u2212", "-")) for text in texts]


def _review(page: Page, board: AzulBoard, moves: int) -> None:
    """Steps through the game by timeline, mistakes and keys."""
    page.get_by_test_id("review-game").click()
    wait_graded(page)
    for seen in ("timeline", "moves", "grade"):
        expect(page.get_by_test_id(seen)).to_be_in_viewport()
    assert all(value <= 0 for value in _account(page))
    timeline = page.get_by_test_id("timeline")
    box = timeline.bounding_box()
    assert box is not None
    timeline.click(position={"x": box["width"] * 10.5 / (moves + 1), "y": box["height"] / 2})
    expect(timeline).to_have_attribute("aria-valuenow", "10")
    expect(page.get_by_test_id("turn")).to_have_text(re.compile(f"^Move 11 of {moves}"))
    here = board.look()
    page.keyboard.press("ArrowRight")
    expect(timeline).to_have_attribute("aria-valuenow", "11")
    assert board.look() != here
    page.keyboard.press("ArrowLeft")
    expect(timeline).to_have_attribute("aria-valuenow", "10")
    assert board.look() == here

    page.get_by_test_id("next-mistake").click()
    expect(page.get_by_test_id("grade")).to_have_text(FAULT)
    expect(board.mark_of("best")).to_be_visible()
    expect(board.mark_of("user")).to_be_visible()
    expect(page.get_by_test_id("delta")).to_have_text(re.compile("^\u2212\\d+%(\\sof \\d+(\\.\\d)?%)?$"))
    page.get_by_test_id("turning-points").get_by_role("button").first.click()
    expect(page.get_by_test_id("grade")).to_have_text(FAULT)
    _adds_up(page)


def test_a_whole_game_can_be_played_and_reviewed(visit: OpenVisit, address: str) -> None:
    settings = kept(address, QUICK)
    one = visit(storage_state=settings, permissions=["clipboard-read", "clipboard-write"])
    page = one.open_ready("#/azul/play")
    board = start_game(page, level="greedy")
    expect(page.get_by_test_id("undo")).to_be_disabled()
    looks = []
    for _ in range(3):
        looks.append(board.look())
        assert graded_move(page, board)
        expect(page.get_by_test_id("grade")).to_be_visible()
    _undo_and_redo(page, board, looks)

    for _ in range(MAX_MOVES):
        if not graded_move(page, board):
            break
    summary = page.get_by_test_id("game-summary")
    expect(summary).to_contain_text(re.compile("You won|You lost|The game is a draw"))
    skill = _account(page)
    assert len(skill) == 1
    assert skill[0] < 0, "the blunder must cost something"

    copy_as(page, "copy-game")
    expect(page.get_by_test_id("share-line")).to_have_text("Game copied.")
    record = json.loads(clipboard(page))
    end = replayed(record)
    assert end["game_over"]
    shown = [int(page.get_by_test_id(f"score-{player}").inner_text()) for player in (0, 1)]
    assert shown == [player["score"] for player in end["players"]]
    assert (shown[0] > shown[1]) == ("You won" in summary.inner_text()) or shown[0] == shown[1]
    assert page.get_by_test_id("moves").locator("li").count() == len(record["actions"])

    _review(page, board, len(record["actions"]))


@pytest.mark.slow
def test_a_reload_restores_the_game_and_mistakes_can_be_practised(visit: OpenVisit, address: str) -> None:
    page = visit(own_engine=True, storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = start_game(page, side="second", seed=40)
    before = page.get_by_test_id("moves").locator("li").count()
    # The first move to the floor may be too close to call; a few of them lose.
    for _ in range(4):
        board.blunder()
        board.wait_for_turn()
        wait_settled(page)
        if FAULT.search(page.get_by_test_id("grade").inner_text()):
            break
    expect(page.get_by_test_id("grade")).to_have_text(FAULT)
    look, moves = board.look(), page.get_by_test_id("moves").locator("li").count()
    assert moves >= before + 2
    wait_saved(page, "azul:play", moves)

    page.reload()
    board.wait_for_turn()
    assert board.look() == look
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(moves)
    expect(page.get_by_test_id("grade")).to_have_text(FAULT)
    expect(page.get_by_test_id("saved-notice")).to_have_count(0)
