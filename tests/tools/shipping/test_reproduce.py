"""Tests of the byte-by-byte comparison of two folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_tools.shipping.reproduce import differences


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    made = (tmp_path / "one", tmp_path / "other")
    for each in made:
        (each / "assets").mkdir(parents=True)
        (each / "assets" / "a.js").write_bytes(b"0123")
    return made


def test_equal_folders_have_no_differences(folders: tuple[Path, Path]) -> None:
    (folders[1] / "assets" / "a.js").chmod(0o600)
    assert differences(*folders) == []


def test_files_in_only_one_folder_are_named(folders: tuple[Path, Path]) -> None:
    (folders[0] / "b").touch()
    (folders[1] / "assets" / "c").touch()
    assert differences(*folders) == ["b is only in the first", "assets/c is only in the second"]


@pytest.mark.parametrize(("other", "place"), [(b"0x23", 1), (b"012", 3), (b"01234", 4)])
def test_differing_file_is_named_with_the_position(folders: tuple[Path, Path], other: bytes, place: int) -> None:
    (folders[1] / "assets" / "a.js").write_bytes(other)
    assert differences(*folders) == [f"assets/a.js differs from byte {place} on (4 and {len(other)} bytes)"]
