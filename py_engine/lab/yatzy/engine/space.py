"""Positions between turns as numbers, what follows each, and the tables of dice that the kernels read.

A position is its index in the flat arrays of ``knowledge.uppers``. Closing a category leads to one of 45 *slots*: 0 to 5 dice
of each face (36, face by face), or a lower category (9).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.policy_columns import UPPER_OUTCOMES, outcomes_of
from py_engine.games.yatzy.knowledge.uppers import FIRST, LEVEL_OF, LEVELS, POSITIONS, step_levels
from py_engine.games.yatzy.rules.tables import (
    ADD,
    CATEGORIES,
    COUNTS,
    FACES,
    FIRST_OF_SIZE,
    LATTICE,
    LOWER_MASKS,
    MULTISETS,
    POWERS,
    REMOVE,
    ROLLS,
    UPPER,
    UPPER_MASKS,
    Rules,
    multiset_of,
)

__all__ = [
    "ADDED",
    "CODE_OF",
    "FINAL_TURN",
    "HOLDS",
    "HOLD_COUNT",
    "LENGTHS",
    "LEVEL",
    "LOWER",
    "MASK",
    "REMOVED",
    "SLOTS",
    "STEPS",
    "UPPER_SCORE",
    "Kinds",
    "following",
    "kinds_of",
    "position_of",
    "thrown",
]

LOWER = len(CATEGORIES) - UPPER
SLOTS = UPPER_OUTCOMES + LOWER
FINAL_TURN = len(CATEGORIES)
LENGTHS = np.array([len(levels) for levels in LEVELS], dtype=np.int64)
"""(64,) levels by upper mask."""


def _positions() -> tuple[Array, Array, Array]:
    masks, levels, uppers = [], [], []
    for upper_mask in range(UPPER_MASKS):
        here = len(LEVELS[upper_mask])
        masks.append(np.repeat(upper_mask | np.arange(LOWER_MASKS, dtype=np.int32) << UPPER, here))
        levels.append(np.tile(np.arange(here, dtype=np.int8), LOWER_MASKS))
        uppers.append(np.tile(LEVELS[upper_mask], LOWER_MASKS))
    return np.concatenate(masks), np.concatenate(levels), np.concatenate(uppers)


MASK, LEVEL, UPPER_SCORE = _positions()
"""(958976,) closed categories, level, and one upper score of that level, by position."""


def _steps() -> Array:
    steps = np.zeros((UPPER_MASKS, UPPER, FACES, max(len(levels) for levels in LEVELS)), dtype=np.int8)
    for mask in range(UPPER_MASKS):
        for face in range(1, UPPER + 1):
            if not mask >> (face - 1) & 1:
                steps[mask, face - 1, :, : len(LEVELS[mask])] = step_levels(mask, face)
    return steps


STEPS = _steps()
"""(64, 6, 6, 64) int8: the level after closing an upper category, by upper mask, category, dice of its face, and level."""


def position_of(mask: int, upper: int) -> int:
    """The number of a position; the upper score is at most 63, and the mask allows it."""
    upper_mask = mask & (UPPER_MASKS - 1)
    level = int(LEVEL_OF[upper_mask, upper])
    return int(FIRST[upper_mask] + (mask >> UPPER) * LENGTHS[upper_mask] + level)


def following(positions: Array) -> Array:
    """(45, N) int64: the position that each slot leads to; 958976 where the category is closed."""
    masks, levels = MASK[positions].astype(np.int64), LEVEL[positions].astype(np.int64)
    upper_masks, lowers = masks & (UPPER_MASKS - 1), masks >> UPPER
    found = np.full((SLOTS, len(positions)), POSITIONS, dtype=np.int64)
    for face in range(UPPER):
        lanes = np.flatnonzero(upper_masks >> face & 1 == 0)
        after = upper_masks[lanes] | 1 << face
        base = FIRST[after] + lowers[lanes] * LENGTHS[after]
        to = STEPS[upper_masks[lanes], face, :, levels[lanes]].astype(np.int64)
        found[face * FACES : (face + 1) * FACES, lanes] = base + to.T
    for i in range(LOWER):
        still = lowers >> i & 1 == 0
        found[UPPER_OUTCOMES + i] = np.where(still, positions + (1 << i) * LENGTHS[upper_masks], POSITIONS)
    return found


class Kinds(NamedTuple):
    """The K outcomes of a turn under some house rules, ordered by category and points."""

    category: Array
    """(K,) int64."""
    points: Array
    """(K,) int64."""
    slot: Array
    """(K,) int64."""
    of_roll: Array
    """(15, 252) int64: the outcome of closing each category with each roll."""
    slices: tuple[slice, ...]
    """The outcomes of each category."""


@cache
def kinds_of(rules: Rules) -> Kinds:
    """The outcomes of a turn."""
    found = outcomes_of(rules)
    slot = np.arange(len(found.points), dtype=np.int64)
    slot[UPPER_OUTCOMES:] = UPPER_OUTCOMES + found.category[UPPER_OUTCOMES:] - UPPER
    return Kinds(found.category, found.points, slot, found.of_roll, found.slices)


ADDED = ADD.astype(np.int64)
"""(462, 6) int64: see ``tables.ADD``."""


def _removed() -> Array:
    removed = np.full((LATTICE, FACES - 1), -1, dtype=np.int64)
    for size, by_face in enumerate(REMOVE, 1):
        for n, which in enumerate(by_face):
            removed[FIRST_OF_SIZE[size] : FIRST_OF_SIZE[size] + len(which), n] = which
    return removed


REMOVED = _removed()
"""(462, 5) int64: the multiset without a die of its n-th face; -1 if it has fewer faces."""


class DieSteps(NamedTuple):
    """How a die leads from one multiset of dice to another, as compiled loops read it; see ``knowledge.lattice``."""

    added: Array
    """(462, 6) int64: see ``ADDED``."""
    removed: Array
    """(462, 5) int64: see ``REMOVED``."""
    first_of_size: Array
    """(6,) int64: see ``tables.FIRST_OF_SIZE``."""


DIE_STEPS = DieSteps(ADDED, REMOVED, np.array(FIRST_OF_SIZE, dtype=np.int64))


def _holds() -> tuple[Array, Array, Array]:
    holds = np.zeros((ROLLS, 32), dtype=np.int16)
    code_of = np.full((ROLLS, LATTICE), 255, dtype=np.uint8)
    count = np.zeros(ROLLS, dtype=np.int64)
    for roll in range(ROLLS):
        dice = MULTISETS[roll]
        kept = {sum(int(POWERS[die - 1]) for i, die in enumerate(dice) if pick >> i & 1) for pick in range(32)}
        those = np.sort(multiset_of(np.array(sorted(kept), dtype=np.int32)))
        count[roll] = len(those)
        holds[roll, : len(those)] = those
        code_of[roll, those] = np.arange(len(those), dtype=np.uint8)
    return holds, code_of, count


HOLDS, CODE_OF, HOLD_COUNT = _holds()
"""HOLDS: (252, 32) int16, the distinct multisets that can be held of a roll in lattice order, so that the first is the whole
roll; HOLD_COUNT: (252,) how many; CODE_OF: (252, 462) uint8, the place of a multiset among them, 255 if it is none."""


@cache
def thrown() -> Array:
    """(462, 7776) uint8: the roll after holding a multiset, by a throw of five dice of which the missing ones are used."""
    digits = np.arange(FACES**5, dtype=np.int64)[:, None] // FACES ** np.arange(5, dtype=np.int64) % FACES
    table = np.empty((LATTICE, FACES**5), dtype=np.uint8)
    codes = (COUNTS * POWERS).sum(axis=1, dtype=np.int32)
    for size in range(6):
        last = FIRST_OF_SIZE[size - 1] if size else LATTICE
        added = POWERS[digits[:, : 5 - size]].sum(axis=1, dtype=np.int32)
        for held in range(FIRST_OF_SIZE[size], last):
            table[held] = multiset_of(codes[held] + added)
    return table
