"""What is said of the parts of Pyodide's core and of pydantic_core is what these say of themselves."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from build_tools import packed
from build_tools.paths import DIST, PYODIDE_VERSION, WEB
from build_tools.shipping import licences

BUILD_ONLY = set(
    """
    autocfg displaydoc enum_dispatch heck icu_provider_macros indoc proc-macro2 pyo3-build-config pyo3-macros
    pyo3-macros-backend python3-dll-a quote serde_derive strum_macros syn synstructure target-lexicon unicode-ident
    version_check yoke-derive zerofrom-derive zerovec-derive
    """.split()
)
"""Crates that only the compiler runs: nothing of them is in what it wrote."""

WITHOUT_VERSION = {
    "error-stack-parser and stackframe in Pyodide",
    "Global unbounded sequences in CPython",
    "HACL* in CPython",
    "hiwire",
    "libffi",
    "LLVM's libc++, libc++abi, libunwind and compiler-rt in Emscripten",
    "mimalloc in CPython",
    "musl in Emscripten",
    "Rust's standard library in pydantic_core",
    "SipHash24 in CPython",
    "uvloop in CPython's asyncio",
    "Vite and Rolldown (their helpers in the page)",
}
"""Copies inside a part that has a version itself, and what is taken from no release."""

MARKS = {
    "CPython": "\0{}\0",
    "Emscripten": "\0{}\0",
    "Expat in CPython": "\0expat_{}\0",
    "libmpdec in CPython": "\0{}\0",
    "SQLite": "{}\0",
    "XZ Utils (liblzma)": "\0{}\0",
    "Zstandard": "\0{}\0",
    "bzip2": "\0{}, ",
    "zlib": "\0{}\0",
}
"""How the versions stand in the core."""


def versions() -> dict[str, str]:
    return {each.name: each.version for each in licences.components() if not each.crates}


def test_every_part_that_has_a_version_names_it() -> None:
    assert {name for name, version in versions().items() if not version} == WITHOUT_VERSION
    assert set(versions()) - WITHOUT_VERSION == {*MARKS, "Pyodide"}
    assert versions()["Pyodide"] == PYODIDE_VERSION


def test_the_versions_are_those_in_the_core() -> None:
    core = (WEB / "node_modules" / "pyodide" / "pyodide.asm.wasm").read_bytes()
    assert [name for name, mark in MARKS.items() if mark.format(versions()[name]).encode() not in core] == []


def own_list() -> dict[str, dict[str, Any]]:
    """The crates that pydantic_core's wheel lists, by name."""
    if not (DIST / "runtime" / "manifest.json").is_file():
        pytest.fail("There is no site: run `make build`.")
    [wheel] = licences.runtime_of(DIST).glob("pydantic_core-*.packed")
    with packed.unpacked(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".cyclonedx.json")]
        return {each["name"]: each for each in json.loads(archive.read(name))["components"]}


def test_the_crates_are_those_that_the_wheel_lists() -> None:
    listed = {each["name"]: each["version"] for each in own_list().values()}
    assert listed.keys() >= BUILD_ONLY
    ours = {crate.name: crate.version for each in licences.components() for crate in each.crates}
    assert ours == {name: version for name, version in listed.items() if name not in BUILD_ONLY}


def test_the_crates_have_the_licences_and_authors_that_the_wheel_names() -> None:
    listed = own_list()
    for group in licences.components():
        for crate in group.crates:
            [licence] = listed[crate.name]["licenses"]
            assert set(licence["expression"].split(" OR ")) == set(group.licence.split(" OR ")), crate
            named = re.sub(r"\s*<[^>]*>", "", listed[crate.name].get("author", crate.author))
            assert crate.author == named
