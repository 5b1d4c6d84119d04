"""A hint says why at once: in the engine's words, which are those of the grade once its move is played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.hearts import HeartsBoard, start_hearts, wait_for_move
from tests.e2e.support.screens import DEVICES, QUICK, coach, kept, start_game, wait_settled
from tests.e2e.support.yatzy import start_yatzy

# Counts the layout shifts, and how often live regions say a text, from now on.
WATCH = """() => {
  globalThis.shifted = 0;
  globalThis.said = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifted += entry.value;
  }).observe({ type: 'layout-shift' });
  for (const region of document.querySelectorAll('[aria-live], [role=status], [role=alert]')) {
    new MutationObserver(() => region.textContent.trim() && globalThis.said.push(region.textContent.trim()))
      .observe(region, { childList: true, subtree: true, characterData: true });
  }
}"""


def _hint(page: Page) -> list[str]:
    """Asks for a hint by key, and returns its sentences, the first of which is read out once."""
    page.evaluate(WATCH)
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint")).to_have_text("Best move")
    wait_settled(page)
    sentences = page.get_by_test_id("reasons").get_by_role("listitem").all_inner_texts()
    assert sentences
    page.wait_for_function("() => globalThis.said.some((each) => each.includes('Hint: '))")
    said: list[str] = page.evaluate("() => globalThis.said")
    hints = [each for each in said if "Hint: " in each]
    assert len(hints) == 1
    # Symbols of cards are read as words.
    words = [word for word in sentences[0].split() if word.isalpha()]
    assert all(word in hints[0] for word in words)
    assert page.evaluate("() => globalThis.shifted") < 0.02
    return sentences


def _graded(page: Page) -> list[str]:
    """The sentences of the grade of the move that the hint named."""
    expect(page.get_by_test_id("grade")).to_be_visible()
    wait_settled(page)
    expect(page.get_by_test_id("hint")).to_have_count(0)
    expect(page.get_by_test_id("grade")).to_have_attribute("data-verdict", "best")
    expect(page.get_by_test_id("confidence")).not_to_contain_text("so far")
    return page.get_by_test_id("reasons").get_by_role("listitem").all_inner_texts()


def test_a_hint_in_azul_says_why_as_the_grade_does(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = start_game(page)
    sentences = _hint(page)
    board.follow()
    assert _graded(page)[: len(sentences)] == sentences


def test_a_hint_after_an_undo_says_why(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/azul/play")
    board = start_game(page)
    board.blunder()
    expect(page.get_by_test_id("grade")).to_be_visible()
    wait_settled(page)
    board.wait_for_turn()
    page.get_by_test_id("undo").click()
    board.wait_for_turn()
    sentences = _hint(page)
    board.follow()
    assert _graded(page)[: len(sentences)] == sentences


def test_a_hint_in_hearts_says_why_as_the_grade_does(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK)).open_ready("#/hearts/play")
    board: HeartsBoard = start_hearts(page, seed=7)
    board.pass_by_mouse()
    wait_for_move(board, 3)
    sentences = _hint(page)
    board.follow()
    assert _graded(page)[: len(sentences)] == sentences


# Asks for a hint and presses Cancel in the same task, before the engine can answer.
ASK_AND_CANCEL = """async () => {
  const button = (name) => document.querySelector(`[data-testid="${name}"]`);
  button('hint-button').click();
  while (button('cancel') === null) await null;
  button('cancel').focus();
  button('cancel').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  button('cancel').click();
}"""


@pytest.mark.parametrize("device", DEVICES)
def test_a_hint_that_is_cancelled_at_once_leaves_what_was_shown_before(
    device: str, visit: OpenVisit, address: str
) -> None:
    page = visit(storage_state=kept(address, QUICK), **DEVICES[device]).open_ready("#/yatzy/play")
    board = start_yatzy(page, opponent="greedy", seed=3)
    handle = page.get_by_test_id("sheet-handle")
    if handle.is_visible():
        handle.click()
    begun = coach(page).inner_text()
    page.evaluate(ASK_AND_CANCEL)
    expect(page.get_by_test_id("hint-button")).to_be_focused()
    assert coach(page).inner_text() == begun

    board.throw.press("Enter")
    expect(page.get_by_test_id("grade")).to_be_visible()
    wait_settled(page)
    board.wait_for_turn()
    graded = coach(page).inner_text()
    assert "Your last move" in graded
    page.evaluate(ASK_AND_CANCEL)
    expect(page.get_by_test_id("best-move")).to_be_focused()
    assert coach(page).inner_text() == graded
    page.get_by_test_id("hint-button").press("Enter")
    expect(page.get_by_test_id("hint")).to_have_text("Best move")
    wait_settled(page)
    # Short sentences are in a room with a line above and below.
    for side in ("top", "bottom"):
        expect(page.get_by_test_id("reasons")).to_have_css(f"border-{side}-width", "1px")
