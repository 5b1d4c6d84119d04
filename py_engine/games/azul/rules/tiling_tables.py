"""Lookup tables for the tiling: the words of the five rows are summed, and the fields of the sum give what the wall scores.

The word (uint64)::

    bits 0..49   ten per column, two of them per row: 0 empty, 1 already on the wall,
                 2 placed now next to another tile of its row, 3 placed now with none next to it
    bits 50..52  tiles placed
    bits 53..57  points of horizontal runs
    bits 58..60  complete rows
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.azul.rules.tables import (
    COLORS,
    COMPLETE,
    FLOOR_KEY,
    INDEX,
    KEY_ROW,
    KEY_WALL,
    KEYS,
    ROWS,
    RUN,
    TILE_COLUMN,
    TILED_WALL,
)

__all__ = [
    "COLUMN_FIELD",
    "COLUMN_POINTS",
    "COLUMN_SHIFTS",
    "COUNT_FIELD",
    "FULL_SHIFT",
    "HORIZONTAL_SHIFT",
    "PLACED_SHIFT",
    "ROW_WORD",
    "RUNS_FIELD",
]

_BEFORE, _BESIDE, _ALONE = 1, 2, 3
_COLUMN_BITS = 2 * ROWS
COLUMN_SHIFTS: Array = _COLUMN_BITS * np.arange(COLORS, dtype=U64)[:, None]
PLACED_SHIFT: Array = np.array(50, dtype=U64)
HORIZONTAL_SHIFT: Array = np.array(53, dtype=U64)
FULL_SHIFT: Array = np.array(58, dtype=U64)
COLUMN_FIELD: Array = np.array((1 << _COLUMN_BITS) - 1, dtype=U64)
COUNT_FIELD: Array = np.array(7, dtype=U64)
RUNS_FIELD: Array = np.array(31, dtype=U64)


def _row_words() -> Array:
    """(KEYS,) uint64: the word of each row key."""
    rows = KEY_ROW[:FLOOR_KEY]
    placed = COMPLETE[:FLOOR_KEY] == 1
    run = np.where(placed, RUN.take(TILED_WALL[:FLOOR_KEY] * 5 + TILE_COLUMN[:FLOOR_KEY]), 0)
    words = np.zeros(KEYS, dtype=U64)
    for column in range(COLORS):
        here = placed & (TILE_COLUMN[:FLOOR_KEY] == column)
        on_wall = KEY_WALL[:FLOOR_KEY] >> column & 1
        state = np.where(here, np.where(run > 1, _BESIDE, _ALONE), np.where(on_wall == 1, _BEFORE, 0))
        words[:FLOOR_KEY] |= state.astype(U64) << (_COLUMN_BITS * column + 2 * rows).astype(U64)
    words[:FLOOR_KEY] |= placed.astype(U64) << PLACED_SHIFT
    words[:FLOOR_KEY] |= np.where(run > 1, run, 0).astype(U64) << HORIZONTAL_SHIFT
    words[:FLOOR_KEY] |= (TILED_WALL[:FLOOR_KEY] == 31).astype(U64) << FULL_SHIFT
    return words


def _column_points() -> Array:
    """(1024,) int32: points of a column's new tiles for vertical runs, plus one for each tile without any neighbour."""
    states = np.arange(1 << _COLUMN_BITS, dtype=INDEX)
    of_row = [states >> 2 * row & 3 for row in range(ROWS)]
    column = np.zeros_like(states)
    for row in range(ROWS):
        column |= (of_row[row] == _BEFORE).astype(INDEX) << row
    points = np.zeros_like(states)
    for row in range(ROWS):  # upper tiles of this tiling count for lower ones
        placed = of_row[row] >= _BESIDE
        column |= placed.astype(INDEX) << row
        run = RUN.take(column * 5 + row)
        points += np.where(placed, np.where(run > 1, run, of_row[row] == _ALONE), 0)
    return points.astype(np.int32)


ROW_WORD: Array = _row_words()
COLUMN_POINTS: Array = _column_points()
