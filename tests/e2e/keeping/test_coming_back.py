"""What people do with what they have: take all of it along, delete it, share a picture; on a desktop and on a phone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.screens import DEVICES, QUICK, kept, wait_saved, wait_until
from tests.e2e.support.stored import BOARDS, recorded_visit, stored_data
from tests.e2e.support.yatzy import start_yatzy

SHARE_SHEET = """globalThis.given = [];
navigator.canShare = ({ files }) => files.every(({ type }) => type === 'image/png');
navigator.share = async ({ files, text }) => {
  const [file] = files;
  const answer = globalThis.answers?.shift();
  if (answer !== undefined) throw new DOMException('', answer);
  const head = new Uint8Array(await file.arrayBuffer()).slice(1, 4);
  given.push({ name: file.name, text, head: String.fromCharCode(...head) });
};"""
"""A share sheet, which this browser lacks; ``answers`` are the errors of the next calls."""


def _mistake(page: Page) -> None:
    """A game of Yatzy with a mistake on the table."""
    start_yatzy(page, seed=5).blunder()
    expect(page.get_by_test_id("grade")).to_have_text(re.compile("Mistake|Blunder"))
    wait_saved(page, "yatzy:play", 1)


def _export(page: Page, at: Path) -> dict[str, Any]:
    """The data of the browser on the library's screen, written to a file."""
    with page.expect_download() as download:
        page.get_by_test_id("export-data").click()
    download.value.save_as(at)
    found: dict[str, Any] = json.loads(at.read_text("utf-8"))
    return found


def _parts(data: dict[str, Any]) -> tuple[Any, ...]:
    """What people would miss: games with their names and moves, mistakes with their dates, settings and choices."""
    games = sorted((each["name"], each["text"]) for each in data["games"])
    cards = sorted((card["id"], card["box"], card["due"]) for card in data["cards"])
    texts = {
        name: text
        for name, text in data["texts"].items()
        if name.startswith(("hindsight:settings", "hindsight:new-game"))
    }
    return games, cards, texts


@pytest.mark.parametrize("device", DEVICES)
def test_all_data_move_to_a_fresh_browser_and_are_deleted(
    device: str, visit: OpenVisit, address: str, tmp_path: Path
) -> None:
    page = visit(storage_state=kept(address, QUICK), **DEVICES[device]).open_ready("#/yatzy/play")
    _mistake(page)
    page.get_by_test_id("open-settings").click()
    page.get_by_test_id("theme-dark").click()
    page.keyboard.press("Escape")
    page.get_by_test_id("open-library").click()
    page.get_by_test_id("rename-game").click()
    page.get_by_test_id("game-name").fill("At Ann's")
    page.keyboard.press("Enter")
    data = _export(page, tmp_path / "data.json")
    assert (len(data["games"]), len(data["cards"])) == (1, 1)
    expect(page.get_by_test_id("data-outcome")).to_have_text("Downloaded: 1 game, 1 mistake and settings.")

    fresh = visit(**DEVICES[device]).open_ready("#/library")
    fresh.get_by_test_id("import-data").set_input_files(tmp_path / "data.json")
    expect(fresh.get_by_test_id("data-outcome")).to_have_text("Added: 1 game, 1 mistake and settings.")
    expect(fresh.get_by_test_id("library-game")).to_contain_text("At Ann's")
    expect(fresh.locator("html")).to_have_attribute("data-theme", "dark")
    assert _parts(_export(fresh, tmp_path / "again.json")) == _parts(data)
    fresh.goto(address)
    expect(fresh.get_by_test_id("due-yatzy")).to_have_text("1")

    fresh.get_by_test_id("open-library").click()
    fresh.get_by_test_id("clear-data").click()
    sure = fresh.get_by_test_id("clear-sure")
    expect(sure).to_contain_text("This deletes 1 game, 1 mistake and your settings.")
    axe.check(fresh, "deleting all data")
    # Enter twice in a row deletes nothing.
    expect(fresh.get_by_test_id("keep-data")).to_be_focused()
    fresh.keyboard.press("Enter")
    expect(sure).to_have_count(0)
    expect(fresh.get_by_test_id("library-game")).to_have_count(1)
    fresh.get_by_test_id("clear-data").click()
    fresh.get_by_test_id("clear-data-now").click()
    expect(fresh.get_by_test_id("library-count")).to_contain_text("are kept here, in this browser")
    expect(fresh.locator("html")).not_to_have_attribute("data-theme", "dark")
    fresh.goto(address)
    expect(fresh.get_by_test_id("first-throw")).to_be_visible()


@pytest.mark.parametrize("device", DEVICES)
def test_a_file_of_an_earlier_version_is_added(device: str, visit: OpenVisit, address: str, tmp_path: Path) -> None:
    recorded = stored_data(recorded_visit(address)["stored"])
    # The first files had neither names nor summaries of games.
    games = [
        {
            "key": key,
            "table": key,
            "saved": 1_700_000_000_000,
            "text": text,
            "revision": 1,
            "writer": "",
            "aside": aside,
        }
        for key, (text, aside) in recorded["games"].items()
    ]
    rest = {"cards": [*recorded["cards"].values()], "values": {}, "texts": recorded["texts"]}
    file = tmp_path / "data.json"
    file.write_text(json.dumps({"format": "hindsight-data", "version": 1, "made": "", "games": games, **rest}), "utf-8")

    page = visit(**DEVICES[device]).open_ready("#/library")
    page.get_by_test_id("import-data").set_input_files(file)
    cards = len(recorded["cards"])
    expect(page.get_by_test_id("data-outcome")).to_have_text(
        f"Added: {len(games)} games, {cards} mistakes and settings."
    )
    rows = page.get_by_test_id("library-game")
    expect(rows).to_have_count(len(games))
    for slug, board in BOARDS.items():
        page.goto(f"{address}#/library")
        page.get_by_test_id("filter-game").select_option(slug)
        expect(rows).to_have_count(1)
        rows.get_by_test_id("open-game").click()
        board(page).wait_for_turn()
        record = json.loads(recorded["games"][f"{slug}:play"][0])
        expect(page.get_by_test_id("moves").locator("li")).to_have_count(record["cursor"])


@pytest.mark.parametrize("device", DEVICES)
def test_a_picture_is_given_to_the_share_sheet(device: str, visit: OpenVisit, address: str) -> None:
    one = visit(storage_state=kept(address, QUICK), permissions=["clipboard-write"], **DEVICES[device])
    page = one.open_ready("#/yatzy/play", script=SHARE_SHEET)
    _mistake(page)
    page.get_by_test_id("open-picture").click()
    page.get_by_test_id("picture-caption").fill("What now?")
    line = page.get_by_test_id("picture-line")
    share = page.get_by_test_id("picture-share")
    share.click()
    wait_until(page, lambda: page.evaluate("given.length") == 1, "the sheet gets the picture")
    assert page.evaluate("given") == [{"name": "hindsight-yatzy.png", "text": "What now?", "head": "PNG"}]
    expect(line).to_have_text("The picture was shared.")
    # Closing the sheet is no failure.
    page.evaluate("globalThis.answers = ['AbortError', 'NotAllowedError']")
    share.click()
    wait_until(page, lambda: page.evaluate("answers.length") == 1, "the sheet is closed")
    expect(line).to_have_text("")
    share.click()
    expect(line).to_have_text("The picture could not be shared.")

    page.get_by_test_id("picture-copy").click()
    expect(line).to_have_text("Picture copied.", timeout=5000)
    expect(line).to_be_in_viewport()
