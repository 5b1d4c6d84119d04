"""Smoke tests in every browser engine: start, a move in each game, recorded games, sharing, a dead worker, offline."""

from __future__ import annotations

import json
import re
import time

import pytest

from build_tools.hosts import Host
from tests.browsers.conftest import wait_ready
from tests.browsers.support.browser import Browser, by_id
from tests.browsers.support.games import GAMES, azul_look, graded_move, in_game, moves
from tests.e2e.support.positions import position
from tests.e2e.support.swccg import SUMS

# The number of files stored for offline use; null until the runtime is stored and a service worker controls the page.
KEPT = """(async () => {
  if (!navigator.serviceWorker?.controller) return null;
  const count = async (name) => (await (await caches.open(name)).keys()).length;
  const { files } = await (await fetch('runtime/manifest.json')).json();
  if ((await count('hindsight-runtime')) < files.length) return null;
  return (await Promise.all((await caches.keys()).map(count))).reduce((sum, each) => sum + each, 0);
})()"""
# Records text written to the clipboard, because not every browser allows reading it.
NOTE_COPIED = """void (navigator.clipboard.writeText = (text) => {
  globalThis.copied = text;
  return Clipboard.prototype.writeText.call(navigator.clipboard, text);
})"""
ERRORS = """(() => {
  console.error('first problem');
  setTimeout(() => { throw new Error('second problem'); });
  void Promise.reject(new Error('third problem'));
  void fetch('http://127.0.0.1:9/').catch(() => undefined);
})()"""
EXPECTED_COMPLAINTS = ("first problem", "second problem", "third problem", r"against the policy: connect-src|violates")
WIDTHS = "[document.documentElement.scrollWidth, innerWidth]"


def _fits(browser: Browser) -> None:
    """Checks that the page does not scroll horizontally."""
    needed, there = browser.evaluate(WIDTHS)
    assert needed <= there


def test_site_starts(browser: Browser) -> None:
    for game in (*(f"{slug}-play" for slug in GAMES), "swccg-review"):
        browser.wait_for(by_id(f"open-{game}"))
    _fits(browser)


@pytest.mark.allow(r"problem|127\.0\.0\.1:9")
def test_errors_in_the_page_are_recorded(browser: Browser) -> None:
    browser.evaluate(ERRORS)
    complaints: list[str] = []

    def all_reported() -> bool:
        complaints.extend(browser.complaints())
        return all(re.search(each, "\n".join(complaints)) for each in EXPECTED_COMPLAINTS)

    browser.until(all_reported, f"all of {EXPECTED_COMPLAINTS} are recorded")
    # Firefox reports some of them in two ways, the second a little later: it must not reach the next test.
    time.sleep(0.5)
    browser.complaints()


@pytest.mark.parametrize("slug", GAMES)
def test_move_is_graded(slug: str, browser: Browser) -> None:
    in_game(browser, slug)
    graded_move(browser, slug)
    _fits(browser)
    browser.resize(390, 844)
    _fits(browser)
    browser.resize(1280, 800)


def test_sample_of_a_recorded_game_is_scored(browser: Browser) -> None:
    browser.go("#/swccg")
    browser.click(by_id("sample"))
    browser.wait_for(by_id("decision"))
    settled = by_id("work", '[data-busy="false"]')
    browser.wait_present(settled)
    browser.press("Home")
    browser.wait(
        f"document.querySelector('{by_id('decision')}').dataset.index === document.querySelector('{by_id('mark')}').dataset.index"
    )
    browser.wait_present(settled)
    sums = browser.evaluate(f"({SUMS})()")
    assert sums
    assert all(score == total for score, total, _ in sums)


def _paste(browser: Browser, plies: int) -> object:
    """Pastes a position after this number of plies and returns a description of the board."""
    browser.wait_for(by_id("paste-state"))
    browser.fill(by_id("paste-state"), json.dumps(position(plies)))
    browser.click(by_id("open-pasted"))
    browser.wait_present(f":root:not(:has({by_id('paste-state')}))")
    return azul_look(browser)


def test_position_is_pasted_and_its_link_opened(browser: Browser) -> None:
    browser.go("#/azul/review")
    before = _paste(browser, 12)
    browser.evaluate(NOTE_COPIED)
    browser.click(by_id("copy-link"))
    browser.wait_text("share-line", "Link copied.")
    link: str = browser.evaluate("copied")
    browser.click(by_id("open-other"))
    assert _paste(browser, 3) != before
    browser.go(link.partition("#")[2])
    browser.until(lambda: azul_look(browser) == before, "the position of the link is on the board")


def test_game_continues_after_the_worker_dies(browser: Browser) -> None:
    in_game(browser, "azul")
    before = moves(browser)
    browser.evaluate("void hindsight.engine.debugKillWorker()")
    browser.wait_for(f":is({by_id('restart-notice')}, {by_id('engine-error')})")
    wait_ready(browser)
    browser.wait_text("restart-notice", "was started again")
    assert moves(browser) == before
    in_game(browser, "azul")
    graded_move(browser, "azul")


def _wait_kept(browser: Browser) -> None:
    """Waits until the site is stored for offline use: the number of files is sufficient and no longer changes."""
    counts: list[int | None] = [None]

    def steady() -> bool:
        counts.append(browser.evaluate(KEPT))
        return counts[-1] is not None and counts[-1] == counts[-2]

    browser.until(steady, "the site is stored for offline use")


# Browsers report failed requests even if the page handles them.
@pytest.mark.allow(r"Failed to load resource|not loaded|NetworkError|ERR_CONNECTION_REFUSED")
def test_site_restarts_offline_and_the_game_continues(browser: Browser, host: Host) -> None:
    in_game(browser, "azul")
    before = moves(browser)
    _wait_kept(browser)
    host.unplug()
    browser.reload()
    wait_ready(browser)
    in_game(browser, "azul")
    assert moves(browser) == before
    graded_move(browser, "azul")
    in_game(browser, "hearts")
