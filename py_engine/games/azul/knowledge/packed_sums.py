"""Several sums to a word, so that little is added where a hidden layer is made of many table rows.

A sum is a whole number that fits 16 bits. Four of them lie in a word of 64 as one number, in units of 1, 2^16, 2^32 and
2^48, borrowing from one another. So adding and subtracting words does it to all four, whatever their signs; and with
2^15 added to each of them in the end (``MIDDLE``) they can be read off one by one.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array

__all__ = ["MIDDLE", "MOST", "PER_WORD", "packed", "rectified"]

PER_WORD = 4
MOST = (1 << 15) - 1
"""The largest sum, and the largest negative one."""
MIDDLE: Array = np.array(0x8000_8000_8000_8000, dtype=U64)
_UNITS: Array = np.array([1, 1 << 16, 1 << 32, 1 << 48], dtype=U64)
_TOP: Array = np.array(15, dtype=U64)
_LOWEST: Array = np.array(0x0001_0001_0001_0001, dtype=U64)
_BELOW_TOP: Array = np.array(MOST, dtype=U64)


def packed(whole: Array) -> Array:
    """(n, ceil(H / 4)) uint64 words of whole numbers (n, H)."""
    n, size = whole.shape
    lanes = np.zeros((n, -(-size // PER_WORD) * PER_WORD), dtype=np.int64)
    lanes[:, :size] = whole
    words: Array = np.add.reduce(lanes.view(U64).reshape(n, -1, PER_WORD) * _UNITS, axis=-1)
    return words


def rectified(words: Array) -> Array:
    """(B, 4 W) float32: the sums in words (B, W) that have ``MIDDLE`` in them, negative ones cut off; in place."""
    # The top bit of a sum tells that it is not negative, and goes.
    signs = words >> _TOP
    signs &= _LOWEST
    signs *= _BELOW_TOP
    words &= signs
    return words.view(np.uint16).astype(np.float32)
