"""What the browser's Python imports before its first answer: few packages, no game, and nothing costly that is not known.

It is measured in Pyodide under Node, since a browser's proportions are others than a native interpreter's. What a module
takes counts as a part of what all of the engine's imports take, at its best in several starts: a busy machine makes
all of them slower, and hits a module here and there, but not the same one every time.
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
"""Of the whole: some 20 ms of the 300 ms that a browser takes for the engine's imports on a quiet machine."""
KNOWN_TO_BE_COSTLY = {
    "annotated_types",
    "numpy._core._multiarray_umath",
    "py_engine.core.contract",
    "pydantic_core._pydantic_core",
    "pydantic_core.core_schema",
}
"""Two of them are libraries of machine code, which the browser compiles when they are imported."""
OURS = {"py_engine", "py_engine.bridge", "py_engine.core", "py_engine.games", "py_engine.preparation"} | {
    f"py_engine.core.{name}"
    for name in (
        *("contract", "evaluation", "evaluators", "game", "grading", "jobs", "numerics", "request", "results"),
        *("samples", "validation"),
    )
}
"""Of the engine's modules those that the first answer needs."""
PACKAGES = {"annotated_types", "numpy", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection"}
"""What they are built on."""
LATER = {"numpy.random", "numpy.fft", "numpy.ma", "tomllib", "hashlib"}
"""What some game needs, and a start does not."""
MOST = 190
"""Modules that the engine imports, those of the standard library included."""


class Start(NamedTuple):
    """One start: microseconds of each module's own, of Python's start and of the engine's imports."""

    python: dict[str, int]
    engine: dict[str, int]


def start(folder: Path) -> Start:
    """Starts the engine once."""
    rows = json.loads(run(["node", Path(__file__).with_name("start.mjs"), folder], timeout=120))
    parts = ({module: own for module, own, whose in rows if whose == part} for part in ("python", "engine"))
    return Start(*parts)


def shares(starts: list[dict[str, int]]) -> dict[str, float]:
    """The part of each module in its start's whole, at its best."""
    whole = [sum(each.values()) for each in starts]
    return {
        module: min(each.get(module, 0) / total for each, total in zip(starts, whole, strict=True))
        for module in {module for each in starts for module in each}
    }


@pytest.fixture(scope="module")
def starts() -> list[Start]:
    folder = RUNTIME / json.loads((RUNTIME / "manifest.json").read_text())["path"]
    return [start(folder) for _ in range(STARTS)]


def test_ours_are_those_that_the_first_answer_needs(starts: list[Start]) -> None:
    found = {module for module in starts[0].engine if module.split(".")[0] == "py_engine"}
    assert found == OURS


def test_they_are_built_on_few_packages(starts: list[Start]) -> None:
    found = set(starts[0].engine)
    foreign = {module.split(".")[0] for module in found} - sys.stdlib_module_names
    assert foreign == {"py_engine", *PACKAGES}
    assert found & LATER == set()
    assert len(found) <= MOST, sorted(found)


@pytest.mark.timing
def test_no_module_is_costly_that_is_not_known_to_be(starts: list[Start]) -> None:
    share = shares([each.engine for each in starts])
    costliest = sorted(share, key=lambda module: -share[module])
    print("\n".join(f"{share[module]:6.1%}  {module}" for module in costliest[:40]))  # noqa: T201 - the list is what one wants to see when it fails
    new = {module for module in share if share[module] > COSTLY} - KNOWN_TO_BE_COSTLY
    assert not new, f"costly, and imported before the first answer: {sorted(new)}"


def test_a_share_is_that_of_the_best_start() -> None:
    assert shares([{"a": 30, "b": 70}, {"a": 1, "b": 1}, {"a": 2, "b": 8}]) == {"a": 0.2, "b": 0.5}
