"""The careful player's score of a move: what it brings this round, what it promises, what it denies.

A move is laid on the board and the board scored as if the round ended there, so that points of adjacency count the
other lines that are complete, and the floor costs what it costs. What is not certain yet (lines begun, columns and
colours to come) counts in part. All parts are multiples of 1/64, so that their sums are exact in any order.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.azul.knowledge.value import PLACE_WORTH, ROUNDS, START
from py_engine.games.azul.rules.batch import Batch, Side, legal_mask, split_action, step
from py_engine.games.azul.rules.scoring import Tiling, score_side
from py_engine.games.azul.rules.tables import (
    BONUS_COLOR,
    BONUS_COLUMN,
    BONUS_ROW,
    COLOR_MASKS,
    COLORS,
    COLUMN_MASKS,
    DESTINATIONS,
    FLOOR_KEY,
    INDEX,
    KEY_COLOR,
    KEY_COUNT,
    KEY_ROW,
    KEY_WALL,
    ROWS,
    SOURCES,
    SPACE,
)

__all__ = ["PARTS", "move_parts"]

PARTS = (
    ("tiling", "points of the tiles that are laid"),
    ("floor", "penalty on the floor"),
    ("line", "lines begun"),
    ("progress", "columns, colours and rows to come"),
    ("token", "starting the next round"),
    ("denial", "what the opponent cannot take"),
)
"""Codes and labels, in the order of ``move_parts``."""
LINE_WORTH = 0.3
"""Points that a line is worth beyond the run it adds to in its row: what it touches in its column."""
FINISHABLE, UNFINISHABLE = 0.75, 0.5
"""Part of a line's worth, when filled in full, that lines begun have: with and without the tiles to fill them on the
table. In the last round the latter are worth nothing."""
DENIAL = 1.0
"""Part of what the opponent loses that counts as one's own gain. This and the two above were tried out in some 50 mirrored
deals each against minimax of one and two moves; half of it costs four points a game."""


def _grain(values: Array) -> Array:
    return np.floor(values * 64 + 0.5) / 64


_count, _row, _bits = KEY_COUNT[:FLOOR_KEY], KEY_ROW[:FLOOR_KEY], KEY_WALL[:FLOOR_KEY]
_share = _count / (_row + 1)
_BEGUN: Array = np.where(
    (_count > 0) & (_share < 1),
    _share * _share * (PLACE_WORTH[_bits, (KEY_COLOR[:FLOOR_KEY] + _row) % COLORS] + LINE_WORTH),
    0.0,
)
"""(FLOOR_KEY,) points that a begun line would be worth if it were sure to be filled: the square of the part that is there."""
_SHARE: Array = np.arange(6, dtype=np.float64) / 5
_COLUMN, _COLOR, _ROW = (_grain(bonus * _SHARE * _SHARE) for bonus in (BONUS_COLUMN, BONUS_COLOR, BONUS_ROW))
"""(6,) points by how many tiles of a bonus are there: the square of the part that is there."""


def move_parts(batch: Batch, actions: Array) -> Array:
    """What moves are worth to the side to move, part by part.

    Args:
        batch: one position.
        actions: (A,) INDEX numbers of legal actions.

    Returns:
        (A, 6) float64 points, in the order of ``PARTS``; the last of them needs the opponent's moves too.
    """
    parts = _own_parts(batch, actions)
    return np.column_stack([*parts, _denied(batch, actions)])


def _own_parts(batch: Batch, actions: Array) -> list[Array]:
    """The parts that speak of the mover's own board, (A,) each."""
    after = batch.take(np.zeros(len(actions), dtype=INDEX))
    step(after, *split_action(actions))
    before, own = batch.sides[0], after.sides[1]
    was, now = score_side(before), score_side(own)
    return [
        (now.points.sum(axis=0, dtype=np.int32) - was.points.sum(axis=0, dtype=np.int32)).astype(np.float64),
        (was.penalty - now.penalty).astype(np.float64),
        _begun(own, after) - _begun(before, batch),
        _progress(now) - _progress(was),
        START * (own.token.astype(np.float64) - before.token),
    ]


def _begun(side: Side, batch: Batch) -> Array:
    """(B,) points: lines begun, by whether the table still has what they lack."""
    lines = side.lines[:ROWS]
    color = np.maximum(KEY_COLOR.take(lines), 0)
    fields = batch.tiles.view(U8).reshape(SOURCES, batch.size, 8)[:, :, :COLORS]
    left = fields.sum(axis=0, dtype=np.int32)
    there = left[np.arange(batch.size, dtype=INDEX), color] >= SPACE.take(lines)
    otherwise = np.where(batch.round_number < ROUNDS, UNFINISHABLE, 0.0)
    worth: Array = (_grain(_BEGUN.take(lines) * np.where(there, FINISHABLE, otherwise))).sum(axis=0)
    return worth


def _progress(tiling: Tiling) -> Array:
    """(B,) points: how far the bonuses have come."""

    def counted(masks: Array) -> Array:
        return np.bitwise_count(tiling.walls & masks[:, None]).astype(INDEX)

    rows = np.bitwise_count(KEY_WALL.take(tiling.lines[:ROWS])).astype(INDEX)
    worth: Array = (_COLUMN.take(counted(COLUMN_MASKS)) + _COLOR.take(counted(COLOR_MASKS)) + _ROW.take(rows)).sum(
        axis=0
    )
    return worth


def _denied(batch: Batch, actions: Array) -> Array:
    """(A,) points: how much less the opponent's best set of tiles is worth without the one that is taken."""
    swapped = Batch(
        batch.tiles,
        batch.center_token,
        (batch.sides[1], batch.sides[0]),
        batch.front ^ 1,
        batch.turn ^ 1,
        batch.round_number,
        batch.totals,
        batch.bag,
    )
    replies = np.flatnonzero(legal_mask(swapped)[0]).astype(INDEX)
    gains = np.stack(_own_parts(swapped, replies)).sum(axis=0)
    sets, starts = np.unique(replies // DESTINATIONS, return_index=True)
    best = np.maximum.reduceat(gains, starts)
    if len(sets) < 2:
        return np.zeros(len(actions), dtype=np.float64)
    order = np.sort(best, kind="stable")
    lead = _grain(DENIAL * (order[-1] - order[-2]))
    return np.where(actions // DESTINATIONS == sets[best.argmax()], lead, 0.0)
