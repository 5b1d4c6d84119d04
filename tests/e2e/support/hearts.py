"""The Hearts table as a person uses it: cards are passed and played by mouse, touch, drag or keyboard."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.board import Board, start, wait_for_move

__all__ = ["HeartsBoard", "start_hearts", "wait_for_move"]

# What a position looks like: equal when, and only when, the board shows the same.
LOOK = """(board) => ({
  hand: [...board.querySelectorAll('[data-card]')].map((e) => e.getAttribute('aria-label')),
  laid: [...board.querySelectorAll('[data-laid]')].map((e) => e.textContent.trim().replace(/\\s+/g, ' ')),
  seats: [...board.querySelectorAll('[data-seat]')].map((e) => e.getAttribute('aria-label')),
})"""
READY = ':is([data-card][data-playable="true"], [data-card][aria-pressed])'


class HeartsBoard(Board):
    """The board on a page."""

    name = "hearts"
    look_script = LOOK
    item = "card"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.hand = self.root.locator(".fan:not(.small) [data-card]")
        self.playable = self.root.locator('[data-playable="true"]')
        self.chosen = self.root.locator('[data-chosen="true"]')
        self.pass_button = self.root.get_by_test_id("pass")
        self.middle = self.root.locator('[data-drop="middle"]')

    def wait_for_turn(self) -> None:
        """Waits until something can be done, or the game is over."""
        self.wait_until_ready(READY)

    def card(self, name: str) -> Locator:
        """A card in sight, by its name."""
        return self.root.locator(f'[data-card="{name}"]')

    def pass_by_mouse(self) -> list[str]:
        """Chooses the three last cards of the hand by clicks, and hands them in."""
        names = self.names(self.hand)[-3:]
        for name in names:
            self.hit(name)
        self.pass_button.click()
        return names

    def hit(self, name: str, *, playable: bool = True) -> None:
        """Clicks a card where no other covers it: near its left upper corner."""
        self.card(name).click(position={"x": 8, "y": 20}, force=not playable)

    def pass_by_keys(self) -> list[str]:
        """The same by keyboard."""
        names = self.names(self.hand)[-3:]
        for name in names:
            self.go_to(name)
            self.page.keyboard.press("Space")
        self.page.keyboard.press("p")
        return names

    def play_by_keys(self) -> str:
        """Plays the first card that is playable, by keyboard."""
        name = self.names(self.playable)[0]
        self.go_to(name)
        self.page.keyboard.press("Enter")
        return name

    def go_to(self, name: str) -> None:
        """Takes the focus to a card by arrow keys, from where Tab comes to if it is elsewhere."""
        if self.focused() is None:
            self.root.locator('.fan:not(.small) [tabindex="0"]').focus()
        hand = self.names(self.hand)
        steps = hand.index(name) - hand.index(self.focused() or "")
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        expect(self.card(name)).to_be_focused()

    def drag(self, name: str) -> None:
        """Drags a card to the middle."""
        self.card(name).hover(position={"x": 8, "y": 20})
        self.drag_to(self.middle)


def start_hearts(page: Page, *, level: str = "random", seed: int = 7) -> HeartsBoard:
    """Starts a game from the form on screen, against three of a level."""
    page.locator(f'input[name="level"][value="{level}"]').check()
    return start(page, HeartsBoard, seed)
