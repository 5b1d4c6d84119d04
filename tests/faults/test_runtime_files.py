"""A runtime file that is damaged on its way: a sentence, or none where it does no harm, and a start when it is whole again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.support.screens import start_game
from tests.e2e.support.visit import Visit, wait_ready
from tests.faults.conftest import Come
from tests.faults.support.engine import retry, wait_past_download
from tests.faults.support.host import Damage, FaultyHost
from tests.faults.support.runtime import MANIFEST, runtime_files


def _break_and_mend(one: Visit, host: FaultyHost, path: str, damage: Damage) -> None:
    """Opens the site while a file is damaged; when it is whole again, the start gets on by itself or when asked."""
    host.spoil(path, damage)
    page = one.context.pages[0]
    page.goto("about:blank")
    page.goto(one.address + "#/azul/play")
    outcome = wait_past_download(page)
    # A file that only has another type than usual can be used: its bytes are checked.
    assert outcome == "error" or damage == "mistyped", path
    host.heal()
    if outcome == "error":
        retry(page)
        assert wait_past_download(page) == "past", path


@pytest.mark.parametrize("damage", ["missing", "cut", "flipped", "mistyped"])
def test_every_file_that_is_damaged_is_told_and_fetched_again(
    damage: Damage, come: Come, folder: Path, host: FaultyHost
) -> None:
    host.lasting = False
    one = come()
    page = one.context.new_page()
    for path in [MANIFEST, *runtime_files(folder)]:
        _break_and_mend(one, host, path, damage)
    wait_ready(page)
    start_game(page).play()
    expect(page.get_by_test_id("grade")).to_be_visible()


@pytest.mark.brief
def test_a_damaged_file_is_told_and_fetched_again(come: Come, host: FaultyHost) -> None:
    host.lasting = False
    one = come()
    page = one.context.new_page()
    _break_and_mend(one, host, "runtime/*/pydantic_core*", "flipped")
    wait_ready(page)
