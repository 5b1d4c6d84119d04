"""The engine gives the same bytes natively and in the browser's Python, durations aside."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from build_tools import site
from build_tools.paths import RUNTIME
from build_tools.process import run
from py_engine import bridge
from py_engine.games.yatzy.knowledge import artifact
from py_engine.games.yatzy.knowledge import values as yatzy_values
from tests.parity import driver, requests_azul, requests_entropy, requests_hearts, requests_swccg, requests_yatzy
from tests.parity.request import Request

HERE = Path(__file__).parent
DURATIONS = {"elapsed_ms", "completed_within_budget", "duration_ms", "nodes_per_second", "rollouts_per_second"}
GAMES = (requests_azul, requests_yatzy, requests_entropy, requests_hearts, requests_swccg)
GROUPS = tuple(group for game in GAMES for group in game.GROUPS)
REFUSED = {"errors", "yatzy errors", "entropy errors", "hearts errors", "swccg errors"}


class Answered(NamedTuple):
    """A request with both answers."""

    request: Request
    native: str
    browser: str


def timeless(text: str) -> str:
    """The answer without its durations, every number spelt as it was."""
    return json.dumps(_timeless(json.loads(text, parse_float=_spelt, parse_int=_spelt)))


def _spelt(text: str) -> dict[str, str]:
    return {"a number": text}


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(part) for key, part in value.items() if key not in DURATIONS}
    return [_timeless(part) for part in value] if isinstance(value, list) else value


def load_tables(folder: Path, shipped: list[dict[str, Any]]) -> None:
    """Loads the tables of the site that was just built, as the browser does, over whatever was loaded before."""
    for row in shipped:
        data = (folder / row["file"]).read_bytes()
        assert json.loads(bridge.load_artifact(row["ruleset_id"], row["name"], data))["sha256"] == row["sha256"]


@pytest.fixture(scope="module")
def answered() -> Iterator[list[Answered]]:
    site.build(page=False)
    manifest = json.loads((RUNTIME / "manifest.json").read_text())
    folder = RUNTIME / manifest["path"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yatzy_values, "_tables", {})
        # The browser has no sources to name as a table's origin; the tables that both solve are compared to the last bit.
        patch.setattr(artifact, "origin", str)
        load_tables(folder, manifest["artifacts"])
        yield _answered(folder)


def _answered(folder: Path) -> list[Answered]:
    requests = [request for game in GAMES for request in game.requests()]
    lines = "".join(json.dumps({"fn": request.function, "args": request.arguments}) + "\n" for request in requests)
    command: list[str | Path] = ["node", HERE / "runner.mjs", folder, HERE / "driver.py"]
    with ThreadPoolExecutor() as pool:
        printed = pool.submit(run, command, text_input=lines, timeout=300)
        native = [driver.answer(request.function, request.arguments) for request in requests]
        browser = [json.loads(line) for line in printed.result().splitlines()]
    return [Answered(*row) for row in zip(requests, native, browser, strict=True)]


@pytest.mark.parametrize("group", GROUPS)
def test_the_browser_answers_as_we_do(group: str, answered: list[Answered]) -> None:
    rows = [row for row in answered if row.request.group == group]
    assert rows, f"no request belongs to {group}"
    different = [row for row in rows if timeless(row.native) != timeless(row.browser)]
    if different:
        row = different[0]
        pytest.fail(
            f"{len(different)} of {len(rows)} answers differ, first to {row.request.function}"
            f"{json.dumps(row.request.arguments)[:2000]}\n"
            f"native:  {timeless(row.native)[:4000]}\nbrowser: {timeless(row.browser)[:4000]}"
        )


def test_every_request_is_compared(answered: list[Answered]) -> None:
    assert {row.request.group for row in answered} == set(GROUPS)


def test_entropy_is_searched_deep_and_to_the_end(answered: list[Answered]) -> None:
    found = [json.loads(row.native) for row in answered if row.request.group == "entropy searches"]
    assert all(row["candidates"][0]["features"]["depth"] == 2 for row in found)
    decisions = ("order", "chaos")
    solved = Counter((row["metadata"]["solved"], row["metadata"]["decision"]) for row in found)
    assert all(solved[exact, decision] >= 4 for exact, decision in product((False, True), decisions)), solved


def test_hearts_is_searched_in_every_way(answered: list[Answered]) -> None:
    metadata = [json.loads(row.native)["metadata"] for row in answered if row.request.group == "hearts searches"]
    exact = {log["strategy"] for each in metadata for log in each["telemetry"] if log["type"] == "EndgameLog"}
    assert exact >= {"sampled, maxn", "sampled, paranoid", "enumerated, maxn", "enumerated, paranoid"}
    assert {each["objective"] for each in metadata} >= {"points", "win"}


def test_only_requests_made_to_fail_are_refused(answered: list[Answered]) -> None:
    refused = Counter(row.request.group for row in answered if '"error":' in row.native[:9])
    assert set(refused) == REFUSED, refused
    for group in REFUSED:
        assert refused[group] == sum(row.request.group == group for row in answered)
