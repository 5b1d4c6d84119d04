"""The modules left out of the browser's Python exist, and the site serves all others.

That no answer imports one is tested with the answers: see ``tests/parity``.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

from build_tools.paths import DIST
from build_tools.runtime import fetch, left_out
from build_tools.runtime.packed import SUFFIX, unpacked
from build_tools.runtime.reduced import REDUCED, without_typed_dicts

LIBRARY = "python_stdlib.zip"


def within(module: str, names: frozenset[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in names)


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
