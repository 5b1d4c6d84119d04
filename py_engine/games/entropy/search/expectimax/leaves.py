"""Leaf evaluation of a search: what lines are worth, and what every change of one token in them adds.

A search meets the same few thousand lines again and again, so each gets a record when it is first met. Gathering a few
records costs less than many single values, most of all in a browser. Values are whole numbers of 1/GRAIN point, so that
sums do not depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.line_patterns import GRAIN
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK
from py_engine.games.entropy.search.expectimax.line_slides import NEVER, line_slides

__all__ = ["GRAIN", "Leaves", "Records", "Worth", "give_back"]

OFFSET = 8
"""Points added to stored values, so that none is negative."""
MISSING = np.iinfo(np.uint16).max
MOST_RECORDS = 30_000

Worth = Callable[[Array], Array]
"""A line value function: (M,) int32 codes -> (M,) float64 points."""


class Records(NamedTuple):
    """Lines of ``size`` cells: values and gains in grains, int32. The leading axes are those of the codes."""

    worth: Array
    """(...)."""
    removed: Array
    """(..., size): the gain of taking away the token at a position."""
    added: Array
    """(..., size, size): the gain of a token at a position, by colour from 1 on."""
    along: Array
    """(..., 2 * size): the gain of a slide within the line, see ``LineSlides``."""


class Leaves:
    """Line values for a number of tokens on the board and a bag.

    Args:
        size: The size of the board.
        tokens: The tokens on the board.
        worth: The line value function for these tokens and the bag.
        level: Objects of the same level share their memory; taking turns clears it.
    """

    def __init__(self, size: int, tokens: int, worth: Worth, level: int = 0) -> None:
        self.tokens, self._size, self._worth = tokens, size, worth
        self._memory = _Memory.of(size, level)

    def records(self, codes: Array) -> Records:
        """The records of lines, int32 codes of any shape."""
        memory = self._memory
        # Another search may have taken over the memory in the meantime.
        memory.take_over(self)
        places = memory.places[codes]
        if not places.all():
            if memory.count + codes.size > MOST_RECORDS:
                memory.clear()
                places = memory.places[codes]
            self._record(codes[places == 0])
            places = memory.places[codes]
        worth, removed, added, along = (rows[places] for rows in memory.rows)
        return Records(worth, removed, added.reshape(*codes.shape, self._size, self._size), along)

    def _record(self, codes: Array) -> None:
        """Makes the records of some lines."""
        size, memory = self._size, self._memory
        new = memory.without_repeats(codes)
        shifts = CELL_BITS * np.arange(size, dtype=np.int32)
        cells = new[:, None] >> shifts & CELL_MASK
        empty = cells == 0
        filled = (~empty << np.arange(size, dtype=np.intp)).sum(axis=1, dtype=np.intp)
        slides = line_slides(size)
        start, legal = slides.start[filled], slides.legal[filled]
        row = np.arange(new.size, dtype=np.intp)[:, None]
        moved = cells[row, start]
        effect = moved * ((1 << np.tile(shifts, 2)) - (1 << shifts[start])).astype(np.int32)
        colors = np.arange(1, size + 1, dtype=np.int32)
        tokens = np.where(empty[:, :, None], colors << shifts[:, None], 0).reshape(new.size, -1)
        changes = np.concatenate(
            [np.zeros((new.size, 1), dtype=np.int32), -(cells << shifts), tokens, np.where(legal, effect, 0)], axis=1
        )
        values = self.values(new[:, None] + changes)
        worth = values[:, :1]
        gains = values - worth
        possible = np.concatenate([~empty, empty.repeat(size, axis=1), legal], axis=1)
        gains[:, 1:][~possible] = NEVER
        memory.add(new, worth[:, 0], gains[:, 1 : size + 1], gains[:, size + 1 : -2 * size], gains[:, -2 * size :])

    def values(self, codes: Array) -> Array:
        """int32 grains: the values of lines, int32 codes of any shape."""
        self._memory.take_over(self)
        words = self._memory.words
        values = words[codes]
        missing = values == MISSING
        if missing.any():
            new = self._memory.without_repeats(codes[missing])
            points = self._worth(new)
            grains = np.rint((points + OFFSET) * GRAIN)
            words[new] = np.clip(grains, 0, MISSING - 1).astype(np.uint16)
            self._memory.valued.append(new)
            values = words[codes]
        return values.astype(np.int32) - OFFSET * GRAIN


def give_back() -> None:
    """Frees the memory, about 30 MB on the largest board. ``Leaves`` in use keep theirs."""
    _Memory.of.cache_clear()


class _Memory:
    """Memory that is reused from one search to the next, because allocating it is slow in a browser."""

    def __init__(self, size: int) -> None:
        lines = 1 << CELL_BITS * size
        self.words = np.full(lines, MISSING, dtype=np.uint16)
        """Values of lines."""
        self.places = np.zeros(lines, dtype=np.uint16)
        """The number of each line's record, 0 if it has none."""
        self.rows = [np.zeros((1024, *width), dtype=np.int32) for width in ((), (size,), (size * size,), (2 * size,))]
        """The records, as in ``Records``; the first is not used."""
        self.count = 1
        self.valued: list[Array] = []
        self.recorded: list[Array] = []
        self._owner: object = None

    @staticmethod
    @cache
    def of(size: int, level: int) -> _Memory:
        """The memory of a level."""
        del level
        return _Memory(size)

    def take_over(self, owner: object) -> None:
        """Clears the memory if it belonged to another owner."""
        if self._owner is not owner:
            self._owner = owner
            self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        for index in self.valued:
            self.words[index] = MISSING
        for index in self.recorded:
            self.places[index] = 0
        self.valued, self.recorded, self.count = [], [], 1

    def without_repeats(self, codes: Array) -> Array:
        """The different ones among lines without records or values; faster than sorting."""
        found = []
        for first in range(0, codes.size, MISSING):
            part = codes[first : first + MISSING]
            kept = self.places[part]
            number = np.arange(1, part.size + 1, dtype=np.uint16)
            self.places[part] = number
            one = self.places[part] == number
            self.places[part] = kept
            found.append(part[one])
        return found[0] if len(found) == 1 else np.unique(np.concatenate(found))

    def add(self, codes: Array, *columns: Array) -> None:
        """Adds records of different lines."""
        end = self.count + codes.size
        if end > len(self.rows[0]):
            more = max(end, 2 * len(self.rows[0]))
            self.rows = [
                np.concatenate([rows, np.zeros((more - len(rows), *rows.shape[1:]), dtype=np.int32)])
                for rows in self.rows
            ]
        for rows, values in zip(self.rows, columns, strict=True):
            rows[self.count : end] = values
        self.places[codes] = np.arange(self.count, end, dtype=np.uint16)
        self.recorded.append(codes)
        self.count = end
