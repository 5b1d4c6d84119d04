"""Deploys: the page keeps running, the new version is fetched completely in the background, and starts on request."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.deploy import entry_of, second_version
from tests.e2e.support.hosts import FaultyHost
from tests.e2e.support.offline import wait_kept_offline
from tests.e2e.support.screens import QUICK, kept, start_game, wait_saved, wait_until
from tests.e2e.support.visit import Visit, wait_ready

PROGRAM = "runtime/*/pyodide.asm.wasm"


def _is_of(page: Page, version: Path) -> None:
    """Checks that the page is of this version and its engine is ready."""
    expect(page.locator(f'script[src$="{entry_of(version)}"]')).to_be_attached(timeout=30_000)
    wait_ready(page)


def _visit_and_keep(visit: OpenVisit, host: FaultyHost) -> Visit:
    """A first visit, until the site is stored for offline use."""
    one = visit(host.address, service_workers="allow", storage_state=kept(host.address, QUICK))
    page = one.open_ready("#/azul/play")
    wait_kept_offline(page)
    return one


def _kill_worker(page: Page) -> None:
    page.evaluate("hindsight.engine.debugKillWorker()")
    expect(page.get_by_test_id("restart-notice")).to_contain_text("was started again", timeout=60_000)


def _expect_line(page: Page) -> None:
    line = page.get_by_test_id("new-version")
    expect(line).to_contain_text("A new version of Hindsight is out. Your game is saved.", timeout=60_000)
    expect(line.get_by_role("button", name="Reload")).to_be_visible()


def test_update_is_fetched_while_the_old_version_starts(
    visit: OpenVisit, host: FaultyHost, folder: Path, next_version: Path
) -> None:
    one = _visit_and_keep(visit, host)
    page = one.context.pages[0]
    start_game(page).play()
    wait_saved(page, "azul:play", 2)
    host.deploy(next_version)
    rest = host.hold(PROGRAM)
    host.answers.clear()
    page.reload()
    _is_of(page, folder)
    AzulBoard(page).wait_for_turn()
    wait_until(page, lambda: host.asked(PROGRAM) > 0, "the update is being fetched")
    expect(page.get_by_test_id("new-version")).to_have_count(0)
    rest.set()
    _expect_line(page)
    # Only changed files were fetched; most of the runtime is the same.
    assert [host.asked(pattern) for pattern in ("*numpy*", "*stdlib*")] == [0, 0]
    page.get_by_test_id("reload-new").click()
    _is_of(page, next_version)
    AzulBoard(page).wait_for_turn()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(2)
    expect(page.get_by_test_id("new-version")).to_have_count(0)


def test_old_page_keeps_working_after_a_deploy_and_an_update_in_another_tab(
    visit: OpenVisit, host: FaultyHost, folder: Path, next_version: Path
) -> None:
    one = _visit_and_keep(visit, host)
    old = one.context.pages[0]
    host.deploy(next_version)
    old.evaluate("() => { location.hash = '#/entropy/play' }")
    expect(old.get_by_test_id("new-game-form")).to_be_visible()
    _kill_worker(old)

    new = one.open("#/azul/play")
    _expect_line(new)
    _expect_line(old)
    new.get_by_test_id("reload-new").click()
    _is_of(new, next_version)
    _expect_line(old)
    old.evaluate("() => { location.hash = '#/hearts/play' }")
    expect(old.get_by_test_id("start-game")).to_be_visible()
    _kill_worker(old)
    old.evaluate("() => { location.hash = '#/azul/play' }")
    start_game(old).play()
    expect(old.get_by_test_id("grade")).to_be_visible()
    _is_of(old, folder)

    # Once the last old page is closed, its version is deleted.
    old.close()
    new.reload()
    _is_of(new, next_version)
    wait_kept_offline(new)
    host.unplug()
    new.reload()
    _is_of(new, next_version)


def test_update_with_wrong_bytes_is_rejected(
    visit: OpenVisit, host: FaultyHost, folder: Path, next_version: Path, tmp_path: Path
) -> None:
    broken = second_version(folder, tmp_path / "dist")
    [program] = broken.glob("runtime/*/pyodide.asm.wasm")
    damaged = bytearray(program.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    program.write_bytes(damaged)
    one = _visit_and_keep(visit, host)
    page = one.context.pages[0]
    host.deploy(broken)
    tries = """async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update().catch(() => undefined);
      const coming = registration.installing;
      while (coming !== null && coming.state === 'installing') await new Promise(requestAnimationFrame);
      return coming?.state;
    }"""
    assert page.evaluate(tries) == "redundant"
    page.reload()
    _is_of(page, folder)
    # Once the server has the right files, the update succeeds.
    host.deploy(next_version)
    assert page.evaluate(tries) in {"installed", None}
    _expect_line(page)


def test_page_without_offline_copy_offers_the_new_version_when_a_chunk_is_missing(
    visit: OpenVisit, host: FaultyHost, folder: Path, next_version: Path
) -> None:
    one = visit(host.address, storage_state=kept(host.address, QUICK))
    one.allow("Failed to load resource|Refused to apply style")
    page = one.open_ready("#/azul/play")
    start_game(page).play()
    wait_saved(page, "azul:play", 2)
    host.deploy(next_version)
    page.evaluate("() => { location.hash = '#/yatzy/play' }")
    _expect_line(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_test_id("reload-new").click()
    _is_of(page, next_version)
    page.evaluate("() => { location.hash = '#/azul/play' }")
    AzulBoard(page).wait_for_turn()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(2)


def test_chunk_missing_for_lack_of_a_connection_is_not_a_new_version(visit: OpenVisit, host: FaultyHost) -> None:
    one = visit(host.address)
    one.allow("Failed to load resource|Refused to apply style")
    # Not the start page, which loads the games' pages ahead.
    page = one.open_ready("#/azul/play")
    page.evaluate("addEventListener('vite:preloadError', () => { globalThis.failed = true })")
    one.context.route("**/assets/yatzy-*", lambda route: route.abort())
    page.evaluate("() => { location.hash = '#/yatzy/play' }")
    page.wait_for_function("() => globalThis.failed")
    _expect_missing_part(page)
    _loads_with_a_connection(one, page)


def test_part_that_failed_to_load_ahead_is_requested_again_when_its_game_is_opened(
    visit: OpenVisit, host: FaultyHost
) -> None:
    one = visit(host.address)
    one.allow("Failed to load resource|Refused to apply style")
    one.context.route("**/assets/yatzy-*", lambda route: route.abort())
    with one.context.expect_event("requestfailed", lambda request: "/assets/yatzy-" in request.url):
        page = one.open_ready()
    page.evaluate("() => { location.hash = '#/yatzy/play' }")
    _expect_missing_part(page)
    _loads_with_a_connection(one, page)


def _expect_missing_part(page: Page) -> None:
    expect(page.get_by_role("alert")).to_have_text(
        "This part of the page could not be fetched. Check the connection, then try again."
    )
    expect(page.get_by_test_id("reload-page")).to_be_visible()
    expect(page.get_by_test_id("new-version")).to_have_count(0)


def _loads_with_a_connection(one: Visit, page: Page) -> None:
    """The board and its style sheets."""
    one.context.unroute_all()
    page.get_by_test_id("try-again").click()
    expect(page.get_by_test_id("new-game-form")).to_be_visible()
    assert page.evaluate("() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)")
