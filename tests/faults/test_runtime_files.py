"""A runtime file that is damaged on its way: a sentence, or none where it does no harm, and a start when it is whole again."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.hosts import Damage, FaultyHost, faulty
from tests.e2e.support.screens import start_game
from tests.e2e.support.visit import wait_ready
from tests.faults.conftest import Come
from tests.faults.support.engine import retry, wait_past_download
from tests.faults.support.runtime import MANIFEST, runtime_files

AT_ONCE = 5
"""The number of pages that wait at the same time, each for a host of its own: a page asks again, with pauses, before it gives up."""


def _open_broken(page: Page, host: FaultyHost, path: str, damage: Damage) -> None:
    """Opens the site while a file is damaged."""
    host.spoil(path, damage)
    page.goto("about:blank")
    page.goto(host.address + "#/azul/play")


def _mend(page: Page, host: FaultyHost, path: str, damage: Damage) -> None:
    """Waits for the sentence; when the file is whole again, the start goes on by itself or when it is asked for."""
    outcome = wait_past_download(page)
    # A file that only has another type than usual can be used: its bytes are checked.
    assert outcome == "error" or damage == "mistyped", path
    host.heal()
    if outcome == "error":
        retry(page)
        assert wait_past_download(page) == "past", path


@pytest.mark.parametrize("damage", ["missing", "cut", "flipped", "mistyped"])
def test_every_file_that_is_damaged_is_told_and_fetched_again(damage: Damage, come: Come, folder: Path) -> None:
    paths = [MANIFEST, *runtime_files(folder)]
    with ExitStack() as stack:
        hosts = [stack.enter_context(faulty(folder)) for _ in range(AT_ONCE)]
        pages = [come(at=host.address).context.new_page() for host in hosts]
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
def test_a_damaged_file_is_told_and_fetched_again(come: Come, host: FaultyHost) -> None:
    host.lasting = False
    page = come().context.new_page()
    _open_broken(page, host, "runtime/*/pydantic_core*", "flipped")
    _mend(page, host, "pydantic_core", "flipped")
    wait_ready(page)
