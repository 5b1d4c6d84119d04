"""The Yatzy board as a person uses it: dice are held and thrown, rows are filled, by mouse, touch or keyboard."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.board import Board, start
from tests.e2e.support.screens import wait_until

PERFECT = 248.439989
"""What perfect play scores on average."""

# What a position looks like: equal when, and only when, the board shows the same. Holding a die changes nothing.
LOOK = """(board) => {
  const texts = (query) => [...board.querySelectorAll(query)].map((e) => e.textContent.replace(/[^0-9]/g, ''));
  return {
    dice: [...board.querySelectorAll('[data-die]')].map((e) => e.dataset.value),
    left: board.querySelector('[data-testid=throws-left]')?.textContent.trim(),
    rows: [...board.querySelectorAll('td[data-category]')].map(
      (e) => `${e.dataset.player}.${e.dataset.category} ${e.querySelector('.points')?.textContent ?? 'open'}`),
    totals: texts('[data-testid^=total-]'),
  };
}"""


class YatzyBoard(Board):
    """The board on a page."""

    name = "yatzy"
    look_script = LOOK
    item = "die"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.throw = self.root.get_by_test_id("throw")
        self.advice = self.root.get_by_test_id("advice")

    def wait_for_turn(self) -> None:
        """Waits until something can be done, or the game is over."""
        ready = '[data-score], [data-testid="throw"][aria-disabled="false"], [data-face][aria-disabled="false"]'
        self.wait_until_ready(f":is({ready})")

    def die(self, place: int) -> Locator:
        """The die at a place, 0 to 4."""
        return self.root.locator(f'[data-die="{place}"]')

    def row(self, category: str) -> Locator:
        """The button that scores an open row."""
        return self.root.locator(f'[data-score="{category}"]')

    def total(self, player: int = 0) -> int:
        """The points of a player."""
        return int(self.root.get_by_test_id(f"total-{player}").inner_text())

    def held(self) -> list[int]:
        """The places of the dice that are held."""
        script = "(all) => all.flatMap((e, i) => (e.getAttribute('aria-pressed') === 'true' ? [i] : []))"
        places: list[int] = self.root.locator("[data-die]").evaluate_all(script)
        return places

    def hold(self, places: list[int]) -> None:
        """Holds these dice, by mouse."""
        for place in set(places) ^ set(self.held()):
            self.die(place).click()

    def follow(self, kind: str = "hint") -> None:
        """Does what is drawn on the board, by mouse."""
        self.mark_of(kind).first.wait_for()
        row = self.root.locator(f'tr:has([data-mark="{kind}"]) [data-score]')
        if row.count() > 0:
            row.click()
            return
        script = "(all, kind) => all.flatMap((e, i) => (e.querySelector(`[data-mark=${kind}]`) ? [i] : []))"
        self.hold(self.root.locator("[data-die]").evaluate_all(script, kind))
        self.throw.click()

    def blunder(self) -> None:
        """Fills the row of ones at once, or else the last open one: a poor start."""
        ones = self.row("ones")
        (ones if ones.count() > 0 else self.root.locator("[data-score]").last).click()


def start_yatzy(page: Page, *, opponent: str = "@alone", seed: int = 7, real_dice: bool = False) -> YatzyBoard:
    """Starts a game from the form on screen."""
    page.locator(f'input[name="level"][value="{opponent}"]').check()
    if real_dice:
        page.get_by_test_id("option-real_dice").check()
    return start(page, YatzyBoard, seed)


def account(page: Page, player: int = 0) -> tuple[float, float]:
    """The skill and the luck of a player, as the account has them."""
    values = (page.get_by_test_id(name).nth(player).get_attribute("data-value") for name in ("skill", "luck"))
    skill, luck = (float(value or "nan") for value in values)
    return skill, luck


def whole_account(page: Page, points: int) -> tuple[float, float]:
    """The same of the first player when all luck has been counted: with what perfect play scores it makes the points."""
    wait_until(page, lambda: abs(points - PERFECT - sum(account(page))) < 0.01, "skill and luck make the points")
    return account(page)


def wait_for_move(board: YatzyBoard, before: int) -> None:
    """Waits until the list has more moves than before."""
    expect(board.moves.nth(before)).to_be_attached()
