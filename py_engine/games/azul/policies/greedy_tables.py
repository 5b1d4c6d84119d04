"""Lookup tables of the greedy rollouts, in which a board is one word that also gives its best destinations.

Walls do not change within a round, and the rest of a board fits a 64-bit word (a *board word*)::

    bits 0..29   six bits per row, from the top: the row's code
    bits 32..39  1 + tiles sent to the floor so far, whether or not they fitted
    bits 40..47  0, or the previous byte as it was when the first-player token came
    bits 48..    moves made; only the lowest bit is maintained

A row's code is the set of colours that an empty line accepts (0..31, a bit per colour), or 32 + color + 5 * (count - 1).

The best places for each colour are given by two words with a byte per colour::

    grades   of destinations: 32 + the greedy score in units of 5 points, 0 if there is none;
             of factories: twice the number of tiles, 1 if there are none
    choices  the upper three bits count the places with the best grade, the lower five mark them.
             The floor and the centre are counted but have no bit of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.rules.tables import (
    CENTER,
    COLORS,
    FLOOR,
    INDEX,
    KEY_COLOR,
    KEY_COUNT,
    KEY_ROW,
    KEY_WALL,
    ROWS,
)

__all__ = [
    "CODE_BITS",
    "HIGH",
    "KEY_CODE",
    "LINE_OF_CODE",
    "LOWER_CODES",
    "MAX_TILES",
    "NOWHERE",
    "UPPER_BITS",
    "GreedyTables",
    "best_of",
    "greedy_tables",
    "word",
]

CODE_BITS = 6
UPPER_ROWS = 3
UPPER_BITS = UPPER_ROWS * CODE_BITS
"""Bits of the three upper rows, whose best destinations are one table; the two lower rows have another."""
LOWER_CODES = 1 << (ROWS - UPPER_ROWS) * CODE_BITS
MAX_TILES = 20
"""Tiles on a full table; more would overflow a byte."""
NOWHERE = 6
"""The source of the null move in a drafted-out lane."""


def word(value: int) -> Array:
    """A constant for words, () uint64, which NumPy handles faster than a Python int."""
    return np.array(value, dtype=U64)


HIGH = word(0x8080808080)
"""The highest bit of each colour's byte. Grades stay below it, so that comparisons can borrow from it."""
_SEVEN = word(7)
_FULL = word(255)


def best_of(grades: Array, choices: Array, others: Array, other_choices: Array) -> tuple[Array, Array]:
    """Grades and choices of two groups of places combined: for each colour the better grade, and the places that have it."""
    mine = ((((grades | HIGH) - others) & HIGH) >> _SEVEN) * _FULL
    theirs = ((((others | HIGH) - grades) & HIGH) >> _SEVEN) * _FULL
    return (grades & mine) | (others & theirs), (choices & mine) + (other_choices & theirs)


def _codes() -> Array:
    """(KEYS,) uint64: the code of each row key."""
    allowed = np.zeros(KEY_ROW.shape, dtype=INDEX)
    for color in range(COLORS):
        column = (color + KEY_ROW) % COLORS
        allowed |= (1 - (KEY_WALL >> column & 1)) << color
    filled = 32 + KEY_COLOR + COLORS * (KEY_COUNT - 1)
    codes = np.where(KEY_COUNT == 0, allowed, filled)
    # Keys of lines fuller than their row have no code and never occur.
    return np.where((KEY_ROW < ROWS) & (KEY_COUNT <= KEY_ROW + 1), codes, 0).astype(U64)


KEY_CODE: Array = _codes()
_filled = np.arange(64, dtype=INDEX) - 32
LINE_OF_CODE: Array = np.where(_filled < 0, 0, 1 + COLORS * (_filled % COLORS) + _filled // COLORS).astype(INDEX)
"""(64,) the line's share of a row key, by row code."""


def _row(row: int) -> tuple[Array, Array]:
    """(64,) uint64 each: grades and choices of one row by its code."""
    grades = np.zeros((64, 8), dtype=U8)
    codes = np.arange(32, dtype=INDEX)
    for color in range(COLORS):
        grades[:32, color] = np.where(codes >> color & 1, 32 + 21 + row + 1, 0)
        for count in range(1, row + 1):
            grades[32 + color + COLORS * (count - 1), color] = 32 + 21 + row + 1 - count + 3
    choices = np.where(grades > 0, 1 << 5 | 1 << row, 0).astype(U8)
    return grades.view(U64)[:, 0], choices.view(U64)[:, 0]


def _joined(table: tuple[Array, Array], row: int) -> tuple[Array, Array]:
    """Grades and choices of some rows combined with the row below, whose code takes the bits above theirs."""
    size = len(table[0])
    joined = np.zeros(64 * size, dtype=U64), np.zeros(64 * size, dtype=U64)
    # Code by code, so that temporary arrays stay small and codes that this row cannot have are skipped.
    grades, choices = _row(row)
    for code in range(32 + COLORS * (row + 1)):
        here = slice(code * size, (code + 1) * size)
        joined[0][here], joined[1][here] = best_of(*table, grades[code], choices[code])
    return joined


def _with_floor(grades: Array, choices: Array) -> tuple[Array, Array]:
    """Grades and choices with the floor added: it accepts every colour, and any line is better."""
    colors = 0x0101010101
    return best_of(grades, choices, word(colors * (32 + 1)), word(colors << 5))


def _moves() -> Array:
    """(21 << 12,) uint64: a move's change of the board word, by ``code | color << 6 | row << 9 | count << 12``."""
    count, row, color, code = np.ix_(*(np.arange(n, dtype=np.int64) for n in (MAX_TILES + 1, 8, 8, 64)))
    held = np.where(code < 32, 0, (code - 32) // COLORS + 1)
    takes = np.where(code < 32, code >> np.minimum(color, 5) & 1, color == (code - 32) % COLORS)
    space = np.where((takes == 1) & (row < ROWS), np.maximum(row + 1 - held, 0), 0)
    shift = np.where(row < ROWS, CODE_BITS * row, 0)
    start = np.where(code < 32, 32 + color - COLORS - code, 0) << shift
    placed = np.minimum(space, count)
    moves = placed * ((COLORS << shift) - (1 << 32)) + (placed > 0) * start
    moves += (count << 32) + (np.minimum(count, 1) << 48)
    return moves.reshape(-1).view(U64)


def _destinations() -> Array:
    """(256 * 32,) uint64: by choices byte and way, ``6 * destination | destination << 9 | rank of the source << 12``."""
    table = []
    for choices in range(32):
        rows = [row for row in range(ROWS) if choices >> row & 1] or [FLOOR]
        for way in range(32):
            rank, destination = way // len(rows), rows[way % len(rows)]
            table.append(CODE_BITS * destination | destination << 9 | (rank & 7) << 12)
    # The upper three bits, the count, make no difference.
    return np.tile(np.array(table, dtype=U64), 8)


def _sources() -> Array:
    """(256 * 8,) INDEX: the source by choices byte and rank; the centre comes after the factories."""
    table = np.full((256, 8), NOWHERE, dtype=INDEX)
    for choices in range(1 << 5, 256):
        sources = [source for source in range(CENTER) if choices >> source & 1]
        table[choices] = (sources + [CENTER] * 8)[:8]
    return table.reshape(-1)


@dataclass(frozen=True, slots=True)
class GreedyTables:
    """The lookup tables of greedy rollouts."""

    upper: tuple[Array, Array]
    """(2^18,) uint64 each: grades and choices of the three upper rows and the floor."""
    lower: tuple[Array, Array]
    """(2^12,) uint64 each: the same for the two lower rows."""
    destinations: Array
    sources: Array
    moves: Array


@cache
def greedy_tables() -> GreedyTables:
    """The tables (5 MB), built on first use."""
    upper = _with_floor(*_row(0))
    for row in range(1, UPPER_ROWS):
        upper = _joined(upper, row)
    lower = _row(UPPER_ROWS)
    for row in range(UPPER_ROWS + 1, ROWS):
        lower = _joined(lower, row)
    return GreedyTables(upper, lower, _destinations(), _sources(), _moves())
