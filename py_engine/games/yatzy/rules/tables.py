"""Yatzy's vocabulary and lookup tables: categories, dice multisets, and points.

Dice are treated as multisets. All 462 multisets of 0 to 5 dice have one order, the *lattice*: first the 252 of five dice
(the *rolls*), then those of four, down to the empty one. Within a size, those with more different faces come first, so
that "all with at least n different faces" is a slice.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final, Literal, NamedTuple, get_args

import numpy as np

from py_engine.core.numerics import Array

__all__ = [
    "ADD",
    "ALL_RULES",
    "BONUS",
    "BONUS_AT",
    "CATEGORIES",
    "CATEGORY_NAMES",
    "COUNTS",
    "FIRST_OF_SIZE",
    "FULL",
    "LATTICE",
    "LOWER_MASKS",
    "MULTISETS",
    "POINTS",
    "POWERS",
    "REMOVE",
    "ROLLS",
    "ROLL_WEIGHTS",
    "RULESET_ID",
    "STANDARD",
    "UPPER",
    "UPPER_MASKS",
    "Category",
    "Rules",
    "multiset_of",
]

RULESET_ID: Final = "yatzy_v1"

Category = Literal[
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "four_of_a_kind",
    "small_straight",
    "large_straight",
    "full_house",
    "chance",
    "yatzy",
]
CATEGORIES: tuple[Category, ...] = get_args(Category)
"""Bit i of every mask is category i."""
CATEGORY_NAMES: tuple[str, ...] = tuple(name.replace("_", " ").capitalize() for name in CATEGORIES)
DICE, FACES = 5, 6
UPPER = 6
"""Number of upper categories, which come first and count towards the bonus."""
UPPER_MASKS, LOWER_MASKS = 1 << UPPER, 1 << (len(CATEGORIES) - UPPER)
FULL = (1 << len(CATEGORIES)) - 1
BONUS_AT, BONUS = 63, 50


class Rules(NamedTuple):
    """The house rules that affect scoring."""

    five_of_a_kind_is_full_house: bool = False
    four_of_a_kind_is_two_pairs: bool = False


STANDARD = Rules()
ALL_RULES = tuple(Rules(five, four) for five in (False, True) for four in (False, True))


def _lattice() -> list[tuple[int, ...]]:
    order: list[tuple[int, ...]] = []
    for size in range(DICE, -1, -1):
        order += sorted(combinations_with_replacement(range(1, FACES + 1), size), key=lambda dice: -len(set(dice)))
    return order


MULTISETS = tuple(_lattice())
LATTICE, ROLLS = len(MULTISETS), 252
FIRST_OF_SIZE = tuple(next(i for i, dice in enumerate(MULTISETS) if len(dice) == size) for size in range(DICE + 1))
"""Index of the first multiset of each size; they end where the next smaller size begins."""
COUNTS = np.array([[dice.count(face) for face in range(1, FACES + 1)] for dice in MULTISETS], dtype=np.int8)
"""(462, 6) int8: number of dice of each face."""
POWERS = np.array([1, 6, 36, 216, 1296, 7776], dtype=np.int32)
"""(6,) int32: what a die of each face adds to a multiset's code."""
_codes = (COUNTS * POWERS).sum(axis=1, dtype=np.int32)
_multiset_of_code = np.full(DICE * 7776 + 1, -1, dtype=np.int16)
_multiset_of_code[_codes] = np.arange(LATTICE, dtype=np.int16)


def multiset_of(codes: Array) -> Array:
    """Lattice indices of multisets given their codes, the sums of ``POWERS`` over their dice."""
    return _multiset_of_code[codes]


ADD = np.full((LATTICE, FACES), -1, dtype=np.int16)
"""(462, 6) int16: the multiset with one more die of each face; -1 for those of five."""
ADD[ROLLS:] = multiset_of(_codes[ROLLS:, None] + POWERS)


def _removals() -> tuple[tuple[Array, ...], ...]:
    """By size 1..5: the n-th array gives, for multisets with at least n faces, the one without a die of its n-th face."""
    by_size = []
    for size in range(1, DICE + 1):
        first = FIRST_OF_SIZE[size]
        last = FIRST_OF_SIZE[size - 1]
        faces = [sorted(set(MULTISETS[i])) for i in range(first, last)]
        columns = []
        for n in range(size):
            having = [i for i, those in enumerate(faces) if len(those) > n]
            codes = [int(_codes[first + i] - POWERS[faces[i][n] - 1]) for i in having]
            columns.append(multiset_of(np.array(codes, dtype=np.int32)))
        by_size.append(tuple(columns))
    return tuple(by_size)


REMOVE = _removals()


def _weights() -> Array:
    factorial = (1, 1, 2, 6, 24, 120)
    ways = [factorial[5] // int(np.prod([factorial[n] for n in row], dtype=np.int64)) for row in COUNTS[:ROLLS]]
    return np.array(ways, dtype=np.float64) / 7776


ROLL_WEIGHTS = _weights()
"""(252,) float64: probability of each roll of five dice."""


def _points(dice: tuple[int, ...], rules: Rules) -> list[int]:
    count = [dice.count(face) for face in range(FACES + 1)]
    total = sum(dice)  # same bits: whole numbers
    held = {n: [face for face in range(FACES, 0, -1) if count[face] >= n] for n in (2, 3, 4, 5)}
    pairs = held[2][:2]
    if rules.four_of_a_kind_is_two_pairs and held[4]:
        pairs = [held[4][0]] * 2
    full = sorted(count)[-2:] == [2, 3] or (rules.five_of_a_kind_is_full_house and bool(held[5]))
    return [
        *(face * count[face] for face in range(1, FACES + 1)),
        2 * held[2][0] if held[2] else 0,
        2 * (pairs[0] + pairs[1]) if len(pairs) == 2 else 0,
        3 * held[3][0] if held[3] else 0,
        4 * held[4][0] if held[4] else 0,
        15 if dice == (1, 2, 3, 4, 5) else 0,
        20 if dice == (2, 3, 4, 5, 6) else 0,
        total if full else 0,
        total,
        50 if held[5] else 0,
    ]


def _points_table(rules: Rules) -> Array:
    return np.array([_points(dice, rules) for dice in MULTISETS[:ROLLS]], dtype=np.int16).T.copy()


POINTS = {rules: _points_table(rules) for rules in ALL_RULES}
"""By house rules: (15, 252) int16, the points of each roll in each category."""
