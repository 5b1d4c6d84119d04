"""Tests of the runtime's manifest, the tables, and the inputs of a build."""

from __future__ import annotations

import hashlib
import sys
import tomllib
from pathlib import Path

import pytest

from build_tools.paths import ROOT
from build_tools.process import ToolError
from build_tools.shipping import headers, hosting, licences, pages
from build_tools.site import _runtime_inputs, fingerprint, manifest_of, page_inputs
from build_tools.tables import artifacts_of, compute, computed

TABLE = "dice_v1.table.bin"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "runtime"
    made.mkdir()
    (made / "core.wasm").write_bytes(b"\0asm")
    (made / "engine.whl").write_bytes(b"PK")
    return made


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    made = tmp_path / "tables"
    made.mkdir()
    (made / TABLE).write_bytes(b"a table")
    return made


def test_manifest_lists_tables_separately(folder: Path, tables: Path) -> None:
    manifest = manifest_of(folder, "engine.whl", computed(tables))
    assert [file["name"] for file in manifest["files"]] == ["core.wasm", "engine.whl"]  # type: ignore[attr-defined]
    assert manifest["artifacts"] == [
        {
            "ruleset_id": "dice_v1",
            "name": "table",
            "file": TABLE,
            "bytes": 7,
            "sha256": hashlib.sha256(b"a table").hexdigest(),
        }
    ]


def test_manifest_lists_start_files_first_and_large_files_before_small_ones(folder: Path) -> None:
    (folder / "pyodide.mjs").write_bytes(b"export {}")
    (folder / "pyodide.asm.wasm").write_bytes(b"\0asm and more")
    (folder / "large.whl").write_bytes(b"PK" + bytes(100))
    files = manifest_of(folder, "engine.whl")["files"]
    names = [file["name"] for file in files]  # type: ignore[attr-defined]
    assert names == ["pyodide.asm.wasm", "pyodide.mjs", "large.whl", "core.wasm", "engine.whl"]


def test_manifest_without_tables_has_no_artifacts(folder: Path, tmp_path: Path) -> None:
    manifest = manifest_of(folder, "engine.whl", computed(tmp_path / "no such folder"))
    assert manifest["artifacts"] == []


def test_runtime_path_changes_with_any_file_or_table(folder: Path, tables: Path) -> None:
    def path() -> object:
        return manifest_of(folder, "engine.whl", computed(tables))["path"]

    paths = [path(), path()]
    (tables / TABLE).write_bytes(b"another")
    paths.append(path())
    (tables / "dice_v1.table_b.bin").write_bytes(b"b")
    paths.append(path())
    (folder / "core.wasm").write_bytes(b"\0asm2")
    paths.append(path())
    assert paths[0] == paths[1]
    assert len(set(paths)) == 4


def test_intermediate_files_are_not_tables(tables: Path) -> None:
    for name in ("table.part.npz", "dice_v1.table.new", "bin"):
        (tables / name).write_bytes(b"x")
    assert [path.name for path in computed(tables)] == [TABLE]


@pytest.mark.parametrize("name", [".table.bin", "dice.a.b.bin", "dice..bin"])
def test_table_with_an_invalid_name_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"x")
    with pytest.raises(ToolError, match="is not named"):
        artifacts_of([path])


def laboratory(tmp_path: Path, body: str) -> list[str]:
    script = tmp_path / "laboratory.py"
    script.write_text(f"import sys\nfrom pathlib import Path\ncommand, option, folder = sys.argv[1:]\n{body}\n")
    return [sys.executable, str(script)]


def test_compute_runs_the_laboratory_and_passes_its_output_through(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    body = f"assert (command, option) == ('precompute', '--into')\nprint('43%')\n(Path(folder) / '{TABLE}').touch()"
    files = compute(tmp_path / "new", laboratory(tmp_path, body))
    assert files == [tmp_path / "new" / TABLE]
    assert "43%" in capfd.readouterr().out


def test_compute_accepts_a_laboratory_without_tables(tmp_path: Path) -> None:
    assert compute(tmp_path / "new", laboratory(tmp_path, "")) == []


def test_compute_reports_a_failing_laboratory(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="could not be computed"):
        compute(tmp_path, laboratory(tmp_path, "sys.exit(3)"))


def test_fingerprint_changes_with_content_names_and_number_of_files(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("1")
    first = fingerprint([path], tmp_path)
    path.write_text("2")
    changed = fingerprint([path], tmp_path)
    (tmp_path / "b").write_text("2")
    both = fingerprint([path, tmp_path / "b"], tmp_path)
    other = fingerprint([tmp_path / "b"], tmp_path)
    assert len({first, changed, both, other}) == 4


def test_the_page_is_built_again_when_what_writes_its_files_has_changed() -> None:
    assert {Path(str(tool.__file__)) for tool in (headers, hosting, licences, pages)} < set(page_inputs())


def test_another_licence_is_built_anew_and_another_readme_is_not() -> None:
    for inputs in (_runtime_inputs, page_inputs):
        assert ROOT / "LICENSE" in set(inputs())
        assert ROOT / "README.md" not in set(inputs())
    # Visitors would download a readme in the wheel's metadata.
    assert "readme" not in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
