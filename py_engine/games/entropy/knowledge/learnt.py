"""Learned line values: V (see ``expected``) with match probabilities adjusted to how the players actually play.

V assumes that Order passes and Chaos places at random. Neither does, so the probabilities in its formula are adjusted by
learned parameters that depend on the number of moves Order has left: how likely a colour still in the bag turns up where
it is wanted, how likely two unknown cells will match or two different ones be repaired, and how much each slide available
in the line is worth. A scale and a shift, equal for all lines, turn the sum into the expected final score when both sides
search. ``python -m py_engine.lab entropy-values`` fits all parameters to many games. What V cannot express, such as how
easily a pattern is spoilt or completed, comes from a table of line patterns on top (see ``line_patterns``).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.artifacts import shipped
from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.line_patterns import GRAIN, PatternPoints, pattern_points
from py_engine.games.entropy.knowledge.patterns import pattern_table, patterns
from py_engine.games.entropy.rules.expected import CELL_VALUES, expected_lines, match_chances
from py_engine.games.entropy.rules.tables import geometry

__all__ = ["ARTIFACT", "SHA256", "LineValues", "Numbers", "Scale", "fitted_values", "line_values", "slides_in_patterns"]

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
        table: Points of the line patterns, added to final scores; None adds nothing.
    """

    def __init__(
        self, size: int, numbers: Numbers, scale: Scale = IDENTITY, table: PatternPoints | None = None
    ) -> None:
        self.size, self._numbers, self._scale, self._table = size, numbers, scale, table
        self._patterns = pattern_table(size)
        self._added: dict[int, Array] = {}
        """What ``_worth`` adds to lines, by tokens on the board."""

    def with_table(self, table: PatternPoints) -> LineValues:
        """The same values with another table of line patterns."""
        return LineValues(self.size, self._numbers, self._scale, table)

    def _left(self, tokens: int) -> int:
        """Moves Order has left, after the one that left these tokens on the board."""
        return max(0, geometry(self.size).cells - 1 - tokens)

    def at(self, tokens: int) -> dict[str, float]:
        """The parameters for a number of tokens on the board, including those of the scale."""
        left = float(self._left(tokens))
        return _at(left, self._numbers) | _at(left, self._scale)

    def added(self, tokens: int) -> Array:
        """(patterns,) float64: points added to the expected matches of a line, by pattern: slides, shift and table."""
        if tokens not in self._added:
            now = self.at(tokens)
            points = slides_in_patterns(self.size) * (now["slide"] * now["factor"]) + now["shift"] / (2 * self.size)
            if self._table is not None:
                points = points + self._table.at(self._left(tokens)) / GRAIN
            self._added[tokens] = points
        return self._added[tokens]

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
        return self._worth(codes, self.chances(tokens, bags), self.at(tokens)["factor"], self.added(tokens), which)

    def of_bag(self, tokens: int, bag: Array) -> Callable[[Array], Array]:
        """The function from (M,) int32 codes to the expected final points of lines, for a bag (8,)."""
        chances, factor, added = self.chances(tokens, bag[None]), self.at(tokens)["factor"], self.added(tokens)
        return lambda codes: self._worth(codes, chances, factor, added, None)

    def _worth(self, codes: Array, chances: Array, factor: float, added: Array, which: Array | None) -> Array:
        values = expected_lines(codes, chances, self.size, which)
        values *= factor
        values += added.take(self._patterns.take(codes))
        return values


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
def slides_in_patterns(size: int) -> Array:
    """(patterns,) int64: the slides available within a line, by pattern."""
    empty = np.array(patterns(size), dtype=np.uint8) == 0
    count = np.zeros(len(empty), dtype=np.int64)
    for start in range(size):
        for stride in (-1, 1):
            free = ~empty[:, start]
            for end in range(start + stride, size if stride > 0 else -1, stride):
                free = free & empty[:, end]
                count += free
    return count


class _Stored(TypedDict):
    """The file's content for one size; see ``Numbers`` and ``Scale``."""

    numbers: dict[str, list[float]]
    scale: dict[str, list[float]]


def _load() -> dict[str, _Stored]:
    """The file's content by board size."""
    stored: dict[str, _Stored] = json.loads(shipped(_FILE, SHA256, "Entropy's learned line values are damaged"))
    return stored


def fitted_values(size: int) -> LineValues:
    """The learned line values for a board size without the table of line patterns.

    Raises:
        ContractError: INVALID_ARTIFACT if the file is damaged.
    """
    return _of_file(size, None)


@cache
def line_values(size: int) -> LineValues:
    """The learned line values for a board size.

    Raises:
        ContractError: INVALID_ARTIFACT if one of the files is damaged.
    """
    return _of_file(size, pattern_points(size))


def _of_file(size: int, table: PatternPoints | None) -> LineValues:
    found = _load()[str(size)]
    return LineValues(size, Numbers(**found["numbers"]), Scale(**found["scale"]), table)
