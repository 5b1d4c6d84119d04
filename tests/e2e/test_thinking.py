"""While the coach thinks: results stream, can be stopped and continued, other requests are answered, crashes are survived."""

from __future__ import annotations

import statistics
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Measure, OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.azul import AzulBoard
from tests.e2e.support.positions import position
from tests.e2e.support.screens import QUICK, SLOW, coach, kept, next_drawn, start_game, wait_settled
from tests.e2e.support.visit import BOOT_MS

# The time from the click on a place to the first candidate on screen.
WATCH_FIRST_CANDIDATE = """() => {
  const list = document.querySelector('[data-testid="candidates"]');
  globalThis.firstCandidate = new Promise((done) => {
    addEventListener('click', (event) => {
      const start = event.timeStamp;
      const look = () => list.querySelector('button') === null
        ? requestAnimationFrame(look) : done(performance.now() - start);
      look();
    }, { once: true, capture: true });
  });
}"""

# The time from the next click until the coach is no longer busy.
WATCH_CANCEL = """() => {
  globalThis.cancelled = new Promise((done) => {
    addEventListener('click', (event) => {
      const start = event.timeStamp;
      const coach = document.querySelector('[data-testid="coach"]');
      const look = () => coach.getAttribute('aria-busy') === 'true'
        ? requestAnimationFrame(look) : done(performance.now() - start);
      look();
    }, { once: true, capture: true });
  });
}"""

# The time until the engine confirms a cancel: the worker has stopped the evaluation.
CANCEL = """async (state) => {
  const times = [];
  for (let seed = 0; seed < 5; seed += 1) {
    const stop = new AbortController();
    const params = { evaluator: 'search', timeBudgetMs: 60000, rolloutsPerAction: 1000000, evaluatorSeed: seed };
    let start = 0;
    await new Promise((done) => {
      const task = hindsight.engine.evaluateBestMove(state, state.active_player_id, params, {
        signal: stop.signal,
        onProgress: (snapshot) => {
          if (snapshot.candidates === undefined || start > 0) return;
          start = performance.now();
          stop.abort();
        },
      });
      task.catch((error) => done(error));
    });
    times.push(performance.now() - start);
  }
  return times;
}"""

# The times of 15 pairs of requests, by request, while something else is evaluated.
QUERIES = """async (state) => {
  const times = [];
  for (let index = 0; index < 15; index += 1) {
    const start = performance.now();
    const actions = await hindsight.engine.listLegalActions(state, state.active_player_id);
    await hindsight.engine.applyAction(state, actions[0]);
    times.push((performance.now() - start) / 2);
  }
  return times;
}"""

# The worker's memory in bytes, at first and after every tenth of many evaluations.
EVALUATIONS = """async ([states, count, maxWork]) => {
  const sizes = [await hindsight.engine.memory()];
  for (let index = 0; index < count; index += 1) {
    const state = states[index % states.length];
    const params = { evaluator: 'search', timeBudgetMs: 60000, maxWork, rolloutsPerAction: 1000000, evaluatorSeed: index };
    await hindsight.engine.evaluateBestMove(state, state.active_player_id, params);
    if (index % 10 === 9) sizes.push(await hindsight.engine.memory());
  }
  return sizes;
}"""

# All layout shifts from a time on, without those within the grade and the list, whose words and bars are meant to move.
SHIFTS = """(start) => new Promise((done) => {
  const free = '.grade, [data-testid="candidates"]';
  const inside = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.parentElement?.closest(free) != null;
  const seen = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.startTime < start || entry.sources.every(inside)) continue;
      seen.push([entry.value, entry.sources.map(({ node }) => node?.className ?? node?.nodeName ?? '').join()]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => done(seen)));
})"""

# Records in every frame what is not where it was at first: the positions, by name, of everything that results must not move.
WATCH_PLACES = """(within) => {
  const look = () => {
    const places = {};
    const query = '[data-dest], [data-source], h2, h3, fieldset, .rest > *, main button, [data-testid], .coach > *';
    for (const element of document.querySelector(within).querySelectorAll(query)) {
      const { x, y, width } = element.getBoundingClientRect();
      const inside = element.closest('.grade, [data-testid="candidates"] > *, [data-testid="win-probability"] > *, .visually-hidden');
      const { testid, dest, player, source, color } = element.dataset;
      if (width === 0 || inside !== null || ['cancel', 'think-longer', 'dragged'].includes(testid)) continue;
      const known = testid ?? (dest && `place ${player}.${dest}`) ?? (source && `tiles ${source} ${color}`);
      // Some names change with their texts.
      places[known ?? `${element.tagName} ${element.innerText}`] = `${Math.round(x)} ${Math.round(y)}`;
    }
    return places;
  };
  const first = look();
  // The watcher before this one ends.
  const run = (globalThis.run = (globalThis.run ?? 0) + 1);
  globalThis.moved = {};
  globalThis.stayed = [];
  const watch = () => {
    if (run !== globalThis.run) return;
    const now = look();
    for (const name in now) if (name in first && now[name] !== first[name]) moved[name] = `${first[name]} to ${now[name]}`;
    stayed = Object.keys(now).filter((name) => now[name] === first[name]);
    requestAnimationFrame(watch);
  };
  watch();
}"""

# Plants the longest sentences in all results of the engine: three of them, as long as two that a game gives.
PLANT_SENTENCES = """() => {
  const { parse } = JSON;
  const text = 'Keeping 1 1 1 gains 3.3 in Yatzy, 2.9 in Ones and 0.2 in Sixes this turn; in return, this is worth less. '.repeat(5);
  JSON.parse = (...all) => {
    const value = parse(...all);
    if (value?.feedback?.length > 0) value.feedback = Array(3).fill({ category: 'overall', text, delta: 0 });
    return value;
  };
}"""

OPEN = 5
"""The seed of a position early in a round, with forty moves."""


def _thinking(page: Page) -> None:
    """Expects the coach to be thinking and to show candidates."""
    expect(coach(page)).to_have_attribute("aria-busy", "true")
    expect(page.get_by_test_id("candidates").locator("button").first).to_be_visible()


def test_candidates_appear_quickly_and_thinking_can_be_cancelled_and_continued(
    visit: OpenVisit, address: str, measure: Measure
) -> None:
    page = visit(storage_state=kept(address, SLOW)).open_ready("#/azul/play")
    board = start_game(page, level="greedy")
    source = board.largest()
    source.click()
    place = board.best_place(source)
    page.evaluate(WATCH_FIRST_CANDIDATE)
    place.click()
    first = float(page.evaluate("firstCandidate"))
    measure("first candidates after a move", first)
    assert first < 2000
    _thinking(page)

    page.evaluate(WATCH_CANCEL)
    page.get_by_test_id("cancel").click()
    stopped = float(page.evaluate("cancelled"))
    measure("cancel to idle on screen", stopped)
    assert stopped < 1000
    expect(page.get_by_test_id("coach-error")).to_be_empty()
    expect(page.get_by_test_id("candidates").locator("button").first).to_be_visible()
    board.wait_for_turn()

    page.get_by_test_id("think-longer").click()
    _thinking(page)
    page.get_by_test_id("cancel").click()
    expect(coach(page)).to_have_attribute("aria-busy", "false")
    board.play()
    _thinking(page)


def test_think_longer_continues_the_search(visit: OpenVisit, address: str) -> None:
    settings = {"think": "custom", "customMs": 150, "enginePanel": True, "animations": False}
    page = visit(storage_state=kept(address, settings)).open_ready("#/azul/practise")
    board = AzulBoard(page)
    page.get_by_test_id("round-phase").select_option("EARLY")
    next_drawn(page, OPEN)
    board.blunder()
    expect(page.get_by_test_id("grade")).to_be_visible()
    expect(coach(page)).to_have_attribute("aria-busy", "false")

    row = page.get_by_test_id("engine-panel").locator("div", has=page.get_by_text("Positions", exact=True)).last

    def nodes() -> int:
        return int(row.locator("dd").inner_text().replace(",", "").replace("\u202f", "").replace("\u2009", ""))

    # Budgets are totals: the second extension, or one after an overrun, must still add time.
    for _ in range(2):
        before, shown = nodes(), row.locator("dd").inner_text()
        page.get_by_test_id("think-longer").click()
        # The coach may not be busy yet; the count changes once it is.
        expect(row.locator("dd")).not_to_have_text(shown)
        expect(page.get_by_test_id("grade")).to_be_visible()
        expect(coach(page)).to_have_attribute("aria-busy", "false")
        assert nodes() > before


def test_rules_queries_and_cancels_are_answered_while_the_engine_thinks(visit: OpenVisit, measure: Measure) -> None:
    page = visit().open_ready()
    state = position(0)
    cancels = page.evaluate(CANCEL, state)
    measure("cancel answered by the engine, median", statistics.median(cancels))
    measure("cancel answered by the engine, most", max(cancels))
    assert max(cancels) < 1000

    page.evaluate(
        """(state) => {
          globalThis.stop = new AbortController();
          const params = { evaluator: 'search', timeBudgetMs: 60000, rolloutsPerAction: 1000000, evaluatorSeed: 9 };
          globalThis.long = hindsight.engine
            .evaluateBestMove(state, 0, params, { signal: stop.signal, onProgress: () => (globalThis.going = true) })
            .catch((error) => error.code);
        }""",
        state,
    )
    times = page.evaluate(QUERIES, position(4))
    measure("rules query while thinking, median", statistics.median(times))
    measure("rules query while thinking, most", max(times))
    assert max(times) < 1000
    assert page.evaluate("Promise.race([long, 'still thinking'])") == "still thinking"
    assert page.evaluate("stop.abort(), long") == "CANCELLED"


@pytest.mark.slow
def test_a_worker_that_dies_while_thinking_is_replaced(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, SLOW)).open_ready("#/azul/play")
    board = start_game(page)
    page.keyboard.press("h")
    _thinking(page)
    before = board.look()

    page.evaluate("hindsight.engine.debugKillWorker()")
    notice = page.get_by_test_id("restart-notice")
    expect(notice).to_contain_text("starting again")
    assert board.look() == before
    for width, height in ((390, 844), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        ends = "(all) => all.map((each) => each.getBoundingClientRect().bottom)"
        line, tools = (found.evaluate_all(ends)[0] for found in (notice, page.get_by_role("button", name="Undo")))
        assert line < tools, f"the line covers the game at {width}x{height}"
        assert page.get_by_test_id("azul-board").evaluate("(board) => board.getBoundingClientRect().top") > line
    expect(notice).to_contain_text("was started again", timeout=BOOT_MS)
    _thinking(page)
    page.get_by_test_id("cancel").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)

    board.play()
    _thinking(page)
    # The borrowed engine is gone; this worker is the page's own, and ends without a message.
    page.workers[0].evaluate("self.close()")
    expect(notice).to_contain_text("was started again", timeout=BOOT_MS)
    _thinking(page)
    page.get_by_test_id("cancel").click()
    expect(page.get_by_test_id("moves").locator("li")).to_have_count(2)
    board.wait_for_turn()


def _expect_still(page: Page) -> None:
    """Expects that nothing moved since ``WATCH_PLACES``."""
    assert page.evaluate("moved") == {}
    assert page.evaluate("stayed.length") > 8


@pytest.mark.timing  # the coach must still be thinking during the check
def test_the_layout_does_not_shift_while_an_evaluation_streams(visit: OpenVisit, address: str) -> None:
    settings = {"think": "custom", "customMs": 3000}
    page = visit(storage_state=kept(address, settings)).open_ready("#/azul/practise")
    board = AzulBoard(page)
    page.get_by_test_id("round-phase").select_option("EARLY")
    next_drawn(page, OPEN)
    source = board.largest()
    source.click()
    place = board.best_place(source)
    start: float = page.evaluate("performance.now()")
    page.evaluate(WATCH_PLACES, "body")
    place.click()
    _thinking(page)
    expect(coach(page)).to_have_attribute("aria-busy", "false")
    expect(page.get_by_test_id("grade")).to_be_visible()
    _expect_still(page)
    assert page.evaluate("stayed.length") > 40
    shifts: list[list[Any]] = page.evaluate(SHIFTS, start)
    assert sum(value for value, _ in shifts) < 0.01, shifts


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (390, 844)])
def test_sentences_of_any_length_move_nothing_and_can_be_read_by_keyboard(
    size: tuple[int, int], visit: OpenVisit, address: str
) -> None:
    page = visit(storage_state=kept(address, {**QUICK, "customMs": 1000})).open_ready("#/azul/practise")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    board = AzulBoard(page)
    next_drawn(page, OPEN)
    page.evaluate(PLANT_SENTENCES)
    handle = page.get_by_test_id("sheet-handle")
    if handle.is_visible():
        handle.click()
    # On a phone the sheet lies over the rest of the page.
    within = ".sheet" if handle.is_visible() else "body"
    reasons = page.get_by_test_id("reasons")

    page.evaluate(WATCH_PLACES, within)
    page.keyboard.press("h")
    expect(reasons.get_by_role("listitem")).to_have_count(3)
    wait_settled(page)
    _expect_still(page)
    page.keyboard.press("Escape")
    board.play()
    expect(page.get_by_role("button", name="See what it leads to")).to_be_visible()
    if handle.is_visible():
        handle.click()
    page.evaluate(WATCH_PLACES, within)
    expect(reasons.get_by_role("listitem")).to_have_count(3)
    wait_settled(page)
    _expect_still(page)
    axe.check(page, "sentences that are scrolled")

    reasons.focus()
    expect(reasons).to_be_focused()
    page.keyboard.press("End")
    expect(reasons.get_by_role("listitem").last).to_be_in_viewport(ratio=0.2)
    page.wait_for_function(
        "(list) => list.scrollTop + list.clientHeight > list.scrollHeight - 2", arg=reasons.element_handle()
    )
    _expect_still(page)


@pytest.mark.slow
def test_fifty_evaluations_do_not_fill_the_memory(visit: OpenVisit) -> None:
    page = visit(own_engine=True).open_ready()
    states = [position(plies, seed) for seed in (1, 2) for plies in (0, 6, 12, 18, 24)]
    # Memory never shrinks, so the long evaluations establish the maximum first. All end by their work, on any machine.
    before: list[int] = page.evaluate(EVALUATIONS, [states, 10, 60_000])
    after: list[int] = page.evaluate(EVALUATIONS, [states, 50, 10_000])
    assert after[-1] < 200e6
    assert after[-1] - before[-1] < 20e6
