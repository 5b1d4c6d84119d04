"""Reading NumPy archives."""

from __future__ import annotations

import io

import numpy as np
import pytest

from py_engine.core.numerics import arrays_of


def archive(**parts: list[int]) -> bytes:
    held = io.BytesIO()
    np.savez_compressed(held, allow_pickle=False, **{name: np.array(part) for name, part in parts.items()})
    return held.getvalue()


def alone() -> bytes:
    held = io.BytesIO()
    np.save(held, np.arange(3))
    return held.getvalue()


def test_the_named_arrays_are_read_and_others_left() -> None:
    found = arrays_of(archive(a=[1, 2], b=[3], c=[4]), ("c", "a"), "weights")
    assert {name: part.tolist() for name, part in found.items()} == {"c": [4], "a": [1, 2]}


@pytest.mark.parametrize(
    "data",
    [b"", b"no archive", archive(a=[1])[:-40], archive(b=[1]), alone()],
    ids=["empty", "no archive", "cut", "an array is missing", "no archive but an array"],
)
def test_other_files_are_refused_in_words(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a file of weights"):
        arrays_of(data, ("a",), "weights")
