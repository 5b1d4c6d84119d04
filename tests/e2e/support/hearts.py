"""The Hearts board driven as a person would: passing and playing by mouse, touch, drag or keyboard."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.board import Board, start, wait_for_move

__all__ = ["HeartsBoard", "start_hearts", "wait_for_move"]

# A summary of the position on screen: equal if and only if the board shows the same.
LOOK = """(board) => ({
  hand: [...board.querySelectorAll('[data-card]')].map((e) => e.getAttribute('aria-label')),
  laid: [...board.querySelectorAll('[data-laid]')].map((e) => e.textContent.trim().replace(/\\s+/g, ' ')),
  seats: [...board.querySelectorAll('[data-seat]')].map((e) => e.getAttribute('aria-label')),
})"""
READY = ':is([data-card][data-playable="true"], [data-card][aria-pressed])'


class HeartsBoard(Board):
    """The Hearts board on a page."""

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
        """Waits until the person can act, or the game is over."""
        self.wait_until_ready(READY)

    def card(self, name: str) -> Locator:
        """A visible card, by its name."""
        return self.root.locator(f'[data-card="{name}"]')

    def pass_by_mouse(self) -> list[str]:
        """Passes the last three cards of the hand by clicks; returns their names."""
        names = self.names(self.hand)[-3:]
        for name in names:
            self.hit(name)
        self.pass_button.click()
        return names

    def hit(self, name: str, *, playable: bool = True) -> None:
        """Clicks a card near its upper left corner, where no other card covers it."""
        self.card(name).click(position={"x": 8, "y": 20}, force=not playable)

    def follow(self) -> None:
        """Plays the card of the hint."""
        self.hit(self.names(self.root.locator('[data-card]:has([data-mark="hint"])'))[0])

    def pass_by_keys(self) -> list[str]:
        """Passes the last three cards of the hand by keyboard; returns their names."""
        names = self.names(self.hand)[-3:]
        for name in names:
            self.go_to(name)
            self.page.keyboard.press("Space")
        self.page.keyboard.press("p")
        return names

    def play_by_keys(self) -> str:
        """Plays the first playable card by keyboard; returns its name."""
        name = self.names(self.playable)[0]
        self.go_to(name)
        self.page.keyboard.press("Enter")
        return name

    def go_to(self, name: str) -> None:
        """Moves the focus to a card by arrow keys, starting from the hand's tab stop if the focus is elsewhere."""
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
    """Starts a game from the form on screen, against three opponents of a level."""
    page.locator(f'input[name="level"][value="{level}"]').check()
    return start(page, HeartsBoard, seed)
