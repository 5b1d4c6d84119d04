"""The Azul board as a player uses it: taking and placing tiles by mouse, touch or drag."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.e2e.support.board import Board

# The contents of the board place by place, equal if and only if two boards look the same.
LOOK = """(board) => {
  const seen = (query, describe) => [...board.querySelectorAll(query)].map(describe).sort();
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

# The line that the tiles fill exactly, or else the one that is closest to that; the floor last.
BEST_PLACE = """(places, count) => {
  const space = (e) => {
    const [capacity, held = 0] = e.getAttribute('aria-label').match(/room for/)
      ? [Number(e.getAttribute('aria-label').match(/room for (\\d)/)[1])]
      : [...e.getAttribute('aria-label').matchAll(/\\d+/g)].slice(1).map(Number).reverse();
    return capacity - held;
  };
  const costs = places.map((e) => (e.dataset.dest === 'floor' ? 99 : Math.abs(space(e) - count)));
  return costs.indexOf(Math.min(...costs));
}"""

# The tiles and the line that the frames of a mark surround, as selectors.
MARKED = """(frames) => {
  const centre = (e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const nearest = (query, frame) => {
    const [x, y] = centre(frame);
    const far = (e) => Math.hypot(centre(e)[0] - x, centre(e)[1] - y);
    return [...document.querySelectorAll(query)].reduce((best, e) => (far(e) < far(best) ? e : best));
  };
  const { source, color } = nearest('[data-source]', frames[0]).dataset;
  const dest = nearest('[data-dest] [data-cells]', frames[1]).closest('[data-dest]').dataset.dest;
  return [`[data-source="${source}"][data-color="${color}"]`, `[data-dest="${dest}"][data-legal="true"]`];
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
        """The largest set of tiles that can be taken."""
        self.wait_for_turn()
        index = self.takable.evaluate_all(
            "(all) => all.reduce((best, e, i) => (+e.dataset.count > +all[best].dataset.count ? i : best), 0)"
        )
        source = self.takable.nth(index)
        return self.root.locator(
            f'[data-source="{source.get_attribute("data-source")}"][data-color="{source.get_attribute("data-color")}"]'
        )

    def place(self, name: str) -> Locator:
        """A legal destination by its name, ``0`` to ``4`` or ``floor``."""
        return self.root.locator(f'[data-dest="{name}"][data-legal="true"]')

    def best_place(self, source: Locator) -> Locator:
        """A sensible destination for the chosen tiles."""
        count = int(source.get_attribute("data-count") or 0)
        self.legal.first.wait_for()
        index = self.legal.evaluate_all(BEST_PLACE, count)
        return self.place(self.legal.nth(index).get_attribute("data-dest") or "")

    def play(self) -> None:
        """Makes a sensible move with two clicks."""
        source = self.largest()
        source.click()
        self.best_place(source).click()

    def follow(self) -> None:
        """Plays the move of the hint, as drawn on the board."""
        source, place = self.mark_of("hint").locator(".box:not(.halo)").evaluate_all(MARKED)
        self.root.locator(source).click()
        self.root.locator(place).click()

    def blunder(self) -> None:
        """Takes the largest set of tiles to the floor."""
        self.largest().click()
        self.place("floor").click()
