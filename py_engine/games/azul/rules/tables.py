"""Lookup tables, built at import: the floor penalty (``PENALTY``), bonuses, runs of tiles, pattern lines.

A pattern line together with its wall row is encoded as one small integer, the *row key*::

    key = row * 832 + wall_bits * 26 + line      0 <= key < 4160, and 4160 is the floor
    line = 0 (empty)  or  1 + 5 * color + (count - 1)
    wall_bits: bit c is column c of the row

so that every question of the rules about a row is one lookup.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U8, U32, U64, Array

COLORS = 5
ROWS = 5
SOURCES = 6
"""Five factories, then the centre."""
CENTER = 5
DESTINATIONS = 6
"""Five pattern lines, then the floor."""
FLOOR = 5
ACTIONS = SOURCES * COLORS * DESTINATIONS

LINES = 26
ROW_KEYS = 32 * LINES
FLOOR_KEY = ROWS * ROW_KEYS
KEYS = FLOOR_KEY + 1

INDEX = np.intp
"""Index arrays have the platform's width (64 bits natively, 32 in wasm); results never depend on it."""

ONES = np.uint64(0x0101010101010101)
"""A word holds a byte per colour in its low five bytes; the upper three stay zero. Times ``ONES``, a byte fills all eight."""
TOP_BYTE = np.uint64(56)

PENALTY: Array = np.array([0, 1, 2, 4, 6, 8, 11, 14, 14], dtype=np.int32)
"""Points lost for n occupied floor slots (n = 8: seven tiles and the token, which then costs nothing more)."""
FLOOR_FREE: Array = np.array([7, 6, 5, 4, 3, 2, 1, 0, 0], dtype=INDEX)
"""Free floor slots when n are occupied."""

BONUS_ROW, BONUS_COLUMN, BONUS_COLOR = 2, 7, 10


def wall_column(color: int, row: int) -> int:
    """The column of a colour in a wall row."""
    return (color + row) % COLORS


def line_code(color: int, count: int) -> int:
    """The code of a pattern line; with a count of 0, that of the empty line."""
    return 0 if count == 0 else 1 + COLORS * color + count - 1


def row_key(row: int, wall_bits: int, line: int) -> int:
    """The key of a row with this wall and this pattern line."""
    return row * ROW_KEYS + wall_bits * LINES + line


_keys = np.arange(KEYS, dtype=INDEX)
KEY_ROW: Array = np.minimum(_keys // ROW_KEYS, ROWS).astype(INDEX)
KEY_WALL: Array = np.where(_keys < FLOOR_KEY, (_keys % ROW_KEYS) // LINES, 0).astype(INDEX)
_line = np.where(_keys < FLOOR_KEY, _keys % LINES, 0)
KEY_COLOR: Array = np.where(_line > 0, (_line - 1) // COLORS, -1).astype(INDEX)
KEY_COUNT: Array = np.where(_line > 0, (_line - 1) % COLORS + 1, 0).astype(INDEX)
_over = KEY_COUNT > KEY_ROW + 1  # keys of lines fuller than their row: never reached

SPACE: Array = np.where((_keys < FLOOR_KEY) & ~_over, KEY_ROW + 1 - KEY_COUNT, 0).astype(INDEX)
"""Empty places of the pattern line; 0 for the floor, so that all its tiles overflow."""
COLOR_STRIDE: Array = np.where((_keys < FLOOR_KEY) & (_line == 0), COLORS, 0).astype(INDEX)
"""Colour stride of the key when the first tiles are placed: new key = key + placed + stride * color."""
COMPLETE: Array = ((_keys < FLOOR_KEY) & (KEY_COUNT == KEY_ROW + 1)).astype(U8)

_column = np.where(KEY_COLOR >= 0, (KEY_COLOR + KEY_ROW) % COLORS, 0)
TILE_COLUMN: Array = np.where(COMPLETE == 1, _column, 0).astype(INDEX)
"""Column that a complete line tiles (0 where nothing is complete)."""
TILED_WALL: Array = np.where(COMPLETE == 1, KEY_WALL | (1 << _column), KEY_WALL).astype(INDEX)
"""Wall bits after the tiling of this row."""
TILED_KEY: Array = np.where(
    COMPLETE == 1, KEY_ROW * ROW_KEYS + TILED_WALL * LINES, np.minimum(_keys, FLOOR_KEY)
).astype(INDEX)
"""Row key after the tiling: complete lines are emptied."""
LINE_TILES: Array = KEY_COUNT.astype(np.int32)


def _greedy_words() -> Array:
    """Greedy destination scores in units of 5 points, a byte per colour: 0 illegal, 1 floor, 1 + score / 5 for a line.

    The policy scores a line 100, plus 5 for each empty place in it, plus 15 when it already holds the colour.
    """
    color = np.arange(COLORS, dtype=INDEX)[None, :]
    on_wall = (KEY_WALL[:, None] >> ((color + KEY_ROW[:, None]) % COLORS)) & 1
    fits = (KEY_COLOR[:, None] < 0) | (KEY_COLOR[:, None] == color)
    legal = (SPACE[:, None] > 0) & (on_wall == 0) & fits
    score = 1 + 20 + SPACE[:, None] + np.where(KEY_COLOR[:, None] == color, 3, 0)
    fields = np.zeros((KEYS, 8), dtype=U8)
    fields[:, :COLORS] = np.where(legal, score, 0)
    fields[FLOOR_KEY, :COLORS] = 1
    return fields.view(U64)[:, 0].copy()


GREEDY_WORD: Array = _greedy_words()

PLACE_BITS: Array = (1 << np.arange(6, dtype=U8)).reshape(6, 1).astype(U8)
"""Bit weights that turn six planes of 0/1 into a six-bit mask."""


def _kth_bit() -> Array:
    """``[mask * 64 + k]`` is the position of the k-th set bit of a six-bit mask; 0 when there is none."""
    table = np.zeros((64, 64), dtype=INDEX)
    for mask in range(64):
        bits = [b for b in range(6) if mask >> b & 1]
        table[mask, : len(bits)] = bits
    return table.reshape(-1)


KTH_BIT: Array = _kth_bit()


def _runs() -> Array:
    """``[bits * 5 + i]`` is the length of the run of ones through bit i (0 when bit i is not set)."""
    table = np.zeros((32, 5), dtype=INDEX)
    for bits in range(32):
        for i in range(5):
            if bits >> i & 1:
                low = high = i
                while low > 0 and bits >> (low - 1) & 1:
                    low -= 1
                while high < 4 and bits >> (high + 1) & 1:
                    high += 1
                table[bits, i] = high - low + 1
    return table.reshape(-1)


RUN: Array = _runs()


def _points() -> Array:
    """``[horizontal * 6 + vertical]`` -> points of a tile placed with these run lengths (0, 0: nothing placed)."""
    table = np.zeros((6, 6), dtype=np.int32)
    for h in range(1, 6):
        for v in range(1, 6):
            table[h, v] = max(1, (h if h > 1 else 0) + (v if v > 1 else 0))
    return table.reshape(-1)


TILE_POINTS: Array = _points()


def _columns() -> Array:
    """``[row * 32 + wall_bits]`` -> the row's tiles as bits 5 * column + row of a wall."""
    table = np.zeros((ROWS, 32), dtype=np.int32)
    for row in range(ROWS):
        for bits in range(32):
            table[row, bits] = sum(1 << (5 * c + row) for c in range(5) if bits >> c & 1)
    return table.reshape(-1)


KEY_COLUMN_BITS: Array = np.append(_columns().take(KEY_WALL[:-1] + 32 * KEY_ROW[:-1]), np.int32(0))
"""The wall tiles of a row key as bits 5 * column + row."""

COLOR_MASKS: Array = np.array(
    [sum(1 << (5 * wall_column(color, row) + row) for row in range(ROWS)) for color in range(COLORS)], dtype=np.int32
)
"""The five places of a colour as bits 5 * column + row."""
COLUMN_MASKS: Array = np.array([31 << (5 * c) for c in range(5)], dtype=np.int32)

FLOOR_CODE_BITS = 3
"""A floor code holds the floor's tiles in order of arrival: three bits each, colour + 1, the first tile lowest."""


def _floor_repeat() -> Array:
    """``[color * 8 + n]`` is the floor code of n tiles of a colour."""
    table = np.zeros((COLORS, 8), dtype=U32)
    for color in range(COLORS):
        for n in range(1, 8):
            table[color, n] = table[color, n - 1] << FLOOR_CODE_BITS | (color + 1)
    return table.reshape(-1)


FLOOR_REPEAT: Array = _floor_repeat()
