"""Yatzy for two on the page: values, grades and the account are chances to win."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.board import start
from tests.e2e.support.screens import PHONE, QUICK, coach, kept, paste, wait_settled
from tests.e2e.support.yatzy import YatzyBoard, start_yatzy, wait_for_move
from tests.games.yatzy.oracle import full_card, position

ROWS = ("fours", "fives", "sixes", "four_of_a_kind", "full_house", "chance")


@pytest.mark.slow
def test_last_throw_is_judged_by_the_chance_to_win(visit: OpenVisit, address: str) -> None:
    mine, theirs = full_card(("chance",)) | {"yatzy": 50}, full_card((), 29) | {"yatzy": 50}
    page = visit(storage_state=kept(address, {**QUICK, "hints": True})).open_ready("#/yatzy/review")
    paste(page, json.dumps(position(mine, theirs, dice=[6, 6, 6, 5, 5], rolls_left=1)))
    page.get_by_test_id("evaluate").click()
    board = YatzyBoard(page)
    expect(board.advice).to_have_text(re.compile(r"Keep 5 6 6 6, then throw\s*8\.3% to win\s*$"))
    expect(page.get_by_test_id("best-worth")).to_have_text("best: 8.3% to win")
    expect(page.get_by_test_id("win-probability")).to_contain_text("8%")
    board.row("chance").click()
    wait_settled(page)
    expect(coach(page).get_by_test_id("delta")).to_have_text("\u22128.3%\u00a0of 8.3%")
    expect(page.get_by_test_id("reasons")).to_contain_text(
        "The game cannot be won any more after scoring Chance; 8.3% to win after keeping 5 6 6 6"
    )


@pytest.mark.slow
def test_six_rows_are_solved_against_play_for_points(visit: OpenVisit, address: str) -> None:
    rest = {"ones": 3, "twos": 6, "threes": 9, "one_pair": 12, "two_pairs": 20, "three_of_a_kind": 15}
    card: dict[str, Any] = full_card(ROWS) | rest
    page = visit(storage_state=kept(address, {**QUICK, "hints": True})).open_ready("#/yatzy/review")
    paste(page, json.dumps(position(card, card | {"one_pair": 10}, dice=[6, 6, 4, 2, 1], rolls_left=2)))
    page.get_by_test_id("evaluate").click()
    expect(YatzyBoard(page).advice).to_have_text(re.compile(r"\d+\.\d% to win\s*$"))
    expect(page.get_by_test_id("known")).to_have_text("The opponent counts as a perfect player for points.")


@pytest.mark.slow
def test_game_for_two_on_a_phone(visit: OpenVisit, address: str) -> None:
    page = visit(**PHONE, storage_state=kept(address, {**QUICK, "hints": True})).open_ready("#/yatzy/play")
    board = start_yatzy(page, opponent="greedy", seed=11)
    expect(board.advice).to_have_text(re.compile(r"\d+\.\d% to win\s*$"))
    board.blunder()
    wait_for_move(board, 0)
    wait_settled(page)
    # Losses add up to wins: their sum has no limit of 100%.
    expect(page.get_by_test_id("kinds")).to_contain_text(
        "Lost in wins (100% of the chance to win is one win), each in %"
    )
    expect(page.get_by_test_id("skill").first).to_have_text(re.compile("^\u2212"))
    # The library names the same unit.
    page.get_by_test_id("open-library").click()
    expect(page.get_by_test_id("library-game")).to_contain_text(
        re.compile(r"\d(\.\d)?% of the chance to win lost per decision")
    )


@pytest.mark.slow
def test_three_people_have_names_sums_and_an_undo_each(visit: OpenVisit, address: str) -> None:
    names = ("Ada", "Bo", "Cleo")
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/yatzy/play")
    page.locator('input[name="level"][value="@friend"]').check()
    page.locator('input[name="people"][value="3"]').check()
    for player, name in enumerate(names):
        page.get_by_test_id(f"name-{player}").fill(name)
    board = start(page, YatzyBoard, 11)
    turn = page.get_by_test_id("turn")
    for player, name in enumerate(names):
        expect(turn).to_contain_text(name)
        expect(page.get_by_test_id(f"undo-{player}")).to_be_disabled()
        board.blunder()
        wait_for_move(board, player)
        board.wait_for_turn()
    wait_settled(page)
    for player, name in enumerate(names):
        row = page.locator("tr", has_text=name)
        expect(row.get_by_test_id("skill")).to_have_text(re.compile(r"^\u2212\d"))
        expect(row.get_by_test_id("luck")).to_have_text(re.compile(r"^[+\u2212]?\d"))
        expect(page.get_by_test_id(f"chance-{player}")).to_have_text(re.compile(rf"^\s*{name}\s*\d+%"))
    shares = page.get_by_test_id("win-chances").locator("li b").all_inner_texts()
    assert sum(int(share.removesuffix("%")) for share in shares) == 100
    # Everybody takes back their own move, with those after it.
    for player in (2, 1, 0):
        page.get_by_test_id(f"undo-{player}").click()
        expect(turn).to_contain_text(names[player])
        expect(page.get_by_test_id(f"undo-{player}")).to_be_disabled()


def test_the_account_covers_neither_the_turn_nor_a_button(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/yatzy/play")
    start_yatzy(page, opponent="greedy", seed=11)
    expect(page.get_by_test_id("balance")).to_contain_text("wins")
    turn = page.get_by_test_id("turn")
    edges = "(part) => { const { left, right, top, bottom } = part.getBoundingClientRect(); return [left, right, top, bottom]; }"
    for width in (960, 1100, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        expect(turn).to_be_visible()
        left, right, top, bottom = page.get_by_test_id("balance").evaluate(edges)
        assert turn.evaluate(edges)[1] <= left, f"the account is over the turn at {width}"
        for name in ("Undo", "Redo", "Hint", "New game"):
            begin, _, over, under = page.get_by_role("button", name=name, exact=True).evaluate(edges)
            assert begin >= right or over >= bottom or under <= top, f"the account is over {name} at {width}"
