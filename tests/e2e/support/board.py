"""The page object shared by the boards of all games."""

from __future__ import annotations

from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, expect

__all__ = ["Board", "start", "wait_for_move"]

B = TypeVar("B", bound="Board")


class Board:
    """A game's board on a page; subclasses describe its elements."""

    name: str
    """The name of the game, as in ``azul-board``."""
    look_script: str
    """A script returning the visible position: equal if and only if the boards look the same."""
    item: str
    """The ``data-`` attribute of the items that the keyboard moves among."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.get_by_test_id(f"{self.name}-board")
        self.moves = page.get_by_test_id("moves").locator("li")

    def wait_until_ready(self, ready: str) -> None:
        """Waits until the board takes input and matches the selector ``ready``, or the game is over."""
        selector = f'[data-testid="{self.name}-board"][data-interactive="true"] {ready}'
        self.page.locator(f'{selector}, [data-testid="game-summary"]').first.wait_for(state="attached")

    def wait_for_turn(self) -> None:
        """Waits until the person can act, or the game is over."""
        raise NotImplementedError

    def over(self) -> bool:
        """Whether the game is over."""
        return self.page.get_by_test_id("game-summary").count() > 0

    def look(self) -> dict[str, Any]:
        """The visible position."""
        looks: dict[str, Any] = self.root.evaluate(self.look_script)
        return looks

    def names(self, items: Locator) -> list[str]:
        """The names of the given items."""
        found: list[str] = items.evaluate_all("(all, item) => all.map((e) => e.dataset[item])", self.item)
        return found

    def focused(self) -> str | None:
        """The name of the focused item."""
        script = "(item) => document.activeElement?.dataset?.[item] ?? null"
        name: str | None = self.page.evaluate(script, self.item)
        return name

    def mark_of(self, kind: str) -> Locator:
        """The mark of a kind on the board: ``best``, ``user``, ``hint`` or ``line``."""
        return self.root.locator(f'[data-mark="{kind}"]')

    def drag_to(self, target: Locator) -> None:
        """Drags the item under the pointer to the target."""
        self.page.mouse.down()
        target.hover(force=True)
        expect(self.root.get_by_test_id("dragged")).to_have_count(1)
        self.page.mouse.up()


def start(page: Page, board: type[B], seed: int) -> B:
    """Starts a game from the filled form on screen; returns its board."""
    page.get_by_test_id("seed").fill(str(seed))
    page.get_by_test_id("start-game").click()
    # Of the game before, which may be over.
    expect(page.get_by_test_id("game-summary")).to_have_count(0)
    started = board(page)
    started.wait_for_turn()
    return started


def wait_for_move(board: Board, before: int) -> None:
    """Waits until there are more moves than before and the person can act again."""
    expect(board.moves.nth(before)).to_be_attached()
    board.wait_for_turn()
