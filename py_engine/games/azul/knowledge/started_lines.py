"""Features of started pattern lines between two rounds: what a line's tile will earn, and how likely the line is completed.

A line *lacks* the tiles that it can still hold. Lines compete for the *supply*, the tiles of their colour that the next refill
brings on average. Like all features they are numbered, one per slot; they only have linear weights, which their number would
make too many in the hidden layer.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.knowledge.layout import Block
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.scoring import DRAWS
from py_engine.games.azul.rules.tables import (
    COLORS,
    FLOOR_KEY,
    INDEX,
    KEY_COLOR,
    KEY_COUNT,
    KEY_ROW,
    KEY_WALL,
    ROWS,
    RUN,
    TILE_POINTS,
)

__all__ = ["CONTEST", "board_features", "contests", "started_blocks", "supply"]

_HALVES = 2
"""Supply is counted in half tiles."""
_SUPPLIES = 14
"""Supplies of six and a half tiles or more count as the same."""
_LACKS = 5
"""What a started line can lack, 1 to 4 tiles; 0 stands for a line that is not started."""
_POINTS = 11
"""1 to 10 points for a tile; 0 is not used."""
_NEEDS = 6
"""Lines of one colour that lack five tiles or more together count as the same."""


def started_blocks(name: str) -> tuple[Block, ...]:
    """The blocks of one side: what each line lacks, with the column's tiles, the colour's, and the tile's points and supply."""
    return (
        Block(f"{name}_started_column", ROWS * _LACKS * 32, ROWS, linear=True),
        Block(f"{name}_started_color", ROWS * _LACKS * 32, ROWS, linear=True),
        Block(f"{name}_started_supply", _LACKS * _POINTS * _SUPPLIES, ROWS, shared=True, linear=True),
    )


CONTEST = Block("contest", _NEEDS * _NEEDS * _SUPPLIES, COLORS, shared=True, linear=True)
"""For each colour, what both sides lack of it and the supply."""


def _key_tables() -> Array:
    """(6, KEYS) INDEX: the parts of features that depend on a row alone, 0 where nothing else is said and no line is started."""
    row = np.minimum(KEY_ROW, ROWS - 1)
    lack = np.where(KEY_COUNT > 0, row + 1 - KEY_COUNT, 0)
    started = lack > 0
    started[FLOOR_KEY] = False
    color = np.where(started, KEY_COLOR, 0)
    column = np.where(started, (color + row) % COLORS, 0)
    run = RUN.take((KEY_WALL | 1 << column) * 5 + column)
    # Without a started line, a feature of its own for each row.
    pattern_start = (row * _LACKS + np.where(started, lack, 0)) * 32
    pattern_mask = np.where(started, 31, 0)
    points_start = np.where(started, (run * ROWS + row) * 32, 0)
    supply_start = np.where(started, lack * _POINTS * _SUPPLIES, 0)
    return np.stack([color, column, pattern_start, pattern_mask, points_start, supply_start]).astype(INDEX)


def _points_at() -> Array:
    """``[(run * 5 + row) * 32 + pattern]``: points of a tile, times ``_SUPPLIES``, INDEX.

    The tile makes a horizontal run in a row; the pattern is that of the other tiles in its column.
    """
    table = np.zeros((6, ROWS, 32), dtype=INDEX)
    for row in range(ROWS):
        vertical = RUN.take((np.arange(32, dtype=INDEX) | 1 << row) * 5 + row)
        for run in range(1, 6):
            table[run, row] = TILE_POINTS.take(run * 6 + vertical) * _SUPPLIES
    return table.reshape(-1)


def _byte_words(counts: Array, color: Array) -> Array:
    """(KEYS,) uint64: counts in the bytes of their colours."""
    words: Array = np.where(counts > 0, counts, 0).astype(U64) << (8 * np.maximum(color, 0)).astype(U64)
    words[FLOOR_KEY] = 0
    return words


def _used_words() -> Array:
    """(KEYS,) uint64: tiles of a row's wall and line, a byte per colour."""
    words = _byte_words(KEY_COUNT, KEY_COLOR)
    for column in range(COLORS):
        color = (column - KEY_ROW) % COLORS
        words = words + _byte_words(KEY_WALL >> column & 1, color)
    return words


_TABLES: Array = _key_tables()
_POINTS_AT: Array = _points_at()
_LACK_WORD: Array = _byte_words(np.where(KEY_COUNT > 0, np.maximum(KEY_ROW + 1 - KEY_COUNT, 0), 0), KEY_COLOR)
"""(KEYS,) uint64: what a started line lacks, in the byte of its colour."""
_USED_WORD: Array = _used_words()


def _by_color(words: Array) -> Array:
    """(5, B) int32 from words with a byte per colour."""
    return words.view(U8).reshape(-1, 8)[:, :COLORS].T.astype(np.int32)


def supply(bare: Batch) -> Array:
    """(5, B) int32: tiles of each colour that the next refill brings on average, in halves, below ``_SUPPLIES``.

    What comes from the bag is rounded down, and so is what comes from the lid once the bag is empty.

    Args:
        bare: Positions with an empty table and empty floors.
    """
    bag = bare.bag
    first, second = bare.sides
    used = np.add.reduce(_USED_WORD.take(first.lines[:ROWS], mode="clip"), axis=0)
    used += np.add.reduce(_USED_WORD.take(second.lines[:ROWS], mode="clip"), axis=0)
    # Boards put together from two positions may hold more tiles than the game has.
    lid = np.maximum(bare.totals - bag - _by_color(used), 0)
    in_bag, in_lid = bag.sum(axis=0, dtype=np.int32), lid.sum(axis=0, dtype=np.int32)
    from_bag, from_lid = np.minimum(in_bag, DRAWS), np.minimum(np.maximum(DRAWS - in_bag, 0), in_lid)
    halves = _HALVES * from_bag * bag // np.maximum(in_bag, 1)
    halves += _HALVES * from_lid * lid // np.maximum(in_lid, 1)
    return np.minimum(halves, _SUPPLIES - 1)


def board_features(lines: Array, columns: Array, colors: Array, supplied: Array) -> Array:
    """(15, B) INDEX: the features of a side within ``started_blocks``, one block after another.

    Args:
        lines: (5, B) row keys, without complete lines.
        columns: (5, B) the tiles in each column, as features of the block ``column``.
        colors: (5, B) the tiles of each colour, as features of the block ``color``.
        supplied: (5, B), see ``supply``.
    """
    size = lines.shape[1]
    color, column, start, mask, points, found = _TABLES.take(lines, axis=1, mode="clip")
    lanes = np.arange(size, dtype=INDEX)
    color *= size
    color += lanes
    column *= size
    column += lanes
    in_column = columns.take(column) & mask
    points += in_column
    found += _POINTS_AT.take(points)
    found += supplied.take(color) & mask
    in_color = colors.take(color) & mask
    in_column += start
    in_color += start
    return np.concatenate([in_column, in_color, found])


def contests(own: Array, other: Array, supplied: Array) -> Array:
    """(5, B) int32: for each colour, what both sides' started lines lack, and the supply.

    Args:
        own: (5, B) row keys.
        other: (5, B) row keys.
        supplied: (5, B), see ``supply``.
    """
    mine, theirs = (
        np.minimum(_by_color(np.add.reduce(_LACK_WORD.take(lines, mode="clip"), axis=0)), _NEEDS - 1)
        for lines in (own, other)
    )
    return (mine * _NEEDS + theirs) * _SUPPLIES + supplied
