"""Chaos's worst cells on many boards at once: the value after each token on each cell and Order's best reply.

A token on a cell changes two lines, and most replies gain what they gained before. The best of those is found once per
board and bounds the value from below, and so does sliding the token on to where placing it does less harm. Cells are then
searched in the order of their bounds, and only as long as a bound is below the lowest value so far; of the replies only
those are valued again that touch one of the two lines.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.tables import CELL_BITS, Geometry
from py_engine.games.entropy.search.afterstates import Boards
from py_engine.games.entropy.search.expectimax.leaves import Leaves
from py_engine.games.entropy.search.expectimax.line_slides import NEVER, line_slides
from py_engine.games.entropy.search.expectimax.replies import Replies, across

__all__ = ["Harm"]

BATCH = (1, 2)
"""Cells searched at once in the first rounds, per token and board; then all that are left."""


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
        empty = (self._boards.occupied[:, None] & self.g.cell_bit) == 0
        bounds = np.maximum(base + self._untouched().reshape(self._count, -1), self._moved_on(base, empty))
        values = np.ascontiguousarray(bounds[:, empty]).reshape(kinds * self._count, -1)
        self._search(values, base[:, empty].ravel(), empty.nonzero()[1], most)
        self.nodes += values.size
        return values.reshape(kinds, self._count, -1)

    def _moved_on(self, base: Array, empty: Array) -> Array:
        """(K, B, cells) grains: the best value if Order moves the placed token on; it is as if Chaos had placed it there.

        Args:
            base: (K, B, cells) grains: the values if Order passed.
            empty: (B, cells) bool.
        """
        size = self.g.size
        grid = np.where(empty, base, NEVER).reshape(*base.shape[:2], size, size)
        filled = ~empty.reshape(-1, size, size)
        by_rows = np.ascontiguousarray(grid.transpose(3, 0, 1, 2))
        by_columns = np.ascontiguousarray(grid.transpose(2, 0, 1, 3))
        _spread(by_rows, filled.transpose(2, 0, 1))
        _spread(by_columns, filled.transpose(1, 0, 2))
        return np.maximum(by_rows.transpose(1, 2, 3, 0), by_columns.transpose(1, 2, 0, 3)).reshape(base.shape)

    def _search(self, values: Array, base: Array, cells: Array, most: int) -> None:
        """Replaces bounds by values, lowest first.

        Args:
            values: (K * B, E) grains: the bounds.
            base: (K * B * E,) grains: the values if Order passed.
            cells: (B * E,) intp: the empty cells.
            most: How many of the lowest must be values, per row.
        """
        rows, width = values.shape
        closed = np.zeros(values.shape, dtype=bool)
        highest = np.full(rows, -NEVER, dtype=np.int32)
        per_kind = cells.size
        todo = np.arange(rows, dtype=np.intp)
        for batch in (max(BATCH[0], most), *BATCH[1:], width):
            left = np.where(closed[todo], -NEVER, values[todo])
            if batch >= width:
                row, place = (left < highest[todo][:, None]).nonzero()
                row = todo[row]
            else:
                order = (
                    np.argsort(left, axis=1, kind="stable")[:, :batch] if batch > 1 else left.argmin(axis=1)[:, None]
                )
                open_ = left[np.arange(todo.size, dtype=np.intp)[:, None], order] < highest[todo][:, None]
                row, place = todo.repeat(open_.sum(axis=1, dtype=np.intp)), order[open_]
            if not row.size:
                return
            chosen = row * width + place
            spot = chosen % per_kind
            gains = self._best_replies(spot // width, cells[spot], self._colors[chosen // per_kind])
            values[row, place] = np.maximum(values[row, place], base[chosen] + gains)
            closed[row, place] = True
            exact = np.where(closed[todo], values[todo], -NEVER)
            nth = min(most, width) - 1
            highest[todo] = exact.min(axis=1) if nth == 0 else np.sort(exact, axis=1, kind="stable")[:, nth]
            todo = todo[(np.where(closed[todo], -NEVER, values[todo]) < highest[todo][:, None]).any(axis=1)]

    def _untouched(self) -> Array:
        """(B, size, size) grains: the gain of the best reply that changes no line through a cell; 0 for passing."""
        replies, size = self._replies, self.g.size
        apart = (replies.gains[:, :, :, None] + line_slides(size).apart[replies.filled]).max(axis=2)
        by_rows = _best_of_others(apart[:, :size])
        by_columns = _best_of_others(apart[:, size:]).swapaxes(1, 2)
        return np.maximum(np.maximum(by_rows, by_columns), 0)

    def _best_replies(self, board: Array, cell: Array, color: Array) -> Array:
        """(N,) int32 grains: the gain of the best reply that touches a line of the placed token and leaves it there."""
        row, column = np.divmod(cell, self.g.size)
        lines = np.concatenate([row, self.g.size + column]) + np.tile(board * self.g.lines, 2)
        gains = self._touching(lines, np.concatenate([column, row]), np.tile(color, 2))
        found: Array = gains.reshape(2, -1).max(axis=0)
        return found

    def _touching(self, line: Array, at: Array, color: Array) -> Array:
        """(N,) int32 grains: the gain of the best reply that changes a line with a placed token in it.

        Args:
            line: (N,) intp: board * lines + line.
            at: (N,) intp: the token's position in the line.
            color: (N,) the tokens, from 0 on.
        """
        size, replies = self.g.size, self._replies
        shifts = CELL_BITS * np.arange(size, dtype=np.int32)
        placed = self._boards.codes.ravel()[line] + ((color + 1) << CELL_BITS * at).astype(np.int32)
        worth = replies.worths.ravel()[line] + replies.added.ravel()[(line * size + at) * size + color]
        tokens = replies.colors.reshape(-1, size)[line]
        others = np.arange(size, dtype=np.intp) != at[:, None]
        end_gains = self._ends.reshape(-1, 2 * size)[line]
        end_gains[~others.repeat(2, axis=1)] = NEVER
        slides = line_slides(size)
        filled = replies.filled.ravel()[line] | 1 << at
        start = slides.start[filled]
        legal = slides.legal[filled] & (start != at[:, None])
        row = np.arange(line.size, dtype=np.intp)[:, None] * size
        moved = tokens.ravel()[row + start]
        ends = line[:, None] * size + np.tile(np.arange(size, dtype=np.intp), 2)
        left = replies.left.ravel()[line[:, None] * size + start]
        entered = replies.entered.ravel()[ends * size + np.maximum(moved - 1, 0)]
        gains = np.concatenate(
            [self._begun.reshape(-1, size)[line], end_gains, np.where(legal, left + entered, NEVER)], axis=1
        )
        changes = np.concatenate(
            [
                -(tokens << shifts),
                (self._end_colors.reshape(-1, 2 * size)[line] + 1) << shifts.repeat(2),
                (moved << np.tile(shifts, 2)) - (moved << (CELL_BITS * start).astype(np.int32)),
            ],
            axis=1,
        )
        possible = np.flatnonzero(gains > NEVER // 2)
        codes = placed[possible // gains.shape[1]] + changes.ravel()[possible]
        gains.ravel()[possible] += self._leaves.values(codes)
        self.nodes += possible.size
        found: Array = gains.max(axis=1) - worth
        return found


def _spread(values: Array, filled: Array) -> None:
    """Raises each of (n, ..., lines) values to the maximum of its run of empty cells along the first axis.

    Args:
        values: (n, K, B, lines).
        filled: (n, B, lines) bool.
    """
    size = len(values)
    for here, there in [(at, at - 1) for at in range(1, size)] + [(at, at + 1) for at in range(size - 2, -1, -1)]:
        raised = np.maximum(values[here], values[there])
        values[here] = np.where(filled[here], NEVER, raised)


def _best_of_others(values: Array) -> Array:
    """(B, n, m): for each index of the second axis, the maximum over all other indices of it."""
    below, above = np.full_like(values, NEVER), np.full_like(values, NEVER)
    for at in range(1, values.shape[1]):
        np.maximum(below[:, at - 1], values[:, at - 1], out=below[:, at])
        np.maximum(above[:, -at], values[:, -at], out=above[:, -at - 1])
    return np.maximum(below, above)
