"""What the boards of all games have in common on a page."""

from __future__ import annotations

from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, expect

__all__ = ["Board", "start", "wait_for_move"]

B = TypeVar("B", bound="Board")


class Board:
    """A game's board on a page; subclasses say what it is made of."""

    name: str
    """The game's, as in ``azul-board``."""
    look_script: str
    """What the position looks like: equal when, and only when, the board shows the same."""
    item: str
    """The ``data-`` attribute that names what the keyboard moves among."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.get_by_test_id(f"{self.name}-board")
        self.moves = page.get_by_test_id("moves").locator("li")

    def wait_until_ready(self, ready: str) -> None:
        """Waits until the board takes input and shows what matches ``ready``, or the game is over."""
        selector = f'[data-testid="{self.name}-board"][data-interactive="true"] {ready}'
        self.page.locator(f'{selector}, [data-testid="game-summary"]').first.wait_for(state="attached")

    def wait_for_turn(self) -> None:
        """Waits until something can be done, or the game is over."""
        raise NotImplementedError

    def over(self) -> bool:
        """Whether the game is over."""
        return self.page.get_by_test_id("game-summary").count() > 0

    def look(self) -> dict[str, Any]:
        """What the position looks like."""
        looks: dict[str, Any] = self.root.evaluate(self.look_script)
        return looks

    def names(self, items: Locator) -> list[str]:
        """The names of some items."""
        found: list[str] = items.evaluate_all("(all, item) => all.map((e) => e.dataset[item])", self.item)
        return found

    def focused(self) -> str | None:
        """The item that has the focus."""
        script = "(item) => document.activeElement?.dataset?.[item] ?? null"
        name: str | None = self.page.evaluate(script, self.item)
        return name

    def mark_of(self, kind: str) -> Locator:
        """What is drawn on the board: ``best``, ``user``, ``hint`` or ``line``."""
        return self.root.locator(f'[data-mark="{kind}"]')

    def drag_to(self, target: Locator) -> None:
        """Drags what is under the pointer."""
        self.page.mouse.down()
        target.hover(force=True)
        expect(self.root.get_by_test_id("dragged")).to_have_count(1)
        self.page.mouse.up()


def start(page: Page, board: type[B], seed: int) -> B:
    """Starts a game from the form on screen, whose other fields are filled; its board."""
    page.get_by_test_id("seed").fill(str(seed))
    page.get_by_test_id("start-game").click()
    # Of the game before, which may be over.
    expect(page.get_by_test_id("game-summary")).to_have_count(0)
    started = board(page)
    started.wait_for_turn()
    return started


def wait_for_move(board: Board, before: int) -> None:
    """Waits until the list has more moves than before, and something can be done again."""
    expect(board.moves.nth(before)).to_be_attached()
    board.wait_for_turn()
