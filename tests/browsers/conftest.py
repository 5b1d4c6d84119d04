"""Fixtures of the smoke tests: each browser is started once and runs all tests, one after another, in one page."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from build_tools import system
from build_tools.hosts import Host, hosted
from build_tools.paths import CACHE, DIST
from tests.browsers.support import times
from tests.browsers.support.browser import Browser, by_id
from tests.browsers.support.chromium import Chromium
from tests.browsers.support.firefox import Firefox
from tests.browsers.support.webkit import WebKit
from tests.e2e.support.screens import QUICK

REPORTS = CACHE / "reports" / "browsers"
MAX_BOOT_S = 100
"""Maximum time for a start of the engine, in seconds."""
READY = by_id("engine-status", '[data-phase="ready"]')


def _chromium(address: str) -> Browser:
    program = system.browser()
    return Chromium(program, address) if program else pytest.fail("There is no Chromium: run `make test-browsers`.")


def _firefox(address: str) -> Browser:
    program = system.firefox()
    return Firefox(program) if program else pytest.fail("There is no Firefox: run `make test-browsers`.")


def _webkit(address: str) -> Browser:
    programs = system.webkit()
    return WebKit(programs) if programs else pytest.fail("There is no WebKitGTK: run `make test-browsers`.")


ENGINES: dict[str, Callable[[str], Browser]] = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}


@contextmanager
def opened(engine: str, address: str) -> Iterator[Browser]:
    """A new browser; a missing one fails the test, which is noted in the table of times."""
    times.clear(engine)
    try:
        browser = ENGINES[engine](address)
    except pytest.fail.Exception as missing:
        times.note(engine, str(missing))
        raise
    try:
        yield browser
    finally:
        browser.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints how long starts took in each browser."""
    rows = times.rows()
    if rows:
        terminalreporter.write_line("Engine ready, by browser:")
    for row in rows:
        terminalreporter.write_line(row)


def wait_ready(browser: Browser) -> None:
    """Waits until the engine has started."""
    browser.wait_for(f":is({READY}, {by_id('engine-error')})", seconds=MAX_BOOT_S)
    assert browser.count(READY) == 1, browser.text("engine-error")


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The browser's name."""
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def host(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server of a copy of the site, which can be unplugged."""
    if not (DIST / "index.html").is_file():
        pytest.fail("There is no site to test: run `make build` first.")
    with hosted(Path(shutil.copytree(DIST, tmp_path_factory.mktemp(engine) / "dist"))) as host:
        yield host


@pytest.fixture(scope="session")
def started(engine: str, host: Host) -> Iterator[Browser]:
    """The browser with the site open, its engine ready, and settings for quick games."""
    shutil.rmtree(REPORTS / engine, ignore_errors=True)
    browser = _start(engine, host.address)
    try:
        yield browser
    finally:
        browser.close()


def _start(engine: str, address: str) -> Browser:
    """Starts a browser, opens the site and waits until its engine is ready; on failure the browser is closed."""
    with ExitStack() as stack:
        browser = ENGINES[engine](address)
        stack.callback(browser.close)
        try:
            browser.open(address)
            browser.evaluate(f"localStorage.setItem('hindsight:settings', {json.dumps(json.dumps(QUICK))})")
            browser.resize(1280, 800)
            browser.reload()
            wait_ready(browser)
        except Exception:
            report(browser, "start")
            raise
        stack.pop_all()
        return browser


@pytest.fixture
def browser(started: Browser, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser; the test fails if there were errors or warnings that it does not allow."""
    yield started
    allowed = [mark.args[0] for mark in request.node.iter_markers("allow")]
    complaints = [text for text in started.complaints() if not any(re.search(each, text) for each in allowed)]
    assert not complaints


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Stores the screen after a failed test."""
    result = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if result.failed and result.when == "call" and browser is not None:
        report(browser, item.name)
    return result


def report(browser: Browser, name: str) -> None:
    """Stores a screenshot and the page's text, and prints where."""
    folder = REPORTS / browser.name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / re.sub(r"\W+", "-", name).strip("-")
    try:
        complaints = browser.complaints()
        path.with_suffix(".txt").write_text(
            "\n".join([browser.evaluate("location.href"), *complaints, "", browser.evaluate("document.body.innerText")])
        )
        browser.screenshot(path.with_suffix(".png"))
    except Exception as error:  # noqa: BLE001 -- must not hide the failure of the test
        print(f"the screen could not be stored: {error}")  # noqa: T201
    else:
        print(f"the screen: {path}.png, {path.name}.txt")  # noqa: T201
