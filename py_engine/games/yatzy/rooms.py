"""Where the positions of a game in progress stand in its arrays, and where closing an upper category leads them.

Positions with the same closed lower categories and equally many closed upper ones stand together in a *room*: one row
for each upper mask and level. Points are counted from the position the game is followed from, less what the level says: an
upper score of an exact level is not counted, of a merged one (see ``uppers``) it is, from 0 or from 63 on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from py_engine.games.yatzy.artifact import SIZES
from py_engine.games.yatzy.policy_columns import UPPER_OUTCOMES
from py_engine.games.yatzy.tables import BONUS_AT, FACES, UPPER, UPPER_MASKS
from py_engine.games.yatzy.uppers import LEVEL_OF, LEVELS
from py_engine.numerics import Array

__all__ = ["POSITIONS", "Room", "rooms"]

POSITIONS = sum(SIZES)  # same bits: whole numbers
_FIRST = np.concatenate([[0], np.cumsum(SIZES)]).astype(np.int64)
_HIGHEST = 5 * UPPER * (UPPER + 1) // 2


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


def _rows(masks: list[int]) -> tuple[Array, Array]:
    """(N,) upper masks and levels of the rows."""
    sizes = [len(LEVELS[mask]) for mask in masks]
    levels = [np.arange(size, dtype=np.int64) for size in sizes]
    return np.repeat(np.array(masks, dtype=np.int64), sizes), np.concatenate([np.zeros(0, np.int64), *levels])


def _merged(mask: int) -> tuple[Array, Array]:
    """By level of a mask: whether it is merged, and the upper score that is counted from."""
    open_points = 5 * sum(face for face in range(1, UPPER + 1) if not mask >> (face - 1) & 1)  # same bits: whole
    uppers = LEVELS[mask].astype(np.int64)
    lost = uppers + open_points < BONUS_AT
    return lost | (uppers >= BONUS_AT), uppers


def _span(mask: int) -> int:
    open_points = 5 * sum(face for face in range(1, UPPER + 1) if not mask >> (face - 1) & 1)  # same bits: whole
    lost = [upper for upper in range(BONUS_AT) if LEVEL_OF[mask, upper] >= 0 and upper + open_points < BONUS_AT]
    return max([_HIGHEST - open_points - BONUS_AT, 0, *lost])


def _room(masks: list[int], following: list[int]) -> Room:
    upper_mask, level = _rows(masks)
    merged = np.concatenate([_merged(mask)[0] for mask in masks])
    uppers = np.concatenate([_merged(mask)[1] for mask in masks])
    strides = np.array([len(levels) for levels in LEVELS], dtype=np.int64)
    place = {(mask, one): row for row, (mask, one) in enumerate(zip(*map(np.ndarray.tolist, _rows(following)), strict=True))}
    shape = (UPPER_OUTCOMES, len(level))
    after_first, after_stride = np.full(shape, POSITIONS, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    target, entry = np.full(shape, -1, dtype=np.int64), np.full(shape, -1, dtype=np.int64)
    entries: dict[tuple[int, int], int] = {}
    for way in range(UPPER_OUTCOMES):
        face, count = way // FACES + 1, way % FACES
        for row, mask in enumerate(upper_mask.tolist()):
            if mask >> (face - 1) & 1:
                continue
            after = mask | 1 << (face - 1)
            score = int(uppers[row]) + face * count
            there = int(LEVEL_OF[after, min(score, BONUS_AT)])
            after_first[way, row] = _FIRST[after] + there
            after_stride[way, row] = strides[after]
            kinds, starts = _merged(after)
            if kinds[there] and not merged[row]:
                key = (place[after, there], score - int(starts[there]))
                entry[way, row] = entries.setdefault(key, len(entries))
            else:
                target[way, row] = place[after, there]
    return Room(
        upper_mask,
        uppers,
        merged,
        _FIRST[upper_mask] + level,
        strides[upper_mask],
        after_first,
        after_stride,
        max(map(_span, masks)),
        target,
        entry,
        np.array([row for row, _ in entries], dtype=np.int64),
        np.array([shift for _, shift in entries], dtype=np.int64),
    )
