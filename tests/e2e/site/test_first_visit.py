"""The first visit: the page is usable at once, the engine loads in the background, and no request leaves the site."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from build_tools.hosts import hosted
from build_tools.shipping.sizes import fetched_with, page_files, sizes_of
from tests.e2e.conftest import Measure, OpenVisit
from tests.e2e.support.screens import QUICK, kept, start_game, wait_until
from tests.e2e.support.visit import BOOT_MS, wait_ready

STAGES = ["Checking files", "Downloading the engine", "Starting Python", "Loading numpy", "Loading the coach"]

# Runs before the page's own scripts: records when the picker is usable, and the engine's status in the header.
WATCH = """globalThis.seen = { stages: [], bytes: 0 };
new MutationObserver(() => {
  const picker = document.querySelector('[data-testid="open-azul-play"]');
  if (picker !== null) seen.picker ??= performance.now();
  const status = document.querySelector('[data-testid="engine-status"]');
  if (status === null) return;
  const [stage, amount] = status.textContent.trim().split(': ');
  if (seen.stages.at(-1) !== stage) seen.stages.push(stage);
  if (amount !== undefined) seen.bytes += 1;
  if (status.dataset.phase === 'ready') seen.ready ??= performance.now();
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });"""


def test_the_page_is_usable_before_the_engine_and_shows_its_progress(visit: OpenVisit) -> None:
    one = visit(own_engine=True)
    held: list[Route] = []
    one.context.route("**/pyodide.asm.wasm", lambda route: held.append(route))  # noqa: PLW0108 -- Playwright writes on its handlers
    one.context.add_init_script(WATCH)
    page = one.open()
    expect(page.get_by_test_id("engine-status")).to_contain_text("Downloading the engine")
    expect(page.get_by_role("progressbar")).to_have_count(1)
    # The decision for newcomers is graded without the engine.
    for die in (0, 1, 2):
        page.locator(f'[data-die="{die}"]').click()
    page.get_by_test_id("first-throw").click()
    expect(page.get_by_test_id("first-answer")).to_contain_text("0.5 points")
    page.get_by_test_id("open-settings").click()
    page.get_by_test_id("theme-dark").click()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_test_id("help")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_test_id("open-azul-play").click()
    expect(page.get_by_text("The board opens as soon as the engine is ready.")).to_be_visible()
    expect(page.get_by_test_id("tab-play")).to_have_attribute("aria-current", "page")
    assert page.get_by_test_id("engine-status").get_attribute("data-phase") == "loading"

    wait_until(page, lambda: held, "the file is requested")
    for route in held:
        route.continue_()
    wait_ready(page)
    expect(page.get_by_test_id("new-game-form")).to_be_visible()
    seen = page.evaluate("seen")
    assert [stage for stage in STAGES if stage in seen["stages"]] == STAGES
    assert sorted(STAGES, key=seen["stages"].index) == STAGES
    assert seen["stages"][-1] == "Engine ready"
    assert seen["bytes"] > 0


def test_each_file_is_requested_once(visit: OpenVisit, folder: Path) -> None:
    asked: Counter[str] = Counter()
    with hosted(folder) as host:
        handler = host.RequestHandlerClass

        class Counting(handler):  # type: ignore[misc, valid-type]
            def log_request(self, code: object = "-", size: object = "-") -> None:
                asked[urlsplit(self.path).path] += 1

        host.RequestHandlerClass = Counting
        one = visit(host.address, service_workers="allow")
        broken: list[str] = []
        one.context.on("requestfailed", lambda request: broken.append(f"{request.method} {request.url}"))
        # What comes later is kept for the next visit.
        one.context.add_init_script(
            "if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => undefined)"
        )
        wait_ready(one.open())
    assert broken == []
    assert len(asked) > 15
    assert {path: count for path, count in asked.items() if count > 1} == {}


def test_the_whole_page_is_small_without_the_runtime(folder: Path, measure: Measure) -> None:
    """All files that a visit may fetch: code, styles, icons; not the separate page of licences, nor the sample of a game."""
    sizes = sizes_of(page_files(folder))
    total = sum(size.gzip for size in sizes)
    measure("whole page without the runtime, gzip", total / 1e3, "kB")
    measure("whole page without the runtime, Brotli", sum(size.brotli for size in sizes) / 1e3, "kB")
    measure("whole page without the runtime, files", len(sizes), "files")
    # Every file is a request, which the service worker answers too, and compresses alone.
    assert len(sizes) <= 19
    assert total < 321_800


@pytest.mark.parametrize("route", ["azul/play", "yatzy/play", "entropy/play", "hearts/play", "swccg"])
def test_the_page_with_a_game_is_small_without_the_runtime(
    route: str, visit: OpenVisit, folder: Path, measure: Measure
) -> None:
    one = visit(own_engine=True)
    # Nothing is loaded ahead for a person who saves data.
    one.context.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page = one.open(f"#/{route}")
    wait_ready(page)
    expect(page.get_by_test_id("sample" if route == "swccg" else "start-game")).to_be_visible()
    paths = {urlsplit(request.url).path.strip("/") for request in one.requests if request.url.startswith("http")}
    # Without the hash of the content: "azul", "yatzy-pages".
    scripts = {Path(path).stem[:-9] for path in paths if path.startswith("assets/") and path.endswith(".js")}
    # Neither another game nor what is opened from this one later: pages, the entry of games, pictures.
    assert scripts - {"rolldown-runtime", "worker", "shared"} == {"index", route.partition("/")[0]}
    here = {folder / (path or "index.html") for path in paths if not path.startswith("runtime/")}
    here = {path for path in here if path.is_file()} | {folder / "sw.js", *folder.glob("assets/worker-*.js")}
    expected = set(fetched_with(route.partition("/")[0], page_files(folder)))
    code = {".html", ".js", ".css"}
    # The screen of SWCCG needs nothing of what the boards share.
    apart = set(folder.glob("assets/shared-*.js")) if route == "swccg" else set()
    assert {path for path in here if path.suffix in code} == {path for path in expected - apart if path.suffix in code}
    total = sum(size.gzip for size in sizes_of(sorted(expected)))
    measure(f"page with {route.partition('/')[0]} without the runtime, compressed", total / 1e3, "kB")
    assert 100_000 < total < 300_000


def test_a_first_visit_stays_within_limits_of_time_and_bytes(visit: OpenVisit, measure: Measure) -> None:
    one = visit(own_engine=True)
    one.context.add_init_script(WATCH)
    page = one.open()
    wait_ready(page)
    seen = page.evaluate("seen")
    measure("picker usable", seen["picker"])
    measure("engine ready", seen["ready"])
    stages = page.evaluate("hindsight.engine.status.current.info")
    for stage, at in stages["stageMs"].items():
        measure(f"boot: {stage} at", at)
    total = sum(request.sizes()["responseBodySize"] for request in one.requests if request.url.startswith("http"))
    measure("first visit, not compressed", total / 1e6, "MB")
    assert seen["picker"] < 3000
    assert seen["ready"] < BOOT_MS / 2
    assert stages["downloadBytes"] <= total < 25e6


@pytest.mark.slow
def test_the_site_works_under_any_path(visit: OpenVisit, folder: Path) -> None:
    with hosted(folder, "/some/sub/path/") as host:
        one = visit(host.address, storage_state=kept(host.address.removesuffix("some/sub/path/"), QUICK))
        page = one.open_ready("#/azul/play")
        board = start_game(page)
        board.play()
        expect(page.get_by_test_id("grade")).to_be_visible()
        assert one.requests
        assert all(request.url.startswith(host.address) for request in one.requests)
