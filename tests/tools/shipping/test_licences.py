"""The page of licences lists all third-party work on the site, with the licence texts."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from build_tools.paths import DIST, ROOT, WEB
from build_tools.process import ToolError
from build_tools.runtime.fetch import CORE_FILES
from build_tools.runtime.packed import pack
from build_tools.shipping import licences


def wheel(folder: Path, *, licence: str | None, name: str = "some_library") -> Path:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Name: {name}\nVersion: 1.0\nLicense-Expression: MIT\n\n")
        if licence is not None:
            archive.writestr(f"{name}-1.0.dist-info/licenses/{licence}", "Do as you like.")
    packed = pack(path)
    path.unlink()
    return packed


def package(folder: Path, *, licence: str | None, name: str = "some-package") -> Path:
    made = folder / name
    made.mkdir()
    (made / "package.json").write_text(json.dumps({"name": name, "version": "2.0", "license": "ISC"}))
    if licence is not None:
        (made / licence).write_text("Do as you <like>.")
    return made


def site(folder: Path, *wheels: Path) -> Path:
    runtime = folder / "runtime" / "1-a"
    runtime.mkdir(parents=True)
    (folder / "runtime" / "manifest.json").write_text('{"path": "1-a"}')
    for name in (*CORE_FILES, "py_engine-1.0-cp314-none-any.whl.packed", "dice.table.bin"):
        (runtime / name).touch()
    for path in wheels:
        path.rename(runtime / path.name)
    return folder


def test_notice_of_a_wheel_has_its_licence(tmp_path: Path) -> None:
    found = licences.of_wheel(wheel(tmp_path, licence="sub/COPYING"))
    assert (found.name, found.version, found.licence) == ("some_library", "1.0", "MIT")
    assert found.own == (("sub/COPYING", "Do as you like."),)


def test_wheel_without_a_licence_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"some_library-1.0-py3-none-any[.]whl[.]packed contains no licence"):
        licences.of_wheel(wheel(tmp_path, licence=None))


@pytest.mark.parametrize("name", ["LICENSE", "LICENCE", "license.md", "LICENSE-MIT.txt", "COPYING"])
def test_notice_of_a_package_has_its_licence(tmp_path: Path, name: str) -> None:
    found = licences.of_package(package(tmp_path, licence=name))
    assert (found.name, found.licence, found.own) == ("some-package", "ISC", ((name, "Do as you <like>."),))


def test_package_without_a_licence_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="some-package, which is bundled into the page, contains no licence"):
        licences.of_package(package(tmp_path, licence=None))


def test_page_lists_works_with_escaped_licence_texts(tmp_path: Path) -> None:
    html = licences.page([licences.of_package(package(tmp_path, licence="LICENSE")), *licences.components()], "p")
    names, files = licences.listed(html)
    assert {"some-package", "CPython", "SQLite"} <= names
    assert set(CORE_FILES) <= files
    assert "Do as you &lt;like&gt;." in html
    assert "Mozilla Public License Version 2.0" in html
    for link in re.findall(r'<a href="#([^"]+)"', html):
        assert f'id="{link}"' in html


def test_unlisted_finds_missing_works(tmp_path: Path) -> None:
    package_folder = package(tmp_path, licence="LICENSE")
    made = site(tmp_path / "site", wheel(tmp_path, licence="LICENSE"))
    licences.write(made, [package_folder])
    assert licences.unlisted(made, [package_folder]) == []

    stranger = package(tmp_path, licence="LICENSE", name="a-stranger")
    wheel(licences.runtime_of(made), licence="LICENSE", name="another")
    (licences.runtime_of(made) / "new_core.wasm").touch()
    assert licences.unlisted(made, [package_folder, stranger]) == [
        "a-stranger",
        "another-1.0-py3-none-any.whl.packed",
        "new_core.wasm",
    ]


def test_every_component_has_an_existing_licence_text() -> None:
    for each in licences.components():
        assert each.standard
        assert each.copyright or each.crates
        assert all(crate.author for crate in each.crates)
        assert each.licence
        for name in each.standard:
            assert len((licences.TEXTS / f"{name}.txt").read_text(encoding="utf-8")) > 200
    used = {name for each in licences.components() for name in each.standard}
    assert {path.stem for path in licences.TEXTS.glob("*.txt")} == used


def libraries() -> set[str]:
    """The libraries that the page's source imports, except in tests and for types only."""
    found: set[str] = set()
    for path in (WEB / "src").rglob("*"):
        if path.suffix not in {".ts", ".svelte"} or path.name.endswith(".test.ts"):
            continue
        if "testing" in path.with_suffix("").parts:
            continue
        for kind, name in re.findall(
            r"^\s*import (type )?[^;]*?from \"([^.\"][^\"]*)\"", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            if not kind and not name.startswith("virtual:"):
                found.add("/".join(name.split("/")[: 2 if name.startswith("@") else 1]))
    return found


def built() -> Path:
    if not (DIST / "licences.html").is_file():
        pytest.fail("There is no site: run `make build`.")
    return DIST


def test_built_site_lists_everything_that_it_ships() -> None:
    made = built()
    assert licences.unlisted(made, licences.bundled()) == []
    names, _ = licences.listed((made / "licences.html").read_text(encoding="utf-8"))
    assert {"numpy", "pydantic", "pydantic_core", "typing_extensions", "svelte"} <= names
    # pyodide is fetched by the engine's worker, not bundled; it is listed among the components as "Pyodide".
    assert libraries() - {"pyodide"} <= names


def test_page_of_licences_is_available_offline() -> None:
    worker = (built() / "sw.js").read_text(encoding="utf-8")
    for name in ("licences.html", "licences.css"):
        assert name in worker


def test_page_contains_the_projects_licence() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()[0]
    assert text in licences.page([], "p")
