"""The line of a candidate on the board: move by move, by buttons and keys, in every mode, and the game stays as it is."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.axe import check
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.positions import after, position
from tests.e2e.support.screens import QUICK, kept, next_drawn, paste, start_game, wait_settled

PLAIN = 13
"""The seed of a position to practise on."""
PLIES = 6
"""Into the first round: the rest of it is long enough for a line of several moves."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
MOVE = re.compile(
    r"(\d+) of (\d+): .* takes? \d+ (\w+) from (?:the )?(centre|factory \d)[^,]* to (?:the )?(floor|line \d)"
)

# Where the board stands on the page, and what is beside it in its column; a bar that lies over the page is none of it.
PLACES = """() => [...document.querySelectorAll('[data-dest], [data-dish], [data-testid="coach"], .rest > *')].map((each) => {
  const { x, y } = each.getBoundingClientRect();
  return `${Math.round(x)} ${Math.round(y - (each.closest('aside')?.getBoundingClientRect().y ?? -scrollY))}`;
})"""


def _text(page: Page) -> Locator:
    return page.get_by_test_id("line-text")


def _candidate(page: Page, index: int) -> Locator:
    return page.get_by_test_id("candidates").locator("button").nth(index)


def _move_told(page: Page) -> tuple[int, int, dict[str, Any]]:
    """The number of the move on the board, the number of moves, and the action in its sentence."""
    found = MOVE.match(_text(page).inner_text())
    assert found is not None, _text(page).inner_text()
    step, length, color, source, to = found.groups()
    action = {
        "source": "Center" if source == "centre" else {"Factory": int(source[-1]) - 1},
        "color": color,
        "destination": "Floor" if to == "floor" else {"PatternLine": int(to[-1]) - 1},
    }
    return int(step), int(length), action


def _sources(state: dict[str, Any]) -> list[str]:
    """What lies on the table, as shown on the board."""
    dishes = {f"F{index}": tiles for index, tiles in enumerate(state["factories"])} | {"C": state["center"]["tiles"]}
    return sorted(
        f"{name} {color} {count}" for name, tiles in dishes.items() for color, count in tiles.items() if count
    )


def _graded(page: Page) -> AzulBoard:
    """A game in which the first move, a poor one, is graded."""
    board = start_game(page)
    board.blunder()
    expect(page.get_by_test_id("grade")).to_be_attached()
    wait_settled(page)
    board.wait_for_turn()
    return board


def test_by_keyboard_in_play(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = _graded(page)
    now = board.look()
    _candidate(page, 0).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("open-line")).to_be_visible()
    decision = board.look()
    places = page.evaluate(PLACES)
    page.get_by_test_id("open-line").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_test_id("preview-banner")).to_be_visible()
    expect(page.get_by_test_id("line-next")).to_be_focused()
    expect(board.root).to_have_attribute("data-interactive", "false")
    expect(board.takable).to_have_count(0)
    expect(board.mark_of("line")).to_be_visible()
    step, length, _ = _move_told(page)
    assert (step, length > 1) == (1, True)
    expect(page.get_by_test_id("announcer")).to_contain_text("1 of ")
    first = board.look()
    assert first != decision
    page.keyboard.press("ArrowRight")
    expect(_text(page)).to_contain_text(f"2 of {length}: ")
    expect(page.get_by_test_id("announcer")).to_contain_text("2 of ")
    page.keyboard.press("ArrowLeft")
    expect(_text(page)).to_contain_text("1 of ")
    assert board.look() == first
    assert page.evaluate(PLACES) == places

    page.keyboard.press("End")
    expect(page.get_by_test_id("line-end")).to_contain_text("The next round is dealt at random.")
    expect(_text(page)).to_contain_text(f"{length} of {length}: ")
    end = board.look()
    assert (end["sources"], end["stock"][0]) == ([], decision["stock"][0])
    assert end["walls"] != decision["walls"]
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("preview-banner")).to_have_count(0)
    assert board.look() == decision
    page.get_by_test_id("back-to-game").click()
    assert board.look() == now
    board.play()
    expect(page.get_by_test_id("moves").locator("li")).not_to_have_count(2)


def test_every_move_is_the_engines_in_the_review_and_after_the_editor(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/review")
    state = position(PLIES)
    paste(page, json.dumps(state))
    page.get_by_test_id("edit-position").click()
    page.get_by_test_id("editor-done").click()
    board = AzulBoard(page)
    board.wait_for_turn()
    page.get_by_test_id("evaluate").click()
    wait_settled(page)
    look = board.look()
    _candidate(page, 1).click()
    expect(board.mark_of("line")).to_be_visible()
    page.get_by_test_id("show-line").click()
    while True:
        step, length, action = _move_told(page)
        state = after(state, action)
        assert "error" not in state
        if step == length:
            break
        assert board.look()["sources"] == _sources(state), f"after {step} of {length}"
        page.get_by_test_id("line-next").click()
        expect(_text(page)).to_contain_text(f"{step + 1} of ")
    # The engine has dealt the next round: none of it is seen.
    assert _sources(state) != board.look()["sources"] == []
    assert [int(board.root.get_by_test_id(f"score-{p}").inner_text()) for p in range(2)] == [
        player["score"] for player in state["players"]
    ]
    expect(page.get_by_test_id("line-last")).to_be_disabled()
    page.get_by_test_id("line-first").click()
    expect(_text(page)).to_contain_text("1 of ")
    page.get_by_test_id("line-close").click()
    assert board.look() == look
    expect(page.get_by_test_id("points").locator('tr[data-kind="total"]')).to_be_visible()


@pytest.mark.slow
def test_on_a_phone_in_practice(visit: OpenVisit, address: str) -> None:
    profile = {**PHONE, "storage_state": kept(address, QUICK), "reduced_motion": "reduce"}
    page = visit(**profile).open_ready("#/azul/practise")
    next_drawn(page, PLAIN)
    board = AzulBoard(page)
    board.play()
    expect(page.get_by_test_id("grade")).to_be_attached()
    wait_settled(page)
    page.get_by_test_id("sheet-handle").click()
    _candidate(page, 0).click()
    expect(page.get_by_test_id("sheet-handle")).to_have_attribute("aria-expanded", "false")
    places = page.evaluate(PLACES)
    check(page, "practise, candidate picked")
    page.get_by_test_id("open-line").click()
    expect(page.get_by_test_id("preview-banner")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate(PLACES) == places
    for name in ("first", "back", "next", "last", "close"):
        box = page.get_by_test_id(f"line-{name}").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 844
    check(page, "practise, line on the board")
    page.get_by_test_id("line-last").click()
    expect(page.get_by_test_id("line-end")).to_be_visible()
    check(page, "practise, end of the line")
    page.get_by_test_id("retry").click()
    expect(page.get_by_test_id("line-bar")).to_have_count(0)
    board.wait_for_turn()
