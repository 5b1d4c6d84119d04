"""Learned line values: V (see ``expected``) with match probabilities adjusted to how the players actually play.

V assumes that Order passes and Chaos places at random. Neither does, so the probabilities in its formula are adjusted by
learned parameters that depend on the number of moves Order has left: how likely a colour still in the bag turns up where
it is wanted, how likely two unknown cells will match or two different ones be repaired, and how much each slide available
in the line is worth. A scale and a shift, equal for all lines, turn the sum into the expected final score when both sides
search. ``python -m py_engine.lab entropy-values`` fits all parameters to many games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.contract import ContractError
from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.expected import CELL_VALUES, expected_lines, match_chances
from py_engine.games.entropy.rules.tables import CELL_BITS, geometry

__all__ = ["ARTIFACT", "SHA256", "LineValues", "Numbers", "Scale", "line_values", "slides_in_line"]

ARTIFACT = "line_values"
_FILE = Path(__file__).with_name("line_values.json")
SHA256 = "407de9147fdf2bbaf3ed75a27f49daceb4ac00079e771511f9c4f1a20d27bcad"


class Numbers(NamedTuple):
    """The learned parameters, each as values at the knots with linear interpolation between them."""

    knots: list[float]
    """Moves Order has left, ascending from 0, where all parameters leave V unchanged."""
    one: list[float]
    """Added to 1: factor of the probability that a pair with one known cell matches."""
    base: list[float]
    """Added to the probability that a pair with an empty cell matches."""
    none: list[float]
    """Added to 1: factor of the probability that a pair of empty cells matches."""
    differ: list[float]
    """Probability that a pair of different tokens is repaired."""
    slide: list[float]
    """Points for each slide available in the line."""


class Scale(NamedTuple):
    """The affine map from sums of lines to final scores, as values at the knots."""

    knots: list[float]
    """Moves Order has left, ascending from 0."""
    factor: list[float]
    shift: list[float]
    """Points added to a whole board."""


IDENTITY = Scale([0.0, 1.0], [1.0, 1.0], [0.0, 0.0])


class LineValues:
    """The value of lines on boards of one size.

    Args:
        size: The size of the board.
        numbers: The learned parameters.
        scale: The map to final scores.
    """

    def __init__(self, size: int, numbers: Numbers, scale: Scale = IDENTITY) -> None:
        self.size, self._numbers, self._scale = size, numbers, scale
        # Kept as bytes: as floats they would take 17 MB on the largest board.
        self._slides = slides_in_line(size)

    def at(self, tokens: int) -> dict[str, float]:
        """The parameters for a number of tokens on the board, including those of the scale."""
        left = float(max(0, geometry(self.size).cells - 1 - tokens))
        return _at(left, self._numbers) | _at(left, self._scale)

    def chances(self, tokens: int, bags: Array) -> Array:
        """(K, 64) float64: adjusted probabilities that mirrored cells match; see ``expected.match_chances``."""
        found = match_chances(bags).reshape(-1, CELL_VALUES, CELL_VALUES)
        now = self.at(tokens)
        found[:, 0, 1:] = found[:, 0, 1:] * (1 + now["one"]) + now["base"]
        found[:, 1:, 0] = found[:, 1:, 0] * (1 + now["one"]) + now["base"]
        found[:, 0, 0] = found[:, 0, 0] * (1 + now["none"]) + now["base"]
        known = found[:, 1:, 1:]
        known[known == 0] = now["differ"]
        return np.clip(found, 0.0, 1.0).reshape(-1, CELL_VALUES * CELL_VALUES)

    def worth(self, codes: Array, tokens: int, bags: Array, which: Array) -> Array:
        """(M,) float64: expected final points of lines.

        Args:
            codes: (M,) int32.
            tokens: The tokens on the board.
            bags: (K, 8) tokens in the bag, by colour.
            which: (M,) intp: the bag of each line.
        """
        return self._worth(codes, self.chances(tokens, bags), self.at(tokens), which)

    def of_bag(self, tokens: int, bag: Array) -> Callable[[Array], Array]:
        """The function from (M,) int32 codes to the expected final points of lines, for a bag (8,)."""
        chances, now = self.chances(tokens, bag[None]), self.at(tokens)
        return lambda codes: self._worth(codes, chances, now, None)

    def _worth(self, codes: Array, chances: Array, now: dict[str, float], which: Array | None) -> Array:
        values = expected_lines(codes, chances, self.size, which)
        values += now["slide"] * self._slides.take(codes)
        return values * now["factor"] + now["shift"] / (2 * self.size)


def _at(left: float, learnt: Numbers | Scale) -> dict[str, float]:
    knots, *lists = learnt
    return {name: _read(left, knots, row) for name, row in zip(learnt._fields[1:], lists, strict=True)}


def _read(at: float, knots: list[float], values: list[float]) -> float:
    """Linear interpolation between knots, constant beyond the last one."""
    for (low, high), (first, last) in zip(pairwise(knots), pairwise(values), strict=True):
        if at <= high:
            return first + (last - first) * (max(at, low) - low) / (high - low)
    return values[-1]


@cache
def slides_in_line(size: int) -> Array:
    """(8^size,) uint8: number of slides available within each line, by code."""
    filled = np.arange(1 << size, dtype=np.uint8)
    count = np.zeros(filled.size, dtype=np.uint8)
    for start in range(size):
        for stride in (-1, 1):
            free = filled >> start & 1
            for end in range(start + stride, size if stride > 0 else -1, stride):
                free = free & ~(filled >> end)
                count += free
    return count.take(_filled(size))


def _filled(size: int) -> Array:
    """(8^size,) uint8: the filled cells of each line as bits, by code."""
    found = np.zeros(1, dtype=np.uint8)
    for position in range(size):
        here = (np.arange(1 << CELL_BITS, dtype=np.uint8) != 0).astype(np.uint8) << position
        found = (here[:, None] | found).ravel()
    return found


class _Stored(TypedDict):
    """The file's content for one size; see ``Numbers`` and ``Scale``."""

    numbers: dict[str, list[float]]
    scale: dict[str, list[float]]


def _load() -> dict[str, _Stored]:
    """The file's content by board size."""
    data = _FILE.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ContractError(
            "INVALID_ARTIFACT",
            "Entropy's learned line values are damaged: reload the page, or reinstall the engine.",
        )
    stored: dict[str, _Stored] = json.loads(data)
    return stored


@cache
def line_values(size: int) -> LineValues:
    """The learned line values for a board size.

    Raises:
        ContractError: INVALID_ARTIFACT if the file is damaged.
    """
    found = _load()[str(size)]
    return LineValues(size, Numbers(**found["numbers"]), Scale(**found["scale"]))
