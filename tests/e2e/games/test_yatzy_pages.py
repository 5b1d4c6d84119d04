"""Yatzy's pages: the quiz with its fit, and the rules with examples in the editor."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.screens import PHONE

ENOUGH = 10
"""Answers from which there is a result."""


def _answer(page: Page) -> None:
    """Keeps the second die and throws, or closes the first open row, by keyboard."""
    if page.get_by_test_id("throw").is_enabled():
        page.keyboard.press("2")
        page.keyboard.press("t")
    else:
        page.locator('[data-score]:not([aria-disabled="true"])').first.press("Enter")


def test_quiz_goes_on_after_a_reload_and_ends_with_a_fitted_style(visit: OpenVisit) -> None:
    page = visit().open_ready("#/yatzy/quiz")
    page.get_by_test_id("quiz-start").click()
    _answer(page)
    expect(page.get_by_test_id("quiz-verdict")).to_be_visible()
    expect(page.get_by_test_id("quiz-next")).to_be_focused()
    axe.check(page, "quiz, graded")
    page.reload()
    expect(page.get_by_test_id("quiz-start")).to_have_text("Continue with question 2 of 30")
    page.get_by_test_id("feedback-end").check()
    page.get_by_test_id("quiz-start").click()
    for number in range(2, ENOUGH + 1):
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Question {number} of 30")
        _answer(page)
    page.get_by_test_id("quiz-finish").click()
    expect(page.get_by_test_id("habit-beta")).to_be_visible()
    expect(page.get_by_test_id("quiz-accuracy")).to_have_text(re.compile(rf"\d+ of {ENOUGH} best"))
    axe.check(page, "quiz, result")


def test_rules_on_a_phone_show_a_game_and_examples_that_open_in_the_editor(visit: OpenVisit) -> None:
    page = visit(**PHONE).open_ready("#/yatzy/rules")
    page.get_by_test_id("game-next").click()
    expect(page.get_by_test_id("rules-game")).to_contain_text("Decision 2 of")
    page.get_by_test_id("rule-1").locator("summary").click()
    axe.check(page, "rules")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_test_id("edit-example").first.click()
    expect(page.get_by_test_id("yatzy-editor")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/yatzy/rules")
    page.get_by_test_id("play-rules").click()
    expect(page.get_by_test_id("new-game-form").get_by_label("By the rules")).to_be_checked()
