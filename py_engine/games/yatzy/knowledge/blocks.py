"""The array layout of the forward pass, and where closing an upper category leads in it.

Positions with the same closed lower categories and the same number of closed upper ones form a *block*, with one row per
upper mask and level. Points are counted from the first position, excluding what the level already determines: the upper
score of an exact level is not counted, that of a merged level (see ``uppers``) is counted, from 0 or from 63.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.policy_columns import UPPER_OUTCOMES
from py_engine.games.yatzy.knowledge.uppers import FIRST, LEVEL_OF, LEVELS, POSITIONS
from py_engine.games.yatzy.rules.tables import BONUS_AT, FACES, UPPER, UPPER_MASKS

__all__ = ["BlockLayout", "block_layouts"]

_HIGHEST = 5 * UPPER * (UPPER + 1) // 2
_SHIFTS = 128
"""Larger than any number of points with which an upper score enters a merged level."""


@dataclass(frozen=True, slots=True)
class BlockLayout:
    """The rows that all blocks with the same number of closed upper categories have in common.

    N rows by upper mask and level. For each of the 36 ways to close an upper category (0 to 5 dice of each face),
    ``target`` is the row in the next block; ``entry`` is used instead if that row is merged and this one is not.
    """

    upper_mask: Array
    """(N,) int64."""
    uppers: Array
    """(N,) int64: the upper score; for merged levels the base it is counted from, 0 or 63."""
    merged: Array
    """(N,) bool."""
    first: Array
    """(N,) int64: index in the table of the position with no lower categories closed."""
    stride: Array
    """(N,) int64: distance in the table from one lower mask to the next."""
    after_first: Array
    """(36, N) int64: like ``first``, after closing; past the table if the category is closed already."""
    after_stride: Array
    """(36, N) int64."""
    span: int
    """Range in points of the upper scores of a merged level."""
    target: Array
    """(36, N) int64: the row afterwards; -1 if there is none, or if an exact level becomes a merged one."""
    entry: Array
    """(36, N) int64: for an exact level that becomes a merged one, its index in ``entry_row``; else -1."""
    entry_row: Array
    """(E,) int64: the row of the next block that is entered."""
    entry_shift: Array
    """(E,) int64: the points of the upper score that are counted from then on."""


def block_layouts(upper_mask: int) -> list[BlockLayout | None]:
    """The layouts of positions reachable from an upper mask, by number of closed upper categories; None if there are none."""
    masks: list[list[int]] = [[] for _ in range(UPPER + 1)]
    for mask in range(UPPER_MASKS):
        if mask & upper_mask == upper_mask:
            masks[mask.bit_count()].append(mask)
    found: list[BlockLayout | None] = []
    for closed, here in enumerate(masks):
        found.append(_layout(here, masks[closed + 1] if closed < UPPER else []) if here else None)
    return found


def _open_points(mask: int) -> int:
    """The maximum points of the open upper categories."""
    return 5 * sum(face for face in range(1, UPPER + 1) if not mask >> (face - 1) & 1)  # same bits: whole numbers


def _merged(mask: int) -> Array:
    """(L,) bool: whether each level of a mask merges several upper scores."""
    uppers = LEVELS[mask].astype(np.int64)
    return (uppers + _open_points(mask) < BONUS_AT) | (uppers >= BONUS_AT)


def _span(mask: int) -> int:
    lost = np.flatnonzero(
        (LEVEL_OF[mask] >= 0) & (np.arange(BONUS_AT + 1, dtype=np.int64) + _open_points(mask) < BONUS_AT)
    )
    return max([_HIGHEST - _open_points(mask) - BONUS_AT, 0, *lost.tolist()])


def _layout(masks: list[int], following: list[int]) -> BlockLayout:
    starts = dict(zip(following, accumulate((len(LEVELS[mask]) for mask in following), initial=0), strict=False))
    blocks = [_ways(mask, starts) for mask in masks]
    after_first, after_stride, target, keys = (np.concatenate(part, axis=1) for part in zip(*blocks, strict=True))
    known, entry = np.unique(keys, return_inverse=True)
    none = int(known[0] < 0)
    return BlockLayout(
        upper_mask=np.repeat(np.array(masks, dtype=np.int64), [len(LEVELS[mask]) for mask in masks]),
        uppers=np.concatenate([LEVELS[mask].astype(np.int64) for mask in masks]),
        merged=np.concatenate([_merged(mask) for mask in masks]),
        first=np.concatenate([FIRST[mask] + np.arange(len(LEVELS[mask]), dtype=np.int64) for mask in masks]),
        stride=np.concatenate([np.full(len(LEVELS[mask]), len(LEVELS[mask]), dtype=np.int64) for mask in masks]),
        after_first=after_first,
        after_stride=after_stride,
        span=max(map(_span, masks)),
        target=target,
        entry=entry.reshape(keys.shape).astype(np.int64) - none,
        entry_row=known[none:] // _SHIFTS,
        entry_shift=known[none:] % _SHIFTS,
    )


def _ways(mask: int, starts: dict[int, int]) -> tuple[Array, Array, Array, Array]:
    """One upper mask's part of a layout: ``after_first``, ``after_stride``, ``target``, and the keys of the entries.

    Args:
        mask: The upper mask.
        starts: The first row of each upper mask in the next block.
    """
    uppers, merged = LEVELS[mask].astype(np.int64), _merged(mask)
    shape = (UPPER_OUTCOMES, len(uppers))
    first, stride = np.full(shape, POSITIONS, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    target, key = np.full(shape, -1, dtype=np.int64), np.full(shape, -1, dtype=np.int64)
    for face in range(1, UPPER + 1):
        if mask >> (face - 1) & 1:
            continue
        after = mask | 1 << (face - 1)
        ways = slice((face - 1) * FACES, face * FACES)
        scores = uppers + face * np.arange(FACES, dtype=np.int64)[:, None]
        level = LEVEL_OF[after, np.minimum(scores, BONUS_AT)].astype(np.int64)
        enters = _merged(after)[level] & ~merged
        shift = scores - LEVELS[after].astype(np.int64)[level]
        row = starts[after] + level
        first[ways], stride[ways] = FIRST[after] + level, len(LEVELS[after])
        target[ways], key[ways] = np.where(enters, -1, row), np.where(enters, row * _SHIFTS + shift, -1)
    return first, stride, target, key
