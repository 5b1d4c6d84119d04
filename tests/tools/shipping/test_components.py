"""The listed components of Pyodide's core and pydantic_core match what these files contain."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from build_tools.paths import DIST, PYODIDE_VERSION, WEB
from build_tools.runtime import packed
from build_tools.shipping import licences

BUILD_ONLY = set(
    """
    autocfg displaydoc enum_dispatch heck icu_provider_macros indoc proc-macro2 pyo3-build-config pyo3-macros
    pyo3-macros-backend python3-dll-a quote serde_derive strum_macros syn synstructure target-lexicon unicode-ident
    version_check yoke-derive zerofrom-derive zerovec-derive
    """.split()
)
"""Crates used only at compile time, which are not part of the binary."""

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
"""Components included in another one that has a version, or not taken from a release."""

VERSION_PATTERNS = {
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
"""Patterns of the versions in the core's binary."""


def versions() -> dict[str, str]:
    return {each.name: each.version for each in licences.components() if not each.crates}


def test_components_have_versions_unless_listed() -> None:
    assert {name for name, version in versions().items() if not version} == WITHOUT_VERSION
    assert set(versions()) - WITHOUT_VERSION == {*VERSION_PATTERNS, "Pyodide"}
    assert versions()["Pyodide"] == PYODIDE_VERSION


def test_component_versions_appear_in_pyodides_core() -> None:
    core = (WEB / "node_modules" / "pyodide" / "pyodide.asm.wasm").read_bytes()
    assert [name for name, mark in VERSION_PATTERNS.items() if mark.format(versions()[name]).encode() not in core] == []


def crates_in_wheel() -> dict[str, dict[str, Any]]:
    """The crates listed in pydantic_core's wheel, by name."""
    if not (DIST / "runtime" / "manifest.json").is_file():
        pytest.fail("There is no site: run `make build`.")
    [wheel] = licences.runtime_of(DIST).glob("pydantic_core-*.packed")
    with packed.unpacked(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".cyclonedx.json")]
        return {each["name"]: each for each in json.loads(archive.read(name))["components"]}


def test_crates_are_those_listed_in_the_wheel() -> None:
    listed = {each["name"]: each["version"] for each in crates_in_wheel().values()}
    assert listed.keys() >= BUILD_ONLY
    ours = {crate.name: crate.version for each in licences.components() for crate in each.crates}
    assert ours == {name: version for name, version in listed.items() if name not in BUILD_ONLY}


def test_crates_have_the_licences_and_authors_listed_in_the_wheel() -> None:
    listed = crates_in_wheel()
    for group in licences.components():
        for crate in group.crates:
            [licence] = listed[crate.name]["licenses"]
            assert set(licence["expression"].split(" OR ")) == set(group.licence.split(" OR ")), crate
            named = re.sub(r"\s*<[^>]*>", "", listed[crate.name].get("author", crate.author))
            assert crate.author == named
