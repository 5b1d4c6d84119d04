"""Two folders are compared to the byte, and told apart in sentences."""

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


def test_equal_folders_differ_in_nothing(folders: tuple[Path, Path]) -> None:
    (folders[1] / "assets" / "a.js").chmod(0o600)
    assert differences(*folders) == []


def test_what_is_in_one_folder_only_is_named(folders: tuple[Path, Path]) -> None:
    (folders[0] / "b").touch()
    (folders[1] / "assets" / "c").touch()
    assert differences(*folders) == ["b is only in the first", "assets/c is only in the second"]


@pytest.mark.parametrize(("other", "place"), [(b"0x23", 1), (b"012", 3), (b"01234", 4)])
def test_a_file_that_differs_is_named_with_the_place(folders: tuple[Path, Path], other: bytes, place: int) -> None:
    (folders[1] / "assets" / "a.js").write_bytes(other)
    assert differences(*folders) == [f"assets/a.js differs from byte {place} on (4 and {len(other)} bytes)"]
