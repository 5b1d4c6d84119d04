"""Fixtures: one browser for all tests, a copy of the built site, and visits that report unexpected errors."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from build_tools import system
from build_tools.hosts import hosted
from build_tools.paths import DIST
from tests.e2e.support.lent import PASSING, Profiles
from tests.e2e.support.visit import Visit, new_profile, wait_ready

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
MEASURED = pytest.StashKey[dict[str, str]]()

expect.set_options(timeout=20_000)
OpenVisit = Callable[..., Visit]


class Measure(Protocol):
    """Records a figure for the report."""

    def __call__(self, name: str, figure: float, unit: str = "ms") -> None:
        """Records a figure with its name and unit."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests that record figures as timing tests, which run alone."""
    for item in items:
        if "measure" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.timing)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the site, so that a concurrent build does not change it."""
    if not (DIST / "index.html").is_file():
        pytest.fail("There is no site to test: run `make build` first.")
    copy = tmp_path_factory.mktemp("site") / "dist"
    return Path(shutil.copytree(DIST, copy))


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """The address of the site."""
    with hosted(folder) as host:
        yield host.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser process shared by all tests."""
    path = system.browser()
    if path is None:
        pytest.fail("There is no Chromium: run `make browser`.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def profiles(browser: Browser, address: str) -> Profiles:
    """The profiles with running engines that visits reuse."""
    return Profiles(partial(new_profile, browser), address, wait_ready)


@pytest.fixture
def visit(browser: Browser, address: str, profiles: Profiles) -> Iterator[OpenVisit]:
    """A function that opens visits, none of which may have complaints at the end of the test.

    A visit to the site borrows a running engine, unless another visit of the test has it; with ``own_engine=True`` it
    starts one. Visits to other addresses always start their own.
    """
    visits: list[Visit] = []

    def open_visit(at: str = address, *, own_engine: bool = False, **options: Any) -> Visit:
        profile = None if own_engine or at != address else profiles.free(**options)
        if profile is None:
            visits.append(Visit(new_profile(browser, **options), at))
        else:
            visits.append(Visit(profile.context, at, profile))
            profile.lend(**{name: value for name, value in options.items() if name in PASSING})
        return visits[-1]

    yield open_visit
    complaints = [text for each in visits for text in each.close()]
    assert not complaints


@pytest.fixture
def measure(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Measure:
    """A function that records figures for the report."""
    stash = request.config.stash.setdefault(MEASURED, {})

    def record(name: str, figure: float, unit: str = "ms") -> None:
        stash[name] = f"{figure:,.1f} {unit}"
        record_property(name, figure)

    return record


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the recorded figures."""
    figures = config.stash.get(MEASURED, {})
    if figures:
        terminalreporter.section("measured")
        for name, figure in figures.items():
            terminalreporter.line(f"{name:<44} {figure:>16}")
