"""Where the positions of a game in progress stand in its arrays, and where closing an upper category leads them.

Positions with the same closed lower categories and equally many closed upper ones stand together in a *room*: one row
for each upper mask and level. Points are counted from the position the game is followed from, less what the level says: an
upper score of an exact level is not counted, of a merged one (see ``uppers``) it is, from 0 or from 63 on.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.policy_columns import UPPER_OUTCOMES
from py_engine.games.yatzy.knowledge.uppers import FIRST, LEVEL_OF, LEVELS, POSITIONS
from py_engine.games.yatzy.rules.tables import BONUS_AT, FACES, UPPER, UPPER_MASKS

__all__ = ["Room", "rooms"]

_HIGHEST = 5 * UPPER * (UPPER + 1) // 2
_SHIFTS = 128
"""More than any number of points that an upper score enters a merged level with."""


@dataclass(frozen=True, slots=True)
class Room:
    """The rows of all rooms with equally many closed upper categories.

    N rows by upper mask and level. For each of the 36 ways to close an upper category (0 to 5 dice of each face):
    ``target`` is the row in the next room, ``entry`` where instead the row is merged and this one is not.
    """

    upper_mask: Array
    """(N,) int64."""
    uppers: Array
    """(N,) int64: the upper score; of merged levels the one that is counted from: 0 or 63."""
    merged: Array
    """(N,) bool."""
    first: Array
    """(N,) int64: place in the table of the position without lower categories closed."""
    stride: Array
    """(N,) int64: how much further it stands for each lower mask."""
    after_first: Array
    """(36, N) int64: as ``first``, after closing; past the table where that is closed already."""
    after_stride: Array
    """(36, N) int64."""
    span: int
    """How many points the upper score of a merged level varies by."""
    target: Array
    """(36, N) int64: the row afterwards; -1 where none is, or where an exact level becomes a merged one."""
    entry: Array
    """(36, N) int64: for an exact level that becomes a merged one, its place in ``entry_row``; else -1."""
    entry_row: Array
    """(E,) int64: the row of the next room that an upper score goes into."""
    entry_shift: Array
    """(E,) int64: the points that are counted from then on."""


def rooms(upper_mask: int) -> list[Room | None]:
    """The rooms for positions after an upper mask, by number of closed upper categories."""
    masks: list[list[int]] = [[] for _ in range(UPPER + 1)]
    for mask in range(UPPER_MASKS):
        if mask & upper_mask == upper_mask:
            masks[mask.bit_count()].append(mask)
    found: list[Room | None] = []
    for closed, here in enumerate(masks):
        found.append(_room(here, masks[closed + 1] if closed < UPPER else []) if here else None)
    return found


def _open_points(mask: int) -> int:
    """The most that the open upper categories can still bring."""
    return 5 * sum(face for face in range(1, UPPER + 1) if not mask >> (face - 1) & 1)  # same bits: whole numbers


def _merged(mask: int) -> Array:
    """By level of a mask: whether it stands for several upper scores."""
    uppers = LEVELS[mask].astype(np.int64)
    return (uppers + _open_points(mask) < BONUS_AT) | (uppers >= BONUS_AT)


def _span(mask: int) -> int:
    lost = np.flatnonzero(
        (LEVEL_OF[mask] >= 0) & (np.arange(BONUS_AT + 1, dtype=np.int64) + _open_points(mask) < BONUS_AT)
    )
    return max([_HIGHEST - _open_points(mask) - BONUS_AT, 0, *lost.tolist()])


def _room(masks: list[int], following: list[int]) -> Room:
    starts = dict(zip(following, accumulate((len(LEVELS[mask]) for mask in following), initial=0), strict=False))
    blocks = [_ways(mask, starts) for mask in masks]
    after_first, after_stride, target, keys = (np.concatenate(part, axis=1) for part in zip(*blocks, strict=True))
    known, entry = np.unique(keys, return_inverse=True)
    none = int(known[0] < 0)
    return Room(
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
    """The part of one upper mask in a room: ``after_first``, ``after_stride``, ``target``, and the entries' keys.

    Args:
        mask: the upper mask.
        starts: the first row of each upper mask in the next room.
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
