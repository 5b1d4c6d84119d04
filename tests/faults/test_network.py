"""Slow and interrupted networks: the engine starts once its files arrive, and nothing is fetched twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.hosts import FaultyHost, faulty
from tests.e2e.support.offline import reload_new, wait_kept_offline
from tests.e2e.support.screens import start_game, wait_until
from tests.e2e.support.visit import wait_ready
from tests.faults.conftest import VisitHost
from tests.faults.support.engine import retry, wait_for_end
from tests.faults.support.kept import KeptGame, wait_kept
from tests.faults.support.play import play_on
from tests.faults.support.runtime import runtime_files, runtime_folder

SLOW = 200_000
SLOW_MS = 400_000
"""Maximum time for 20 MB at that rate."""
MAX_RETRIES = 2


def test_first_visit_and_update_succeed_over_a_slow_network(
    visit_host: VisitHost, folder: Path, host: FaultyHost, next_version: Path
) -> None:
    """Both wait for the network, so they run at the same time."""
    one = visit_host(offline=True)
    page = one.open_ready("#/azul/play")
    start_game(page)
    kept = wait_kept(page, "azul")
    wait_kept_offline(page)
    page.close()
    host.deploy(next_version)
    host.limit(SLOW)
    with faulty(folder) as other:
        other.limit(SLOW)
        first = visit_host(at=other.address, offline=True).open("#/azul/play")
        kept = _play_through_update(one.open("#/azul/play"), host, runtime_folder(next_version), kept)
        assert wait_for_end(first, SLOW_MS) == "ready"
        start_game(first).play()
        expect(first.get_by_test_id("grade")).to_be_visible()
    page = one.open("#/azul/play")
    assert wait_for_end(page, SLOW_MS) == "ready"
    expect(AzulBoard(page).moves).to_have_count(len(kept.moves))
    assert wait_kept(page, "azul").moves == kept.moves


def _play_through_update(page: Page, host: FaultyHost, update: str, kept: KeptGame) -> KeptGame:
    """Plays while an update is downloading, reloads the page in between, and installs the update when it is ready."""
    assert wait_for_end(page, SLOW_MS) == "ready"
    board = AzulBoard(page)
    expect(board.moves).to_have_count(len(kept.moves))
    kept = play_on(page)
    wait_until(page, lambda: host.sent(f"{update}/*") > 0, "the update is downloading", 120)
    page.reload()
    assert wait_for_end(page, SLOW_MS) == "ready"
    expect(board.moves).to_have_count(len(kept.moves))
    reload_new(page, SLOW_MS)
    assert wait_for_end(page, SLOW_MS) == "ready"
    page.close()
    return kept


def test_retry_fetches_only_interrupted_files(visit_host: VisitHost, folder: Path, host: FaultyHost) -> None:
    files = runtime_files(folder)
    largest = max(files, key=lambda path: files[path])
    # When the connection breaks, all other files have arrived.
    host.limit(10_000_000)
    host.spoil(largest, "dropped", times=1, after=files[largest] - 100_000)
    page = visit_host().open("#/azul/play")
    if wait_for_end(page) == "error":
        retry(page)
        assert wait_for_end(page) == "ready"
    assert host.asked(largest) > 1
    again = [path for path in files if path != largest and host.asked(path) > 1]
    assert again == []
    start_game(page).play()
    expect(page.get_by_test_id("grade")).to_be_visible()


def test_engine_starts_after_every_file_was_interrupted_once(
    visit_host: VisitHost, folder: Path, host: FaultyHost
) -> None:
    files = runtime_files(folder)
    host.lasting = False
    for path, size in files.items():
        host.spoil(path, "dropped", times=1, after=size // 2)
    page = visit_host().open("#/azul/play")
    for _ in range(MAX_RETRIES):
        if wait_for_end(page) == "ready":
            break
        retry(page)
    wait_ready(page)
    assert all(host.asked(path) > 1 for path in files)
    start_game(page).play()
    expect(page.get_by_test_id("grade")).to_be_visible()


# Python starts slowly on a slow machine, and its worker cannot send messages meanwhile.
SLOW_START = """(() => {
  const Fast = globalThis.Worker;
  globalThis.Worker = class extends Fast {
    #held = null;
    #hear = null;
    get onmessage() { return this.#hear; }
    set onmessage(hear) {
      this.#hear = hear;
      super.onmessage = (event) => {
        if (this.#held !== null) this.#held.push(event);
        else hear(event);
        if (this.#held === null && event.data.stage === 'Starting Python') {
          this.#held = [];
          setTimeout(() => { for (const one of this.#held.splice(0)) hear(one); this.#held = { push: hear }; }, %d);
        }
      };
    }
  };
})();"""


@pytest.mark.parametrize("seconds", [35])
def test_slow_start_of_python_is_waited_for(seconds: int, visit_host: VisitHost) -> None:
    page = visit_host().open("#/azul/play", script=SLOW_START % (seconds * 1000))
    assert wait_for_end(page) == "ready"
    start_game(page).play()
    expect(page.get_by_test_id("grade")).to_be_visible()
