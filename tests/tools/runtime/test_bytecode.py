"""Tests of compiling wheels and the standard library to bytecode."""

from __future__ import annotations

import zipfile
from importlib.machinery import SourcelessFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from build_tools.runtime.bytecode import compile_library, compile_wheel

RULES = '''"""Rules."""

def answer():
    """Says it."""
    assert ANSWER == 42, "lost"
    return ANSWER

ANSWER = 42
'''


@pytest.fixture
def plain_wheel(tmp_path: Path) -> Path:
    path = tmp_path / "toy-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("toy/rules.py", RULES)
        archive.writestr("toy/values.bin", b"\0\1")
        archive.writestr("toy/py.typed", "")
        archive.writestr("toy/rules.pyi", "ANSWER: int")
        archive.writestr("toy/lab/__init__.py", "")
        archive.writestr("toy/lab/tune.py", "SLOW = True\n")
        archive.writestr("toy/labels.py", "")
        archive.writestr("toy/core/hashes.py", "SLOW = True\n")
        archive.writestr("toy-1.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("toy-1.dist-info/RECORD", "toy/rules.py,sha256=old,1\n")
    return path


def loaded(archive: zipfile.ZipFile, name: str, folder: Path) -> ModuleType:
    archive.extract(name, folder)
    module = ModuleType("module")
    SourcelessFileLoader("module", str(folder / name)).exec_module(module)
    return module


def test_compiled_wheel_runs_and_records_its_files(plain_wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    left_out = {"toy.lab", "toy.core.hashes"}
    path = compile_wheel(plain_wheel, folder, leave_out=left_out, more={"toy/games.json": b"[]"})
    assert "py3-none-any" not in path.name
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == [
            "toy-1.dist-info/RECORD",
            "toy-1.dist-info/WHEEL",
            "toy/games.json",
            "toy/labels.pyc",
            "toy/rules.pyc",
            "toy/values.bin",
        ]
        record = archive.read("toy-1.dist-info/RECORD").decode()
        assert [line.split(",")[0] for line in record.splitlines()] == [*archive.namelist()[1:], archive.namelist()[0]]
        assert b"py3-none-any" not in archive.read("toy-1.dist-info/WHEEL")
        assert archive.read("toy/games.json") == b"[]"
        module = loaded(archive, "toy/rules.pyc", folder)
    assert module.answer() == 42
    assert module.__doc__ == "Rules."


def test_traceback_of_compiled_code_has_file_and_line(plain_wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    with zipfile.ZipFile(compile_wheel(plain_wheel, folder)) as archive:
        module = loaded(archive, "toy/rules.pyc", folder)
    module.ANSWER = 41  # type: ignore[attr-defined]
    with pytest.raises(AssertionError, match="lost") as caught:
        module.answer()
    place = caught.traceback[-1]
    assert (str(place.path).endswith("toy/rules.py"), place.lineno + 1) == (True, 5)


def test_optimized_wheel_has_no_docstrings_and_assertions(plain_wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    with zipfile.ZipFile(compile_wheel(plain_wheel, folder, optimize=2)) as archive:
        module = loaded(archive, "toy/rules.pyc", folder)
    module.ANSWER = 41  # type: ignore[attr-defined]
    assert (module.__doc__, module.answer.__doc__, module.answer()) == (None, None, 41)


def test_compiling_twice_gives_the_same_bytes(plain_wheel: Path, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    first, second = (compile_wheel(plain_wheel, folder).read_bytes() for folder in folders)
    assert first == second


def test_compiled_library_keeps_only_named_encodings(tmp_path: Path) -> None:
    source, target = tmp_path / "library.zip", tmp_path / "compiled.zip"
    with zipfile.ZipFile(source, "w") as archive:
        for name in ("os", "pdb", "json/__init__", "encodings/__init__", "encodings/utf_8", "encodings/cp037"):
            archive.writestr(f"{name}.py", "")
    compile_library(source, target, leave_out={"pdb"}, encodings={"__init__", "utf_8"})
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["encodings/__init__.pyc", "encodings/utf_8.pyc", "json/__init__.pyc", "os.pyc"]
