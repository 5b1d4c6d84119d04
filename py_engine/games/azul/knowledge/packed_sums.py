"""Four 16-bit sums packed into a 64-bit word (SIMD within a register, SWAR), for hidden layers summed from many table rows.

The four signed integers form one number, in units of 1, 2^16, 2^32 and 2^48, and borrow from one another. So adding or
subtracting words adds or subtracts all four, whatever their signs; once 2^15 is added to each (``MIDDLE``), they can be
read separately.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array

__all__ = ["MAX_SUM", "MIDDLE", "PER_WORD", "packed", "rectified"]

PER_WORD = 4
MAX_SUM = (1 << 15) - 1
"""The largest absolute value of a sum."""
MIDDLE: Array = np.array(0x8000_8000_8000_8000, dtype=U64)
_UNITS: Array = np.array([1, 1 << 16, 1 << 32, 1 << 48], dtype=U64)
_TOP: Array = np.array(15, dtype=U64)
_LOWEST: Array = np.array(0x0001_0001_0001_0001, dtype=U64)
_BELOW_TOP: Array = np.array(MAX_SUM, dtype=U64)


def packed(whole: Array) -> Array:
    """(n, ceil(H / 4)) uint64 words that pack the integers (n, H)."""
    n, size = whole.shape
    lanes = np.zeros((n, -(-size // PER_WORD) * PER_WORD), dtype=np.int64)
    lanes[:, :size] = whole
    words: Array = np.add.reduce(lanes.view(U64).reshape(n, -1, PER_WORD) * _UNITS, axis=-1)
    return words


def rectified(words: Array) -> Array:
    """(B, 4 W) float32: the rectified sums (ReLU) of words (B, W) that include ``MIDDLE``. Overwrites the words."""
    # The top bit of a sum is set if it is not negative; it is masked out along with negative sums.
    signs = words >> _TOP
    signs &= _LOWEST
    signs *= _BELOW_TOP
    words &= signs
    return words.view(np.uint16).astype(np.float32)
