"""Games of every kind as a hurried person plays them, for tests in which something breaks meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.board import Board, wait_for_move
from tests.e2e.support.entropy import EntropyBoard, start_entropy
from tests.e2e.support.hearts import HeartsBoard, start_hearts
from tests.e2e.support.screens import start_game
from tests.e2e.support.yatzy import YatzyBoard, start_yatzy
from tests.faults.support.kept import KeptGame, wait_kept

__all__ = ["KINDS", "Kind", "play_on", "shown_moves"]


@dataclass(frozen=True)
class Kind:
    """A game that is played.

    Attributes:
        slug: As in the address.
        board: Its board on a page.
        start: Starts it from the form on screen, with a seed.
        move: Makes one move, of several the one that chance picks.
    """

    slug: str
    board: Callable[[Page], Board]
    start: Callable[[Page, int], Board]
    move: Callable[[Board, random.Random], None]


def _azul(board: Board, chance: random.Random) -> None:
    assert isinstance(board, AzulBoard)
    board.play()


def _yatzy(board: Board, chance: random.Random) -> None:
    assert isinstance(board, YatzyBoard)
    if chance.random() < 0.5 and board.throw.get_attribute("aria-disabled") == "false":
        board.hold([0, 1])
        board.throw.click()
    else:
        board.blunder()


def _entropy(board: Board, chance: random.Random) -> None:
    assert isinstance(board, EntropyBoard)
    board.slide()


def _hearts(board: Board, chance: random.Random) -> None:
    assert isinstance(board, HeartsBoard)
    if board.pass_button.count() > 0:
        board.pass_by_mouse()
    else:
        board.play_by_keys()


KINDS = {
    kind.slug: kind
    for kind in (
        Kind("azul", AzulBoard, lambda page, seed: start_game(page, seed=seed), _azul),
        Kind("yatzy", YatzyBoard, lambda page, seed: start_yatzy(page, opponent="greedy", seed=seed), _yatzy),
        Kind("entropy", EntropyBoard, lambda page, seed: start_entropy(page, seed=seed), _entropy),
        Kind("hearts", HeartsBoard, lambda page, seed: start_hearts(page, seed=seed), _hearts),
    )
}


def play_on(page: Page) -> KeptGame:
    """Makes a move at Azul when it is the person's turn, and returns the game once it is kept with the answer."""
    board = AzulBoard(page)
    board.wait_for_turn()
    before = board.moves.count()
    board.play()
    wait_for_move(board, before)
    return wait_kept(page, "azul")


def shown_moves(page: Page) -> list[str]:
    """The moves of the game on screen."""
    return [" ".join(text.split()) for text in page.get_by_test_id("moves").locator("li").all_text_contents()]
