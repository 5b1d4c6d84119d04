"""Modules left out of the browser's Python are never imported at start-up, in a game or after an error."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from build_tools.paths import DIST, ROOT
from build_tools.runtime import fetch, left_out
from build_tools.runtime.packed import SUFFIX, unpacked

LIBRARY = "python_stdlib.zip"

ANSWER_ALL = """
import json, sys, traceback
from tests.parity import driver, requests_azul, requests_entropy, requests_hearts, requests_swccg, requests_yatzy

for game in (requests_azul, requests_yatzy, requests_entropy, requests_hearts, requests_swccg):
    for request in game.requests():
        driver.answer(request.function, request.arguments)
try:
    json.loads("{")
except ValueError:
    traceback.format_exc()
print(json.dumps(sorted(sys.modules)))
"""
"""Answers all parity requests, which cover everything that the browser runs."""


def within(module: str, names: frozenset[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in names)


@pytest.fixture(scope="module")
def imported() -> list[str]:
    """The modules imported by the engine, the games and error handling."""
    done = subprocess.run([sys.executable, "-c", ANSWER_ALL], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    names: list[str] = json.loads(done.stdout)
    return names


def test_engine_and_games_import_no_omitted_module(imported: list[str]) -> None:
    assert len(imported) > 300
    assert not [name for name in imported if within(name, left_out.LIBRARY | left_out.PACKAGES)]


def test_used_encodings_are_kept(imported: list[str]) -> None:
    used = {name.removeprefix("encodings.") for name in imported if name.startswith("encodings.")}
    assert "utf_8" in used
    assert used <= left_out.ENCODINGS


def modules_of(path: Path, suffix: str) -> set[str]:
    with unpacked(path) if path.suffix == SUFFIX else zipfile.ZipFile(path) as archive:
        names = (name for name in archive.namelist() if name.endswith(suffix))
        return {name.removesuffix(suffix).removesuffix("/__init__").replace("/", ".") for name in names}


def test_omitted_names_are_existing_modules() -> None:
    assert modules_of(fetch.core() / LIBRARY, ".py") >= left_out.LIBRARY
    assert set().union(*(modules_of(wheel, ".py") for wheel in fetch.wheels())) >= left_out.PACKAGES


def test_site_serves_bytecode_of_all_other_modules() -> None:
    [served] = (DIST / "runtime").glob(f"*/{LIBRARY}")
    assert not modules_of(served, ".py")
    plain = modules_of(fetch.core() / LIBRARY, ".py")
    encodings = {f"encodings.{name}" for name in left_out.ENCODINGS - {"__init__"}} | {"encodings"}
    assert encodings <= plain
    kept = {name for name in plain if not within(name, left_out.LIBRARY) and not name.startswith("encodings.")}
    assert modules_of(served, ".pyc") == kept | encodings
    for wheel in served.parent.glob("*.packed"):
        assert not modules_of(wheel, ".py"), wheel.name
