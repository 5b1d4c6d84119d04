"""Browsers whose storage is refused, unresponsive or full: everything but storing games works, and the page says so once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.board import wait_for_move
from tests.e2e.support.screens import QUICK, kept, start_game
from tests.faults.support import browser as faults
from tests.faults.support.kept import wait_kept

FORM_MS = 30_000


def _play(page: Page, moves: int) -> AzulBoard:
    expect(page.get_by_test_id("new-game-form")).to_be_visible(timeout=FORM_MS)
    board = start_game(page)
    for _ in range(moves):
        before = board.moves.count()
        board.play()
        expect(page.get_by_test_id("grade")).to_be_visible()
        wait_for_move(board, before)
    return board


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(faults.NO_DATABASE, id="none"),
        pytest.param(faults.REFUSED_DATABASE, id="refused"),
        pytest.param(faults.SILENT_DATABASE, id="silent", marks=pytest.mark.brief),
        pytest.param(faults.READ_ONLY_DATABASE, id="full"),
    ],
)
def test_game_works_without_a_database_and_reports_once_that_it_is_not_kept(
    fault: str, visit: OpenVisit, address: str, tmp_path: Path
) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play", script=fault)
    line = page.get_by_test_id("not-kept")
    board = _play(page, 1)
    expect(line).to_be_visible()
    before = board.moves.count()
    board.play()
    wait_for_move(board, before)
    expect(line).to_have_count(1)

    shown = board.moves.count()
    with page.expect_download() as coming:
        page.get_by_test_id("download-game").click()
    file = tmp_path / "game.json"
    coming.value.save_as(file)
    record = json.loads(file.read_text("utf-8"))
    assert record["format"] == "hindsight-game"
    assert len(record["actions"]) == shown


def test_games_are_kept_without_local_storage(visit: OpenVisit) -> None:
    page = visit().open_ready("#/azul/play", script=faults.NO_LOCAL_STORAGE)
    _play(page, 1)
    wait_kept(page, "azul")
    expect(page.get_by_test_id("not-kept")).to_have_count(0)
