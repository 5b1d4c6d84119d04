"""Runtime files damaged in transit: an error sentence, unless harmless, and a successful start once they are repaired."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.hosts import Damage, FaultyHost, faulty
from tests.e2e.support.screens import start_game
from tests.e2e.support.visit import wait_ready
from tests.faults.conftest import VisitHost
from tests.faults.support.engine import retry, wait_past_download
from tests.faults.support.runtime import MANIFEST, runtime_files

AT_ONCE = 5
"""Number of pages tested in parallel, each with its own host, because a page retries with pauses before it fails."""


def _open_broken(page: Page, host: FaultyHost, path: str, damage: Damage) -> None:
    """Opens the site while a file is damaged."""
    host.spoil(path, damage)
    page.goto("about:blank")
    page.goto(host.address + "#/azul/play")


def _mend(page: Page, host: FaultyHost, path: str, damage: Damage) -> None:
    """Waits for the error sentence, repairs the file, and checks that the start succeeds, after a retry if it failed."""
    outcome = wait_past_download(page)
    # A file with a wrong content type can be used, because its bytes are checked.
    assert outcome == "error" or damage == "mistyped", path
    host.heal()
    if outcome == "error":
        retry(page)
        assert wait_past_download(page) == "past", path


@pytest.mark.parametrize("damage", ["missing", "cut", "flipped", "mistyped"])
def test_every_damaged_file_is_reported_and_fetched_again(damage: Damage, visit_host: VisitHost, folder: Path) -> None:
    paths = [MANIFEST, *runtime_files(folder)]
    with ExitStack() as stack:
        hosts = [stack.enter_context(faulty(folder)) for _ in range(AT_ONCE)]
        pages = [visit_host(at=host.address).context.new_page() for host in hosts]
        for host in hosts:
            host.lasting = False
        while paths:
            broken = list(zip(pages, hosts, [paths.pop() for _ in paths[:AT_ONCE]], strict=False))
            for page, host, path in broken:
                _open_broken(page, host, path, damage)
            for page, host, path in broken:
                _mend(page, host, path, damage)
                if page is not pages[0] or paths:
                    page.goto("about:blank")
        wait_ready(pages[0])
        start_game(pages[0]).play()
        expect(pages[0].get_by_test_id("grade")).to_be_visible()


@pytest.mark.brief
def test_damaged_file_is_reported_and_fetched_again(visit_host: VisitHost, host: FaultyHost) -> None:
    host.lasting = False
    page = visit_host().context.new_page()
    _open_broken(page, host, "runtime/*/pydantic_core*", "flipped")
    _mend(page, host, "pydantic_core", "flipped")
    wait_ready(page)
