"""Leaf evaluation of a search: line values are computed on first use and memoized in a table.

A search visits the same few thousand lines again and again, so a table lookup replaces the formula. Values are whole
numbers of 1/GRAIN point, so that sums do not depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.tables import CELL_BITS

__all__ = ["GRAIN", "OFFSET", "Leaves", "Worth", "give_back"]

GRAIN = 512
"""Parts of a point."""
OFFSET = 8 * GRAIN
"""Grains added to stored values, so that none is negative."""
MISSING = np.iinfo(np.uint16).max

Worth = Callable[[Array, int, Array, Array], Array]
"""A line value function: (M,) int32 codes, tokens on the board, (K, 8) bags, (M,) intp bag indices -> (M,) float64 points."""


class Leaves:
    """Line values for a number of tokens on the board and a set of possible bags.

    Args:
        size: The size of the board.
        tokens: The tokens on the board.
        bags: (K, 8) tokens in the bag; lookups choose one by index.
        worth: The line value function.
        level: Objects of the same level share one table; taking turns clears it.
    """

    def __init__(self, size: int, tokens: int, bags: Array, worth: Worth, level: int = 0) -> None:
        self.tokens, self.bags, self._worth = tokens, bags, worth
        self._bits = CELL_BITS * size
        self._memory = _Memory.of(size, level)

    def place(self, which: Array) -> Array:
        """int32: what to add to a code to look it up with the bags of these indices."""
        found: Array = which.astype(np.int32) << self._bits
        return found

    def take(self, index: Array) -> Array:
        """int32: the values of lines in grains, plus ``OFFSET``.

        Args:
            index: int32 codes, each with its bag's ``place`` added.
        """
        # Another search may have taken over the table in the meantime.
        words = self._memory.of_owner(self, len(self.bags) << self._bits)
        values = words.take(index)
        if values.size and values.max() == MISSING:
            self._fill(index[values == MISSING])
            values = words.take(index)
        return values.astype(np.int32)

    def _fill(self, index: Array) -> None:
        new = np.unique(index)
        code, which = new & ((1 << self._bits) - 1), new >> self._bits
        points = self._worth(code, self.tokens, self.bags, which.astype(np.intp))
        grains = np.rint(points * GRAIN + OFFSET)
        self._memory.words[new] = np.clip(grains, 0, MISSING - 1).astype(np.uint16)
        self._memory.touched.append(new)


def give_back() -> None:
    """Frees the tables, up to 40 MB on the largest board. ``Leaves`` in use keep theirs."""
    _Memory.of.cache_clear()


class _Memory:
    """A table that is reused from one search to the next, because allocating memory is slow in a browser."""

    def __init__(self) -> None:
        self.words = np.zeros(0, dtype=np.uint16)
        self.touched: list[Array] = []
        self.owner: object = None

    @staticmethod
    @cache
    def of(size: int, level: int) -> _Memory:
        """The table of a level."""
        del size, level
        return _Memory()

    def of_owner(self, owner: object, length: int) -> Array:
        """The words of the table, cleared if they belonged to another owner."""
        if self.owner is not owner:
            self.owner = owner
            if length > self.words.size:
                self.words = np.full(length, MISSING, dtype=np.uint16)
            else:
                for index in self.touched:
                    self.words[index] = MISSING
            self.touched = []
        return self.words
