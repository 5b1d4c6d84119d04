"""Yatzy's page of insights on a phone, and the coach's remark on a decision."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from py_engine import bridge
from py_engine.games.yatzy.rules.tables import CATEGORIES
from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.screens import QUICK, kept, paste
from tests.e2e.test_devices import PHONE


def late_position() -> dict[str, Any]:
    """Three rows are open, and 1 1 1 2 6 lie on the table with one throw left."""
    state: dict[str, Any] = json.loads(bridge.new_game("yatzy_v1", 1, '{"players": 1}'))
    upper = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15}
    lower = {name: 0 for name in CATEGORIES[6:] if name not in {"full_house", "yatzy"}}
    return state | {"players": [{"scores": upper | lower}], "dice": [1, 1, 1, 2, 6], "rolls_left": 1, "points": {}}


def test_insights_follow_the_slider_and_the_coach_says_who_would_choose_otherwise(
    visit: OpenVisit, address: str
) -> None:
    page = visit(storage_state=kept(address, QUICK), **PHONE).open_ready("#/yatzy/play")
    page.get_by_test_id("tab-insights").click()
    slider = page.get_by_role("slider", name="How you play")
    slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "Very bold (theta 0.05)")
    expect(page.locator("[data-line=worst]")).to_contain_text("148.9")
    expect(page.locator("[data-kind=points]")).to_contain_text("9.9%")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe.check(page, "insights")

    page.get_by_test_id("tab-review").click()
    paste(page, json.dumps(late_position()))
    page.get_by_test_id("evaluate").click()
    expect(page.get_by_test_id("remark")).to_have_text("A risk-taker (theta 0.04) keeps 1 1 1.")
