"""The library: every game is found again, reviewed, named and deleted; all data are exported and imported as one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.screens import QUICK, graded_move, kept, start_game, wait_saved


def _library(page: Page) -> Locator:
    page.get_by_test_id("open-library").click()
    games = page.get_by_test_id("library-game")
    games.first.wait_for()
    return games


def _two_games(page: Page) -> None:
    """A finished game of Azul, and a second one with one move on the table."""
    board = start_game(page)
    while graded_move(page, board):
        pass
    page.get_by_test_id("new-game").first.click()
    board = start_game(page, seed=8)
    board.play()
    board.wait_for_turn()
    wait_saved(page, "azul:play", 2)


@pytest.mark.slow
def test_played_games_are_found_again_reviewed_named_and_deleted(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    _two_games(page)
    page.reload()
    games = _library(page)
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text("open in Play")
    page.get_by_test_id("filter-outcome").select_option("finished")
    expect(games).to_have_count(1)
    axe.check(page, "library")

    page.get_by_test_id("open-statistics").click()
    expect(page.get_by_test_id("figures-azul")).to_have_text(re.compile(r"Azul\s+1"))
    expect(page.get_by_test_id("loss-chart")).to_be_visible()
    axe.check(page, "statistics")
    games = _library(page)
    page.get_by_test_id("filter-outcome").select_option("finished")

    games.get_by_test_id("rename-game").click()
    page.get_by_test_id("game-name").fill("First <b>game</b>")
    page.keyboard.press("Enter")
    expect(games).to_contain_text("First <b>game</b>")
    games.get_by_test_id("open-game").click()
    expect(page.get_by_test_id("moves").locator("li").first).to_be_visible()
    assert "/review" in page.url

    games = _library(page)
    games.filter(has_text="First").get_by_test_id("delete-game").click()
    expect(games).to_have_count(1)
    page.get_by_test_id("undo-delete").click()
    expect(games).to_have_count(2)
    expect(games.filter(has_text="First")).to_have_count(1)


def test_all_data_are_exported_and_imported_in_a_fresh_browser(visit: OpenVisit, address: str, tmp_path: Path) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = start_game(page)
    board.play()
    board.wait_for_turn()
    wait_saved(page, "azul:play", 2)
    moves = board.moves.all_text_contents()
    _library(page)
    with page.expect_download() as download:
        page.get_by_test_id("export-data").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)

    fresh = visit().open_ready("#/library")
    expect(fresh.get_by_test_id("library-count")).to_contain_text("are kept here, in this browser")
    fresh.get_by_test_id("import-data").set_input_files(file)
    expect(fresh.get_by_test_id("data-outcome")).to_have_text(re.compile(r"Added: 1 game, \d mistakes? and settings\."))
    fresh.get_by_test_id("open-game").click()
    board = AzulBoard(fresh)
    board.wait_for_turn()
    assert board.moves.all_text_contents() == moves

    _library(fresh)
    fresh.get_by_test_id("import-data").set_input_files(file)
    expect(fresh.get_by_test_id("data-outcome")).to_have_text("Everything in the file is here already.")
    fresh.get_by_test_id("clear-data").click()
    fresh.get_by_test_id("clear-data-now").click()
    expect(fresh.get_by_test_id("library-count")).to_contain_text("are kept here, in this browser")
