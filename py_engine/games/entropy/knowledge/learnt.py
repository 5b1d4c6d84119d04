"""Learnt line values: V with chances that allow for what the players do, tuned by play.

V takes it that Order passes and Chaos places at random. Neither does, so the probabilities that go into its formula are
bent by numbers that depend on how many moves Order still has: how likely a colour that is still to come turns up where
it is wanted, how likely two unknown cells agree or two known ones that differ are mended, and what a slide that is
possible in the line is worth. A scale and a shift, the same for all lines, turn the sum into the final score to be
expected when both sides search. ``python -m py_engine.lab entropy-values`` finds all of them by playing many games.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.contract import ContractError
from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.expected import CELL_VALUES, expected_lines, match_chances
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, geometry

__all__ = ["ARTIFACT", "SHA256", "LineValues", "Numbers", "Scale", "line_values", "slides_in_line"]

ARTIFACT = "line_values"
_FILE = Path(__file__).with_name("line_values.json")
SHA256 = "407de9147fdf2bbaf3ed75a27f49daceb4ac00079e771511f9c4f1a20d27bcad"


class Numbers(NamedTuple):
    """What is learnt, each a list of values at the knots; in between they are read linearly."""

    knots: list[float]
    """Moves that Order has left; from 0, where all is as in V, upwards."""
    one: list[float]
    """Added to 1: factor of the chance that a pair with one known cell matches."""
    base: list[float]
    """Added to the chance that a pair with an empty cell matches."""
    none: list[float]
    """Added to 1: factor of the chance that a pair of empty cells matches."""
    differ: list[float]
    """The chance that a pair of cells that differ is mended."""
    slide: list[float]
    """Points for each slide that is possible in the line."""


class Scale(NamedTuple):
    """From sums of lines to final scores, each a list of values at the knots."""

    knots: list[float]
    """Moves that Order has left, from 0 upwards."""
    factor: list[float]
    shift: list[float]
    """Points of a whole board."""


AS_THEY_ARE = Scale([0.0, 1.0], [1.0, 1.0], [0.0, 0.0])


class LineValues:
    """The value of lines on boards of one size.

    Args:
        size: of the board.
        numbers: what has been learnt.
        scale: what makes final scores of it.
    """

    def __init__(self, size: int, numbers: Numbers, scale: Scale = AS_THEY_ARE) -> None:
        self.size, self._numbers, self._scale = size, numbers, scale
        # As bytes: as floats they would be 17 MB on the largest board.
        self._slides = slides_in_line(size)

    def at(self, tokens: int) -> dict[str, float]:
        """The numbers with so many tokens on the board, those of the scale included."""
        left = float(max(0, geometry(self.size).cells - 1 - tokens))
        return _at(left, self._numbers) | _at(left, self._scale)

    def chances(self, tokens: int, bags: Array) -> Array:
        """(K, 64) float64: how likely mirrored cells come to match; see ``expected.match_chances``."""
        found = match_chances(bags).reshape(-1, CELL_VALUES, CELL_VALUES)
        now = self.at(tokens)
        found[:, 0, 1:] = found[:, 0, 1:] * (1 + now["one"]) + now["base"]
        found[:, 1:, 0] = found[:, 1:, 0] * (1 + now["one"]) + now["base"]
        found[:, 0, 0] = found[:, 0, 0] * (1 + now["none"]) + now["base"]
        known = found[:, 1:, 1:]
        known[known == 0] = now["differ"]
        return np.clip(found, 0.0, 1.0).reshape(-1, CELL_VALUES * CELL_VALUES)

    def worth(self, codes: Array, tokens: int, bags: Array, which: Array) -> Array:
        """(M,) float64: points that lines are expected to score in the end; see ``leaves.Worth``."""
        now = self.at(tokens)
        values = expected_lines(codes, self.chances(tokens, bags), self.size, which)
        values += now["slide"] * self._slides.take(codes)
        return values * now["factor"] + now["shift"] / (2 * self.size)


def _at(left: float, learnt: Numbers | Scale) -> dict[str, float]:
    knots, *lists = learnt
    return {name: _read(left, knots, row) for name, row in zip(learnt._fields[1:], lists, strict=True)}


def _read(at: float, knots: list[float], values: list[float]) -> float:
    """A value between two knots; the last one beyond them."""
    for (low, high), (here, there) in zip(pairwise(knots), pairwise(values), strict=True):
        if at <= high:
            return here + (there - here) * (max(at, low) - low) / (high - low)
    return values[-1]


@cache
def slides_in_line(size: int) -> Array:
    """(8^size,) uint8: how many slides are possible within a line, by its code."""
    code = np.arange(1 << CELL_BITS * size, dtype=np.int32)
    filled = [(code >> CELL_BITS * position & CELL_MASK) != 0 for position in range(size)]
    count = np.zeros(code.size, dtype=np.uint8)
    for start in range(size):
        for stride in (-1, 1):
            free = filled[start].copy()
            for end in range(start + stride, size if stride > 0 else -1, stride):
                free &= ~filled[end]
                count += free
    return count


class _Stored(TypedDict):
    """What the file has of a size; see ``Numbers`` and ``Scale``."""

    numbers: dict[str, list[float]]
    scale: dict[str, list[float]]


def _load() -> dict[str, _Stored]:
    """By the size of the board."""
    data = _FILE.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ContractError(
            "INVALID_ARTIFACT",
            "Entropy's learnt line values are damaged: reload the page, or install the engine again.",
        )
    stored: dict[str, _Stored] = json.loads(data)
    return stored


@cache
def line_values(size: int) -> LineValues:
    """The learnt values for a board.

    Raises:
        ContractError: INVALID_ARTIFACT when the file is damaged.
    """
    found = _load()[str(size)]
    return LineValues(size, Numbers(**found["numbers"]), Scale(**found["scale"]))
