"""How promising the moves of many positions look: what orders and narrows the tree of the search.

A move's prior is, in units of 1/16 point: the worth of the tiles it puts on a line (all of a tile's points when it
completes the line, a share of them before), minus what the floor costs for the tiles that do not fit.
"""

from __future__ import annotations

import numpy as np

from py_engine.games.azul.rules import Batch, legal_mask
from py_engine.games.azul.tables import (
    ACTIONS,
    CENTER,
    COLOR_STRIDE,
    COLORS,
    FLOOR_KEY,
    INDEX,
    KEY_COLOR,
    KEY_COUNT,
    KEY_ROW,
    KEY_WALL,
    KEYS,
    PENALTY,
    SOURCES,
    SPACE,
)
from py_engine.games.azul.value import PLACE_WORTH
from py_engine.numerics import U8, Array

__all__ = ["ILLEGAL", "best_moves", "priors"]

GRAIN = 16
ILLEGAL = -(1 << 20)
COMPLETE_WORTH = 2.0
"""Points that a completed line is worth beyond its adjacency: bonuses to come and a line free again."""
TOKEN_COST = 8
"""Taking the token, in grains: the floor slot it fills, less what it is worth to start."""
_ACTION_BITS = 8


def _line_worth() -> Array:
    """(KEYS,) int32 grains: what the tiles in a row's line are worth."""
    worth = np.zeros(KEYS, dtype=np.float64)
    row, bits, count = KEY_ROW[:FLOOR_KEY], KEY_WALL[:FLOOR_KEY], KEY_COUNT[:FLOOR_KEY]
    column = (KEY_COLOR[:FLOOR_KEY] + row) % COLORS
    share = np.minimum(count / (row + 1), 1.0)
    partial = np.where(share < 1, 0.6, 1.0) * share
    worth[:FLOOR_KEY] = np.where(count > 0, partial * (PLACE_WORTH[bits, column] + 0.5 + COMPLETE_WORTH), 0.0)
    return np.floor(worth * GRAIN + 0.5).astype(np.int32)


_LINE_WORTH: Array = _line_worth()
_MAX_OVER = 100  # as many as a made-up position may hold of a colour
_FLOOR_COST: Array = np.array(
    [
        GRAIN * (int(PENALTY[min(8, slots + over)]) - int(PENALTY[slots]))
        for slots in range(9)
        for over in range(_MAX_OVER + 1)
    ],
    dtype=np.int32,
)
_SOURCE_COST: Array = np.zeros(SOURCES, dtype=np.int32)
_SOURCE_COST[CENTER] = TOKEN_COST


def priors(batch: Batch) -> Array:
    """(B, 180) int32 grains, ``ILLEGAL`` where the move is not legal."""
    size = batch.size
    side = batch.sides[0]
    tiles = batch.tiles.view(U8).reshape(SOURCES, size, 8)[:, :, :COLORS].transpose(1, 0, 2).astype(INDEX)
    lines = side.lines.T
    space, stride, worth = SPACE.take(lines), COLOR_STRIDE.take(lines), _LINE_WORTH.take(lines)
    count = tiles[:, :, :, None]
    placed = np.minimum(count, space[:, None, None, :])
    color = np.arange(COLORS, dtype=INDEX)[None, None, :, None]
    key = lines[:, None, None, :] + placed + stride[:, None, None, :] * color
    gain = _LINE_WORTH.take(np.minimum(key, FLOOR_KEY)) - worth[:, None, None, :]
    slots = (side.floor + side.token)[:, None, None, None]
    cost = _FLOOR_COST.take(np.minimum(slots, 8) * (_MAX_OVER + 1) + count - placed)
    token = _SOURCE_COST[None, :, None, None] * batch.center_token[:, None, None, None].astype(np.int32)
    prior = (gain - cost - token).reshape(size, ACTIONS)
    return np.where(legal_mask(batch), prior, ILLEGAL)


def best_moves(batch: Batch, width: int) -> tuple[Array, Array]:
    """The ``width`` most promising moves of each position.

    Returns:
        (N,) INDEX parents, ascending, and (N,) INDEX action numbers. A finished position has one move, of nothing.
    """
    # The action number makes all keys of a position different, so that no tie is left to the platform.
    keys = (priors(batch) << _ACTION_BITS) | (ACTIONS - 1 - np.arange(ACTIONS, dtype=np.int32))
    top = np.partition(keys, ACTIONS - width, axis=1)[:, ACTIONS - width :]  # same bits: no two keys are equal
    top = np.sort(top, axis=1)[:, ::-1]  # same bits: no two keys are equal
    legal = (top >> _ACTION_BITS) > ILLEGAL
    legal[:, 0] = True
    parents, rank = np.nonzero(legal)
    actions = ACTIONS - 1 - (top[parents, rank] & ((1 << _ACTION_BITS) - 1))
    return parents.astype(INDEX), actions.astype(INDEX)
