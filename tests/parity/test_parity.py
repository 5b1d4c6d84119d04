"""Parity: the engine gives the same bytes natively and in the browser's Python, except for durations."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

import examples
from build_tools.games import example_site
from build_tools.paths import ROOT
from build_tools.process import run
from build_tools.runtime import left_out
from py_engine import games
from tests.parity import driver
from tests.parity.any_game import requests_of
from tests.parity.record import GAMES, TABLES, Hashes, hashes, recorded, site_tables, tables, timeless
from tests.parity.request import Request

HERE = Path(__file__).parent
GROUPS = tuple(group for game in GAMES for group in game.groups)
SLOW = {"yatzy solver"}
"""Groups that take long; they are asked only if their tests are selected, and alone if no others are."""
REWRITE = "if answers are meant to change, run `python -m tests.parity.record --write`"
REFUSED = {"errors", "yatzy errors", "entropy errors", "hearts errors", "swccg errors"}


every_group = pytest.mark.parametrize(
    "group", [pytest.param(group, marks=[pytest.mark.slow] if group in SLOW else []) for group in GROUPS]
)


class Answered(NamedTuple):
    """A request with the answers of both platforms."""

    request: Request
    native: str
    browser: str


class Native(NamedTuple):
    """What a Python of its own answered, and all modules that it imported meanwhile."""

    answers: list[str]
    modules: list[str]


@pytest.fixture(scope="module")
def runtime() -> Iterator[Path]:
    with site_tables() as folder:
        yield folder


@pytest.fixture(scope="module")
def requests(runtime: Path, request: pytest.FixtureRequest) -> list[Request]:
    assert runtime.is_dir(), "the requests are made with the site's tables"
    cases = [getattr(item, "callspec", None) for item in request.session.items]
    selected = {case.params["group"] for case in cases if case is not None and "group" in case.params}
    wanted = selected if selected and selected <= SLOW else {*GROUPS} - (SLOW - selected)
    return [each for game in GAMES for each in game.requests() if each.group in wanted]


@pytest.fixture(scope="module")
def both(runtime: Path, requests: list[Request]) -> tuple[list[Answered], Native]:
    found: list[Native] = []

    def native() -> list[str]:
        asked = json.dumps([(request.function, request.arguments) for request in requests])
        command: list[str | Path] = [sys.executable, "-m", "tests.parity.native", runtime]
        found.append(Native(**json.loads(run(command, cwd=ROOT, text_input=asked, timeout=1200))))
        return found[0].answers

    return _answered(runtime, requests, native), found[0]


@pytest.fixture(scope="module")
def answered(both: tuple[list[Answered], Native]) -> list[Answered]:
    return both[0]


@pytest.fixture(scope="module")
def imported(both: tuple[list[Answered], Native]) -> list[str]:
    return both[1].modules


def _answered(folder: Path, requests: list[Request], native: Callable[[], list[str]]) -> list[Answered]:
    """The answers of both platforms, which work at the same time."""
    lines = "".join(json.dumps({"fn": request.function, "args": request.arguments}) + "\n" for request in requests)
    command: list[str | Path] = ["node", HERE / "runner.mjs", folder, HERE / "driver.py"]
    with ThreadPoolExecutor() as pool:
        printed = pool.submit(run, command, text_input=lines, timeout=1200)
        ours = native()
        browser = [json.loads(line) for line in printed.result().splitlines()]
    return [Answered(*row) for row in zip(requests, ours, browser, strict=True)]


@every_group
def test_the_browser_answers_as_we_do(group: str, answered: list[Answered]) -> None:
    rows = [row for row in answered if row.request.group == group]
    assert rows, f"no request belongs to {group}"
    _compare(rows)


def _compare(rows: list[Answered]) -> None:
    different = [row for row in rows if timeless(row.native) != timeless(row.browser)]
    if different:
        row = different[0]
        pytest.fail(
            f"{len(different)} of {len(rows)} answers differ, first to {row.request.function}"
            f"{json.dumps(row.request.arguments)[:2000]}\n"
            f"native:  {timeless(row.native)[:4000]}\nbrowser: {timeless(row.browser)[:4000]}"
        )


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", examples.GAMES)
def test_the_browser_answers_as_we_do_in_an_example(ruleset: str, tmp_path: Path) -> None:
    folder = example_site.runtime(tmp_path)
    with games.including(examples.GAMES):
        asked = requests_of(ruleset)
        requests = list(asked.requests())
        rows = _answered(folder, requests, lambda: [driver.answer(each.function, each.arguments) for each in requests])
    _compare(rows)
    assert {row.request.group for row in rows} == set(asked.groups)
    for row in rows:
        assert row.native.startswith('{"error":') == row.request.group.endswith("errors"), row


@pytest.fixture(scope="module")
def native_hashes(answered: list[Answered]) -> Hashes:
    return hashes((row.request, row.native) for row in answered)


@every_group
def test_native_answers_match_the_record(group: str, answered: list[Answered], native_hashes: Hashes) -> None:
    was, now = recorded().get(group, {}), native_hashes[group]
    assert set(now) == set(was), (
        f"{len(now.keys() - was.keys())} requests are new, {len(was.keys() - now.keys())} gone: {REWRITE}"
    )
    rows = [row for row in answered if row.request.group == group]
    asked = {key: row for row in rows for key in hashes([(row.request, row.native)])[group]}
    different = [key for key in now if now[key] != was[key]]
    if different:
        row = asked[different[0]]
        pytest.fail(
            f"{len(different)} of {len(now)} answers are not those on record, first to {row.request.function}"
            f"{json.dumps(row.request.arguments)[:2000]}\nnow: {timeless(row.native)[:4000]}\n{REWRITE}"
        )


def test_shipped_tables_match_the_record(answered: list[Answered]) -> None:
    assert answered, "the site has been built by then"
    assert tables() == recorded()[TABLES], REWRITE


def test_record_has_no_other_groups() -> None:
    assert set(recorded()) == {*GROUPS, TABLES}


def test_every_request_is_compared(answered: list[Answered]) -> None:
    assert {row.request.group for row in answered} >= {*GROUPS} - SLOW


def test_entropy_requests_cover_deep_and_exact_searches(answered: list[Answered]) -> None:
    found = [json.loads(row.native) for row in answered if row.request.group == "entropy searches"]
    assert all(row["candidates"][0]["features"]["depth"] == 2 for row in found)
    decisions = ("order", "chaos")
    solved = Counter((row["metadata"]["solved"], row["metadata"]["decision"]) for row in found)
    assert all(solved[exact, decision] >= 4 for exact, decision in product((False, True), decisions)), solved


def test_hearts_requests_cover_every_search_strategy(answered: list[Answered]) -> None:
    metadata = [json.loads(row.native)["metadata"] for row in answered if row.request.group == "hearts searches"]
    exact = {log["strategy"] for each in metadata for log in each["telemetry"] if log["type"] == "EndgameLog"}
    assert exact >= {"sampled, maxn", "sampled, paranoid", "enumerated, maxn", "enumerated, paranoid"}
    assert {each["objective"] for each in metadata} >= {"points", "win"}


def test_only_error_requests_are_refused(answered: list[Answered]) -> None:
    refused = Counter(row.request.group for row in answered if '"error":' in row.native[:9])
    assert set(refused) == REFUSED, refused
    for group in REFUSED:
        assert refused[group] == sum(row.request.group == group for row in answered)


def test_engine_and_games_import_no_module_left_out_of_the_site(imported: list[str]) -> None:
    assert len(imported) > 300
    omitted = left_out.LIBRARY | left_out.PACKAGES
    assert [name for name in imported if any(name == each or name.startswith(f"{each}.") for each in omitted)] == []


def test_encodings_used_are_on_the_site(imported: list[str]) -> None:
    used = {name.removeprefix("encodings.") for name in imported if name.startswith("encodings.")}
    assert "utf_8" in used
    assert used <= left_out.ENCODINGS
