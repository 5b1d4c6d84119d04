"""The games stored in the browser, read directly from the database."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.e2e.support.screens import wait_until

__all__ = ["KeptGame", "game_of", "games", "played_then_kept", "value", "wait_kept"]

# A missing database is not opened, because that would create an empty one.
_READ = """
  const there = new Set((await indexedDB.databases()).map(({ name }) => name));
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const rows = async (name, store) => {
    if (!there.has(name)) return null;
    const database = await done(indexedDB.open(name));
    try {
      if (!database.objectStoreNames.contains(store)) return null;
      const reading = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(reading.getAllKeys()), done(reading.getAll())]);
      return keys.map((key, index) => [key, values[index]]);
    } finally {
      database.close();
    }
  };
"""
_GAMES = f"""async () => {{
  {_READ}
  const kept = await rows('hindsight', 'games');
  if (kept !== null) return kept.map(([key, {{ text, revision, aside }}]) => ({{ key, text, revision, aside: Boolean(aside) }}));
  const old = (await rows('keyval-store', 'keyval')) ?? [];
  return old
    .filter(([key]) => /^game:.*(?<!:loading)$/.test(key))
    .map(([key, text]) => ({{ key: key.replace(/^game:|:aside$/g, ''), text, revision: 0, aside: key.endsWith(':aside') }}));
}}"""
_VALUE = f"""async (wanted) => {{
  {_READ}
  const all = (await rows('hindsight', 'values')) ?? (await rows('keyval-store', 'keyval')) ?? [];
  const plain = (value) => (ArrayBuffer.isView(value) ? value.byteLength : value);
  const found = all.find(([key]) => key === wanted);
  return found === undefined ? null : JSON.parse(JSON.stringify(found[1], (_, value) => plain(value)));
}}"""
# The number of moves on screen, before and after the database was read.
_BOTH = f"""async (last) => {{
  const shown = () => document.querySelectorAll('[data-testid="moves"] li').length;
  const before = shown();
  if (last !== null) hindsight.engine[last]();
  const games = await ({_GAMES})();
  return {{ before, games, after: shown() }};
}}"""


@dataclass(frozen=True)
class KeptGame:
    """A stored game.

    Attributes:
        key: Its key, such as ``azul:play``.
        moves: The moves up to the current position.
        revision: The number of times it was written, if counted.
        aside: Whether it was set aside.
    """

    key: str
    moves: list[Any]
    revision: int
    aside: bool


def _game(row: dict[str, Any]) -> KeptGame:
    record = json.loads(row["text"])
    return KeptGame(row["key"], record["actions"][: record["cursor"]], row["revision"], row["aside"])


def games(page: Page) -> list[KeptGame]:
    """All stored games, including those set aside."""
    return [_game(row) for row in page.evaluate(_GAMES)]


def game_of(page: Page, slug: str) -> KeptGame | None:
    """The current game of this kind, or None if none is stored."""
    return _on_table(games(page), slug)


def wait_kept(page: Page, slug: str) -> KeptGame:
    """Waits until the game is stored with all moves on screen."""
    found: list[KeptGame] = []

    def as_shown() -> bool:
        game = game_of(page, slug)
        found[:] = [] if game is None else [game]
        return game is not None and len(game.moves) == page.get_by_test_id("moves").locator("li").count()

    wait_until(page, as_shown, "the game is stored as shown")
    return found[0]


def played_then_kept(page: Page, slug: str, last: str | None = None) -> tuple[int, KeptGame | None, int]:
    """The number of moves on screen, the game stored at that moment, and the number of moves after it was read.

    Args:
        page: The page with the game.
        slug: The game's slug.
        last: A method of the engine to call at that moment.
    """
    found = page.evaluate(_BOTH, last)
    return found["before"], _on_table([_game(row) for row in found["games"]], slug), found["after"]


def _on_table(kept: list[KeptGame], slug: str) -> KeptGame | None:
    return next((game for game in kept if game.key == f"{slug}:play" and not game.aside), None)


def value(page: Page, key: str) -> Any:
    """The value stored under a key, apart from games; byte arrays are replaced by their length."""
    return page.evaluate(_VALUE, key)
