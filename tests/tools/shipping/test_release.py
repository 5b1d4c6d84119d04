"""Tests of the files of a release: reproducible archives, checksums, and the bill of materials."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from build_tools.paths import PYODIDE_VERSION
from build_tools.process import ToolError
from build_tools.shipping import licences, release, sbom
from py_engine import __version__

FILES = {"index.html": b"<h1>", "assets/a.js": b"1", "_headers": b"/*"}


def folder(at: Path, *, mode: int = 0o644, date: int = 1_000_000_000) -> Path:
    for name, data in FILES.items():
        path = at / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(mode)
        os.utime(path, (date, date))
    return at


def test_archives_contain_the_site_in_one_folder(tmp_path: Path) -> None:
    made = folder(tmp_path)
    expected = {f"top/{name}": data for name, data in FILES.items()}
    with tarfile.open(fileobj=io.BytesIO(release.packed_tar(made, "top"))) as archive:
        read = {entry.name: archive.extractfile(entry) for entry in archive.getmembers()}
        assert {name: file.read() for name, file in read.items() if file is not None} == expected
    with zipfile.ZipFile(io.BytesIO(release.packed_zip(made, "top"))) as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == expected


def test_archives_do_not_depend_on_dates_modes_or_owners(tmp_path: Path) -> None:
    one = folder(tmp_path / "one")
    other = folder(tmp_path / "other", mode=0o600, date=1_500_000_000)
    assert release.packed_tar(one, "top") == release.packed_tar(other, "top")
    assert release.packed_zip(one, "top") == release.packed_zip(other, "top")


def test_sums_are_the_hashes_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(b"b")
    (tmp_path / "a.whl").write_bytes(b"a")
    rows = release.sums(tmp_path).splitlines()
    assert rows == [f"{hashlib.sha256(name[:1].encode()).hexdigest()}  {name}" for name in ("a.whl", "b.zip")]


@pytest.mark.parametrize("tag", [__version__, f"v{__version__}"])
def test_matching_tag_is_accepted(tag: str) -> None:
    release.check_tag(tag)


def test_tag_of_another_version_is_refused() -> None:
    with pytest.raises(ToolError, match=r"v99\.0"):
        release.check_tag("v99.0")


def parts(runtime: Path) -> list[licences.Notice]:
    runtime.mkdir(exist_ok=True)
    (runtime / "some_wheel-1.0.whl").write_bytes(b"PK")
    wheel = licences.Notice("some_wheel", "1.0", "MIT", ("some_wheel-1.0.whl",), registry="pypi")
    package = licences.Notice("@scope/package", "2.0", "ISC", ("assets",), registry="npm")
    return [wheel, package, *licences.components()]


def test_bill_lists_every_part_once_with_licence_and_hash(tmp_path: Path) -> None:
    given = parts(tmp_path)
    found = json.loads(sbom.bill("1.2.3", given, tmp_path))
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    assert found["metadata"]["component"]["version"] == "1.2.3"
    by_name = {each["name"]: each for each in found["components"]}
    crates = [crate for each in given for crate in each.crates]
    assert len(by_name) == len(found["components"]) == sum(not each.crates for each in given) + len(crates)
    assert {
        (each["name"], each["version"], each["authors"][0]["name"])
        for each in found["components"]
        if "cargo" in each["purl"]
    } == {(crate.name, crate.version, crate.author) for crate in crates}
    assert by_name["some_wheel"]["purl"] == "pkg:pypi/some-wheel@1.0"
    assert by_name["some_wheel"]["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(b"PK").hexdigest()}]
    assert by_name["@scope/package"]["purl"] == "pkg:npm/%40scope/package@2.0"
    licensed = {each.name: [{"expression": each.licence}] for each in given if not each.crates}
    assert {name: by_name[name]["licenses"] for name in licensed} == licensed
    assert by_name["memchr"]["licenses"] == [{"expression": "Unlicense OR MIT"}]
    assert by_name["Pyodide"]["purl"] == f"pkg:npm/pyodide@{PYODIDE_VERSION}"
    references = [each["bom-ref"] for each in found["components"]]
    assert len(set(references)) == len(references)
    assert found["dependencies"][0]["dependsOn"] == references


def test_bill_distinguishes_repositories_from_websites(tmp_path: Path) -> None:
    found = json.loads(sbom.bill("1.2.3", parts(tmp_path), tmp_path))["components"]
    kinds = {each["name"]: each["externalReferences"][0]["type"] for each in found if "externalReferences" in each}
    assert {name: kinds[name] for name in ("CPython", "SQLite", "libmpdec in CPython", "zlib")} == {
        "CPython": "vcs",
        "SQLite": "website",
        "libmpdec in CPython": "website",
        "zlib": "website",
    }
    assert not any("cargo" in each["purl"] and "externalReferences" in each for each in found)


def test_bill_is_reproducible_and_its_serial_number_depends_on_the_parts(tmp_path: Path) -> None:
    given = parts(tmp_path)
    bill = sbom.bill("1.2.3", given, tmp_path)
    assert sbom.bill("1.2.3", given[::-1], tmp_path) == bill
    assert json.loads(sbom.bill("1.2.3", given[1:], tmp_path))["serialNumber"] != json.loads(bill)["serialNumber"]


def test_release_contains_wheel_archives_bill_and_checksums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = folder(tmp_path / "site")
    (site / "runtime" / "1-a").mkdir(parents=True)
    (site / "runtime" / "manifest.json").write_text('{"path": "1-a"}')
    monkeypatch.setattr(licences, "bundled", list)
    wheel = tmp_path / "py_engine-1-py3-none-any.whl"
    wheel.write_bytes(b"PK")
    target = tmp_path / "release"
    target.mkdir()
    (target / "of-the-release-before.zip").touch()
    release.make(site, wheel, target)
    top = f"hindsight-{__version__}"
    names = {f"{top}-site.tar.gz", f"{top}-site.zip", f"{top}.cdx.json", wheel.name}
    assert {path.name for path in target.iterdir()} == names | {"SHA256SUMS"}
    rows = (target / "SHA256SUMS").read_text().splitlines()
    assert {row.split("  ")[1] for row in rows} == names
    for row in rows:
        digest, name = row.split("  ")
        assert hashlib.sha256((target / name).read_bytes()).hexdigest() == digest
