"""The careful player's score of a move: points this round, prospects for later, and what it denies the opponent.

The move is played and the board scored as if the round ended there, so that adjacency points count other complete lines and
the floor costs its real penalty. What is uncertain (started lines, unfinished columns and colours) counts in part. All parts
are multiples of 1/64, so that their sums are exact in any order.
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
    ("tiling", "points for tiles on the wall"),
    ("floor", "floor penalty"),
    ("line", "started lines"),
    ("progress", "progress towards columns, colours and rows"),
    ("token", "starting the next round"),
    ("denial", "tiles denied to the opponent"),
)
"""Codes and labels, in the order of ``move_parts``."""
LINE_WORTH = 0.3
"""Points of a line beyond its run in the row, for its neighbours in the column."""
FINISHABLE, UNFINISHABLE = 0.75, 0.5
"""Share of a full line's value that a started line has, with and without the tiles to fill it on the table. In the last
round the latter is worth nothing."""
DENIAL = 1.0
"""Share of the opponent's loss that counts as a gain. This and the two above were tuned in about 50 mirrored deals each
against minimax of one and two moves; half of it costs four points a game."""


def _grain(values: Array) -> Array:
    return np.floor(values * 64 + 0.5) / 64


_count, _row, _bits = KEY_COUNT[:FLOOR_KEY], KEY_ROW[:FLOOR_KEY], KEY_WALL[:FLOOR_KEY]
_share = _count / (_row + 1)
_BEGUN: Array = np.where(
    (_count > 0) & (_share < 1),
    _share * _share * (PLACE_WORTH[_bits, (KEY_COLOR[:FLOOR_KEY] + _row) % COLORS] + LINE_WORTH),
    0.0,
)
"""(FLOOR_KEY,) value of a started line if it were certain to be filled: weighted by the square of its filled share."""
_SHARE: Array = np.arange(6, dtype=np.float64) / 5
_COLUMN, _COLOR, _ROW = (_grain(bonus * _SHARE * _SHARE) for bonus in (BONUS_COLUMN, BONUS_COLOR, BONUS_ROW))
"""(6,) value of a bonus by the number of its tiles on the wall: weighted by the square of their share."""


def move_parts(batch: Batch, actions: Array) -> Array:
    """Scores of moves for the side to move, part by part.

    Args:
        batch: One position.
        actions: (A,) INDEX numbers of legal actions.

    Returns:
        (A, 6) float64 points, in the order of ``PARTS``.
    """
    parts = _own_parts(batch, actions)
    return np.column_stack([*parts, _denied(batch, actions)])


def _own_parts(batch: Batch, actions: Array) -> list[Array]:
    """The parts that concern the mover's own board, (A,) each."""
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
    """(B,) points for started lines, by whether the table still has the tiles they lack."""
    lines = side.lines[:ROWS]
    color = np.maximum(KEY_COLOR.take(lines), 0)
    fields = batch.tiles.view(U8).reshape(SOURCES, batch.size, 8)[:, :, :COLORS]
    left = fields.sum(axis=0, dtype=np.int32)
    on_table = left[np.arange(batch.size, dtype=INDEX), color] >= SPACE.take(lines)
    otherwise = np.where(batch.round_number < ROUNDS, UNFINISHABLE, 0.0)
    worth: Array = (_grain(_BEGUN.take(lines) * np.where(on_table, FINISHABLE, otherwise))).sum(axis=0)
    return worth


def _progress(tiling: Tiling) -> Array:
    """(B,) points for progress towards the bonuses."""

    def counted(masks: Array) -> Array:
        return np.bitwise_count(tiling.walls & masks[:, None]).astype(INDEX)

    rows = np.bitwise_count(KEY_WALL.take(tiling.lines[:ROWS])).astype(INDEX)
    worth: Array = (_COLUMN.take(counted(COLUMN_MASKS)) + _COLOR.take(counted(COLOR_MASKS)) + _ROW.take(rows)).sum(
        axis=0
    )
    return worth


def _denied(batch: Batch, actions: Array) -> Array:
    """(A,) points: how much the opponent's best take loses in value if this one is no longer available."""
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
