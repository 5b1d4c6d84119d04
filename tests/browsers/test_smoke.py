"""What must work in every engine: a start, a move in each game, a recorded game, sharing, a dead worker, no network."""

from __future__ import annotations

import json
import re

import pytest

from build_tools.hosts import Host
from tests.browsers.conftest import wait_ready
from tests.browsers.support.browser import Browser, by_id
from tests.browsers.support.games import GAMES, azul_look, graded_move, in_game, moves
from tests.e2e.support.positions import position
from tests.e2e.support.swccg import SUMS

# How many files are kept for a visit without a network; null until the runtime is among them and a service worker
# answers for the page.
KEPT = """(async () => {
  if (!navigator.serviceWorker?.controller) return null;
  const count = async (name) => (await (await caches.open(name)).keys()).length;
  const { files } = await (await fetch('runtime/manifest.json')).json();
  if ((await count('hindsight-runtime')) < files.length) return null;
  return (await Promise.all((await caches.keys()).map(count))).reduce((sum, each) => sum + each, 0);
})()"""
# Notes what is put on the clipboard, on its way there: not every browser lets it be read back.
NOTE_COPIED = """void (navigator.clipboard.writeText = (text) => {
  globalThis.copied = text;
  return Clipboard.prototype.writeText.call(navigator.clipboard, text);
})"""
MISDEEDS = """(() => {
  console.error('first misdeed');
  setTimeout(() => { throw new Error('second misdeed'); });
  void Promise.reject(new Error('third misdeed'));
  void fetch('http://127.0.0.1:9/').catch(() => undefined);
})()"""
HEARD = ("first misdeed", "second misdeed", "third misdeed", r"against the policy: connect-src|violates")
WIDTHS = "[document.documentElement.scrollWidth, innerWidth]"


def _fits(browser: Browser) -> None:
    """Nothing sticks out to the right."""
    needed, there = browser.evaluate(WIDTHS)
    assert needed <= there


def test_it_starts(browser: Browser) -> None:
    for game in (*(f"{slug}-play" for slug in GAMES), "swccg-review"):
        browser.wait_for(by_id(f"open-{game}"))
    _fits(browser)


@pytest.mark.allow(r"misdeed|127\.0\.0\.1:9")
def test_what_goes_wrong_unseen_is_heard(browser: Browser) -> None:
    browser.evaluate(MISDEEDS)
    said: list[str] = []

    def heard() -> bool:
        said.extend(browser.complaints())
        return all(re.search(each, "\n".join(said)) for each in HEARD)

    browser.until(heard, f"all of {HEARD} is heard")


@pytest.mark.parametrize("slug", GAMES)
def test_a_move_is_graded(slug: str, browser: Browser) -> None:
    in_game(browser, slug)
    graded_move(browser, slug)
    _fits(browser)
    browser.resize(390, 844)
    _fits(browser)
    browser.resize(1280, 800)


def test_the_sample_of_a_recorded_game_is_scored(browser: Browser) -> None:
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
    """Opens a position so far into a game; what it looks like."""
    browser.wait_for(by_id("paste-state"))
    browser.fill(by_id("paste-state"), json.dumps(position(plies)))
    browser.click(by_id("open-pasted"))
    browser.wait_present(f":root:not(:has({by_id('paste-state')}))")
    return azul_look(browser)


def test_a_position_is_pasted_and_its_link_opened(browser: Browser) -> None:
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


def test_a_dead_worker_is_replaced_and_the_game_goes_on(browser: Browser) -> None:
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
    """Waits until all that a visit without a network needs is kept: twice the same number of files, and enough."""
    counts: list[int | None] = [None]

    def steady() -> bool:
        counts.append(browser.evaluate(KEPT))
        return counts[-1] is not None and counts[-1] == counts[-2]

    browser.until(steady, "the site is kept for a visit without a network")


# Browsers say so themselves when a request fails that the page can do without.
@pytest.mark.allow(r"Failed to load resource|not loaded|NetworkError|ERR_CONNECTION_REFUSED")
def test_without_a_network_it_starts_again_and_the_game_goes_on(browser: Browser, host: Host) -> None:
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
