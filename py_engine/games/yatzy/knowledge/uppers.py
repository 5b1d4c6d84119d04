"""The reachable upper scores of a position, merged into levels of equal value.

Once not even five of a kind in every open upper category could win the bonus, the upper score no longer matters, and all
such scores share one *level*. Upper scores of 63 and more share another. The levels of a mask depend on its upper part only.

Arrays over all positions between turns are ordered by upper mask, lower mask and level.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import BONUS_AT, FULL, LOWER_MASKS, UPPER, UPPER_MASKS

__all__ = ["FIRST", "LEVELS", "LEVEL_OF", "POSITIONS", "SIZES", "is_reachable", "step_levels"]


def _reachable(mask: int) -> list[int]:
    sums = {0}
    for face in range(1, UPPER + 1):
        if mask >> (face - 1) & 1:
            sums = {min(BONUS_AT, total + face * n) for total in sums for n in range(6)}
    return sorted(sums)


def _in_reach(mask: int, upper: int) -> bool:
    open_faces = [face for face in range(1, UPPER + 1) if not mask >> (face - 1) & 1]
    return upper + 5 * sum(open_faces) >= BONUS_AT  # same bits: whole numbers


def _levels() -> tuple[tuple[Array, ...], Array]:
    levels, level_of = [], np.full((UPPER_MASKS, BONUS_AT + 1), -1, dtype=np.int8)
    for mask in range(UPPER_MASKS):
        kept: list[int] = []
        lost = False
        for upper in _reachable(mask):
            in_reach = _in_reach(mask, upper)
            if in_reach or not lost:
                kept.append(upper)
            lost = lost or not in_reach
            level_of[mask, upper] = len(kept) - 1 if in_reach else 0
        levels.append(np.array(kept, dtype=np.int8))
    return tuple(levels), level_of


LEVELS, LEVEL_OF = _levels()
"""LEVELS[upper mask]: one upper score of each level, ascending. LEVEL_OF: (64, 64) int8, the level by upper mask and
upper score; -1 for unreachable scores."""
SIZES = tuple(LOWER_MASKS * len(levels) for levels in LEVELS)
"""Number of positions by upper mask."""
POSITIONS = sum(SIZES)  # same bits: whole numbers
FIRST = np.concatenate([[0], np.cumsum(SIZES)]).astype(np.int64)
"""Index of the first position by upper mask."""


def is_reachable(mask: int, upper: int) -> bool:
    """Whether a position can have this upper score (0..63, capped at 63)."""
    return 0 <= mask <= FULL and 0 <= upper <= BONUS_AT and bool(LEVEL_OF[mask & (UPPER_MASKS - 1), upper] >= 0)


def step_levels(mask: int, face: int) -> Array:
    """(6, levels) int8: the level after closing an open upper category with 0..5 dice of its face."""
    after = mask | 1 << (face - 1)
    scores = LEVELS[mask][None, :].astype(np.int16) + face * np.arange(6, dtype=np.int16)[:, None]
    return LEVEL_OF[after, np.minimum(scores, BONUS_AT)]
