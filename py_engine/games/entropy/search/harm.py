"""Chaos's worst cells on many boards at once: the value after each token on each cell and Order's best reply.

A token on a cell changes two lines, and most replies gain what they gained before. The best of those is found once per
board and bounds the value from below. Cells are then searched in the order of their bounds, and only as long as a bound
is below the lowest value so far; of the replies only those that touch one of the two lines are valued anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.tables import CELL_BITS, Geometry
from py_engine.games.entropy.search.afterstates import Boards
from py_engine.games.entropy.search.leaves import NEVER, Leaves, line_slides
from py_engine.games.entropy.search.replies import Replies, across

__all__ = ["Harm"]

BATCH = (1, 2)
"""Cells searched at once in the first rounds, per token and board; then all that are left."""


class _Side(NamedTuple):
    """Some placed tokens, N, seen from the row or the column that each is in."""

    line: Array
    """(N,) intp: board * lines + line."""
    at: Array
    """(N,) intp: the position in the line."""
    crossing: Array
    """(N,) int32 grains: what the crossing line gains by the token."""


class Harm:
    """One such search.

    Args:
        g: The geometry.
        boards: B boards with equally many tokens, before the placement; not full, nor full after it.
        colors: (K,) the tokens to place.
        leaves: The leaf evaluation after the placement.
    """

    def __init__(self, g: Geometry, boards: Boards, colors: Array, leaves: Leaves) -> None:
        self.g, self._leaves, self._colors, self._boards = g, leaves, colors.astype(np.intp) - 1, boards
        self._replies = Replies(g, boards, leaves)
        self._count = len(boards.occupied)
        size, replies = g.size, self._replies
        self._begun = self._from_each_start()
        self._ends = across(replies.before_entering.reshape(self._count, g.lines, 2, size).swapaxes(2, 3), size)
        self._end_colors = across(replies.moved.reshape(self._count, g.lines, 2, size).swapaxes(2, 3), size)
        self.nodes = replies.count

    def _from_each_start(self) -> Array:
        """(B, lines, size) grains: the best slide across each line from each position, without what the line itself gains."""
        replies, size = self._replies, self.g.size
        best = (replies.gains[:, :, :, None] + line_slides(size).begins[replies.filled]).max(axis=2)
        found: Array = across(best - np.maximum(replies.left, NEVER // 2), size)
        return found

    def values(self, most: int) -> Array:
        """(K, B, E) int32 grains: the values of all placements.

        Only the ``most`` lowest per token and board are exact; the others are lower bounds that are not below them.
        """
        size, kinds, replies = self.g.size, self._colors.size, self._replies
        added = replies.added[..., self._colors]
        base = added[:, :size] + across(added, size)[:, :size]
        base = base.reshape(self._count, self.g.cells, kinds).transpose(2, 0, 1) + replies.worth[:, None]
        kept = self._untouched().reshape(self._count, self.g.cells)
        empty = (self._boards.occupied[:, None] & self.g.cell_bit) == 0
        values = np.ascontiguousarray((base + kept)[:, empty]).reshape(kinds * self._count, -1)
        base = base[:, empty].reshape(values.shape)
        self._search(values, base, kept[empty], empty.nonzero()[1], most)
        self.nodes += values.size
        return values.reshape(kinds, self._count, -1)

    def _search(self, values: Array, base: Array, kept: Array, cells: Array, most: int) -> None:
        """Replaces bounds by values, lowest first.

        Args:
            values: (K * B, E) grains: the bounds.
            base: (K * B, E) grains: the values if Order passed.
            kept: (B * E,) grains: the gain of the best reply that is not touched.
            cells: (B * E,) intp: the empty cells.
            most: How many of the lowest must be values, per row.
        """
        rows, width = values.shape
        closed = np.zeros(values.shape, dtype=bool)
        highest = np.full(rows, -NEVER, dtype=np.int32)
        per_kind = kept.size
        todo = np.arange(rows, dtype=np.intp)
        for batch in (max(BATCH[0], most), *BATCH[1:], width):
            left = np.where(closed[todo], -NEVER, values[todo])
            if batch >= width:
                row, place = (left < highest[todo][:, None]).nonzero()
                row = todo[row]
            else:
                order = np.argsort(left, axis=1, kind="stable")[:, :batch] if batch > 1 else left.argmin(axis=1)[:, None]
                open_ = left[np.arange(todo.size, dtype=np.intp)[:, None], order] < highest[todo][:, None]
                row, place = todo.repeat(open_.sum(axis=1, dtype=np.intp)), order[open_]
            if not row.size:
                return
            chosen = row * width + place
            spot = chosen % per_kind
            gains = self._best_replies(spot // width, cells[spot], self._colors[chosen // per_kind])
            values[row, place] = base[row, place] + np.maximum(gains, kept[spot])
            closed[row, place] = True
            self.nodes += row.size * self.g.size
            exact = np.where(closed[todo], values[todo], -NEVER)
            nth = min(most, width) - 1
            highest[todo] = exact.min(axis=1) if nth == 0 else np.sort(exact, axis=1)[:, nth]
            todo = todo[(np.where(closed[todo], -NEVER, values[todo]) < highest[todo][:, None]).any(axis=1)]

    def _untouched(self) -> Array:
        """(B, size, size) grains: the gain of the best reply that changes no line through a cell; 0 for passing."""
        replies, size = self._replies, self.g.size
        apart = (replies.gains[:, :, :, None] + line_slides(size).apart[replies.filled]).max(axis=2)
        by_rows = _best_of_others(apart[:, :size])
        by_columns = _best_of_others(apart[:, size:]).swapaxes(1, 2)
        return np.maximum(np.maximum(by_rows, by_columns), 0)

    def _best_replies(self, board: Array, cell: Array, color: Array) -> Array:
        """(N,) int32 grains: the gain of the best reply that touches a line of the placed token."""
        size = self.g.size
        row, column = np.divmod(cell, size)
        first = board * self.g.lines
        added = self._replies.added.reshape(-1, size * size)
        by_row = added[first + row, column * size + color]
        by_column = added[first + size + column, row * size + color]
        return np.maximum(
            self._touching(_Side(first + row, column, by_column), color),
            self._touching(_Side(first + size + column, row, by_row), color),
        )

    def _touching(self, side: _Side, color: Array) -> Array:
        """(N,) int32 grains: the gain of the best reply that changes a line with a placed token in it.

        Args:
            side: The tokens in their lines.
            color: (N,) the tokens, from 0 on.
        """
        size, replies, lines = self.g.size, self._replies, side.line
        each = np.arange(lines.size, dtype=np.intp)
        placed = self._boards.codes.ravel()[lines] + ((color + 1) << CELL_BITS * side.at).astype(np.int32)
        records = self._leaves.records(placed)
        leaving = (self._begun.reshape(-1, size)[lines] + records.removed).max(axis=1)
        colors = self._end_colors.reshape(-1, 2 * size)[lines]
        place = (each[:, None] * size + np.arange(size, dtype=np.intp).repeat(2)) * size + colors
        entering = (self._ends.reshape(-1, 2 * size)[lines] + records.added.ravel()[place]).max(axis=1)
        start = line_slides(size).start[replies.filled.ravel()[lines] | 1 << side.at]
        left = replies.left.reshape(-1, size)[lines]
        left[each, side.at] = -side.crossing
        tokens = replies.colors.reshape(-1, size)[lines]
        tokens[each, side.at] = color + 1
        begun = each[:, None] * size + start
        ends = lines[:, None] * size + np.tile(np.arange(size, dtype=np.intp), 2)
        moved = np.maximum(tokens.ravel()[begun] - 1, 0)
        along = records.along + left.ravel()[begun] + replies.entered.ravel()[ends * size + moved]
        return np.maximum(np.maximum(leaving, entering), along.max(axis=1))


def _best_of_others(values: Array) -> Array:
    """(B, n, m): for each index of the second axis, the maximum over all other indices of it."""
    below, above = np.full_like(values, NEVER), np.full_like(values, NEVER)
    for at in range(1, values.shape[1]):
        np.maximum(below[:, at - 1], values[:, at - 1], out=below[:, at])
        np.maximum(above[:, -at], values[:, -at], out=above[:, -at - 1])
    return np.maximum(below, above)
