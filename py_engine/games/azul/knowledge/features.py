"""The sparse binary features that the learnt networks read from a position, and the current score difference.

Features are numbered; a position has exactly one feature in each of its *slots* (the wall of a row, the multiset in a
factory, the tiles of a colour in the bag, ...). Walls and scores are taken as if the round ended now, so that a complete
line counts as tiled. *Own* is the side in front, who moves next; *other* is the opponent's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.azul.knowledge.layout import Block, Layout
from py_engine.games.azul.knowledge.started_lines import CONTEST, board_features, contests, started_blocks, supply
from py_engine.games.azul.rules.batch import Batch, Side
from py_engine.games.azul.rules.scoring import score_side
from py_engine.games.azul.rules.tables import (
    CENTER,
    COLORS,
    FLOOR_KEY,
    INDEX,
    KEY_COLOR,
    KEY_COUNT,
    KEY_ROW,
    KEY_WALL,
    LINES,
    ROWS,
    RUN,
    SOURCES,
    TILED_KEY,
)

__all__ = [
    "DRAFT",
    "EMPTY",
    "END",
    "MAX_IN_CENTER",
    "MAX_OF_COLOR",
    "MAX_SETS",
    "ROUND_KINDS",
    "draft_features",
    "end_features",
    "factory_kind",
    "key_features",
    "round_kind",
    "wall_patterns",
]

ROUND_KINDS = 6
"""Rounds 1 to 5 each have parameters of their own; the sixth and later ones share theirs."""
MAX_OF_COLOR = 20
MAX_IN_CENTER = 15
MAX_SETS = 25
"""Larger numbers of (source, colour) sets count as this many."""
OCCUPIED = 9
_FACTORY = 4
EMPTY = 0
"""The kind of an empty factory."""
FACTORY_KINDS = 127
"""Multisets of up to four tiles, and a last kind for factories with more than four."""


def _side(name: str) -> tuple[Block, ...]:
    return (
        Block(f"{name}_wall", ROWS * 32, ROWS),
        Block(f"{name}_line", ROWS * LINES, ROWS),
        Block(f"{name}_reach", ROWS * 36, ROWS),
        Block(f"{name}_column", 5 * 32, 5),
        Block(f"{name}_color", COLORS * 32, COLORS),
    )


_BAG = Block("bag", COLORS * (MAX_OF_COLOR + 1), COLORS)
DRAFT = Layout(
    (
        *_side("own"),
        *_side("other"),
        Block("own_floor", OCCUPIED, 1),
        Block("other_floor", OCCUPIED, 1),
        Block("token", 3, 1),
        _BAG,
        Block("factory", FACTORY_KINDS, SOURCES - 1, shared=True),
        Block("center", COLORS * (MAX_IN_CENTER + 1), COLORS),
        Block("available", COLORS * (MAX_OF_COLOR + 1), COLORS),
        Block("sets", MAX_SETS + 1, 1),
    )
)
"""Positions within a round."""
END = Layout((*_side("own"), *_side("other"), _BAG, *started_blocks("own"), *started_blocks("other"), CONTEST))
"""Positions between two rounds, before the refill."""


def _multisets() -> Array:
    """(3125,) INDEX: the kind of a factory, by its counts as digits in base 5."""
    kinds = np.full(5**COLORS, FACTORY_KINDS - 1, dtype=INDEX)  # same bits: whole numbers
    found = 0
    for code in range(kinds.size):
        rest, tiles = code, 0
        for _ in range(COLORS):
            rest, digit = divmod(rest, 5)
            tiles += digit
        if tiles <= _FACTORY:
            kinds[code] = found
            found += 1
    return kinds


_KIND_OF_CODE: Array = _multisets()
_DIGITS: Array = np.array([1, 5, 25, 125, 625], dtype=np.int32)


def factory_kind(counts: Array) -> Array:
    """(...) INDEX: kinds of factories, from their tiles by colour (..., 5)."""
    small = np.minimum(counts, _FACTORY).astype(np.int32)
    codes = (small * _DIGITS).sum(axis=-1, dtype=np.int32)
    kinds = _KIND_OF_CODE.take(codes)
    odd = counts.max(axis=-1) > _FACTORY
    return np.where(odd, FACTORY_KINDS - 1, kinds).astype(INDEX)


def round_kind(round_number: Array) -> Array:
    """(B,) INDEX: the kind of round, from 0 for the first to 5 for the sixth and later."""
    return (np.clip(round_number, 1, ROUND_KINDS) - 1).astype(INDEX)


def _key_features() -> Array:
    """(3, KEYS) INDEX. The floor's key, which no slot reads, gets those of row 4."""
    row = np.minimum(KEY_ROW, ROWS - 1)
    line = np.arange(FLOOR_KEY + 1, dtype=INDEX) % LINES
    line[FLOOR_KEY] = 0
    color = np.maximum(KEY_COLOR, 0)
    column = (color + row) % COLORS
    started = KEY_COUNT > 0
    run = np.where(started, RUN.take((KEY_WALL | 1 << column) * 5 + column), 0)
    missing = np.clip(row + 1 - KEY_COUNT, 0, 5)
    return np.stack([row * 32 + KEY_WALL, row * LINES + line, (row * 6 + missing) * 6 + run]).astype(INDEX)


key_features: Array = _key_features()
"""(3, KEYS) INDEX: the features of a row key within the blocks wall, line and reach. Reach combines how many tiles a
started line lacks with the length of the horizontal run that its tile will form."""


def _by_color() -> Array:
    """``[row * 32 + wall_bits]`` -> the bits 5 * colour + row of the row's tiles."""
    table = np.zeros((ROWS, 32), dtype=np.int32)
    for row in range(ROWS):
        for bits in range(32):
            for color in range(COLORS):
                if bits >> ((color + row) % COLORS) & 1:
                    table[row, bits] |= 1 << (5 * color + row)
    return table.reshape(-1)


def _by_column() -> Array:
    table = np.zeros((ROWS, 32), dtype=np.int32)
    for row in range(ROWS):
        for bits in range(32):
            for column in range(5):
                if bits >> column & 1:
                    table[row, bits] |= 1 << (5 * column + row)
    return table.reshape(-1)


_KEY_COLUMNS: Array = _by_column().take(key_features[0])
_KEY_COLORS: Array = _by_color().take(key_features[0])
_KEY_COLUMNS[FLOOR_KEY] = _KEY_COLORS[FLOOR_KEY] = 0
_TILED_COLUMNS: Array = _KEY_COLUMNS.take(TILED_KEY)
_TILED_COLORS: Array = _KEY_COLORS.take(TILED_KEY)
_SHIFTS: Array = (5 * np.arange(5, dtype=np.int32))[:, None]
_BLOCKS_OF_32: Array = (32 * np.arange(5, dtype=np.int32))[:, None]


def wall_patterns(lines: Array) -> tuple[Array, Array]:
    """Features of the columns and colours of walls after complete lines are tiled.

    Args:
        lines: (6, B) row keys.

    Returns:
        (5, B) int32 each: features within the blocks ``column`` and ``color``.
    """
    columns = np.bitwise_or.reduce(_TILED_COLUMNS.take(lines[:ROWS], mode="clip"), axis=0)
    colors = np.bitwise_or.reduce(_TILED_COLORS.take(lines[:ROWS], mode="clip"), axis=0)
    return (
        ((columns >> _SHIFTS) & 31) + _BLOCKS_OF_32,
        ((colors >> _SHIFTS) & 31) + _BLOCKS_OF_32,
    )


@cache
def _starts(name: str, layout: Layout) -> Array:
    """(25, 1) int32: the start of the block of each of a side's slots."""
    blocks = ("wall", "line", "reach", "column", "color")
    starts = np.array([layout.start(f"{name}_{block}") for block in blocks], dtype=np.int32)
    return np.repeat(starts, ROWS)[:, None]


def _side_features(side: Side, name: str, layout: Layout) -> Array:
    """(25, B) int32 features of one side."""
    keys = key_features.take(side.lines[:ROWS], axis=1).reshape(-1, side.lines.shape[1])
    return np.concatenate([keys, *wall_patterns(side.lines)]) + _starts(name, layout)


@cache
def _started_at(name: str) -> Array:
    """(15, 1) int32: the start of the block of each slot of a side's started lines."""
    starts = np.array([END.start(block.name) for block in started_blocks(name)], dtype=np.int32)
    return np.repeat(starts, ROWS)[:, None]


def _started_features(side: Side, name: str, board: Array, supplied: Array) -> Array:
    """(15, B) features of a side's started lines; ``board`` is (25, B) from ``_side_features``, ``supplied`` from ``supply``."""
    columns = board[3 * ROWS : 4 * ROWS] - END.start(f"{name}_column")
    colors = board[4 * ROWS :] - END.start(f"{name}_color")
    return board_features(side.lines[:ROWS], columns, colors, supplied) + _started_at(name)


def _by_count(counts: Array, cap: int) -> Array:
    """(5, B): features of counts by colour (5, B), capped at ``cap``."""
    return np.minimum(counts, cap) + (cap + 1) * np.arange(COLORS, dtype=np.int32)[:, None]


def _stacked(parts: Sequence[Array]) -> Array:
    return np.ascontiguousarray(np.concatenate([np.atleast_2d(part) for part in parts]).T.astype(np.int16))


def draft_features(batch: Batch) -> tuple[Array, Array]:
    """Features of positions within a round.

    Returns:
        (B, DRAFT.slots) int16, and (B,) float32: own score minus the other's if the round ended now.
    """
    own, other = batch.sides
    tiles = batch.tiles.view(U8).reshape(SOURCES, batch.size, 8)[:, :, :COLORS]
    at = DRAFT.start
    token = np.where(batch.center_token == 1, 0, np.where(own.token == 1, 1, 2))
    sets = np.count_nonzero(tiles, axis=(0, 2))
    parts = [
        _side_features(own, "own", DRAFT),
        _side_features(other, "other", DRAFT),
        own.floor + own.token + at("own_floor"),
        other.floor + other.token + at("other_floor"),
        token + at("token"),
        _by_count(batch.bag, MAX_OF_COLOR) + at("bag"),
        factory_kind(tiles[:CENTER]) + at("factory"),
        _by_count(tiles[CENTER].T.astype(np.int32), MAX_IN_CENTER) + at("center"),
        _by_count(tiles.sum(axis=0, dtype=np.int32).T, MAX_OF_COLOR) + at("available"),
        np.minimum(sets, MAX_SETS) + at("sets"),
    ]
    score = score_side(own).score - score_side(other).score
    return _stacked(parts), score.astype(np.float32)


def end_features(bare: Batch) -> tuple[Array, Array]:
    """Features of positions between two rounds.

    Args:
        bare: What ``scoring.next_round`` makes of drafted-out positions, the next starter in front.

    Returns:
        (B, END.slots) int16, and (B,) float32: own score minus the other's.
    """
    own, other = bare.sides
    supplied = supply(bare)
    boards = [_side_features(side, name, END) for side, name in ((own, "own"), (other, "other"))]
    parts = [
        *boards,
        _by_count(bare.bag, MAX_OF_COLOR) + END.start("bag"),
        _started_features(own, "own", boards[0], supplied),
        _started_features(other, "other", boards[1], supplied),
        contests(own.lines[:ROWS], other.lines[:ROWS], supplied) + END.start("contest"),
    ]
    return _stacked(parts), (own.score - other.score).astype(np.float32)
