"""How fast the pages over a thousand saved games are, in Chromium: the library, its filters, the start page, the statistics.

``python -m build_tools.bench.library`` prints them for the built site.
"""

from __future__ import annotations

import random
import statistics
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Page

from build_tools.bench.common import Row, print_of_site
from build_tools.process import main_of

__all__ = ["in_browser"]

GAMES = 1000
TIMES = 7
DAY_MS = 86_400_000
LONG_TEXT = 20_000
"""Characters of each game; the pages read only the summaries."""
SLUGS = ("azul", "yatzy", "entropy", "hearts")
FILTERS = (("filter-game", "azul"), ("filter-outcome", "won"), ("filter-days", "30"), ("filter-game", ""))

FILL = """async ([games, letters]) => {
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open('hindsight');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const work = database.transaction(['games', 'summaries'], 'readwrite');
  for (const { text, ...summary } of games) {
    const { key, table, saved } = summary;
    work.objectStore('summaries').put(summary);
    work.objectStore('games').put({
      key, table, saved, text: 'x'.repeat(letters), revision: 1, writer: '', aside: false });
  }
  await new Promise((resolve, reject) => { work.oncomplete = resolve; work.onabort = reject; });
  database.close();
}"""
GO = """async ([hash, shown]) => {
  const start = performance.now();
  location.hash = hash;
  while (document.querySelector(shown) === null) await new Promise(requestAnimationFrame);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""
CHOOSE = """async ([id, value]) => {
  const field = document.querySelector(`[data-testid="${id}"]`);
  const start = performance.now();
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""


def _summary(index: int, chance: random.Random) -> dict[str, Any]:
    slug = chance.choice(SLUGS)
    losses = [chance.expovariate(1.0) for _ in range(30)]
    over = chance.random() < 0.9
    picture = [["blue", 10, 10 + place % 70, 9, 9, "r"] for place in range(70)]
    begun = 1_760_000_000_000 + index * DAY_MS // 3
    return {
        "key": f"{slug}:play:bench{index}",
        "table": f"{slug}:play",
        "saved": begun + DAY_MS // 48,
        "aside": False,
        "name": "",
        "about": {
            "begun": begun,
            "moves": 60,
            "opponents": [chance.choice(("Greedy", "Strong", "Skilled"))],
            "daily": None,
            "over": over,
            "outcome": chance.choice(("won", "lost", "drawn")) if over else None,
            "result": "You win, 52 to 30",
            "graded": len(losses),
            "lost": sum(losses),
            "worst": {"index": 4, "loss": max(losses)},
            "unit": "points",
            "squares": sum(loss * loss for loss in losses),
            "kinds": [
                {"code": f"kind{kind}", "name": f"Kind {kind}", "graded": 10, "lost": sum(losses[kind::3])}
                for kind in range(3)
            ],
            "luck": chance.gauss(0, 8),
            "score": 52,
            "mover": "You",
            "sketch": None if over else picture,
        },
    }


def _timed(page: Page, address: str, hash_: str, shown: str) -> float:
    """The median time from the click on a link until the page is shown, the games not in memory yet."""
    times = []
    for _ in range(TIMES):
        page.goto(f"{address}#/nowhere/at/all")
        page.reload()
        page.get_by_test_id("unknown-page").wait_for()
        times.append(float(page.evaluate(GO, [hash_, shown])))
    return statistics.median(times)


def in_browser(window: Browser, address: str) -> list[Row]:
    """The times of a fresh profile with a thousand games; the engine does not start beside them."""
    context = window.new_context(service_workers="block")
    context.route("**/runtime/**", lambda route: route.abort())
    page = context.new_page()
    page.goto(address)
    page.get_by_test_id("games").wait_for()
    chance = random.Random(1)
    games = [{**_summary(index, chance), "text": ""} for index in range(GAMES)]
    page.evaluate(FILL, [games, LONG_TEXT])
    rows: list[Row] = [
        ("1,000 games: start page", "ms", _timed(page, address, "#/", '[data-testid^="trend-"] a')),
        ("1,000 games: statistics", "ms", _timed(page, address, "#/statistics/azul", '[data-testid="loss-chart"]')),
        ("1,000 games: library opened", "ms", _timed(page, address, "#/library", '[data-testid="library-game"]')),
    ]
    filtered = [float(page.evaluate(CHOOSE, [field, value])) for _ in range(TIMES) for field, value in FILTERS]
    rows.append(("1,000 games: library filtered", "ms", statistics.median(filtered)))
    rows.append(("1,000 games: slowest filter", "ms", max(filtered)))
    context.close()
    return rows


if __name__ == "__main__":
    main_of(partial(print_of_site, in_browser))
