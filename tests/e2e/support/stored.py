"""The recorded data of an earlier visit: games, mistakes, settings and links, and how they looked.

``python -m tests.e2e.support.stored`` makes such a visit to the built site and records it. The present record is from a
released version, and every later version must be able to read it: record again only to add to it.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from build_tools import system
from build_tools.hosts import hosted
from build_tools.paths import DIST
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.entropy import EntropyBoard, start_entropy
from tests.e2e.support.hearts import HeartsBoard, start_hearts
from tests.e2e.support.screens import QUICK, clipboard, coach, kept, start_game
from tests.e2e.support.swccg import DARK, SwccgScreen
from tests.e2e.support.visit import Visit, new_profile
from tests.e2e.support.yatzy import YatzyBoard, start_yatzy

__all__ = [
    "BOARDS",
    "fill",
    "mistakes",
    "recorded_visit",
    "seen",
    "seen_by_link",
    "settled",
    "stored_data",
    "swccg_seen",
]

VISIT = Path(__file__).parents[1] / "data" / "visit.json"
ADDRESS = "SITE/"
"""Placeholder for the address of the site."""
Board = AzulBoard | YatzyBoard | EntropyBoard | HeartsBoard
BOARDS: dict[str, Callable[[Page], Board]] = {
    "azul": AzulBoard,
    "yatzy": YatzyBoard,
    "entropy": EntropyBoard,
    "hearts": HeartsBoard,
}

# Everything that the page has stored, as JSON data; bytes are written as {"$base64": text}.
_STORED = """async () => {
  const encoded = (value) =>
    ArrayBuffer.isView(value) ? { $base64: value.toBase64?.() ?? btoa([...value].map((b) => String.fromCharCode(b)).join('')) }
    : Array.isArray(value) ? value.map(encoded)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, encoded(part)]))
    : value;
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const databases = {};
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
      (databases[name] ??= {})[store] = Object.fromEntries(keys.map((key, index) => [key, encoded(values[index])]));
    }
    database.close();
  }
  return { local: { ...localStorage }, session: { ...sessionStorage }, databases };
}"""

# Stores what ``_STORED`` has returned.
_FILL = """async ({ local, session, databases }) => {
  const decoded = (value) =>
    typeof value?.$base64 === 'string' ? Uint8Array.from(atob(value.$base64), (letter) => letter.charCodeAt(0))
    : Array.isArray(value) ? value.map(decoded)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decoded(part)]))
    : value;
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const [storage, entries] of [[localStorage, local], [sessionStorage, session]]) {
    storage.clear();
    for (const [key, value] of Object.entries(entries)) storage.setItem(key, value);
  }
  for (const [name, stores] of Object.entries(databases)) {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => Object.keys(stores).forEach((store) => opening.result.createObjectStore(store));
    const database = await done(opening);
    for (const [store, rows] of Object.entries(stores)) {
      const writing = database.transaction(store, 'readwrite').objectStore(store);
      await done(writing.clear());
      for (const [key, value] of Object.entries(rows)) await done(writing.put(decoded(value), ...(writing.keyPath === null ? [key] : [])));
    }
    database.close();
  }
}"""

# The visible texts of a game that do not depend on the coach's think time.
_SEEN = """() => {
  const texts = (query) => [...document.querySelectorAll(query)].map((e) => e.textContent.replace(/\\s+/g, ' ').trim());
  return {
    turn: texts('[data-testid="turn"]'),
    // Without the symbol of the grade, which has changed.
    moves: texts('[data-testid="moves"] li').map((text) => text.replace(/ [★✓≈·?!]+$/, '')),
    account: texts('[data-testid="band"], [data-testid="balance"], [data-testid="skill"], [data-testid="luck"]'),
    kinds: texts('[data-testid="kinds"] :is(li, tr)'),
    parts: texts('[data-testid="parts"] li'),
    seed: texts('[data-testid="game-seed"]'),
  };
}"""


def seen_by_link(page: Page, slug: str, what: str, link: str) -> list[Any]:
    """What a link shows: the filled form for a challenge, else the board."""
    return _form_seen(page, link) if what == "challenge" else _seen_in_link(page, BOARDS[slug](page), link)


_FORM = """(form) => [...form.querySelectorAll('input, select')].map((e) => [
  e.name || e.dataset.testid || e.labels?.[0]?.textContent.trim(),
  ['radio', 'checkbox'].includes(e.type) ? `${e.value} ${e.checked}` : e.value,
])"""


def _stored(page: Page) -> dict[str, Any]:
    """Everything that the browser stores for the site."""
    found: dict[str, Any] = page.evaluate(_STORED)
    return found


def recorded_visit(address: str) -> dict[str, Any]:
    """The recorded visit, with the site at this address."""
    found: dict[str, Any] = json.loads(VISIT.read_text("utf-8").replace(ADDRESS, address))
    for each in found["seen"].values():
        if "moves" in each:
            each["moves"] = [text[:-2] if text[-1:] in _OLD_SYMBOLS else text for text in each["moves"]]
    return found | {"stored": _convert_bytes(found["stored"], "$zlib", "$base64", zlib.decompress)}


def fill(page: Page, stored: dict[str, Any]) -> None:
    """Replaces the browser's stored data; the page must then be reloaded."""
    page.evaluate(_FILL, stored)


def _convert_bytes(value: Any, name: str, other: str, turn: Callable[[bytes], bytes]) -> Any:
    """The value with all bytes under one key converted and moved to another key."""
    if isinstance(value, list):
        return [_convert_bytes(part, name, other, turn) for part in value]
    if not isinstance(value, dict):
        return value
    if name in value:
        return {other: base64.b64encode(turn(base64.b64decode(value[name]))).decode()}
    return {key: _convert_bytes(part, name, other, turn) for key, part in value.items()}


def _stable(page: Page, read: Callable[[], Any]) -> Any:
    """The value once two reads in a row, 300 ms apart, agree."""
    before = None
    while (now := read()) != before:
        before = now
        page.wait_for_timeout(300)
    return now


def _settled(page: Page) -> dict[str, Any]:
    """Everything stored, once the page has finished writing."""
    if coach(page).count() > 0:
        expect(coach(page)).to_have_attribute("aria-busy", "false")
    found: dict[str, Any] = _stable(page, lambda: _stored(page))
    return found


NOTES = {"hindsight:version", "hindsight:returning", "hindsight:persistence"}
"""Texts about the browser, not of the person."""


def stored_data(stored: dict[str, Any]) -> dict[str, Any]:
    """The stored data in one form for all versions of the page: texts, games, cards by id, and values by name."""
    texts = {name: text for name, text in stored["local"].items() if name not in NOTES}
    databases = stored["databases"]
    if "hindsight" in databases:
        rows = databases["hindsight"]
        games = {key: (game["text"], game["aside"]) for key, game in rows.get("games", {}).items()}
        return {"texts": texts, "games": games, "cards": rows.get("cards", {}), "values": rows.get("values", {})}
    rows = databases["keyval-store"]["keyval"]
    games = {key.removeprefix("game:"): (text, False) for key, text in rows.items() if key.startswith("game:")}
    values = {key: value for key, value in rows.items() if not key.startswith("game:") and key != "drills"}
    cards = {card["id"]: card for card in rows["drills"]["cards"]}
    return {"texts": texts, "games": games, "cards": cards, "values": values}


def settled(page: Page) -> dict[str, Any]:
    """The stored data, once the page has finished writing."""
    return stored_data(_settled(page))


def seen(page: Page, board: Board) -> dict[str, Any]:
    """How the game on the table looks."""
    board.wait_for_turn()
    texts: dict[str, Any] = page.evaluate(_SEEN)
    return {"look": board.look(), **texts}


_OLD_SYMBOLS = ("\u2605", "\u2713", "\u2248", "\u2715")

# The moves without their grades, which the review adds in the background.
_MOVES = """() => [...document.querySelectorAll('[data-testid="moves"] li')].map((row) => {
  const bare = row.cloneNode(true);
  bare.querySelector('button > :last-child').textContent = '';
  return bare.textContent;
})"""


def _seen_in_link(page: Page, board: Board, link: str) -> list[Any]:
    """The first and the last position of a linked game, and its moves."""
    # Leave the screen first, so that its old content is not mistaken for the new one.
    page.goto(link.partition("#")[0] + "#/")
    page.get_by_test_id("games").wait_for()
    page.goto(link)
    board.wait_for_turn()
    moves = _stable(page, lambda: page.evaluate(_MOVES))
    first = board.look()
    page.keyboard.press("End")
    if moves:
        expect(page.get_by_test_id("timeline")).to_have_attribute("aria-valuenow", str(len(moves)))
    return [first, board.look(), moves]


def _form_seen(page: Page, link: str) -> list[Any]:
    """The form for a new game as filled by a link, and the statistics."""
    page.goto(link)
    form = page.get_by_test_id("new-game-form")
    form.wait_for()
    return [form.evaluate(_FORM), page.get_by_test_id("statistics").locator("dd").all_inner_texts()]


def mistakes(page: Page, board: Board) -> list[Any]:
    """In the practice mode: the number of due mistakes, and the first one."""
    page.get_by_test_id("drills").click()
    nothing = page.get_by_text("Nothing is due")
    nothing.or_(board.root).first.wait_for()
    count = page.get_by_test_id("drills").inner_text()
    if nothing.is_visible():
        return [count, None]
    board.wait_for_turn()
    return [count, board.look()]


def swccg_seen(page: Page) -> dict[str, Any]:
    """How the recorded game and the decision on screen look."""
    screen = SwccgScreen(page)
    texts = """(all) => all.map((e) => e.textContent.replace(/\\s+/g, ' ').trim())"""
    return {
        "title": page.get_by_test_id("game-title").inner_text(),
        "index": screen.index(),
        "marks": screen.marks.evaluate_all("(all) => all.map((e) => [e.dataset.index, e.dataset.standing])"),
        "options": screen.options.evaluate_all("(all) => all.map((e) => [e.dataset.score, e.dataset.testid])"),
        "texts": page.locator('[data-testid="question"], [data-testid="yours"], [data-testid="flips"]').evaluate_all(
            texts
        ),
    }


def _azul(page: Page) -> None:
    board = start_game(page, level="greedy", side="second", seed=29)
    for _ in range(2):
        board.blunder()
        _next(page, board)
    # A move that can be redone.
    page.get_by_test_id("undo").click()
    board.wait_for_turn()


def _yatzy(page: Page) -> None:
    board = start_yatzy(page, opponent="greedy", seed=5)
    for held in ([0], [0, 1, 2]):
        board.hold(held)
        board.throw.click()
        _next(page, board)
    board.blunder()
    _next(page, board)
    board.throw.click()
    _next(page, board)


def _entropy(page: Page) -> None:
    board = start_entropy(page, level="random", role="Order", seed=7)
    for _ in range(3):
        board.slide()
        _next(page, board)


def _hearts(page: Page) -> None:
    page.get_by_test_id("option-jack_of_diamonds").check()
    board = start_hearts(page, level="random", seed=7)
    board.pass_by_mouse()
    _next(page, board)
    # A whole hand, and the pass of the next one.
    for _ in range(13):
        board.play_by_keys()
        _next(page, board)
    board.pass_by_mouse()
    _next(page, board)


def _next(page: Page, board: Board) -> None:
    """Waits until the move is graded and the opponents have replied."""
    expect(page.get_by_test_id("undo")).to_be_enabled()
    board.wait_for_turn()
    settled(page)


def _copied(page: Page, what: str) -> str | None:
    button = page.get_by_test_id(what)
    if button.count() == 0:
        return None
    button.click()
    expect(page.get_by_test_id("share-line")).to_contain_text("opied.")
    return clipboard(page)


def _swccg(page: Page) -> None:
    screen = SwccgScreen(page)
    screen.choose(DARK)
    expect(page.get_by_test_id("cards-loaded")).to_contain_text("1 card loaded")
    screen.open_sample()
    screen.set_weight("base.pass", 150)
    expect(page.get_by_test_id("flips")).to_have_text(re.compile("^[1-9]"))
    screen.settle()
    screen.go(screen.indices()[-3])
    page.get_by_test_id("say").last.click()
    expect(page.get_by_test_id("yours")).to_contain_text("you say")
    screen.settle()


def _settings(page: Page) -> None:
    page.get_by_test_id("open-settings").click()
    page.get_by_test_id("theme-dark").click()
    page.get_by_test_id("setting-enginePanel").check()
    page.get_by_test_id("setting-colorMarks").check()
    page.get_by_role("button", name="Short").click()
    page.keyboard.press("Escape")


def record_visit(visit: Visit) -> dict[str, Any]:
    """Makes a visit; returns its stored data and how it looks."""
    address = visit.address
    page = visit.open_ready()
    _settings(page)
    record: dict[str, Any] = {"seen": {}, "links": {}}
    for slug, play in (("azul", _azul), ("yatzy", _yatzy), ("entropy", _entropy), ("hearts", _hearts)):
        page.goto(f"{address}#/{slug}/play")
        play(page)
        _settled(page)
        record["seen"][slug] = seen(page, BOARDS[slug](page))
        copied = {what: _copied(page, f"copy-{what}") for what in ("link", "game-link", "challenge")}
        record["links"][slug] = {what: {"link": link} for what, link in copied.items() if link is not None}
        page.goto(f"{address}#/{slug}/practise")
        record["seen"][slug]["mistakes"] = mistakes(page, BOARDS[slug](page))
    page.goto(f"{address}#/swccg")
    _swccg(page)
    record["seen"]["swccg"] = swccg_seen(page)
    record["stored"] = _convert_bytes(_settled(page), "$base64", "$zlib", zlib.compress)
    for slug, links in record["links"].items():
        for what, row in links.items():
            row["seen"] = seen_by_link(page, slug, what, row["link"])
    visit.close()
    text = json.dumps(record).replace(address, ADDRESS)
    found: dict[str, Any] = json.loads(text)
    return found


def main() -> None:
    """Records a visit to the built site."""
    # Imported late, because it is a pytest plug-in.
    from tests.e2e.conftest import FLAGS

    path = system.browser()
    with hosted(DIST) as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        options = {"storage_state": kept(host.address, QUICK), "permissions": ["clipboard-read", "clipboard-write"]}
        visit = Visit(new_profile(browser, **options), host.address)
        VISIT.write_text(json.dumps(record_visit(visit), indent=1) + "\n", "utf-8")
        browser.close()


if __name__ == "__main__":
    main()
