"""Starting and playing the four playable games in the smoke tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.browsers.support.browser import Browser, by_id
from tests.e2e.support.azul import LOOK as AZUL_LOOK

__all__ = ["GAMES", "azul_look", "graded_move", "in_game", "moves"]

MOVES = by_id("moves", " li")
FORM = by_id("new-game-form")
HAND_READY = ':is([data-card][data-playable="true"], [data-card][aria-pressed])'


class Played(NamedTuple):
    """How to start and play a game.

    Attributes:
        options: Selectors of inputs to check in the new-game form.
        ready: Selector of an element on the board that exists when a move is possible.
        move: Makes a move.
    """

    options: tuple[str, ...]
    ready: str
    move: Callable[[Browser], None]


def _azul(browser: Browser) -> None:
    browser.click('[data-source][aria-disabled="false"]')
    browser.click('[data-dest][data-legal="true"]')


def _yatzy(browser: Browser) -> None:
    browser.click(by_id("throw", '[aria-disabled="false"]'))


def _entropy(browser: Browser) -> None:
    browser.click('[data-cell][data-takable="true"]')
    browser.click('[data-cell][data-legal="true"]')


def _hearts(browser: Browser) -> None:
    """Passes three cards by keyboard, because the cards overlap on screen."""
    hand = ".fan:not(.small) [data-card]"
    browser.on_first('.fan:not(.small) [tabindex="0"]', "(card) => void card.focus()")
    for chosen in (1, 2, 3):
        browser.press(" ")
        browser.wait(f"document.querySelectorAll('{hand}[aria-pressed=\"true\"]').length === {chosen}")
        browser.press("ArrowRight")
    browser.click(by_id("pass", '[aria-disabled="false"]'))


GAMES = {
    "azul": Played(('input[name="level"][value="greedy"]',), '[data-source][aria-disabled="false"]', _azul),
    "yatzy": Played(('input[name="level"][value="@alone"]',), by_id("throw", '[aria-disabled="false"]'), _yatzy),
    "entropy": Played(
        (
            'input[name="level"][value="random"]',
            'input[name="side"][value="0"]',
            'input[name="option-size"][value="5"]',
        ),
        '[data-cell][data-takable="true"]',
        _entropy,
    ),
    "hearts": Played(('input[name="level"][value="random"]',), HAND_READY, _hearts),
}


def in_game(browser: Browser, slug: str) -> None:
    """Goes to the current game, or starts one, and waits until a move is possible."""
    browser.go(f"#/{slug}/play")
    board = by_id(f"{slug}-board")
    browser.wait_for(f":is({FORM}, {board})")
    if browser.count(FORM) > 0:
        for option in GAMES[slug].options:
            browser.tick(option)
        browser.fill(by_id("seed"), "7")
        browser.click(by_id("start-game"))
    browser.wait_for(f'{board}[data-interactive="true"] {GAMES[slug].ready}')


def graded_move(browser: Browser, slug: str) -> None:
    """Makes a move, and waits until it is listed and graded and the coach is idle."""
    before = moves(browser)
    GAMES[slug].move(browser)
    browser.wait(f"document.querySelectorAll('{MOVES}').length > {before}")
    browser.wait_for(by_id("grade"))
    browser.wait_for(by_id("coach", '[aria-busy="false"]'))
    loss = float(browser.on_first(by_id("delta"), "(each) => each.dataset.value"))
    assert loss <= 0
    assert browser.text("grade")


def moves(browser: Browser) -> int:
    """The number of moves of the game on screen."""
    return browser.count(MOVES)


def azul_look(browser: Browser) -> object:
    """A description of the position on Azul's board."""
    browser.wait_for(by_id("azul-board", '[data-interactive="true"]'))
    return browser.on_first(by_id("azul-board"), AZUL_LOOK)
