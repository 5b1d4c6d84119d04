"""The modules left out of the browser's Python exist, and the site serves all others.

That no answer imports one is tested with the answers: see ``tests/parity``.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

from build_tools.paths import DIST
from build_tools.runtime import fetch, left_out
from build_tools.runtime.packed import SUFFIX, unpacked

LIBRARY = "python_stdlib.zip"


def within(module: str, names: frozenset[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in names)


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
