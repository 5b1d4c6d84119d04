"""Compact positions for the rest of a round, with all rules as table lookups.

Within a round the tiles on the table do not depend on where taken tiles went, and neither board depends on the other. So a
position is three numbers: its table, the board of the player to move, the other board. Tables are enumerated in advance,
boards when they are first reached; the effect of a take on a table and of a placement on a board is one lookup each.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.rules.batch import Side
from py_engine.games.azul.rules.tables import (
    CENTER,
    COLOR_STRIDE,
    COLORS,
    DESTINATIONS,
    FLOOR,
    FLOOR_FREE,
    FLOOR_KEY,
    GREEDY_WORD,
    INDEX,
    KEY_COLOR,
    KEY_COUNT,
    KEY_WALL,
    LINES,
    ROWS,
    SOURCES,
    SPACE,
)

__all__ = ["ENTRIES", "Boards", "Tables", "TooLargeError"]

_LINE_BITS = 5
_FLOOR_SHIFT = _LINE_BITS * ROWS
_TOKEN_SHIFT = _FLOOR_SHIFT + 3
ENTRIES = (ROWS + 1) << _LINE_BITS
"""Number of entries in a table of the possible parts of a board."""
_MIX = np.array(
    [0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F],
    dtype=U64,
)


class TooLargeError(Exception):
    """The search would exceed its position limit.

    Args:
        nodes: Number of positions reached.
    """

    def __init__(self, nodes: int) -> None:
        super().__init__(f"more than {nodes} positions")
        self.nodes = nodes


class Tables:
    """All tables that can occur in the rest of a round, and the table that each take leads to.

    Factories with the same tiles are interchangeable, so a table's factories are sorted by their words.

    Args:
        tiles: (6, B) uint64 words of the starting tables.
        center_token: (B,) uint8: the first-player token is in the centre.
        limit: Maximum number of tables.

    Raises:
        TooLargeError: there are more than ``limit``.
    """

    def __init__(self, tiles: Array, center_token: Array, limit: int) -> None:
        words = np.sort(tiles[:CENTER], axis=0)  # same bits: equal words are equal
        tables = np.vstack([words, tiles[CENTER:], center_token.astype(U64)[None]])
        level, self.roots = _distinct(tables)
        """(B,) INDEX: the table of each starting position."""
        starts, counts, following, kinds, takes = [], [], [], [], []
        size = edges = 0
        while level.shape[1]:
            lanes, source, color, count = _takes(level)
            after = _taken(level, lanes, source, color, count)
            token = (source == CENTER) & (level[-1].take(lanes) == 1)
            counts.append(np.bincount(lanes, minlength=level.shape[1]).astype(INDEX))
            starts.append(edges + np.cumsum(counts[-1], dtype=INDEX) - counts[-1])
            size, edges = size + level.shape[1], edges + len(lanes)
            if size > limit:
                raise TooLargeError(size)
            kinds.append((count.astype(INDEX) * COLORS + color) * 2 + token)
            takes.append(source * COLORS + color)
            level, inverse = _distinct(after)
            following.append(size + inverse)
        self.size = size
        self.starts: Array = np.concatenate(starts)
        """(N,) INDEX: index of each table's first take."""
        self.counts: Array = np.concatenate(counts)
        """(N,) INDEX: number of takes; 0 if the table is bare."""
        self.following: Array = np.concatenate(following)
        """(M,) INDEX: the table after each take."""
        self.takes: Array = np.concatenate(takes)
        """(M,) INDEX: source * 5 + colour, with sources in the table's order."""
        known, kind = np.unique(np.concatenate(kinds), return_inverse=True)
        self.kind: Array = kind.astype(INDEX)
        """(M,) INDEX: the kind of take, which is all that matters to a board."""
        rest, token = np.divmod(known, 2)
        self.kind_count, self.kind_color = (part.astype(INDEX) for part in np.divmod(rest, COLORS))
        """(K,) INDEX: tiles and colour of each kind of take."""
        self.kind_token: Array = token.astype(INDEX)
        """(K,) INDEX: 1 if the first-player token comes with it."""


def _distinct(tables: Array) -> tuple[Array, Array]:
    """The distinct tables among (7, N), and the index of each table among them."""
    code = np.zeros(tables.shape[1], dtype=U64)
    for i, words in enumerate(tables):
        code = (code ^ words) * _MIX[i % len(_MIX)]
        code ^= code >> np.uint64(29)
    _, kept, inverse = np.unique(code, return_index=True, return_inverse=True)
    different = np.ascontiguousarray(tables[:, kept])
    if not bool((different[:, inverse] == tables).all()):  # hash collision: merge nothing
        return tables, np.arange(tables.shape[1], dtype=INDEX)
    return different, inverse.astype(INDEX)


def _takes(tables: Array) -> tuple[Array, Array, Array, Array]:
    """Lane, source, colour and count of all takes, by lane; of equal factories only the first counts."""
    size = tables.shape[1]
    tiles = np.ascontiguousarray(tables[:SOURCES])
    fields = tiles.view(U8).reshape(SOURCES, size, 8)[:, :, :COLORS].transpose(1, 0, 2)
    present = fields > 0
    present[:, 1:CENTER] &= (tiles[1:CENTER] != tiles[: CENTER - 1]).T[:, :, None]
    lanes, source, color = np.nonzero(present)
    return lanes.astype(INDEX), source.astype(INDEX), color.astype(INDEX), fields[lanes, source, color]


def _taken(tables: Array, lanes: Array, source: Array, color: Array, count: Array) -> Array:
    """The tables after the takes, their factories sorted again."""
    after = np.ascontiguousarray(tables[:, lanes])
    every = np.arange(len(lanes), dtype=INDEX)
    rest = after[source, every] ^ (count.astype(U64) << (color << 3).astype(U64))
    after[source, every] = 0
    after[CENTER] += rest
    after[-1, source == CENTER] = 0
    after[:CENTER] = np.sort(after[:CENTER], axis=0)  # same bits: equal words are equal
    return after


class Boards:
    """One player's boards that occur in the rest of a round.

    A board's code has five bits per pattern line, three for the tiles on the floor and one for the token; walls and score
    do not change before the round ends.

    Args:
        side: The starting boards, (B,), all with the same wall and score.
        tables: The possible takes.
    """

    def __init__(self, side: Side, tables: Tables) -> None:
        lines = side.lines[:ROWS]
        self._kinds = len(tables.kind_count)
        self._tables = tables
        self._bare: Array = lines[:, 0] - lines[:, 0] % LINES
        self.score = int(side.score[0])
        same = (lines - lines % LINES == self._bare[:, None]).all() and (side.score == self.score).all()
        if not same:
            raise ValueError("The boards have different walls or scores.")
        codes = (side.floor << _FLOOR_SHIFT) | (side.token.astype(INDEX) << _TOKEN_SHIFT)
        for row in range(ROWS):
            codes |= (lines[row] - self._bare[row]) << (_LINE_BITS * row)
        self.codes: Array = np.zeros(0, dtype=INDEX)
        """(N,) INDEX: codes of the boards known so far."""
        self._order: Array = np.zeros(0, dtype=INDEX)
        self._sorted: Array = np.zeros(0, dtype=INDEX)
        self.placed: Array = np.zeros((0, DESTINATIONS), dtype=np.int32)
        """(N * K, 6) int32: the board after each kind of take on each destination; negative if illegal or not computed."""
        self._known: Array = np.zeros(0, dtype=bool)
        self.roots = self._numbers(codes)
        """(B,) INDEX: the number of each starting board."""

    @property
    def size(self) -> int:
        """Number of known boards."""
        return len(self.codes)

    def prepare(self, boards: Array, kinds: Array) -> Array:
        """Ensures that ``placed`` is computed for these boards and kinds of take.

        Returns:
            (M,) INDEX: their rows of ``placed``.
        """
        rows = boards * self._kinds + kinds
        wanted = np.zeros(len(self._known), dtype=bool)
        wanted[rows] = True
        missing = np.flatnonzero(wanted & ~self._known)
        if len(missing):
            codes, legal = self._after(missing)
            numbers = np.full(codes.shape, -1, dtype=np.int32)
            numbers[legal] = self._numbers(codes[legal])
            self.placed[missing] = numbers
            self._known[missing] = True
        return rows

    def _after(self, rows: Array) -> tuple[Array, Array]:
        """(M, 6) board codes after the placements, and whether these are legal."""
        board, kind = np.divmod(rows, self._kinds)
        code = self.codes.take(board)
        count, color = self._tables.kind_count.take(kind), self._tables.kind_color.take(kind)
        code = code | self._tables.kind_token.take(kind) << _TOKEN_SHIFT
        floor = (code >> _FLOOR_SHIFT) & 7
        free = FLOOR_FREE.take(floor + (code >> _TOKEN_SHIFT))
        after = np.empty((DESTINATIONS, len(rows)), dtype=INDEX)
        legal = np.ones((DESTINATIONS, len(rows)), dtype=bool)
        after[FLOOR] = code + (np.minimum(count, free) << _FLOOR_SHIFT)
        shift = (color << 3).astype(U64)
        for row in range(ROWS):
            line = (code >> (_LINE_BITS * row)) & ((1 << _LINE_BITS) - 1)
            key = line + self._bare[row]
            legal[row] = ((GREEDY_WORD.take(key) >> shift) & np.uint64(255)) > 0
            fits = np.minimum(count, SPACE.take(key))
            more = fits + COLOR_STRIDE.take(key) * color
            after[row] = code + (more << (_LINE_BITS * row)) + (np.minimum(count - fits, free) << _FLOOR_SHIFT)
        return after.T, legal.T

    def _numbers(self, codes: Array) -> Array:
        """The numbers of boards with these codes; new boards are added."""
        wanted, inverse = np.unique(codes, return_inverse=True)
        place = np.searchsorted(self._sorted, wanted)
        present = np.zeros(len(wanted), dtype=bool)
        inside = place < len(self._sorted)
        present[inside] = self._sorted.take(place[inside]) == wanted[inside]
        numbers = np.empty(len(wanted), dtype=INDEX)
        numbers[present] = self._order.take(place[present])
        new = wanted[~present]
        numbers[~present] = self.size + np.arange(len(new), dtype=INDEX)
        self.codes = np.concatenate([self.codes, new])
        self._order = np.argsort(self.codes, kind="stable").astype(INDEX)
        self._sorted = self.codes.take(self._order)
        short = self.size * self._kinds - len(self._known)
        if short > 0:
            more = max(short, len(self._known))
            self.placed = np.concatenate([self.placed, np.full((more, DESTINATIONS), -1, dtype=np.int32)])
            self._known = np.concatenate([self._known, np.zeros(more, dtype=bool)])
        return numbers.take(inverse)

    def neighbours(self) -> tuple[Array, Array]:
        """Boards that differ from the first in one part: (N,) their codes, and (N,) the entry of ``entries`` that differs.

        The parts are the five lines, and the floor with its token.
        """
        first = int(self.codes[0])
        mask = (1 << _LINE_BITS) - 1
        codes, entries = [], []
        for row in range(ROWS):
            line = np.arange(LINES, dtype=INDEX)
            key = line + self._bare[row]
            color = KEY_COLOR.take(key)
            on_wall = (KEY_WALL.take(key) >> ((color + row) % COLORS)) & 1
            line = line[(line == 0) | ((KEY_COUNT.take(key) <= row + 1) & (on_wall == 0))]
            codes.append((first & ~(mask << (_LINE_BITS * row))) | line << (_LINE_BITS * row))
            entries.append(line + (row << _LINE_BITS))
        floor = np.arange(1 << (_LINE_BITS - 1), dtype=INDEX)
        codes.append((first & ((1 << _FLOOR_SHIFT) - 1)) | floor << _FLOOR_SHIFT)
        entries.append(floor + (ROWS << _LINE_BITS))
        return np.concatenate(codes), np.concatenate(entries)

    def entries(self, start: int) -> Array:
        """(6, N) INDEX below ``ENTRIES``: the parts of the boards from number ``start`` on."""
        shifts = _LINE_BITS * np.arange(ROWS + 1, dtype=INDEX)[:, None]
        parts: Array = (self.codes[start:] >> shifts) & ((1 << _LINE_BITS) - 1)
        return parts + (np.arange(ROWS + 1, dtype=INDEX)[:, None] << _LINE_BITS)

    def side(self, codes: Array) -> Side:
        """The boards with these codes, one per lane. What their lines accept is left out, as nobody moves any more."""
        lines = np.empty((DESTINATIONS, len(codes)), dtype=INDEX)
        for row in range(ROWS):
            lines[row] = ((codes >> (_LINE_BITS * row)) & ((1 << _LINE_BITS) - 1)) + self._bare[row]
        lines[FLOOR] = FLOOR_KEY
        return Side(
            lines,
            np.zeros((DESTINATIONS, len(codes)), dtype=U64),
            (codes >> _FLOOR_SHIFT) & 7,
            None,
            (codes >> _TOKEN_SHIFT).astype(U8),
            np.full(len(codes), self.score, dtype=np.int32),
        )
