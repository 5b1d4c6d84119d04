"""Workers and pages killed at any moment: the game is stored up to the last move or the one before, and continues."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from build_tools import system
from tests.e2e.conftest import FLAGS
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.board import wait_for_move
from tests.e2e.support.hosts import FaultyHost
from tests.e2e.support.screens import QUICK, kept, start_game, wait_saved, wait_until
from tests.e2e.support.swccg import SwccgScreen
from tests.e2e.support.visit import BOOT_MS, Visit, new_profile
from tests.faults.conftest import VisitHost
from tests.faults.support.browser import HURRY, hurry
from tests.faults.support.kept import game_of, played_then_kept, value, wait_kept
from tests.faults.support.play import KINDS, Kind, shown_moves

KILLS = max(1, int(os.environ.get("KILLS") or 20) // (len(KINDS) + 1))
"""Kills per game; the environment variable ``KILLS`` sets the total."""
MAX_WAIT_MS = 1500


def _wait_for_restart(page: Page) -> None:
    """Waits until the engine has restarted by itself."""
    expect(page.get_by_test_id("engine-status")).to_have_text("Engine ready", timeout=BOOT_MS)
    expect(page.get_by_test_id("engine-error")).to_have_count(0)


def _start(page: Page, kind: Kind, chance: random.Random) -> None:
    kind.start(page, chance.randrange(1, 1000))
    wait_kept(page, kind.slug)


def _play_and_kill(page: Page, kind: Kind, chance: random.Random) -> None:
    """Makes a move, kills the worker soon after, and checks the stored game."""
    board = kind.board(page)
    board.wait_for_turn()
    if board.over():
        page.get_by_test_id("new-game").click()
        _start(page, kind, chance)
    known = wait_kept(page, kind.slug)
    kind.move(board, chance)
    page.wait_for_timeout(chance.uniform(0, MAX_WAIT_MS))
    before, found, after = played_then_kept(page, kind.slug, "debugKillWorker")
    assert found is not None
    assert before - 1 <= len(found.moves) <= after + 1
    assert found.moves[: len(known.moves)] == known.moves
    # After several deaths within a minute, the page would ask before restarting.
    hurry(page, 61)
    _wait_for_restart(page)
    # The move is made whether or not the worker had received it, and the opponent replies.
    wait_for_move(board, len(known.moves))
    there = wait_kept(page, kind.slug)
    assert there.moves[: len(found.moves)] == found.moves


def _play_through_kills(one: Visit, kind: Kind, chance: random.Random, kills: int) -> None:
    page = one.open_ready(f"#/{kind.slug}/play", script=HURRY)
    _start(page, kind, chance)
    for _ in range(kills):
        _play_and_kill(page, kind, chance)
    # The stored game is the played one: a reloaded page shows the same moves.
    shown = shown_moves(page)
    page.reload()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(len(shown), timeout=BOOT_MS)
    again = shown_moves(page)
    # The last grade may have been added meanwhile.
    assert [after for after, before in zip(again, shown, strict=True) if not after.startswith(before)] == []


def _kept_place(page: Page) -> int:
    """The index of the decision that the page would show after a reload."""
    index: int = value(page, "swccg:notes")["notes"]["index"]
    return index


@pytest.mark.parametrize("slug", KINDS)
def test_game_continues_after_repeated_worker_deaths(slug: str, visit_host: VisitHost, chance: random.Random) -> None:
    _play_through_kills(visit_host(), KINDS[slug], chance, KILLS)


def test_game_continues_after_a_worker_death(visit_host: VisitHost, chance: random.Random) -> None:
    _play_through_kills(visit_host(), KINDS["azul"], chance, 1)


# Many kills, before the first of them is handled.
_RAPID_KILLS = """async () => {
  for (let death = 0; death < 24; death++) {
    hindsight.engine.debugKillWorker();
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}"""


def test_game_continues_by_itself_after_many_rapid_worker_deaths(visit_host: VisitHost) -> None:
    page = visit_host().open_ready("#/azul/play")
    board = start_game(page)
    board.play()
    page.evaluate(_RAPID_KILLS)
    # Whatever request was interrupted, the opponent has moved and it is the person's turn.
    board.takable.first.wait_for(timeout=BOOT_MS)
    wait_until(page, lambda: board.moves.count() >= 2, "the opponent has moved", BOOT_MS / 1000)
    board.play()
    expect(page.get_by_test_id("grade")).to_be_visible(timeout=BOOT_MS)
    wait_until(page, lambda: board.moves.count() >= 4, "the opponent has moved again")
    wait_saved(page, "azul:play", board.moves.count())


def test_recorded_game_survives_repeated_worker_deaths(visit_host: VisitHost, chance: random.Random) -> None:
    page = visit_host().open_ready("#/swccg", script=HURRY)
    screen = SwccgScreen(page)
    screen.open_sample()
    replay = value(page, "swccg:replay")
    assert replay is not None
    for _ in range(KILLS):
        screen.go(chance.choice(screen.indices()))
        expect(page.get_by_test_id("say").first).to_be_attached()
        chance.choice(page.get_by_test_id("say").all()).click()
        page.wait_for_timeout(chance.uniform(0, MAX_WAIT_MS))
        page.evaluate("hindsight.engine.debugKillWorker()")
        hurry(page, 61)
        _wait_for_restart(page)
        screen.wait()
        wait_until(page, lambda: _kept_place(page) == screen.index(), "the place is kept")
        assert value(page, "swccg:replay") == replay
    notes = value(page, "swccg:notes")
    assert notes["notes"]["said"]
    page.reload()
    screen.wait()
    assert screen.index() == notes["notes"]["index"]
    assert value(page, "swccg:notes") == notes


# Blocks the page at a given moment of a save with a synchronous request to the host, so that it is killed there.
DIE = """(() => {
  const callHost = () => {
    const call = new XMLHttpRequest();
    call.open('GET', 'dying', false);
    call.send();
  };
  const isGame = (value) => JSON.stringify(value).includes('hindsight-game');
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (value, ...more) {
    const armed = globalThis.dieAt !== undefined && isGame(value);
    if (armed && dieAt === 'before') callHost();
    const request = put.call(this, value, ...more);
    if (armed && dieAt === 'written') callHost();
    if (armed && dieAt === 'answered') request.addEventListener('success', callHost);
    if (armed && dieAt === 'complete') this.transaction.addEventListener('complete', callHost);
    return request;
  };
})();"""


@pytest.fixture
def own_browser(browser: Browser) -> Iterator[Browser]:
    """A browser that no other test uses."""
    own = browser.browser_type.launch(executable_path=system.browser(), args=FLAGS)
    yield own
    own.close()


def _end_pages(browser: CDPSession) -> None:
    """Kills all pages of a browser, as when memory runs out."""
    for process in browser.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            os.kill(process["id"], signal.SIGKILL)


def test_page_killed_while_saving_leaves_a_complete_game(
    host: FaultyHost, own_browser: Browser, chance: random.Random
) -> None:
    kind = KINDS["azul"]
    one = Visit(new_profile(own_browser, storage_state=kept(host.address, QUICK)), host.address)
    page = one.open_ready("#/azul/play", script=DIE)
    _start(page, kind, chance)
    for moment in ("before", "written", "answered", "complete"):
        known = wait_kept(page, "azul")
        _die_in_a_move(page, host, moment)
        page = one.open_ready("#/azul/play", script=DIE)
        board = kind.board(page)
        board.wait_for_turn()
        found = game_of(page, "azul")
        assert found is not None, moment
        assert found.moves[: len(known.moves)] == known.moves, moment
        assert len(found.moves) > len(known.moves) or moment != "complete"
        expect(page.get_by_test_id("saved-notice")).to_have_count(0)
        there = wait_kept(page, "azul")
        kind.move(board, chance)
        wait_for_move(board, len(there.moves))
        assert wait_kept(page, "azul").moves[: len(there.moves)] == there.moves


def _die_in_a_move(page: Page, host: FaultyHost, moment: str) -> None:
    """Makes a move and kills the page at a given moment of the save that follows."""
    died: list[Page] = []
    page.on("crash", lambda page: died.append(page))  # noqa: PLW0108 -- Playwright writes on its handlers
    dying, dead = threading.Event(), threading.Event()

    def hold() -> None:
        dying.set()
        dead.wait(60)

    host.watched["dying"] = hold
    page.evaluate("(moment) => { globalThis.dieAt = moment }", moment)
    browser = page.context.browser
    assert browser is not None
    board = AzulBoard(page)
    source = board.largest()
    source.click()
    # The click comes from a timer in the page, because a click by Playwright would wait for the blocked page.
    board.best_place(source).evaluate("(place) => { setTimeout(() => place.click(), 100) }")
    assert dying.wait(60), moment
    _end_pages(browser.new_browser_cdp_session())
    watcher = browser.new_page()
    wait_until(watcher, lambda: died, f"the page dies: {moment}")
    dead.set()
    for each in (page, watcher):
        each.close()
