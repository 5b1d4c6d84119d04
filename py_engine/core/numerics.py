"""Numeric helpers whose results are bit-identical natively and in the browser, short names of dtypes, and arrays from files.

Code that affects results uses only integers, ``+ - * /``, ``sqrt``, sums, means, stable sorts and table lookups.
``exp``, ``log``, ``tanh``, ``pow``, matrix products and default sorts differ between platforms and are avoided.
"""

from __future__ import annotations

import io
import sys
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "U8",
    "U32",
    "U64",
    "Array",
    "arrays_of",
    "descending",
    "exponential",
    "mean_and_stderr",
    "normal_cdf",
    "small_sample_factor",
]

U8, U32, U64 = np.uint8, np.uint32, np.uint64
Array = NDArray[Any]

if sys.byteorder != "little":  # pragma: no cover - neither x86, ARM nor wasm
    raise ImportError("Hindsight packs bytes into words and needs a little-endian machine.")


def descending(values: Array) -> Array:
    """Indices that sort ``values`` (N,) in descending order; equal values keep their order."""
    return np.argsort(-values, kind="stable")


_TERMS = 14


def exponential(x: float) -> float:
    """e^x by scaling and squaring with a Taylor series; accurate to a few units in the last place for |x| < 700."""
    halvings = 0
    while abs(x) > 1 / 16:
        x /= 2
        halvings += 1
    value = 1.0
    for n in range(_TERMS, 0, -1):
        value = 1.0 + x * value / n
    for _ in range(halvings):
        value *= value
    return value


def mean_and_stderr(total: float, total_squares: float, n: int) -> tuple[float, float]:
    """The mean and its standard error, from a sum, a sum of squares and a count.

    The standard error is 0 for n < 2, where the spread is unknown; callers that compare means must treat that case.
    """
    if n == 0:
        return 0.0, 0.0
    mean = total / n
    if n < 2:
        return mean, 0.0
    variance = max(0.0, (total_squares - n * mean * mean) / (n - 1))
    return mean, float(np.sqrt(variance / n))


# Two-sided 68.27 % quantiles of Student's t for 1, 2 ... 9 degrees of freedom.
_SMALL_SAMPLE = (1.837, 1.321, 1.197, 1.142, 1.111, 1.091, 1.077, 1.067, 1.059)


def small_sample_factor(n: int) -> float:
    """The factor that widens a standard error of n >= 2 values to its one-sigma interval of Student's t."""
    return _SMALL_SAMPLE[n - 2] if n - 2 < len(_SMALL_SAMPLE) else 1 + 0.53 / (n - 1)


_CDF_STEP = 0.125
# Standard normal distribution at 0, 1/8, 2/8 ... 4 (Abramowitz & Stegun, table 26.1). Linear interpolation is off by at
# most 0.0005 and gives the same bits everywhere.
_CDF = (
    0.5, 0.549738, 0.598706, 0.64617, 0.691462, 0.734014, 0.773373, 0.809213, 0.841345, 0.869705, 0.89435,
    0.915434, 0.933193, 0.947919, 0.959941, 0.969603, 0.97725, 0.98321, 0.987776, 0.991226, 0.99379,
    0.995668, 0.99702, 0.997981, 0.99865, 0.999116, 0.999423, 0.99963, 0.999767, 0.999856, 0.999912,
    0.999947, 0.999968,
)  # fmt: skip


def normal_cdf(z: float) -> float:
    """The standard normal distribution function, interpolated linearly in a table."""
    if z < 0:
        return 1.0 - normal_cdf(-z)
    place = z / _CDF_STEP
    low = int(place)
    if low >= len(_CDF) - 1:
        return _CDF[-1]
    return _CDF[low] + (place - low) * (_CDF[low + 1] - _CDF[low])


def arrays_of(data: bytes, names: Iterable[str], contents: str) -> dict[str, Array]:
    """The named arrays of a NumPy archive (.npz), as learnt weights are shipped.

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
