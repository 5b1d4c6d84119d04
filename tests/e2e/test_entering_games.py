"""Games from a table, entered by keys from the first to the last move."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from py_engine import bridge
from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.screens import wait_until
from tests.e2e.support.visit import BOOT_MS

LETTERS = {"azul": "BYRKW", "entropy": "RGYBWKP"}
"""The keys of what chance gives."""
HEARTS = "hearts_v1"
GUARD_MS = 800


def _press(control: Locator, key: str = "Enter") -> None:
    control.focus()
    control.page.keyboard.press(key)


def _moves(page: Page) -> int:
    """The number of moves that were entered."""
    found = re.search(r"(\d+) moves? entered", page.get_by_test_id("entry-turn").inner_text())
    return int(found[1]) if found else 0


def _over(page: Page) -> bool:
    return "The game is over" in page.get_by_test_id("entry-turn").inner_text()


def _wait_for_step(page: Page, moves: int) -> None:
    """Waits until another move was entered, or chance is asked for."""
    asks = page.get_by_test_id("enter").locator("fieldset")
    wait_until(page, lambda: _moves(page) != moves or asks.count() > 0, "the move is entered")
    _idle(page)


def _idle(page: Page) -> None:
    """Waits until the last step is taken: what is pressed before is ignored."""
    if page.get_by_test_id("enter").locator("fieldset").count() == 0:
        expect(page.get_by_test_id("entry-undo")).to_be_enabled()


def _draw(page: Page, keys: list[str]) -> None:
    """Names what chance gave, without a way to the form: it has the focus."""
    form = page.get_by_test_id("enter").locator("fieldset")
    expect(form.locator(":focus")).to_have_count(1)
    for key in keys:
        page.keyboard.press(key)


def _azul(page: Page) -> None:
    board = AzulBoard(page)
    bag = [letter for letter in LETTERS["azul"] for _ in range(20)]
    random.Random(1).shuffle(bag)
    while not _over(page):
        if page.get_by_test_id("enter").locator("fieldset").count() > 0:
            _draw(page, [bag.pop() for _ in range(20)])
            page.keyboard.press("Enter")
            expect(page.get_by_test_id("enter").locator("fieldset")).to_have_count(0)
        moves = _moves(page)
        source = board.largest()
        _press(source)
        _press(board.best_place(source))
        _wait_for_step(page, moves)


def _yatzy(page: Page) -> None:
    chance = random.Random(2)
    while not _over(page):
        page.locator('[data-face][aria-disabled="false"]').first.wait_for()
        _idle(page)
        page.keyboard.type("".join(str(chance.randint(1, 6)) for _ in range(5)))
        row = page.locator("[data-score]").first
        row.wait_for()
        # An extra digit or Enter after the fifth die is not taken for the next move.
        page.wait_for_timeout(GUARD_MS)
        moves = _moves(page)
        _press(row)
        _wait_for_step(page, moves)


def _entropy(page: Page) -> None:
    bag = [letter for letter in LETTERS["entropy"] for _ in range(7)]
    random.Random(3).shuffle(bag)
    while not _over(page):
        _draw(page, [bag.pop()])
        cell = page.locator('[data-cell][data-legal="true"]').first
        cell.wait_for()
        _idle(page)
        moves = _moves(page)
        _press(cell)
        _wait_for_step(page, moves)
        if not _over(page):
            moves = _moves(page)
            page.keyboard.press("p")
            _wait_for_step(page, moves)


def _hand() -> tuple[dict[str, list[str]], list[tuple[int, str]]]:
    """A hand of Hearts: what the first player saw of the deal and the pass, and the cards as they were played."""
    state = json.loads(bridge.new_game(HEARTS, 3, json.dumps({"points_to_end": 1})))
    seen = {"held": sorted(state["hands"][0])}
    plays = []
    while not state["game_over"]:
        player = state["active_player_id"]
        [action, *_] = json.loads(bridge.list_legal_actions(json.dumps(state), player))
        if "pass" not in action:
            plays.append((player, action["play"]))
        elif player == 0:
            seen["passed"] = action["pass"]
        state = json.loads(bridge.apply_action(json.dumps(state), json.dumps(action)))
        if state["phase"] == "play" and "received" not in seen:
            seen["received"] = state["received"][0]
    return seen, plays


def _hearts(page: Page) -> None:
    seen, plays = _hand()
    _press(page.get_by_test_id("seen-points"), "ControlOrMeta+A")
    page.keyboard.type("1")
    asks = page.get_by_test_id("seen-asks")
    for cards in seen.values():
        for card in cards:
            before = asks.inner_text()
            _press(page.get_by_test_id(f"seen-{card}"))
            expect(asks).not_to_have_text(before)
    if page.get_by_test_id(f"seen-leader-{plays[0][0]}").count() > 0:
        _press(page.get_by_test_id(f"seen-leader-{plays[0][0]}"))
    for at, (player, card) in enumerate(plays):
        expect(asks).to_contain_text(("you", "left", "across", "right")[player])
        _press(page.get_by_test_id(f"seen-{card}"))
        if at < len(plays) - 1:
            expect(page.get_by_test_id(f"seen-{card}")).to_have_attribute("aria-disabled", "true")
            expect(page.get_by_test_id(f"seen-{plays[at + 1][1]}")).to_have_attribute("aria-disabled", "false")
    expect(asks).to_contain_text("All cards of this hand are played.")


ENTERED: dict[str, Callable[[Page], None]] = {"azul": _azul, "yatzy": _yatzy, "entropy": _entropy, "hearts": _hearts}


@pytest.mark.slow
@pytest.mark.parametrize("game", ENTERED)
def test_a_game_is_entered_by_keys_to_its_end_and_reviewed(game: str, visit: OpenVisit) -> None:
    page = visit().open_ready(f"#/{game}/review")
    _press(page.get_by_test_id("enter-game"))
    if game != "hearts":
        _press(page.get_by_test_id("entry-begin"))
        page.get_by_test_id("entry-turn").wait_for()
    ENTERED[game](page)
    _press(page.get_by_test_id("entry-review"))
    expect(page.get_by_test_id("moves").locator("li").first).to_be_visible(timeout=BOOT_MS)
    page.keyboard.press("End")
    expect(page.get_by_test_id("turn")).to_contain_text("over")

    page.get_by_test_id("open-library").click()
    entry = page.get_by_test_id("library-game")
    expect(entry).to_have_count(1)
    expect(entry).to_contain_text("entered at a table")
    expect(entry).not_to_contain_text("unfinished")
