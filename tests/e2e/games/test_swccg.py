"""Reviewing a recorded SWCCG game: opening files, stepping through decisions, changing weights, and bad input."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support import axe
from tests.e2e.support.screens import QUICK, clipboard, kept
from tests.e2e.support.swccg import DARK, SwccgScreen, card_file, file, gzipped, sample, zipped

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
# Drops a file of 25 MB on the page.
DROP_HUGE = """() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(25 * 1024 * 1024)], 'huge.xml'));
  document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}"""
SURE = re.compile(r"inferred, (one of \d+ alike, )?>?\d+% sure")
NONE_FLIP, SOME_FLIP = re.compile(r"^0 of \d+ flip"), re.compile(r"^[1-9]\d* of \d+ flip")
# Touch targets that are smaller than 24 pixels.
SMALL_TARGETS = """() => [...document.querySelectorAll('main button, main select, main summary, main label')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .map((e) => [e.outerHTML.slice(0, 100), e.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < 24 || box.height < 24))
  .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


def test_swccg_offers_only_review(visit: OpenVisit) -> None:
    page = visit().open_ready()
    expect(page.get_by_test_id("open-swccg-review")).to_be_visible()
    expect(page.get_by_test_id("open-swccg-play")).to_have_count(0)
    page.get_by_test_id("open-swccg-review").click()
    expect(page.get_by_test_id("privacy")).to_contain_text("Nothing leaves this machine")
    expect(page.locator("nav.tabs a")).to_have_text(["Review"])
    page.goto(page.url.replace("/review", "/play"))
    expect(page.get_by_test_id("swccg")).to_be_visible()
    axe.check(page, "before a game is open")


def test_keys_step_through_the_sample_game(visit: OpenVisit) -> None:
    page = visit().open_ready("#/swccg")
    screen = SwccgScreen(page)
    screen.open_sample()
    assert screen.index() == int(page.get_by_test_id("highlight").first.get_attribute("data-index") or -1)
    expect(page.get_by_test_id("cards-lent")).to_contain_text("48 cards")
    expect(page.get_by_test_id("claim")).to_contain_text("not been shown to play well")
    expect(page.get_by_test_id("agreement")).to_contain_text("Always pass")
    indices = screen.indices()
    assert page.get_by_test_id("choices").text_content() == str(len(indices))
    highlights = page.get_by_test_id("highlight")
    expect(highlights).to_have_count(5)
    head = page.get_by_test_id("game-head").bounding_box()
    assert head is not None
    assert head["height"] <= 120
    here = screen.press("Home", screen.index())
    assert here == indices[0]
    assert screen.press("ArrowRight", here) == indices[1]
    assert screen.press("End", indices[1]) == indices[-1]
    disagreements = screen.marks.evaluate_all(
        "(all) => all.filter((e) => /DIFFERENT|FAR/.test(e.dataset.standing)).map((e) => Number(e.dataset.index))"
    )
    assert disagreements
    screen.press("Home", indices[-1])
    found = []
    for _ in disagreements:
        found.append(screen.press("n", screen.index()))
        screen.check_sums()
        expect(page.get_by_test_id("grade")).to_contain_text("points behind")
        expect(page.get_by_test_id("inferred")).to_contain_text(SURE)
    assert found == disagreements
    page.keyboard.press("n")
    screen.settle()
    assert screen.index() == disagreements[0]
    said = "from the top again" if len(disagreements) > 1 else "There is no other disagreement"
    expect(page.get_by_test_id("note")).to_contain_text(said)
    for line in page.get_by_test_id("why").all_inner_texts():
        assert "base" in line
    page.get_by_test_id("show-all").check()
    assert len(screen.indices()) > len(indices)
    axe.check(page, "all decisions")
    page.get_by_test_id("show-all").uncheck()
    page.get_by_test_id("filter-grade").select_option("FAR")
    assert set(screen.indices()) < set(disagreements)
    page.get_by_test_id("filter-kind").select_option("draw")
    expect(page.get_by_test_id("no-decision")).to_contain_text("choose another filter")
    expect(page.get_by_test_id("forward")).to_be_disabled()


def test_focus_moves_on_when_the_focused_element_disappears(visit: OpenVisit) -> None:
    page = visit().open_ready()
    screen = SwccgScreen(page)
    page.get_by_test_id("open-swccg-review").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_test_id("sample").focus()
    page.keyboard.press("Enter")
    screen.wait()
    expect(page.get_by_test_id("game-title")).to_be_focused()
    page.get_by_test_id("say").last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("unsay-this")).to_be_focused()
    page.get_by_test_id("unsay").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("question")).to_be_focused()
    page.get_by_test_id("close-game").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_every_score_in_the_sample_is_the_sum_of_its_reasons(visit: OpenVisit) -> None:
    screen = SwccgScreen(visit().open_ready("#/swccg"))
    screen.open_sample()
    assert screen.check_all_sums() == screen.indices()


def test_files_open_in_every_format_and_bad_ones_are_refused(visit: OpenVisit) -> None:
    page = visit().open_ready("#/swccg")
    screen = SwccgScreen(page)
    for name, data in (("a.xml.gz", zipped(sample())), ("b.bin", gzipped(sample())), ("c.json", sample())):
        screen.choose(file(name, data))
        screen.wait()
        expect(page.get_by_test_id("game-title")).to_contain_text("against")
        if name != "c.json":
            page.get_by_test_id("close-game").click()
    marks = screen.indices()
    for data in (
        b"",
        b"<gameReplay>",
        b"nothing",
        gzipped(sample())[:-900][:60],
        b'{"cards": 3}',
        b"\xff\xfe\x00" * 40,
        b"<!DOCTYPE html><html><body>gameReplay</body></html>",
    ):
        screen.choose(file("bad.xml", data))
        expect(screen.problem).to_have_text(re.compile(r"^[^.]{5,300}\.( [^.]+\.)?$|^bad\.xml .*\.$"))
        screen.settle()
        assert screen.indices() == marks
        page.get_by_test_id("dismiss").click()
    page.evaluate(DROP_HUGE)
    expect(screen.problem).to_have_text("huge.xml is too large: 25.0 MB; the limit is 24 MB.")
    assert screen.indices() == marks


def test_markup_in_a_log_is_escaped(visit: OpenVisit) -> None:
    page = visit().open_ready("#/swccg")
    screen = SwccgScreen(page)
    evil = b"&lt;img src=x onerror=&quot;document.title='hit'&quot;&gt;"
    screen.choose(file("evil.xml", sample().replace(b"Sample Light", evil)))
    screen.wait()
    expect(page.get_by_test_id("game-title")).to_contain_text("<img src=x")
    assert page.locator("main img").count() == 0
    assert page.title().startswith("SWCCG, review")


def test_a_single_decision_is_opened_and_copied(visit: OpenVisit) -> None:
    one = visit(permissions=["clipboard-read", "clipboard-write"])
    page = one.open_ready("#/swccg")
    screen = SwccgScreen(page)
    screen.paste(
        '<ge type="D" decisionType="MULTIPLE_CHOICE" id="1" participantId="Ann" text="Draw a card?">'
        '<parameter name="results" value="Yes"/><parameter name="results" value="No"/></ge>'
    )
    expect(page.get_by_test_id("question")).to_have_text("Draw a card?")
    expect(page.get_by_test_id("lacks")).to_contain_text("the locations")
    expect(page.get_by_test_id("when")).to_have_text("Turn and phase not known")
    expect(page.get_by_test_id("strategy")).to_have_text("How the game stands is not known.")
    expect(screen.options).to_have_count(2)
    page.get_by_test_id("say").last.click()
    expect(page.get_by_test_id("yours")).to_contain_text("you say")
    page.get_by_test_id("copy-state").click()
    expect(page.get_by_test_id("copy-line")).to_have_text("State copied.")
    state = clipboard(page)
    assert json.loads(state)["ruleset_id"] == "swccg_gemp_v1"
    page.get_by_test_id("copy-words").click()
    expect(page.get_by_test_id("copy-line")).to_have_text("Description copied.")
    words = clipboard(page)
    assert "Draw a card?" in words
    for part in ("The coach picks: ", "Scores: ", "(as you say)"):
        assert part in words
    page.get_by_test_id("log").check()
    expect(page.get_by_test_id("log-lines")).to_be_visible()
    axe.check(page, "one decision")
    page.get_by_test_id("close-alone").click()
    screen.paste(state)
    expect(page.get_by_test_id("question")).to_have_text("Draw a card?")


def test_weights_flip_decisions_and_survive_a_reload(visit: OpenVisit) -> None:
    page = visit().open_ready("#/swccg")
    screen = SwccgScreen(page)
    screen.open_sample()
    flip_line = page.get_by_test_id("flips")
    screen.beside("weights")
    expect(flip_line).to_have_text(NONE_FLIP)
    screen.set_weight("base.pass", 150)
    expect(flip_line).to_have_text(SOME_FLIP)
    screen.settle()
    flips = int(flip_line.inner_text().split()[0])
    expect(page.get_by_test_id("flip-list").locator("li")).to_have_count(flips)
    expect(page.locator('[data-testid="mark"][data-flipped="true"]')).to_have_count(flips)
    page.get_by_test_id("flip-list").locator("button").first.click()
    screen.settle()
    screen.check_sums()
    axe.check(page, "weights")
    page.reload()
    screen.wait()
    expect(flip_line).to_have_text(re.compile(rf"^{flips} of"))
    screen.beside("weights")
    page.get_by_test_id("weights-reset").click()
    expect(flip_line).to_have_text(NONE_FLIP)
    expect(page.get_by_test_id("weights-reset")).to_be_focused()
    page.get_by_test_id("profile-document").click()
    expect(page.get_by_test_id("profile-note")).to_contain_text("card efficiency")
    expect(flip_line).to_have_text(SOME_FLIP)
    screen.settle()


@pytest.mark.slow
def test_cards_and_game_survive_an_engine_crash_and_a_reload(visit: OpenVisit) -> None:
    page = visit(own_engine=True).open_ready("#/swccg")
    screen = SwccgScreen(page)
    expect(page.get_by_test_id("cards-lacking")).to_be_visible()
    screen.choose(DARK, file("game", sample()))
    screen.wait()
    loaded = page.get_by_test_id("cards-loaded")
    expect(loaded).to_contain_text("1 card loaded")
    screen.beside("cards")
    page.get_by_test_id("cards-skipped").locator("summary").click()
    expect(page.get_by_test_id("cards-skipped")).to_contain_text("Dark no. 2")
    unknown = page.get_by_test_id("cards-unknown").inner_text()
    indices = screen.indices()
    screen.go(indices[-2])
    page.evaluate("hindsight.engine.debugKillWorker()")
    expect(page.get_by_test_id("restart-notice")).to_contain_text("starting again")
    screen.go(indices[-3])
    screen.check_sums()
    # The notice disappears by itself.
    expect(page.get_by_test_id("restart-notice")).to_have_count(0, timeout=90_000)
    # The reported choice is kept, and so is the decision on screen.
    page.get_by_test_id("say").last.click()
    expect(page.get_by_test_id("yours")).to_contain_text("you say")
    page.reload()
    expect(page.get_by_test_id("restoring")).to_be_visible()
    screen.wait()
    assert screen.index() == indices[-3]
    expect(page.get_by_test_id("yours")).to_contain_text("you say")
    screen.beside("cards")
    expect(loaded).to_contain_text("1 card loaded")
    assert page.get_by_test_id("cards-unknown").inner_text() == unknown
    screen.choose(card_file("Light", []))
    screen.settle()
    page.get_by_test_id("cards-forget").click()
    expect(page.get_by_test_id("cards-lacking")).to_be_visible()
    expect(page.get_by_test_id("cards-undo")).to_be_focused()
    page.get_by_test_id("cards-undo").click()
    expect(loaded).to_contain_text("1 card loaded")
    screen.settle()
    page.get_by_test_id("cards-forget").click()
    expect(page.get_by_test_id("cards-lacking")).to_be_visible()
    page.get_by_test_id("close-game").click()
    page.reload()
    expect(page.get_by_test_id("privacy")).to_be_visible(timeout=90_000)
    expect(page.get_by_test_id("cards-lacking")).to_be_visible()
    expect(screen.decision).to_have_count(0)


def test_long_scoring_can_be_cancelled_and_repeated(visit: OpenVisit) -> None:
    page = visit().open_ready("#/swccg")
    screen = SwccgScreen(page)
    # The sample's events six times, so that scoring takes a while.
    text = sample().decode()
    start, end = text.index("<ge "), text.rindex("</ge>") + len("</ge>")
    long = file("long.xml", (text[:start] + text[start:end] * 6 + text[end:]).encode())
    work = page.get_by_test_id("work")
    screen.choose(long)
    expect(work).to_have_attribute("data-busy", "true")
    # At once: a click would wait until the button stands still, which may be longer than the work lasts.
    page.get_by_test_id("cancel").dispatch_event("click")
    expect(work).to_have_attribute("data-busy", "false")
    expect(screen.decision).to_have_count(0)
    expect(screen.problem).to_have_count(0)
    screen.choose(long)
    screen.wait()
    assert len(screen.indices()) > 100


@pytest.mark.slow
def test_the_review_screen_fits_a_phone(visit: OpenVisit, address: str) -> None:
    page = visit(storage_state=kept(address, QUICK), **PHONE).open_ready("#/swccg")
    screen = SwccgScreen(page)
    axe.check(page, "before a game, on a phone")
    screen.open_sample()
    head = page.get_by_test_id("game-head").bounding_box()
    assert head is not None
    assert head["height"] <= 120
    screen.press("Home", screen.index())
    page.get_by_test_id("forward").tap()
    screen.settle()
    # The decision is scrolled into view each time, above the timeline.
    for _ in range(2):
        top = screen.decision.bounding_box()
        assert top is not None
        assert 0 < top["y"] < 200
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.get_by_test_id("forward").tap()
        screen.settle()
    expect(page.get_by_test_id("timeline")).to_be_hidden()
    page.get_by_test_id("choosing").locator("summary").tap()
    expect(page.get_by_test_id("timeline")).to_be_visible()
    screen.beside("weights")
    page.get_by_test_id("why").first.tap()
    for group in page.get_by_test_id("weights").locator("details summary").all()[:3]:
        group.tap()
    sizes = page.evaluate("[document.documentElement.scrollWidth, innerWidth, visualViewport.scale]")
    assert sizes == [390, 390, 1]
    assert page.evaluate(SMALL_TARGETS) == []
    axe.check(page, "a game, on a phone")
