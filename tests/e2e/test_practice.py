"""Practice: one round by mouse, one by keyboard alone, illegal drops, and shortcuts."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.positions import illegal_drop, position
from tests.e2e.support.screens import VERDICTS, coach, delta, draw_seeds, paste, wait_settled

ANY_GRADE = re.compile("|".join(VERDICTS))
PLAIN, OPEN, OTHER = 13, 14, 2
"""Seeds of positions: one in which the floor loses 29 points, found by any search; two with many moves."""


def _graded(page: Page) -> None:
    """Expects a grade with its loss, reasons and candidates."""
    expect(page.get_by_test_id("grade")).to_have_text(ANY_GRADE)
    wait_settled(page)
    assert delta(page) <= 0
    expect(page.get_by_test_id("turn")).to_have_text(
        re.compile("Correct|Close enough|There was a better move|Not counted")
    )
    reasons = page.get_by_test_id("reasons").locator("li")
    assert 1 <= reasons.count() <= 3
    for text in reasons.all_text_contents():
        assert text.strip()
    assert page.get_by_test_id("candidates").locator("button").count() >= 2


def test_a_practice_round_by_mouse(visit: OpenVisit) -> None:
    page = visit().open_ready("#/azul/practise")
    board = AzulBoard(page)
    draw_seeds(page, PLAIN, OPEN)
    page.get_by_role("button", name="Give me a position").click()
    board.wait_for_turn()
    expect(page.get_by_text(f"Seed {PLAIN}", exact=True)).to_be_visible()
    expect(page.get_by_test_id("candidates").locator("button")).to_have_count(0)

    board.blunder()
    _graded(page)
    assert delta(page) < -1
    expect(page.get_by_test_id("turn")).to_have_text("There was a better move")
    expect(board.mark_of("best")).to_be_visible()
    expect(board.mark_of("user")).to_be_visible()
    expect(page.get_by_test_id("tally")).to_have_text("0 of 1")
    first = board.look()

    page.get_by_test_id("next-position").click()
    expect(page.get_by_text(f"Seed {OPEN}", exact=True)).to_be_visible()
    expect(board.root).to_have_attribute("data-interactive", "true")
    board.wait_for_turn()
    assert board.look() != first
    expect(board.marks).to_have_count(0)

    source = board.largest()
    source.hover()
    page.mouse.down()
    page.mouse.move(5, 300, steps=4)
    expect(page.get_by_test_id("dragged")).to_have_count(1)
    place = board.best_place(source)
    place.hover()
    page.mouse.up()
    _graded(page)
    expect(board.mark_of("best").or_(board.mark_of("user")).first).to_be_visible()
    expect(page.get_by_test_id("tally")).to_have_text(re.compile("0 of 1|[01] of 2"))


def test_an_illegal_drop_is_refused_with_a_reason(visit: OpenVisit) -> None:
    page = visit().open_ready("#/azul/review")
    board = AzulBoard(page)
    state = position(9)
    paste(page, json.dumps(state))
    board.wait_for_turn()
    before = board.look()
    source, color, line = illegal_drop(state)
    tiles = board.root.locator(f'[data-source="{source}"][data-color="{color}"]')
    place = board.root.locator(f'[data-dest="{line}"][data-player="{state["active_player_id"]}"]')

    tiles.click()
    expect(place).to_have_attribute("data-legal", "false")
    place.click()
    expect(page.get_by_test_id("error-line")).to_have_text(re.compile(r"^[A-Z].*\.$"))
    tiles.click()
    tiles.hover()
    page.mouse.down()
    place.hover()
    expect(page.get_by_test_id("dragged")).to_have_count(1)
    page.mouse.up()
    expect(page.get_by_test_id("dragged")).to_have_count(0)
    expect(page.get_by_test_id("error-line")).to_have_text(re.compile(r"^[A-Z].*\.$"))
    assert board.look() == before
    expect(page.get_by_test_id("turn")).to_have_text(re.compile("to move"))


def _tab_until(page: Page, selector: str, most: int = 60) -> None:
    """Presses Tab until an element that matches the selector has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab did not reach {selector}")


def _focused(page: Page, name: str) -> str:
    value: str = page.evaluate("(name) => document.activeElement.getAttribute(name) ?? ''", name)
    return value


def test_a_practice_decision_by_keyboard_alone(visit: OpenVisit) -> None:
    page = visit().open_ready()
    board = AzulBoard(page)
    _tab_until(page, '[data-testid="open-azul-practise"]')
    page.keyboard.press("Enter")
    page.get_by_test_id("next-position").wait_for()
    draw_seeds(page, OPEN)
    page.keyboard.press("n")
    board.wait_for_turn()

    _tab_until(page, "[data-source]")
    started = (_focused(page, "data-source"), _focused(page, "data-color"))
    reached = {started}
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        reached.add((_focused(page, "data-source"), _focused(page, "data-color")))
    assert len(reached) > 1

    page.keyboard.press("Enter")
    assert _focused(page, "data-dest") != ""
    page.keyboard.press("Escape")
    assert _focused(page, "data-source") != ""
    page.keyboard.press("Enter")
    places = {_focused(page, "data-dest")}
    page.keyboard.press("ArrowDown")
    places.add(_focused(page, "data-dest"))
    assert len(places) == board.legal.count() == 1 or len(places) == 2
    page.keyboard.press("Enter")

    expect(page.get_by_test_id("grade")).to_have_text(ANY_GRADE)
    wait_settled(page)
    _tab_until(page, '[data-testid="best-move"]')
    _tab_until(page, '[data-testid="candidates"] button')
    page.keyboard.press("Enter")
    expect(coach(page).locator('[data-testid="candidates"] [aria-pressed="true"]')).to_have_count(1)


def test_shortcuts_open_help_and_control_practice(visit: OpenVisit) -> None:
    page = visit().open_ready("#/azul/practise")
    board = AzulBoard(page)
    page.get_by_test_id("next-position").wait_for()
    page.keyboard.press("?")
    expect(page.get_by_test_id("help")).to_be_visible()
    expect(page.get_by_test_id("help")).to_contain_text("On the Azul board")
    expect(page.get_by_test_id("help").get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("help")).to_be_hidden()

    draw_seeds(page, OPEN, OTHER)
    page.keyboard.press("n")
    board.wait_for_turn()
    first = board.look()
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint")).to_be_visible()
    expect(board.mark_of("hint")).to_be_visible()
    board.play()
    expect(page.get_by_test_id("grade")).to_have_text(ANY_GRADE)
    page.keyboard.press("u")
    expect(page.get_by_test_id("turn")).to_have_text("Your move")
    expect(page.get_by_test_id("grade")).to_have_count(0)
    board.wait_for_turn()
    assert board.look() == first
    page.keyboard.press("e")
    expect(page.get_by_test_id("best-text")).not_to_be_empty()
    page.keyboard.press("n")
    expect(page.get_by_test_id("hint")).to_have_count(0)
    board.wait_for_turn()
    assert board.look() != first
