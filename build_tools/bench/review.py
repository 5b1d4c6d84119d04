"""How long a review takes to grade a game of 60 moves of Azul for both sides in Chromium, and how fast that is cancelled.

``python -m build_tools.bench.review`` prints it for the built site, with the think time that a new person has.
"""

from __future__ import annotations

import json
import statistics
import time
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Page

from build_tools.bench.common import Row, cpu_seconds, print_of_site, read
from build_tools.process import ToolError, main_of
from py_engine import bridge

__all__ = ["in_browser"]

RULESET = "azul_v1_2p"
MOVES = 60
TIMES = 9
SEEDS = range(200)
BOOT_MS = 90_000
GRADED_MS = 300_000

CANCEL = """async (state) => {
  const button = document.querySelector('[data-testid="cancel-grading"]');
  const start = performance.now();
  button.click();
  // The engine takes requests in turn: its answer to this one comes after the end of the evaluation.
  await hindsight.engine.listLegalActions(state, state.active_player_id);
  while (document.querySelector('[data-testid="cancel-grading"]') !== null) await new Promise(requestAnimationFrame);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""


def _game() -> dict[str, Any]:
    """The record of a game whose first moves are the greedy player's, as many as are graded."""
    for seed in SEEDS:
        start: dict[str, Any] = read(bridge.new_game(RULESET, seed, "{}"))
        state = start
        actions: list[dict[str, Any]] = []
        while not state["game_over"] and len(actions) < MOVES:
            text, player = json.dumps(state), state["active_player_id"]
            params = json.dumps({"evaluator_seed": 1, "evaluator": "greedy"})
            actions.append(read(bridge.evaluate_best_move(text, player, params))["best_action"])
            state = read(bridge.apply_action(text, json.dumps(actions[-1])))
        if len(actions) == MOVES:
            record = {"format": "hindsight-game", "version": 1, "ruleset_id": RULESET, "initial_state": start}
            return {**record, "actions": actions, "cursor": MOVES, "seats": [None, "careful"], "from_start": True}
    raise ToolError(f"No game of {MOVES} moves came up.")


def _left(page: Page) -> int:
    """The number of moves without a grade."""
    return int(page.get_by_test_id("grading").get_attribute("data-left") or "0")


def _open(window: Browser, address: str, record: dict[str, Any]) -> Page:
    """A fresh profile with the review of a game, whose grading has begun."""
    page = window.new_context(service_workers="block").new_page()
    page.goto(f"{address}#/azul/review")
    page.locator('[data-testid="engine-status"][data-phase="ready"]').wait_for(timeout=BOOT_MS)
    page.get_by_test_id("paste-state").fill(json.dumps(record))
    page.get_by_test_id("open-pasted").click()
    page.get_by_test_id("cancel-grading").wait_for()
    return page


def _graded_s(page: Page) -> float:
    """The time until every move has a grade, in seconds."""
    start = time.perf_counter()
    page.locator('[data-testid="grading"][data-left="0"]').wait_for(state="attached", timeout=GRADED_MS)
    return time.perf_counter() - start


def _cancelled_ms(page: Page, state: dict[str, Any]) -> list[float]:
    """The times from the press on "Cancel" until it is shown and the engine has answered what is asked after it."""
    times = []
    for at in range(TIMES):
        # Not always at the same point of an evaluation.
        page.wait_for_timeout(300 + 37 * at)
        times.append(float(page.evaluate(CANCEL, state)))
        if _left(page) == 0:
            raise ToolError("The game was graded before all cancels.")
        page.get_by_test_id("grade-all").click()
        page.get_by_test_id("cancel-grading").wait_for()
    return times


def in_browser(window: Browser, address: str) -> list[Row]:
    """The time of the grading, and those of cancels, in two fresh profiles one after the other."""
    record = _game()
    page = _open(window, address, record)
    before = cpu_seconds(page)
    graded = _graded_s(page)
    work = cpu_seconds(page) - before
    page.context.close()
    page = _open(window, address, record)
    cancelled = _cancelled_ms(page, record["initial_state"])
    page.context.close()
    return [
        (f"review of {MOVES} moves of Azul: all graded", "s", graded),
        ("review: processor time of that", "s", work),
        ("review: cancelled", "ms", statistics.median(cancelled)),
        ("review: slowest cancel", "ms", max(cancelled)),
    ]


if __name__ == "__main__":
    main_of(partial(print_of_site, in_browser))
