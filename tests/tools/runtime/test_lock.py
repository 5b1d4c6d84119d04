"""Tests of the runtime's lock file: our wheel and its dependencies, with the names and hashes of the served files."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from build_tools.process import ToolError
from build_tools.runtime.lock import trimmed


def frozen() -> dict[str, Any]:
    def entry(name: str, *depends: str) -> dict[str, Any]:
        return {"name": name, "file_name": f"/machine/{name}.whl", "sha256": "00", "depends": list(depends)}

    packages = {
        "py-engine": entry("py_engine", "pydantic", "numpy") | {"file_name": "/machine/py_engine-py3-x.whl"},
        "pydantic": entry("pydantic", "pydantic_core") | {"file_name": "pydantic-py3-x.whl"},
        "pydantic-core": entry("pydantic_core"),
        "numpy": entry("numpy"),
        "scipy": entry("scipy", "numpy"),
    }
    return {"info": {"python": "3.14.0"}, "packages": packages}


NAMES = {name: name.replace("-py3-", "-cp314-") for name in ("py_engine-py3-x.whl", "pydantic-py3-x.whl")}
"""Names of wheels before and after compiling; wheels for a specific Python keep their names."""


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    for name in (*NAMES.values(), "pydantic_core.whl", "numpy.whl"):
        (tmp_path / name).write_bytes(name.encode())
    return tmp_path


def test_lock_lists_only_our_dependencies_by_file_name(compiled: Path) -> None:
    packages = trimmed(frozen(), NAMES, compiled)["packages"]
    assert {name: entry["file_name"] for name, entry in packages.items()} == {
        "numpy": "numpy.whl",
        "py-engine": "py_engine-cp314-x.whl",
        "pydantic": "pydantic-cp314-x.whl",
        "pydantic-core": "pydantic_core.whl",
    }
    for entry in packages.values():
        assert entry["sha256"] == hashlib.sha256(entry["file_name"].encode()).hexdigest()


def test_unknown_dependency_is_refused(compiled: Path) -> None:
    lock = frozen()
    lock["packages"]["py-engine"]["depends"].append("scipy")
    with pytest.raises(ToolError, match="scipy"):
        trimmed(lock, NAMES, compiled)


def test_lock_without_our_package_is_refused(compiled: Path) -> None:
    lock = frozen()
    del lock["packages"]["py-engine"]
    with pytest.raises(ToolError, match="does not list py-engine"):
        trimmed(lock, NAMES, compiled)
