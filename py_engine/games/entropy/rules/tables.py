"""Entropy's vocabulary and lookup tables: colours, cells, lines, slides, and the score of every line.

A line (row or column) is encoded as one number, its *code*: three bits per cell from its start, 0 for an empty cell, else
the colour from 1. A line is thus an index into tables.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple, get_args

import numpy as np

from py_engine.core.numerics import U8, U64, Array

__all__ = [
    "CELL_BITS",
    "CELL_MASK",
    "COLORS",
    "COLOR_NAMES",
    "SIZES",
    "Color",
    "Geometry",
    "LineName",
    "cell_name",
    "geometry",
    "line_codes",
    "line_names",
    "palindromes",
    "score_table",
]

Color = Literal["R", "G", "Y", "B", "W", "K", "P"]
COLORS: tuple[Color, ...] = get_args(Color)
"""Index i is colour i + 1 in arrays; a board of size n uses the first n."""
COLOR_NAMES = ("Red", "Green", "Yellow", "Blue", "White", "Black", "Purple")
SIZES = (7, 5)
CELL_BITS = 3
CELL_MASK = 7


class Geometry(NamedTuple):
    """Constant arrays for a board size. Cells are row-major; lines are rows, then columns.

    Slides are all ordered pairs of different cells in one line, numbered by start and then by end.
    """

    size: int
    cells: int
    lines: int
    line_cells: Array
    """(lines, size) intp: the cells of each line."""
    weight: Array
    """(size,) int32: weight of each cell of a line in its code."""
    slides: int
    start: Array
    """(slides,) intp: the start or end cell."""
    end: Array
    """(slides,) intp: the start or end cell."""
    changed: Array
    """(3, slides) intp: the line a slide moves along, the line it leaves, the line it enters."""
    effect: Array
    """(3, slides) int32: change of the code of each of these lines, per unit of the colour."""
    shift: Array
    """(slides,) int32: bit offset of the start cell in the code of the line it leaves."""
    needs: Array
    """(slides,) uint64: bits of the start, the end and the cells between."""
    start_bit: Array
    """(slides,) uint64."""
    touches: Array
    """(slides + 1, cells) bool: whether a slide changes a line through a cell; the last row is all False (no slide)."""
    cell_bit: Array
    """(cells,) uint64."""
    cell_lines: Array
    """(2, cells) intp: row and column of each cell."""
    cell_effect: Array
    """(2, cells) int32: change of the codes of these lines by a token there, per unit of its colour."""


@cache
def geometry(size: int) -> Geometry:
    """The geometry of a board size."""
    cells = size * size
    row, column = np.divmod(np.arange(cells, dtype=np.intp), size)
    weight = np.left_shift(1, CELL_BITS * np.arange(size, dtype=np.int32), dtype=np.int32)
    bit = np.left_shift(U64(1), np.arange(cells, dtype=U64), dtype=U64)
    pairs = [
        (a, b) for a in range(cells) for b in range(cells) if a != b and (row[a] == row[b] or column[a] == column[b])
    ]
    start, end = np.array(pairs, dtype=np.intp).T
    along_row = row[start] == row[end]
    low, high = np.minimum(start, end), np.maximum(start, end)
    needs = np.array([_between(int(a), int(b), size) for a, b in zip(low, high, strict=True)], dtype=U64)
    here, there = (
        weight[np.where(along_row, column[start], row[start])],
        weight[np.where(along_row, column[end], row[end])],
    )
    square = np.arange(cells, dtype=np.intp).reshape(size, size)
    across = weight[np.where(along_row, row[start], column[start])]
    changed = np.array(
        [
            np.where(along_row, row[start], size + column[start]),
            np.where(along_row, size + column[start], row[start]),
            np.where(along_row, size + column[end], row[end]),
        ],
        dtype=np.intp,
    )
    touches = np.zeros((len(pairs) + 1, cells), dtype=bool)
    for line in changed:
        touches[:-1] |= (line[:, None] == row) | (line[:, None] == size + column)
    return Geometry(
        size=size,
        cells=cells,
        lines=2 * size,
        line_cells=np.concatenate([square, square.T]),
        weight=weight,
        slides=len(pairs),
        start=start,
        end=end,
        changed=changed,
        effect=np.array([there - here, -across, across], dtype=np.int32),
        shift=(CELL_BITS * np.where(along_row, row[start], column[start])).astype(np.int32),
        needs=needs,
        start_bit=bit[start],
        touches=touches,
        cell_bit=bit,
        cell_lines=np.array([row, size + column], dtype=np.intp),
        cell_effect=np.array([weight[column], weight[row]], dtype=np.int32),
    )


def _between(low: int, high: int, size: int) -> int:
    """Bits of two cells in one line and all cells between them."""
    step = 1 if low // size == high // size else size
    return sum(1 << cell for cell in range(low, high + 1, step))  # same bits: whole numbers


def line_codes(board: Array, g: Geometry) -> Array:
    """(B, lines) int32: the codes of boards (B, cells) of colours."""
    codes: Array = (board.astype(np.int32)[:, g.line_cells] * g.weight).sum(axis=2, dtype=np.int32)
    return codes


@cache
def score_table(size: int) -> Array:
    """(8^size,) uint8: the score of each line, the sum of the lengths of all its palindromes of two cells or more; at most 77.

    A line scores what it scores without its last cell and without its first, less what both count, plus the whole line.
    Lines that differ in their first cell only are neighbours, so one number of eight bytes holds their eight scores.
    """
    colors = CELL_MASK + 1
    alone = np.left_shift(U64(1), 8 * np.arange(colors, dtype=U64), dtype=U64)
    alone[0] = 0
    in_all = U64(int.from_bytes(bytes([1] * colors), "little"))
    score, shorter = np.zeros(colors, dtype=U8), np.zeros(1, dtype=U8)
    whole = [np.ones(1, dtype=U8), (alone != 0).astype(U8)]
    for length in range(2, size + 1):
        # The last cell of a line has the highest weight, so it is the first axis.
        palindrome = alone[:, None] * whole[-2].astype(U64)
        longer = (score.reshape(colors, -1) - shorter).astype(U64) * in_all
        longer += score.view("<u8")
        longer += palindrome * U64(length)
        score, shorter = longer.ravel().view(U8), score
        whole.append(palindrome.ravel().view(U8))
    return score


def palindromes(line: list[int]) -> list[tuple[int, int]]:
    """(first, last) of every palindrome in a line of colours (0 for an empty cell), by start and then by end."""
    found = []
    for first in range(len(line)):
        for last in range(first + 1, len(line)):
            part = line[first : last + 1]
            if 0 not in part and part == part[::-1]:
                found.append((first, last))
    return found


def cell_name(cell: int, size: int) -> str:
    """The name of a cell: row letter and column number; ``a1`` is the top left."""
    return f"{'abcdefg'[cell // size]}{cell % size + 1}"


class LineName(NamedTuple):
    """The code and label of a line."""

    code: str
    """``row_a`` ..., ``column_1`` ..."""
    label: str
    """``Row a`` ..., ``Column 1`` ..."""


@cache
def line_names(size: int) -> tuple[LineName, ...]:
    """The names of all lines, in their order."""
    codes = [f"row_{letter}" for letter in "abcdefg"[:size]] + [f"column_{number + 1}" for number in range(size)]
    return tuple(LineName(code, code.replace("_", " ").capitalize()) for code in codes)
