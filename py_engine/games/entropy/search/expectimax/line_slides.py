"""The slides within one line, by its filled cells."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array

__all__ = ["NEVER", "LineSlides", "line_slides"]

NEVER = -(1 << 24)
"""The gain of what is impossible, far below any other."""


class LineSlides(NamedTuple):
    """The slides within a line by its filled cells (as bits) and *way*: to each end from below, then to each end from above."""

    start: Array
    """(2^size, 2 * size) intp: the start; 0 where there is no such slide."""
    legal: Array
    """(2^size, 2 * size) bool."""
    apart: Array
    """(2^size, 2 * size, size) int32: 0 where the slide neither starts nor ends at a position, else NEVER."""
    begins: Array
    """(2^size, 2 * size, size) int32: 0 where the slide starts at a position, else NEVER."""


@cache
def line_slides(size: int) -> LineSlides:
    """The slides within lines of a size."""
    starts = np.zeros((1 << size, 2 * size), dtype=np.intp)
    legal = np.zeros(starts.shape, dtype=bool)
    for filled in range(1 << size):
        for end in range(size):
            for way, nearest in enumerate((range(end - 1, -1, -1), range(end + 1, size))):
                start = next((cell for cell in nearest if filled >> cell & 1), None)
                if start is not None and not filled >> end & 1:
                    starts[filled, way * size + end], legal[filled, way * size + end] = start, True
    position = np.arange(size, dtype=np.intp)
    begins = (starts[:, :, None] == position) & legal[:, :, None]
    ends = np.tile(position, 2)[:, None] == position
    return LineSlides(
        starts,
        legal,
        np.where(begins | ends, NEVER, 0).astype(np.int32),
        np.where(begins, 0, NEVER).astype(np.int32),
    )
