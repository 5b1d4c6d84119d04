"""Reading the arrays of a NumPy archive (.npz), as learnt weights are shipped."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable

import numpy as np

from py_engine.core.numerics import Array

__all__ = ["arrays_of"]


def arrays_of(data: bytes, names: Iterable[str], contents: str) -> dict[str, Array]:
    """The named arrays of an archive.

    Args:
        data: The bytes of the file.
        names: The arrays to read; there may be others.
        contents: What the file should hold, in words, for the error.

    Raises:
        ValueError: this is no such archive, or an array is missing or damaged.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            return {name: found[name] for name in names}
    # A lone array instead of an archive is no context manager.
    except (EOFError, KeyError, OSError, TypeError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError(f"This is not a file of {contents}.") from error
