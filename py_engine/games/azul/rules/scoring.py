"""Scoring over a batch: tiling with adjacency points, floor penalties, bonuses at the end of the game; and the refill."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from py_engine.core.numerics import U8, U32, U64, Array
from py_engine.games.azul.rules.batch import Batch, Side, targets_of
from py_engine.games.azul.rules.tables import (
    BONUS_COLOR,
    BONUS_COLUMN,
    BONUS_ROW,
    COLOR_MASKS,
    COLORS,
    COLUMN_MASKS,
    COMPLETE,
    INDEX,
    KEY_COLOR,
    KEY_COLUMN_BITS,
    LINE_TILES,
    PENALTY,
    ROWS,
    RUN,
    SOURCES,
    TILE_COLUMN,
    TILE_POINTS,
    TILED_KEY,
    TILED_WALL,
)
from py_engine.games.azul.rules.tiling_tables import (
    COLUMN_FIELD,
    COLUMN_POINTS,
    COLUMN_SHIFTS,
    COUNT_FIELD,
    FULL_SHIFT,
    HORIZONTAL_SHIFT,
    PLACED_SHIFT,
    ROW_WORD,
    RUNS_FIELD,
)

__all__ = [
    "DRAWS",
    "Tiling",
    "bonuses",
    "deal",
    "finish_round",
    "game_end",
    "lid_of",
    "next_round",
    "points_of_words",
    "score_side",
    "tiling_words",
    "wall_by_columns",
]

DRAWS = 20
"""Tiles, and so random numbers, in a full refill."""


@dataclass
class Tiling:
    """The tiling of one side at the end of a round. What few callers need is computed on first use."""

    before: Array
    """(6, B) row keys of the drafted-out board."""
    gained: Array
    """(B,) points of all tiles placed, int32."""
    placed: Array
    """(B,) number of complete lines, which are tiled, int32."""
    penalty: Array
    """(B,) points lost on the floor, int32, at least 0."""
    score: Array
    """(B,) score after penalties, clamped at 0, without end bonuses, int32."""
    row_full: Array
    """(B,) uint8: number of complete horizontal rows."""

    @cached_property
    def completed(self) -> Array:
        """(5, B) 0/1: the row's line is complete and is tiled."""
        return COMPLETE.take(self.before[:ROWS])

    @cached_property
    def column(self) -> Array:
        """(5, B) the column tiled (0 where none), INDEX."""
        return TILE_COLUMN.take(self.before[:ROWS])

    @cached_property
    def horizontal(self) -> Array:
        """(5, B) run lengths through the placed tile, INDEX."""
        tiled = TILED_WALL.take(self.before[:ROWS])
        return RUN.take(tiled * 5 + self.column) * self.completed

    @cached_property
    def vertical(self) -> Array:
        """(5, B) run lengths through the placed tile, INDEX: upper tiles of this tiling count for lower ones."""
        vertical = np.empty_like(self.column)
        walls = wall_by_columns(self.before)
        added = self.completed.astype(np.int32) << (5 * self.column + _ROW_NUMBERS).astype(np.int32)
        for row in range(ROWS):
            walls |= added[row]
            in_column = (walls >> (5 * self.column[row]).astype(np.int32)) & 31
            vertical[row] = RUN.take(in_column.astype(INDEX) * 5 + row)
        return vertical * self.completed

    @cached_property
    def points(self) -> Array:
        """(5, B) points of each row, int32."""
        return TILE_POINTS.take(self.horizontal * 6 + self.vertical)

    @cached_property
    def lines(self) -> Array:
        """(6, B) row keys after the tiling."""
        return TILED_KEY.take(self.before, mode="clip")

    @cached_property
    def walls(self) -> Array:
        """(B,) int32: the wall after the tiling, bit 5 * column + row."""
        return wall_by_columns(self.lines)


_ROW_NUMBERS: Array = np.arange(ROWS, dtype=INDEX)[:, None]


def wall_by_columns(lines: Array) -> Array:
    """(B,) int32: the walls in row keys (6, B), bit 5 * column + row."""
    walls: Array = np.bitwise_or.reduce(KEY_COLUMN_BITS.take(lines[:ROWS], mode="clip"), axis=0)
    return walls


def tiling_words(lines: Array) -> Array:
    """(B,) uint64: the tiling words (``tiling_tables``) of row keys (6, B), summed over the rows."""
    words: Array = np.add.reduce(ROW_WORD.take(lines[:ROWS], mode="clip"), axis=0)
    return words


def points_of_words(words: Array) -> Array:
    """(B,) int32: points of all tiles placed, from ``tiling_words``."""
    columns = ((words >> COLUMN_SHIFTS) & COLUMN_FIELD).astype(INDEX)
    gained: Array = np.add.reduce(COLUMN_POINTS.take(columns, mode="clip"), axis=0)
    gained += ((words >> HORIZONTAL_SHIFT) & RUNS_FIELD).astype(np.int32)
    return gained


def score_side(side: Side) -> Tiling:
    """The tiling of complete lines from the top row down, with penalties and the clamped score. Does not change ``side``."""
    word = tiling_words(side.lines)
    gained = points_of_words(word)
    penalty = PENALTY.take(side.floor + side.token, mode="clip")
    return Tiling(
        side.lines,
        gained,
        ((word >> PLACED_SHIFT) & COUNT_FIELD).astype(np.int32),
        penalty,
        np.maximum(side.score + gained - penalty, 0).astype(np.int32),
        (word >> FULL_SHIFT).astype(U8),
    )


def bonuses(tiling: Tiling) -> tuple[Array, Array, Array]:
    """End-of-game bonuses: number of complete rows (B,), and 0/1 for each column (5, B) and colour (5, B)."""
    columns = (tiling.walls & COLUMN_MASKS[:, None]) == COLUMN_MASKS[:, None]
    colors = (tiling.walls & COLOR_MASKS[:, None]) == COLOR_MASKS[:, None]
    return tiling.row_full, columns.view(U8), colors.view(U8)


def bonus_points(tiling: Tiling) -> Array:
    """(B,) int32: points of all end-of-game bonuses."""
    rows, columns, colors = bonuses(tiling)
    return (
        rows.astype(np.int32) * BONUS_ROW
        + columns.sum(axis=0, dtype=np.int32) * BONUS_COLUMN
        + colors.sum(axis=0, dtype=np.int32) * BONUS_COLOR
    )


@dataclass(slots=True)
class RoundEnd:
    """A resolved round: both tilings in the order of ``sides``, and whether the game is over."""

    tilings: tuple[Tiling, Tiling]
    over: Array
    """(B,) bool: a horizontal row is complete."""
    scores: tuple[Array, Array]
    """(B,) int32 each: scores with the end bonuses where the game is over."""


def finish_round(batch: Batch) -> RoundEnd:
    """Resolves the drafted-out round of every lane. Does not change ``batch``."""
    tilings = (score_side(batch.sides[0]), score_side(batch.sides[1]))
    return _round_end(tilings, (tilings[0].row_full + tilings[1].row_full) > 0)


def game_end(end: RoundEnd) -> RoundEnd:
    """The round resolved as the last one of the game in every lane, bonuses included."""
    return _round_end(end.tilings, np.ones_like(end.over))


def _round_end(tilings: tuple[Tiling, Tiling], over: Array) -> RoundEnd:
    first, second = tilings
    if not over.any():
        return RoundEnd(tilings, over, (first.score, second.score))
    scores = tuple(np.where(over, t.score + bonus_points(t), t.score).astype(np.int32) for t in tilings)
    return RoundEnd(tilings, over, (scores[0], scores[1]))


def next_round(batch: Batch, end: RoundEnd) -> Batch:
    """The position before the refill: boards tiled, floors and table empty, the next starter in front.

    The holder of the first-player token starts; if nobody took it, the turn simply passes on.
    """
    has_token = (batch.sides[0].token == 1, batch.sides[1].token == 1)
    back = batch.front ^ 1
    starter = np.where(has_token[0], batch.front, np.where(has_token[1], back, batch.turn)).astype(U8)
    keep = starter == batch.front
    first, second = (
        Side(
            t.lines,
            targets_of(t.lines),
            np.zeros(batch.size, dtype=INDEX),
            None if s.floor_code is None else np.zeros(batch.size, dtype=U32),
            np.zeros(batch.size, dtype=U8),
            score,
        )
        for s, t, score in zip(batch.sides, end.tilings, end.scores, strict=True)
    )
    return Batch(
        np.zeros((SOURCES, batch.size), dtype=U64),
        np.ones(batch.size, dtype=U8),
        (_select(keep, first, second), _select(keep, second, first)),
        starter,
        starter.copy(),
        batch.round_number + 1,
        batch.totals,
        batch.bag.copy(),
    )


def _select(keep: Array, mine: Side, other: Side) -> Side:
    """For each lane ``mine`` where ``keep``, else ``other``."""
    code = None
    if mine.floor_code is not None and other.floor_code is not None:
        code = np.where(keep, mine.floor_code, other.floor_code)
    return Side(
        np.where(keep, mine.lines, other.lines),
        np.where(keep, mine.targets, other.targets),
        np.where(keep, mine.floor, other.floor),
        code,
        np.where(keep, mine.token, other.token),
        np.where(keep, mine.score, other.score),
    )


def lid_of(batch: Batch) -> Array:
    """(5, B) int32: the lid, computed as the tiles that are nowhere else (so it needs no book-keeping and none gets lost)."""
    fields = batch.tiles.view(U8).reshape(SOURCES, batch.size, 8)[:, :, :COLORS]
    lid = batch.totals - batch.bag - fields.sum(axis=0, dtype=np.int32).T
    color = np.arange(COLORS, dtype=INDEX)[:, None, None]
    for side in batch.sides:
        lines = side.lines[:ROWS]
        lid -= ((KEY_COLOR.take(lines) == color) * LINE_TILES.take(lines)).sum(axis=1, dtype=np.int32)
        walls = wall_by_columns(side.lines)
        lid -= np.bitwise_count(walls & COLOR_MASKS[:, None]).astype(np.int32)
        if side.floor_code is not None:
            for slot in range(7):
                lid -= ((side.floor_code >> np.uint32(3 * slot)) & np.uint32(7)) == color[:, :, 0] + 1
    return lid


def deal(batch: Batch, bits: Array) -> Array:
    """Fills the factories of every lane in place, four tiles each, from the bag and, once that is empty, the lid.

    Args:
        batch: Positions with empty tables.
        bits: (20, B) uint32 random bits, one number per draw.

    Returns:
        (B,) bool: the lid was poured back into the bag.
    """
    bag, lid = batch.bag, lid_of(batch)
    returned = np.zeros(batch.size, dtype=bool)
    for draw in range(DRAWS):
        left = bag.sum(axis=0, dtype=np.int32)
        pour = (left == 0) & (lid.sum(axis=0, dtype=np.int32) > 0)
        if pour.any():
            bag += lid * pour
            lid -= lid * pour
            returned |= pour
            left = bag.sum(axis=0, dtype=np.int32)
        pick = ((bits[draw].astype(U64) * left.astype(U64)) >> np.uint64(32)).astype(np.int32)
        color = (bag.cumsum(axis=0, dtype=np.int32) <= pick).sum(axis=0, dtype=np.int32)
        drawn = left > 0
        color = np.minimum(color, COLORS - 1)
        bag -= (np.arange(COLORS, dtype=np.int32)[:, None] == color) & drawn
        batch.tiles[draw // 4] += drawn.astype(U64) << (8 * color).astype(U64)
    return returned
