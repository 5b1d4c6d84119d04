"""The Azul board as a person uses it: tiles are taken and put by mouse, touch or drag."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.e2e.support.board import Board

# What a position looks like, place by place: equal when, and only when, the board shows the same.
LOOK = """(board) => {
  const seen = (query, tell) => [...board.querySelectorAll(query)].map(tell).sort();
  return {
    sources: seen('[data-source]', (e) => `${e.dataset.source} ${e.dataset.color} ${e.dataset.count}`),
    places: seen('[data-dest]', (e) => `${e.dataset.player}.${e.dataset.dest} ${e.getAttribute('aria-label')}`),
    walls: seen('[data-testid^="wall-"]', (e) => e.dataset.testid + e.getAttribute('aria-label')),
    scores: seen('[data-testid^="score-"]', (e) => `${e.dataset.testid} ${e.textContent}`),
    stock: ['round', 'bag', 'lid'].map((id) => board.querySelector(`[data-testid=${id}]`).textContent),
    token: [...board.querySelectorAll('[data-testid="first-player-token"]')].map(
      (e) => e.closest('[data-testid^="board-"]')?.dataset.testid ?? 'table'),
  };
}"""

# A line that the tiles fill exactly, else the one that they leave or overfill the least; the floor last.
BEST_PLACE = """(places, count) => {
  const room = (e) => {
    const [capacity, held = 0] = e.getAttribute('aria-label').match(/room for/)
      ? [Number(e.getAttribute('aria-label').match(/room for (\\d)/)[1])]
      : [...e.getAttribute('aria-label').matchAll(/\\d+/g)].slice(1).map(Number).reverse();
    return capacity - held;
  };
  const costs = places.map((e) => (e.dataset.dest === 'floor' ? 99 : Math.abs(room(e) - count)));
  return costs.indexOf(Math.min(...costs));
}"""


class AzulBoard(Board):
    """The board on a page."""

    name = "azul"
    look_script = LOOK
    item = "source"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.takable = self.root.locator('[data-source][aria-disabled="false"]')
        self.legal = self.root.locator('[data-dest][data-legal="true"]')
        self.marks = self.root.locator("[data-mark]")

    def wait_for_turn(self) -> None:
        """Waits until tiles can be taken, or the game is over."""
        over = self.page.get_by_test_id("game-summary")
        self.takable.or_(over).first.wait_for(state="attached")

    def largest(self) -> Locator:
        """The takable tiles that are most in number."""
        self.wait_for_turn()
        index = self.takable.evaluate_all(
            "(all) => all.reduce((best, e, i) => (+e.dataset.count > +all[best].dataset.count ? i : best), 0)"
        )
        source = self.takable.nth(index)
        return self.root.locator(
            f'[data-source="{source.get_attribute("data-source")}"][data-color="{source.get_attribute("data-color")}"]'
        )

    def place(self, name: str) -> Locator:
        """A legal place by its name, ``0`` to ``4`` or ``floor``."""
        return self.root.locator(f'[data-dest="{name}"][data-legal="true"]')

    def best_place(self, source: Locator) -> Locator:
        """A sensible place for tiles that are chosen."""
        count = int(source.get_attribute("data-count") or 0)
        self.legal.first.wait_for()
        index = self.legal.evaluate_all(BEST_PLACE, count)
        return self.place(self.legal.nth(index).get_attribute("data-dest") or "")

    def play(self) -> None:
        """Makes a sensible move by two clicks."""
        source = self.largest()
        source.click()
        self.best_place(source).click()

    def blunder(self) -> None:
        """Throws as many tiles as can be had on the floor."""
        self.largest().click()
        self.place("floor").click()
