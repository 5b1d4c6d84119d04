"""Order's replies on many boards at once: the gain of every slide, put together from the records of three lines.

Arrays are dense, by board, line and way, see ``line_slides``.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, Geometry
from py_engine.games.entropy.search.afterstates import Boards
from py_engine.games.entropy.search.expectimax.leaves import Leaves
from py_engine.games.entropy.search.expectimax.line_slides import NEVER, line_slides

__all__ = ["Replies", "across"]


def across(values: Array, size: int) -> Array:
    """What is given by line and position (B, lines, size, ...), by the lines that cross there: (B, lines, size, ...)."""
    halves = values.reshape(len(values), 2, size, *values.shape[2:])
    return np.ascontiguousarray(halves[:, ::-1].swapaxes(2, 3)).reshape(values.shape)


class Replies:
    """Order's slides on B boards.

    Args:
        g: The geometry.
        boards: The boards.
        leaves: The leaf evaluation.
    """

    def __init__(self, g: Geometry, boards: Boards, leaves: Leaves) -> None:
        self.g, self.boards = g, boards
        size = g.size
        shifts = CELL_BITS * np.arange(size, dtype=np.int32)
        records = leaves.records(boards.codes)
        self.worth: Array = records.worth.sum(axis=1, dtype=np.int32)
        """(B,) int32 grains: static values."""
        self.worths = records.worth
        """(B, lines) int32 grains: the values of lines."""
        self.added = records.added
        """(B, lines, size, size): see ``Records``."""
        self.colors: Array = boards.codes[:, :, None] >> shifts & CELL_MASK
        """(B, lines, size) int32: the tokens."""
        self.filled: Array = ((self.colors != 0) << np.arange(size, dtype=np.intp)).sum(axis=2, dtype=np.intp)
        """(B, lines) intp: the filled cells of lines as bits."""
        self.left = across(records.removed, size)
        """(B, lines, size) grains: what the crossing lines gain when a token leaves them."""
        self.entered = across(records.added, size)
        """(B, lines, size, size) grains: what they gain when a token enters them, by colour."""
        self.start: Array = line_slides(size).start[self.filled]
        """(B, lines, 2 * size) intp: where slides start."""
        row = np.arange(self.filled.size, dtype=np.intp)[:, None] * size
        at = row + self.start.reshape(-1, 2 * size)
        self.moved: Array = np.maximum(self.colors.ravel()[at] - 1, 0).reshape(self.start.shape)
        """(B, lines, 2 * size) int32: the colours that move, from 0 on."""
        ends = np.tile(np.arange(size, dtype=np.intp), 2)
        entering = self.entered.ravel()[(row + ends) * size + self.moved.reshape(-1, 2 * size)]
        self.before_entering: Array = records.along + self.left.ravel()[at].reshape(self.start.shape)
        """(B, lines, 2 * size) grains: the gains without the lines that are entered."""
        self.gains: Array = self.before_entering + entering.reshape(self.start.shape)
        """(B, lines, 2 * size) int32 grains."""
        self.count = int(np.count_nonzero(self.gains > NEVER // 2))
        """The number of slides."""

    def best(self) -> Array:
        """(B,) int32 grains: the gain of the best slide or pass."""
        found: Array = np.maximum(self.gains.reshape(len(self.worth), -1).max(axis=1), 0)
        return found

    def foremost(self, most: int) -> tuple[Array, Boards]:
        """The ``most`` best moves of each board, passing included.

        Returns:
            (N,) intp the boards before, ascending, and N boards after the move, best first.
        """
        count = len(self.worth)
        gains = np.concatenate([np.zeros((count, 1), dtype=np.int32), self.gains.reshape(count, -1)], axis=1)
        chosen = np.zeros((count, most), dtype=np.intp)
        legal = np.zeros((count, most), dtype=bool)
        row = np.arange(count, dtype=np.intp)
        for nth in range(most):
            chosen[:, nth] = gains.argmax(axis=1)
            legal[:, nth] = gains[row, chosen[:, nth]] > NEVER // 2
            gains[row, chosen[:, nth]] = 2 * NEVER
        board = row.repeat(legal.sum(axis=1, dtype=np.intp))
        return board, self._after(board, chosen[legal] - 1)

    def _after(self, board: Array, slide: Array) -> Boards:
        """The boards after slides (line * 2 * size + way), or after passing (-1)."""
        g, size = self.g, self.g.size
        after = self.boards.take(board)
        moving = np.flatnonzero(slide >= 0)
        of = board[moving]
        line, way = np.divmod(slide[moving], 2 * size)
        start, end = self.start[of, line, way], way % size
        color = self.moved[of, line, way] + 1
        at, crossing = line % size, np.where(line < size, size, 0)
        for changed, effect in (
            (line, g.weight[end] - g.weight[start]),
            (crossing + start, -g.weight[at]),
            (crossing + end, g.weight[at]),
        ):
            after.codes[moving, changed] += effect * color
        cells = g.line_cells[line]
        each = np.arange(moving.size, dtype=np.intp)
        after.occupied[moving] ^= g.cell_bit[cells[each, start]] | g.cell_bit[cells[each, end]]
        return after
