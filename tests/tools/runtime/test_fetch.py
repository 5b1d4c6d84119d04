"""Tests of fetching the runtime's wheels: only files with the hashes in Pyodide's lock file are accepted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from build_tools.process import ToolError
from build_tools.runtime.fetch import Source, Wheel, fetch, wanted

GOOD, OTHER = b"a wheel", b"another wheel"
WHEEL = Wheel("a.whl", hashlib.sha256(GOOD).hexdigest())


class Shelf:
    """A source that returns fixed data or raises, and counts its requests."""

    def __init__(self, data: bytes | Exception) -> None:
        self.data = data
        self.asked = 0
        self.source = Source("a shelf", self._open)

    def _open(self) -> Callable[[str], bytes]:
        return self._read

    def _read(self, _name: str) -> bytes:
        self.asked += 1
        if isinstance(self.data, Exception):
            raise self.data
        return self.data


def test_valid_file_is_fetched_once(tmp_path: Path) -> None:
    shelf = Shelf(GOOD)
    fetch([WHEEL], tmp_path, [shelf.source])
    fetch([WHEEL], tmp_path, [shelf.source])
    assert (tmp_path / "a.whl").read_bytes() == GOOD
    assert shelf.asked == 1


def test_file_with_a_wrong_hash_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="the SHA-256 of"):
        fetch([WHEEL], tmp_path, [Shelf(OTHER).source])
    assert list(tmp_path.iterdir()) == []


def test_damaged_file_in_the_cache_is_fetched_again(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(OTHER)
    fetch([WHEEL], tmp_path, [Shelf(GOOD).source])
    assert (tmp_path / "a.whl").read_bytes() == GOOD


def test_next_source_is_tried_when_one_does_not_answer(tmp_path: Path) -> None:
    silent, second, third = Shelf(TimeoutError("no answer")), Shelf(GOOD), Shelf(GOOD)
    fetch([WHEEL], tmp_path, [silent.source, second.source, third.source])
    assert (silent.asked, second.asked, third.asked) == (1, 1, 0)


def test_error_has_the_reason_of_every_source(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"(?s)a\.whl.*no answer.*the SHA-256 of"):
        fetch([WHEEL], tmp_path, [Shelf(TimeoutError("no answer")).source, Shelf(OTHER).source])


def test_wanted_takes_names_and_hashes_from_the_lock() -> None:
    lock = {"packages": {"a": {"file_name": "a.whl", "sha256": "00", "version": "1"}, "b": {}}}
    assert wanted(lock, ["a"]) == [Wheel("a.whl", "00")]
