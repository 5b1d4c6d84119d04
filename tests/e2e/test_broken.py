"""Broken, damaged or hostile input: one sentence explains it, and the page keeps working."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.positions import position
from tests.e2e.support.screens import QUICK, coach, kept, paste, start_game
from tests.e2e.support.visit import wait_ready

SENTENCE = re.compile(r"^[A-Za-z“][^\n]{10,300}[.?]$")
IMAGE = '<img src="x" onerror="globalThis.hacked = true">'
SCRIPT = "<script>globalThis.hacked = true</script>"

PUT = """([key, value]) => new Promise((done, fail) => {
  const open = indexedDB.open('keyval-store');
  open.onerror = () => fail(open.error);
  open.onupgradeneeded = () => open.result.createObjectStore('keyval');
  open.onsuccess = () => {
    const change = open.result.transaction('keyval', 'readwrite');
    change.objectStore('keyval').put(value, key);
    change.oncomplete = () => { open.result.close(); done(); };
    change.onerror = () => fail(change.error);
  };
})"""


def _record(actions: list[Any]) -> str:
    state = position(0)
    return json.dumps(
        {
            "format": "hindsight-game",
            "version": 1,
            "ruleset_id": state["ruleset_id"],
            "initial_state": state,
            "actions": actions,
            "cursor": len(actions),
            "seats": [None, "greedy"],
        }
    )


def _expect_notice_once(page: Page) -> None:
    """Expects one sentence saying that the saved game was set aside, and the form for another one."""
    page.reload()
    notice = page.get_by_test_id("saved-notice")
    expect(notice).to_have_text(SENTENCE, timeout=90_000)
    expect(page.get_by_test_id("new-game-form")).to_be_visible()


@pytest.mark.slow
def test_a_corrupt_saved_game_is_set_aside_once(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open("#/azul/play")
    # Before the form appears, the page may still be restoring: it would find the broken game too early.
    expect(page.get_by_test_id("new-game-form")).to_be_visible(timeout=90_000)
    page.evaluate(PUT, ["game:azul:play", "{ this is not a game" + "\\u0000" * 20])
    _expect_notice_once(page)
    page.evaluate(PUT, ["game:azul:play", _record([{"source": "Center", "color": "Blue", "destination": "Floor"}])])
    _expect_notice_once(page)
    page.reload()
    wait_ready(page)
    expect(page.get_by_test_id("new-game-form")).to_be_visible()
    expect(page.get_by_test_id("saved-notice")).to_have_count(0)
    start_game(page).play()
    expect(page.get_by_test_id("grade")).to_be_visible()


def _changed(**fields: Any) -> str:
    return json.dumps({**position(9), **fields})


NOT_POSITIONS = {
    "not JSON": "hello there",
    "cut short": _changed()[:500],
    "a list": "[1, 2, 3]",
    "no game named": '{"players": []}',
    "another game": _changed(ruleset_id="chess_v1"),
    "markup as a game": _changed(ruleset_id=IMAGE),
    "markup as a field": _changed(**{IMAGE: SCRIPT}),
    "markup as a colour": _changed(bag={IMAGE: 3}),
    "a negative count": _changed(bag={"Blue": -1}),
    "too few players": _changed(players=[]),
    "a number as a text": _changed(round_number="one"),
    "nested deeply": '{"ruleset_id": "azul_v1_2p", "bag": ' + "[" * 5000 + "]" * 5000 + "}",
    "a broken link": "https://example.test/#/azul/review?s=abcdefgh",
    "an illegal game": _record([{"source": "Center", "color": "Blue", "destination": "Floor"}]),
    "a game with markup": _record([{"source": IMAGE, "color": SCRIPT, "destination": "Floor"}]),
    "another version": json.dumps({"format": "hindsight-game", "version": 99}),
}


def test_invalid_input_is_refused_in_one_sentence(visit: OpenVisit) -> None:
    page = visit().open_ready("#/azul/review")
    problem = page.get_by_test_id("open-problem")
    for name, text in NOT_POSITIONS.items():
        paste(page, text)
        expect(problem, name).to_have_text(SENTENCE)
        expect(page.get_by_test_id("azul-board"), name).to_have_count(0)
        page.get_by_test_id("paste-state").fill("")
        paste(page, "x")
        expect(problem).to_contain_text("Line 1 should be a link")
    assert page.evaluate("globalThis.hacked") is None
    assert page.locator("main img, main script").count() == 0
    expect(page.get_by_test_id("engine-status")).to_have_attribute("data-phase", "ready")

    paste(page, _changed(ruleset_id=IMAGE))
    expect(problem).to_contain_text("<img src=")


def test_a_position_with_wrong_tile_counts_opens_with_a_warning(visit: OpenVisit) -> None:
    page = visit().open_ready("#/azul/review")
    state = position(9)
    state["bag"]["Blue"] += 3
    paste(page, json.dumps(state))
    board = AzulBoard(page)
    board.wait_for_turn()
    warning = page.get_by_text("The tiles do not add up")
    expect(warning).to_be_visible()
    above, below = warning.bounding_box(), board.root.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    page.get_by_test_id("evaluate").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    expect(board.mark_of("hint").or_(board.mark_of("best"))).to_be_visible()


def test_broken_and_huge_links_are_refused_in_one_sentence(visit: OpenVisit) -> None:
    page = visit().open("#/azul/review?s=not!a!link")
    problem = page.get_by_test_id("open-problem")
    expect(problem).to_have_text(SENTENCE, timeout=90_000)
    for packed in ("A" * 70_000, "q1YqSy0qzszPU7JSMjRQ", "a"):
        page.evaluate("(hash) => { location.hash = hash }", f"#/azul/review?s={packed}")
        expect(problem).to_have_text(SENTENCE)
    expect(page.get_by_test_id("azul-board")).to_have_count(0)
    page.evaluate("() => { location.hash = '#/no-such-game/play' }")
    expect(page.get_by_test_id("unknown-page")).to_be_visible()
    page.get_by_role("link", name="Choose a game").click()
    expect(page.get_by_test_id("open-azul-play")).to_be_visible()


NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
  Object.defineProperty(globalThis, name, {
    get() { throw new DOMException('denied', 'SecurityError'); },
  });
}"""


@pytest.mark.slow
def test_without_storage_everything_but_saving_works(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    one.context.add_init_script(NO_STORAGE)
    page = one.open_ready("#/azul/play")
    board = start_game(page)
    board.play()
    expect(page.get_by_test_id("grade")).to_be_visible()
    expect(coach(page)).to_have_attribute("aria-busy", "false")
    page.get_by_test_id("open-settings").click()
    page.get_by_test_id("theme-dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
