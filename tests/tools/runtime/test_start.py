"""The imports before the engine's first answer in the browser: few packages, no game, no unknown costly module.

Measured in Pyodide under Node, whose relative import times are closer to a browser's than those of native Python. A
module's cost is its share of the time of all engine imports, as the minimum over several starts, because a busy machine
slows down all modules and some at random, but rarely the same one every time.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from build_tools.paths import RUNTIME
from build_tools.process import run

STARTS = 4
COSTLY = 1 / 15
"""Share of the total; about 20 ms of the 300 ms that a browser takes for the engine's imports on an idle machine."""
KNOWN_COSTLY = {
    "annotated_types",
    "numpy._core._multiarray_umath",
    "py_engine.core.contract",
    "pydantic_core._pydantic_core",
    "pydantic_core.core_schema",
}
"""Two of them are binary libraries, which the browser compiles on import."""
OURS = {"py_engine", "py_engine.bridge", "py_engine.core", "py_engine.games", "py_engine.preparation"} | {
    f"py_engine.core.{name}"
    for name in (
        *("coaching", "coaching.decided", "coaching.verdicts"),
        *("contract", "evaluation", "evaluators", "game", "grading", "jobs", "legality", "numerics", "request"),
        *("results", "samples", "validation"),
    )
}
"""The engine's modules needed for the first answer."""
PACKAGES = {"annotated_types", "numpy", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection"}
"""The third-party packages that they need."""
LATER = {"numpy.random", "numpy.fft", "numpy.ma", "tomllib", "hashlib"}
"""Modules that some game needs, but not the start."""
MAX_MODULES = 190
"""Maximum number of modules that the engine imports, including the standard library."""


class Start(NamedTuple):
    """Import times by module, in microseconds, for the start of Python and for the engine's imports."""

    python: dict[str, int]
    engine: dict[str, int]


def start(folder: Path) -> Start:
    """Starts the engine once."""
    rows = json.loads(run(["node", Path(__file__).with_name("start.mjs"), folder], timeout=120))
    parts = ({module: own for module, own, whose in rows if whose == part} for part in ("python", "engine"))
    return Start(*parts)


def shares(starts: list[dict[str, int]]) -> dict[str, float]:
    """Each module's share of the total time, as the minimum over the starts."""
    whole = [sum(each.values()) for each in starts]
    return {
        module: min(each.get(module, 0) / total for each, total in zip(starts, whole, strict=True))
        for module in {module for each in starts for module in each}
    }


@pytest.fixture(scope="module")
def folder() -> Path:
    return RUNTIME / str(json.loads((RUNTIME / "manifest.json").read_text())["path"])


@pytest.fixture(scope="module")
def imported(folder: Path) -> set[str]:
    return set(start(folder).engine)


def test_start_imports_only_engine_modules_needed_for_the_first_answer(imported: set[str]) -> None:
    assert {module for module in imported if module.split(".")[0] == "py_engine"} == OURS


def test_start_imports_few_packages_and_modules(imported: set[str]) -> None:
    found = imported
    foreign = {module.split(".")[0] for module in found} - sys.stdlib_module_names
    assert foreign == {"py_engine", *PACKAGES}
    assert found & LATER == set()
    assert len(found) <= MAX_MODULES, sorted(found)


@pytest.mark.timing
def test_start_imports_no_unknown_costly_module(folder: Path) -> None:
    share = shares([start(folder).engine for _ in range(STARTS)])
    costliest = sorted(share, key=lambda module: -share[module])
    print("\n".join(f"{share[module]:6.1%}  {module}" for module in costliest[:40]))  # noqa: T201 - shown when the test fails
    new = {module for module in share if share[module] > COSTLY} - KNOWN_COSTLY
    assert not new, f"costly, and imported before the first answer: {sorted(new)}"


def test_share_is_the_minimum_over_the_starts() -> None:
    assert shares([{"a": 30, "b": 70}, {"a": 1, "b": 1}, {"a": 2, "b": 8}]) == {"a": 0.2, "b": 0.5}
