"""Yatzy's page of insights on a phone, and the coach's remark on a decision."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.screens import PHONE, QUICK, kept, paste
from tests.games.yatzy.oracle import full_card, position

UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15}


def test_insights_follow_the_slider_and_the_coach_says_who_would_choose_otherwise(
    visit: OpenVisit, address: str
) -> None:
    page = visit(storage_state=kept(address, QUICK), **PHONE).open_ready("#/yatzy/play")
    page.get_by_test_id("tab-insights").click()
    slider = page.get_by_role("slider", name="How you play")
    slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "Very bold")
    expect(page.locator("[data-line=worst]")).to_contain_text("148.9")
    expect(page.locator("[data-kind=points]")).to_contain_text("9.9%")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe.check(page, "insights")

    card = full_card(("sixes", "full_house", "yatzy")) | UPPER
    page.get_by_test_id("tab-review").click()
    paste(page, json.dumps(position(card, dice=[1, 1, 1, 2, 6], rolls_left=1)))
    page.get_by_test_id("evaluate").click()
    expect(page.get_by_test_id("remark")).to_have_text("A very bold player keeps 1 1 1.")
