"""Tests of packed wheels: content, reproducibility, compression across files."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest

from build_tools.runtime.packed import pack, unpacked

NAMES = [f"toy/{name}.pyc" for name in "abc"]


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "toy-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in NAMES:
            archive.writestr(name, random.Random(1).randbytes(9000))
    return path


def test_packed_wheel_contains_the_wheels_files(wheel: Path) -> None:
    packed = pack(wheel)
    assert packed.name == "toy-1-py3-none-any.whl.packed"
    with zipfile.ZipFile(wheel) as before, unpacked(packed) as after:
        assert after.namelist() == NAMES
        assert [after.read(name) for name in NAMES] == [before.read(name) for name in NAMES]
        assert {entry.compress_type for entry in after.infolist()} == {zipfile.ZIP_STORED}


def test_packing_twice_gives_the_same_bytes(wheel: Path) -> None:
    first = pack(wheel).read_bytes()
    assert pack(wheel).read_bytes() == first


def test_repeated_content_is_compressed_across_files(wheel: Path) -> None:
    assert pack(wheel).stat().st_size < wheel.stat().st_size / 2
