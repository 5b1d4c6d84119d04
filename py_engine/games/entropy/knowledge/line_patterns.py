"""The table of line patterns: points added to the learned line values, by the pattern of a line and the moves Order has left.

``python -m py_engine.lab entropy-patterns`` fits the table and writes its file; nothing else changes it. Points are whole
numbers of 1/GRAIN point, and stay whole between the knots, so that they are the same on all platforms.
"""

from __future__ import annotations

import io
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from py_engine.core.artifacts import shipped
from py_engine.core.numerics import Array, arrays_of
from py_engine.games.entropy.knowledge.patterns import patterns
from py_engine.games.entropy.rules.tables import SIZES

__all__ = ["ARTIFACT", "FILE", "GRAIN", "SHA256", "PatternPoints", "packed", "pattern_points", "unpacked"]

ARTIFACT = "line_patterns"
FILE = Path(__file__).with_name("line_patterns.npz")
SHA256 = "fe48c563fdeb6db5336e35c672d888da75d5143b2d362f7d36303d0323fb936e"
GRAIN = 512
"""Parts of a point."""


class PatternPoints(NamedTuple):
    """Points of all line patterns of one size at the knots, with linear interpolation between them."""

    knots: tuple[int, ...]
    """Moves Order has left, ascending from 0."""
    grains: Array
    """(knots, patterns) int16, in 1/GRAIN point; no points at the first knot, where V is exact."""

    def at(self, left: int) -> Array:
        """(patterns,) float64: whole grains with some moves left; constant beyond the last knot."""
        for at, (low, high) in enumerate(pairwise(self.knots)):
            if left <= high:
                first, last = self.grains[at : at + 2].astype(np.float64)
                between: Array = np.rint(first + (last - first) * (left - low) / (high - low))
                return between
        beyond: Array = self.grains[-1].astype(np.float64)
        return beyond


def packed(tables: dict[int, PatternPoints]) -> bytes:
    """The bytes of the file, for tables by board size."""
    parts: dict[str, Array] = {}
    for size, table in sorted(tables.items()):
        parts |= {f"knots_{size}": np.array(table.knots, dtype=np.int16), f"grains_{size}": table.grains}
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **parts)
    return file.getvalue()


def unpacked(data: bytes) -> dict[int, PatternPoints]:
    """The tables from the bytes of a file, by board size.

    Raises:
        ValueError: this is not a file of line patterns.
    """
    return {size: _checked(size, data) for size in SIZES}


def _checked(size: int, data: bytes) -> PatternPoints:
    knots, grains = arrays_of(data, (f"knots_{size}", f"grains_{size}"), "line patterns").values()
    if knots.ndim != 1 or knots.dtype != np.int16 or knots[:1].any() or not (np.diff(knots) > 0).all():
        raise ValueError("The knots do not ascend from 0.")
    if grains.shape != (knots.size, len(patterns(size))) or grains.dtype != np.int16 or grains[0].any():
        raise ValueError("The points of the patterns have the wrong shape or type.")
    return PatternPoints(tuple(knots.tolist()), grains)


@cache
def pattern_points(size: int) -> PatternPoints:
    """The table that the engine ships for a board size.

    Raises:
        ContractError: INVALID_ARTIFACT if the file is damaged or missing.
    """
    return unpacked(shipped(FILE, SHA256, "Entropy's table of line patterns is damaged"))[size]
