"""Chaos's worst cells on many boards at once: the value after each token on each cell and Order's best reply.

A token on a cell changes two lines, so most replies gain what they gained before. The best of those is found once per board
and bounds the value from below; only the most harmful cells by that bound are searched, and there only replies that touch
one of the two lines.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.slides import Slides, filled_in_lines, line_moves, slides_of
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, Geometry, geometry
from py_engine.games.entropy.search.afterstates import Boards
from py_engine.games.entropy.search.leaves import OFFSET, Leaves

__all__ = ["Harm"]

NO_PART, LEFT, ENTERED, ALONG = 0, 1, 2, 3
"""How a slide touches the lines through a cell."""


@cache
def _touching(size: int) -> Array:
    """(slides * cells,) uint8: how each slide touches the row or the column of each cell."""
    g = geometry(size)
    row, column = g.cell_lines
    found = np.zeros((g.slides, g.cells), dtype=np.uint8)
    for part, line in ((LEFT, g.changed[1]), (ENTERED, g.changed[2]), (ALONG, g.changed[0])):
        found[(line[:, None] == row) | (line[:, None] == column)] = part
    return found.ravel()


class _Spots(NamedTuple):
    """The empty cells of all boards, P in all, by board and then by cell; E of each board."""

    board: Array
    """(P,) intp."""
    cell: Array
    """(P,) intp."""
    lines: Array
    """(2, P) intp: row and column."""
    index: Array
    """(2, K, P) int32: where the row and the column stand in the table, with each of K tokens on the cell."""
    worths: Array
    """(2, K, P) int32 grains: their values."""


class Harm:
    """One such search.

    Args:
        g: The geometry.
        boards: B boards with equally many tokens, before the placement; not full, nor full after it.
        place: (B,) int32: the place of each board's bag among the leaves.
        colors: (K,) the tokens to place.
        leaves: The leaf evaluation after the placement.
    """

    def __init__(self, g: Geometry, boards: Boards, place: Array, colors: Array, leaves: Leaves) -> None:
        self.g, self._leaves, self._colors = g, leaves, colors.astype(np.int32)
        self._boards, self._place = boards, place
        self._index = boards.codes + place[:, None]
        self._worths = leaves.take(self._index)
        self._slides: Slides = slides_of(boards.codes, boards.occupied, g)
        of = self._slides.board
        before = self._worths.ravel().take(of * g.lines + self._slides.lines)
        self._moved = self._slides.codes + place.take(of)
        self._parts = leaves.take(self._moved) - before
        self._gains = self._parts.sum(axis=0, dtype=np.int32)
        self._counts = np.bincount(of, minlength=len(boards.occupied))
        self._spots = self._found_spots()
        self.nodes = of.size + self._spots.worths[0].size

    def _found_spots(self) -> _Spots:
        g = self.g
        board, cell = ((self._boards.occupied[:, None] & g.cell_bit) == 0).nonzero()
        lines = g.cell_lines.take(cell, axis=1)
        now = self._index.ravel().take(board * g.lines + lines)
        index = now[:, None] + g.cell_effect.take(cell, axis=1)[:, None] * self._colors[:, None]
        return _Spots(board, cell, lines, index, self._leaves.take(index))

    def values(self, most: int) -> Array:
        """(K, B, E) int32 grains: the values of all placements.

        Only the ``most`` lowest per token and board are exact; the others are lower bounds that are not below them.
        """
        spots = self._spots
        shape = (self._colors.size, len(self._boards.occupied), -1)
        sums = self._worths.sum(axis=1, dtype=np.int32) - self.g.lines * OFFSET
        before = self._worths.ravel().take(spots.board * self.g.lines + spots.lines).sum(axis=0, dtype=np.int32)
        base = (spots.worths.sum(axis=0, dtype=np.int32) + (sums.take(spots.board) - before)).ravel()
        kept = self._untouched()
        values = (base.reshape(shape[0], -1) + kept).ravel()
        width = spots.cell.size // shape[1]
        flat = values.reshape(-1, width)
        start = np.arange(len(flat), dtype=np.intp) * width
        if most == 1:
            first = start + flat.argmin(axis=1)
        else:
            first = (start[:, None] + np.argsort(flat, axis=1, kind="stable")[:, :most]).ravel()
        values[first] = base.take(first) + self._best_replies(first, kept)
        # Bounds below the highest of the wanted values may still be among the lowest.
        highest = values.take(first).reshape(len(flat), -1).max(axis=1)
        open_ = flat < highest[:, None]
        open_.ravel()[first] = False
        rest = np.flatnonzero(open_)
        if rest.size:
            values[rest] = base.take(rest) + self._best_replies(rest, kept)
        return values.reshape(shape)

    def _untouched(self) -> Array:
        """(P,) int32 grains: the gain of the best reply that changes no line through the cell; 0 for passing."""
        g, spots, slides = self.g, self._spots, self._slides
        useful = np.flatnonzero(self._gains > 0)
        counts = np.bincount(slides.board.take(useful), minlength=len(self._counts))
        each, owner = _all_of(counts, spots.board)
        mine = useful.take(each)
        cells = slides.slide.take(mine) * g.cells + spots.cell.take(owner)
        free = np.flatnonzero(_touching(g.size).take(cells) == NO_PART)
        best = np.zeros(spots.board.size, dtype=np.int32)
        np.maximum.at(best, owner.take(free), self._gains.take(mine.take(free)))
        return best

    def _best_replies(self, chosen: Array, kept: Array) -> Array:
        """(N,) int32 grains: the gain of the best reply to chosen placements (token * P + spot); ``kept`` as ``_untouched``."""
        kind, spot = np.divmod(chosen, self._spots.cell.size)
        best = kept.take(spot)
        self._reply_across(best, kind, spot)
        for side in (0, 1):
            self._reply_along(best, kind, spot, side)
        return best

    def _reply_across(self, best: Array, kind: Array, spot: Array) -> None:
        """Raises ``best`` by slides along other lines that start or end on one of the two changed lines."""
        g, spots, slides = self.g, self._spots, self._slides
        cell = spots.cell.take(spot)
        each, owner = _all_of(self._counts, spots.board.take(spot))
        part = _touching(g.size).take(slides.slide.take(each) * g.cells + cell.take(owner))
        here = np.flatnonzero((part == LEFT) | (part == ENTERED))
        each, owner, part = each.take(here), owner.take(here), part.take(here)
        count = slides.board.size
        at = part.astype(np.intp) * count + each
        # Slides along columns touch the row, and the other way round.
        side = (slides.lines[0].take(each) < g.size).astype(np.intp)
        effect = g.cell_effect.ravel().take(side * g.cells + cell.take(owner)) * self._colors.take(kind.take(owner))
        placed = (side * len(self._colors) + kind.take(owner)) * spots.cell.size + spot.take(owner)
        gain = self._leaves.take(self._moved.ravel().take(at) + effect) - spots.worths.ravel().take(placed)
        gain += self._gains.take(each) - self._parts.ravel().take(at)
        self.nodes += each.size
        np.maximum.at(best, owner, gain)

    def _reply_along(self, best: Array, kind: Array, spot: Array, side: int) -> None:
        """Raises ``best`` by slides along the row (side 0) or the column (side 1) of the placed token."""
        g, spots, moves = self.g, self._spots, line_moves(self.g.size)
        cell, board, line = spots.cell.take(spot), spots.board.take(spot), spots.lines[side].take(spot)
        row, column = np.divmod(cell, g.size)
        at, across = (column, row) if side == 0 else (row, column)
        filled = filled_in_lines(self._boards.occupied.take(board), g.size).ravel()
        filled = filled.take(np.arange(spot.size, dtype=np.intp) * g.lines + line) | (1 << at)
        counts = moves.counts.take(filled)
        owner = np.arange(spot.size, dtype=np.intp).repeat(counts)
        nth = np.arange(owner.size, dtype=np.intp) - (counts.cumsum(dtype=np.intp) - counts).take(owner)
        start, end = np.divmod(moves.ways.take(filled.take(owner) * moves.most + nth), g.size)
        placed = kind * spots.cell.size + spot
        own = spots.index[side].ravel().take(placed).take(owner)
        color = own >> (CELL_BITS * start).astype(np.int32) & CELL_MASK
        weight = g.weight.take(across).take(owner) * color
        lines = board.take(owner) * g.lines + (g.size if side == 0 else 0)
        left, entered = self._index.ravel().take(lines + start), self._index.ravel().take(lines + end)
        # The placed token itself may leave its other line.
        itself = np.flatnonzero(start == at.take(owner))
        left_before = self._worths.ravel().take(lines + start)
        where = placed.take(owner.take(itself))
        left[itself] = spots.index[1 - side].ravel().take(where)
        left_before[itself] = spots.worths[1 - side].ravel().take(where)
        gain = self._leaves.take(own + (g.weight.take(end) - g.weight.take(start)) * color)
        gain -= spots.worths[side].ravel().take(placed).take(owner)
        gain += self._leaves.take(left - weight) - left_before
        gain += self._leaves.take(entered + weight) - self._worths.ravel().take(lines + end)
        self.nodes += owner.size
        np.maximum.at(best, owner, gain)


def _all_of(counts: Array, groups: Array) -> tuple[Array, Array]:
    """The members of some groups, one group after the other: their numbers, and the index of the group in ``groups``.

    Members are numbered by group; ``counts`` are the sizes of all groups.
    """
    ends = counts.cumsum(dtype=np.intp)
    sizes = counts.take(groups)
    owner = np.arange(groups.size, dtype=np.intp).repeat(sizes)
    shift = (ends - counts).take(groups) - (sizes.cumsum(dtype=np.intp) - sizes)
    return np.arange(owner.size, dtype=np.intp) + shift.take(owner), owner
