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
from build_tools.runtime.reduced import REDUCED, without_typed_dicts

LIBRARY = "python_stdlib.zip"

ANSWER_ALL = """
import importlib.abc, importlib.machinery, importlib.util, json, sys, traceback
from build_tools.runtime.reduced import REDUCED


class Reduced(importlib.machinery.SourceFileLoader):
    def get_data(self, path):
        data = super().get_data(path)
        if path.endswith(".pyc"):
            raise OSError("Bytecode is of the original.")
        return REDUCED[next(name for name in REDUCED if path.endswith("/" + name))](data)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and any((spec.origin or "").endswith("/" + file) for file in REDUCED):
            spec.loader = Reduced(name, spec.origin)
            return spec
        return None


sys.dont_write_bytecode = True
sys.meta_path.insert(0, Finder())
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
"""Answers all parity requests, which cover everything that the browser runs, with the modules in their reduced form."""


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
    libraries = ".cpython-314-wasm32-emscripten.so"
    names = set().union(*(modules_of(wheel, suffix) for wheel in fetch.wheels() for suffix in (".py", libraries)))
    folders = {name.rpartition(".")[0] for name in names}
    assert names | folders >= left_out.PACKAGES


def test_reduced_files_exist_and_are_served_in_their_reduced_form() -> None:
    originals: dict[str, bytes] = {}
    for wheel in fetch.wheels():
        with zipfile.ZipFile(wheel) as archive:
            originals |= {name: archive.read(name) for name in archive.namelist() if name in REDUCED}
    assert set(originals) == set(REDUCED)
    served: dict[str, bytes] = {}
    for wheel in (DIST / "runtime").glob("*/*.packed"):
        with unpacked(wheel) as archive:
            served |= {name: archive.read(name) for name in archive.namelist()}
    assert all(
        b"add_newdoc(" not in served[f"{name}c"] and len(served[f"{name}c"]) < len(originals[name]) for name in REDUCED
    )


def test_typed_dictionaries_become_dictionaries_on_the_same_lines() -> None:
    source = b"""from typing import TypedDict

class One(TypedDict, total=False):
    a: int
    b: int

class Two(One):
    c: int

class Other(dict):
    d = 4

LINE = 13
"""
    short = without_typed_dicts(source).decode().split("\n")
    assert short[2:6] == ["One = dict", "", "", ""]
    assert short[6:8] == ["Two = dict", ""]
    assert short[9:] == source.decode().split("\n")[9:]


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
