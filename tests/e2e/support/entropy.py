"""The Entropy board for browser tests: slides and places tokens by mouse, touch, drag or keyboard."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.board import Board, start, wait_for_move

__all__ = ["EntropyBoard", "start_entropy", "wait_for_move"]

# What the board shows, for comparing positions.
LOOK = """(board) => {
  const text = (id) => board.querySelector(`[data-testid=${id}]`).textContent.trim();
  return {
    cells: [...board.querySelectorAll('[data-cell]')].map((e) => e.getAttribute('aria-label')),
    hand: board.querySelector('[data-testid=hand]').dataset.token,
    score: text('score'),
    lines: [...board.querySelectorAll('[data-line]')].map((e) => e.getAttribute('aria-label')),
    bag: [...board.querySelectorAll('[data-testid^=bag-]')].map((e) => e.textContent.replace(/\\s+/g, ' ').trim()),
  };
}"""
READY = ':is([data-cell][data-legal="true"], [data-testid="pass"][aria-disabled="false"])'


class EntropyBoard(Board):
    """The board on a page."""

    name = "entropy"
    look_script = LOOK
    item = "cell"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.pass_button = self.root.get_by_test_id("pass")
        self.hand = self.root.get_by_test_id("hand")
        self.takable = self.root.locator('[data-cell][data-takable="true"]')
        self.legal = self.root.locator('[data-cell][data-legal="true"]')

    def wait_for_turn(self) -> None:
        """Waits until a move is possible or the game is over."""
        self.wait_until_ready(READY)

    def cell(self, name: str) -> Locator:
        """A cell, by its name."""
        return self.root.locator(f'[data-cell="{name}"]')

    def score(self) -> int:
        """The score on screen."""
        return int(self.root.get_by_test_id("score").inner_text())

    def a_slide(self) -> tuple[str, str]:
        """The longest slide of the first movable token, as (from, to); nothing is moved."""
        start = self.names(self.takable)[0]
        self.cell(start).click()
        end = self.names(self.legal)[-1]
        self.cell(start).click()
        expect(self.legal).to_have_count(0)
        return start, end

    def slide(self) -> None:
        """Slides the first movable token as far as it goes, by two clicks."""
        start = self.names(self.takable)[0]
        self.cell(start).click()
        self.cell(self.names(self.legal)[-1]).click()

    def slide_by_keys(self) -> None:
        """Slides the first movable token as far as it goes, by keyboard."""
        start = self.names(self.takable)[0]
        self.go_to(start)
        self.page.keyboard.press("Enter")
        self.go_to(self.names(self.legal)[-1])
        self.page.keyboard.press("Space")

    def place_by_keys(self) -> None:
        """Places the drawn token on the first free cell, by keyboard."""
        self.go_to(self.names(self.legal)[0])
        self.page.keyboard.press("Enter")

    def go_to(self, name: str) -> None:
        """Moves the focus to a cell by arrow keys, from the grid's Tab stop if it is outside the grid."""
        if self.focused() is None:
            self.root.locator('[data-own-keys] [tabindex="0"]').focus()
        here = self.focused() or ""
        down, right = ord(name[0]) - ord(here[0]), int(name[1]) - int(here[1])
        for steps, back, ahead in ((down, "ArrowUp", "ArrowDown"), (right, "ArrowLeft", "ArrowRight")):
            for _ in range(abs(steps)):
                self.page.keyboard.press(ahead if steps > 0 else back)
        expect(self.cell(name)).to_be_focused()

    def drag(self, source: Locator, name: str) -> None:
        """Drags a token to a cell."""
        source.hover()
        self.drag_to(self.cell(name))


def start_entropy(
    page: Page, *, level: str = "random", role: str = "Order", size: int = 5, seed: int = 7
) -> EntropyBoard:
    """Starts a game from the form on screen."""
    page.locator(f'input[name="level"][value="{level}"]').check()
    page.locator("label", has_text=role).locator('input[name="side"]').check(force=True)
    page.locator(f'input[name="option-size"][value="{size}"]').check(force=True)
    return start(page, EntropyBoard, seed)
