"""The lock file lists our wheel and what it needs, and the wheel's bytecode is the same each time."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from build_tools.bytecode import compile_wheel
from build_tools.lock import trimmed
from build_tools.process import ToolError


def frozen() -> dict[str, Any]:
    def entry(name: str, *depends: str) -> dict[str, Any]:
        return {"name": name, "file_name": f"/machine/{name}.whl", "sha256": "00", "depends": list(depends)}

    packages = {
        "py-engine": entry("py_engine", "pydantic", "numpy"),
        "pydantic": entry("pydantic", "pydantic_core"),
        "pydantic-core": entry("pydantic_core"),
        "numpy": entry("numpy"),
        "scipy": entry("scipy", "numpy"),
    }
    return {"info": {"python": "3.14.0"}, "packages": packages}


@pytest.fixture
def our_wheel(tmp_path: Path) -> Path:
    path = tmp_path / "py_engine-1-cp314-none-any.whl"
    path.write_bytes(b"ours")
    return path


def test_only_what_we_need_is_listed_by_name_alone(our_wheel: Path) -> None:
    packages = trimmed(frozen(), our_wheel)["packages"]
    assert list(packages) == ["numpy", "py-engine", "pydantic", "pydantic-core"]
    assert packages["numpy"]["file_name"] == "numpy.whl"
    assert packages["py-engine"]["file_name"] == our_wheel.name
    assert packages["py-engine"]["sha256"] == hashlib.sha256(b"ours").hexdigest()


def test_a_stranger_among_the_dependencies_is_refused(our_wheel: Path) -> None:
    lock = frozen()
    lock["packages"]["py-engine"]["depends"].append("scipy")
    with pytest.raises(ToolError, match="scipy"):
        trimmed(lock, our_wheel)


def test_a_lock_without_us_is_refused(our_wheel: Path) -> None:
    lock = frozen()
    del lock["packages"]["py-engine"]
    with pytest.raises(ToolError, match="does not list py-engine"):
        trimmed(lock, our_wheel)


@pytest.fixture
def plain_wheel(tmp_path: Path) -> Path:
    path = tmp_path / "py_engine-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("py_engine/rules.py", "ANSWER = 42\n")
        archive.writestr("py_engine/values.bin", b"\0\1")
        archive.writestr("py_engine/lab/tune.py", "SLOW = True\n")
        archive.writestr("py_engine/core/provenance.py", "SLOW = True\n")
        archive.writestr("py_engine-1.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("py_engine-1.dist-info/RECORD", "")
    return path


def test_a_compiled_wheel_runs_and_lists_its_files(plain_wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    with zipfile.ZipFile(compile_wheel(plain_wheel, folder, {"py_engine/games.json": b"[]"})) as archive:
        names = archive.namelist()
        record = archive.read("py_engine-1.dist-info/RECORD").decode()
        tag = archive.read("py_engine-1.dist-info/WHEEL").decode()
        assert archive.read("py_engine/games.json") == b"[]"
        archive.extractall(folder)
    assert "py_engine/rules.pyc" in names
    assert "py_engine/rules.py" not in names
    assert not [name for name in names if "/lab/" in name or "provenance" in name]
    assert [line.split(",")[0] for line in record.splitlines()[:-1]] == sorted(set(names) - {record_name(names)})
    assert "py3-none-any" not in tag

    from importlib.machinery import SourcelessFileLoader
    from types import ModuleType

    module = ModuleType("rules")
    SourcelessFileLoader("rules", str(folder / "py_engine/rules.pyc")).exec_module(module)
    assert module.ANSWER == 42


def record_name(names: list[str]) -> str:
    return next(name for name in names if name.endswith("RECORD"))


def test_compiling_twice_gives_the_same_bytes(plain_wheel: Path, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    first, second = (compile_wheel(plain_wheel, folder, {}).read_bytes() for folder in folders)
    assert first == second
