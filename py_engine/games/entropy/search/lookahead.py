"""One step of expectimax over many boards at once: the next token (chance), Chaos's worst cell, Order's best reply.

All boards of a call have equally many tokens. A node, the unit of work of the search, is one slide valued at a leaf.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from py_engine.core.numerics import Array, descending
from py_engine.games.entropy.knowledge.boards import placements
from py_engine.games.entropy.rules.slides import Slides, best_of, slides_of
from py_engine.games.entropy.rules.tables import Geometry, score_table
from py_engine.games.entropy.search.afterstates import Boards, Draws
from py_engine.games.entropy.search.leaves import GRAIN, Leaves, Worth

__all__ = ["Answers", "Lookahead", "Widths"]


class Widths(Protocol):
    """The beam widths of the deeper search."""

    @property
    def cells(self) -> int:
        """Chaos's cells per token."""

    @property
    def answers(self) -> int:
        """Order's replies per cell."""


class Answers(NamedTuple):
    """Order's best replies on some boards."""

    board: Array
    """(N,) intp: the index of the board before."""
    after: Boards
    """N boards after the reply."""


class _Spots(NamedTuple):
    """The empty cells of some boards: P spots, by board and then by cell."""

    board: Array
    """(P,) intp."""
    cell: Array
    """(P,) intp."""
    lines: Array
    """(2, P) intp: the row and the column of the cell."""
    codes: Array
    """(2, K, P) int32: their codes after placing each of K tokens there."""


class Lookahead:
    """Search steps on boards of one size.

    Args:
        g: The geometry.
        worth: The line value function.
    """

    def __init__(self, g: Geometry, worth: Worth) -> None:
        self.g, self._worth = g, worth
        self.nodes = 0
        """Work done so far."""

    def leaves(self, tokens: int, bags: Array, level: int) -> Leaves:
        """The leaf evaluation for a number of tokens on the board; see ``Leaves``."""
        return Leaves(self.g.size, tokens, bags, self._worth, level)

    def line_grains(self, boards: Boards, which: Array, leaves: Leaves) -> Array:
        """(lines, B) int32 grains: the static value of every line of boards; see ``best_answers``."""
        self.nodes += len(which)
        return leaves.take(boards.codes.T, which)

    def best_answers(self, boards: Boards, which: Array, leaves: Leaves) -> Array:
        """(B,) int32 grains: the static values of boards after Order's best slide or pass.

        Args:
            boards: Boards with Order to move.
            which: (B,) int32: the bag index of each board.
            leaves: The leaf evaluation.
        """
        worths, slides, gains = self._gains(boards, which, leaves)
        best: Array = worths.sum(axis=0, dtype=np.int32) + best_of(gains, slides, len(which))
        return best

    def _gains(self, boards: Boards, which: Array, leaves: Leaves) -> tuple[Array, Slides, Array]:
        """The values of lines (lines, B), the slides, and the gain of each slide (M,), in grains."""
        worths = self.line_grains(boards, which, leaves)
        slides = slides_of(boards.codes, boards.occupied, self.g)
        self.nodes += slides.board.size
        after = leaves.take(slides.codes, which.take(slides.board))
        before = worths.ravel().take(slides.lines * len(which) + slides.board)
        gains: Array = (after - before).sum(axis=0, dtype=np.int32)
        return worths, slides, gains

    def placed(self, boards: Boards, draws: Draws) -> tuple[Boards, Array]:
        """Boards after placing each token on each cell, by token, board and cell; and (N,) int32 the index of the token."""
        count, tokens = len(boards.occupied), draws.colors.size
        codes = np.tile(boards.codes, (tokens, 1))
        found = placements(codes, np.tile(boards.occupied, tokens), np.repeat(draws.colors, count), self.g)
        return Boards(found.codes, found.occupied), (found.board // count).astype(np.int32)

    def harm(self, boards: Boards, draws: Draws, leaves: Leaves, most: int) -> Array:
        """(K, B, E) int32 grains: the value after each token on each empty cell of each board and Order's best reply.

        Only the ``most`` lowest values per token and board are exact; the others are lower bounds that are not below
        them. On a full board there is no reply, and the value is the score.
        """
        shape = (draws.colors.size, len(boards.occupied), -1)
        if leaves.tokens == self.g.cells:
            placed, which = self.placed(boards, draws)
            self.nodes += which.size
            points = score_table(self.g.size).take(placed.codes).sum(axis=1, dtype=np.int32)
            return (GRAIN * points).reshape(shape)
        spots = self._spots(boards, draws)
        values = self._without_touched(boards, spots, leaves)
        flat = values.reshape(shape[0] * shape[1], -1)
        width = flat.shape[1]
        order = np.argsort(flat, axis=1, kind="stable")[:, : most + 1]
        first = (np.arange(len(flat), dtype=np.intp)[:, None] * width + order).ravel()
        values[first] = self._answered(boards, spots, first, leaves)
        # Bounds at or below the highest of the wanted values may still be among the lowest.
        found = np.sort(values[first].reshape(len(flat), -1), axis=1, kind="stable")
        candidates = values <= found[:, min(most, found.shape[1]) - 1].repeat(width)
        candidates[first] = False
        rest = np.flatnonzero(candidates)
        if rest.size:
            values[rest] = self._answered(boards, spots, rest, leaves)
        return values.reshape(shape)

    def _spots(self, boards: Boards, draws: Draws) -> _Spots:
        board, cell = ((boards.occupied[:, None] & self.g.cell_bit) == 0).nonzero()
        lines = self.g.cell_lines.take(cell, axis=1)
        now = boards.codes.ravel().take(board * self.g.lines + lines)
        change = self.g.cell_effect.take(cell, axis=1)[:, None] * draws.colors.astype(np.int32)[:, None]
        return _Spots(board, cell, lines, now[:, None] + change)

    def _answered(self, boards: Boards, spots: _Spots, chosen: Array, leaves: Leaves) -> Array:
        """(N,) int32 grains: values of chosen placements (kind * spots + spot) after Order's best reply."""
        kind, spot = np.divmod(chosen, spots.cell.size)
        placed = boards.take(spots.board.take(spot))
        each = np.arange(chosen.size, dtype=np.intp)
        for lines, codes in zip(spots.lines, spots.codes, strict=True):
            placed.codes[each, lines.take(spot)] = codes.ravel().take(chosen)
        occupied = placed.occupied | self.g.cell_bit.take(spots.cell.take(spot))
        return self.best_answers(Boards(placed.codes, occupied), kind.astype(np.int32), leaves)

    def _without_touched(self, boards: Boards, spots: _Spots, leaves: Leaves) -> Array:
        """(K * P,) int32 grains: lower bounds for placements, using replies that change no line through the cell.

        The gain of such a slide is the same before and after the placement, so it is computed once per board.
        """
        count, kinds = len(boards.occupied), spots.codes.shape[1]
        kind = np.arange(kinds, dtype=np.int32)
        slides = slides_of(boards.codes, boards.occupied, self.g)
        worths = leaves.take(np.tile(boards.codes.T, kinds), kind.repeat(count)).reshape(-1, kinds, count)
        after = leaves.take(np.tile(slides.codes, kinds), kind.repeat(slides.board.size)).reshape(3, kinds, -1)
        before = worths[slides.lines[:, None], kind[:, None], slides.board]
        gains = np.zeros((kinds, slides.board.size + 1), dtype=np.int32)
        gains[:, :-1] = (after - before).sum(axis=0, dtype=np.int32)
        padded, touched = self._padded(slides, count)
        untouched = ~touched[spots.board, :, spots.cell]
        best = (gains[:, padded[spots.board]] * untouched).max(axis=2, initial=0)
        placed = leaves.take(spots.codes.reshape(2, -1), kind.repeat(spots.cell.size)).reshape(2, kinds, -1)
        change = (placed - worths[spots.lines[:, None], kind[:, None], spots.board]).sum(axis=0, dtype=np.int32)
        self.nodes += kinds * (slides.board.size + spots.cell.size)
        worth = worths.sum(axis=0, dtype=np.int32)[:, spots.board]
        bound: Array = (worth + change + best).ravel()
        return bound

    def _padded(self, slides: Slides, count: int) -> tuple[Array, Array]:
        """(B, S) slides per board, padded with a null slide, and (B, S, cells) bool the cells whose lines they change."""
        counts = np.bincount(slides.board, minlength=count)
        each = np.arange(slides.board.size, dtype=np.intp)
        nth = each - (counts.cumsum(dtype=np.intp) - counts)[slides.board]
        padded = np.full((count, max(1, int(counts.max()))), slides.board.size, dtype=np.intp)
        padded[slides.board, nth] = each
        return padded, self.g.touches[np.append(slides.slide, self.g.slides)[padded]]

    def after_draw(self, boards: Boards, draws: Draws, leaves: Leaves) -> Array:
        """(B,) float64 points: values of boards before a draw, after Chaos's worst cell and Order's best reply."""
        lowest = self.harm(boards, draws, leaves, 1).min(axis=2)
        value = np.zeros(len(boards.occupied), dtype=np.float64)
        for chance, row in zip(draws.chances, lowest, strict=True):
            value += chance * row
        return value / GRAIN

    def answers(self, boards: Boards, which: Array, leaves: Leaves, most: int) -> Answers:
        """Order's ``most`` best moves on each board, passing included, by board; see ``best_answers``."""
        _, slides, gains = self._gains(boards, which, leaves)
        board = np.concatenate([slides.board, np.arange(len(which), dtype=np.intp)])
        order = descending(np.concatenate([gains, np.zeros(len(which), dtype=np.int32)]))
        order = order[np.argsort(board[order], kind="stable")]
        rank = np.arange(order.size, dtype=np.intp) - np.searchsorted(board[order], board[order])
        kept = order[rank < most]
        after = boards.take(board[kept])
        moving = np.flatnonzero(kept < slides.board.size)
        slid = kept[moving]
        for lines, changed in zip(slides.lines, slides.codes, strict=True):
            after.codes[moving, lines[slid]] = changed[slid]
        moved = slides.slide[slid]
        after.occupied[moving] ^= self.g.start_bit[moved] | self.g.cell_bit[self.g.end[moved]]
        return Answers(board[kept], after)

    def deeper_value(
        self, board: Boards, draws: Draws, kind: int, worst: Array, leaves: Leaves, *, later: Draws, widths: Widths
    ) -> float:
        """The value in points of one board after one drawn token, searched two plies deeper than ``harm``.

        Args:
            board: A single board, before the draw.
            draws: The possible draws.
            kind: The index of the drawn token.
            worst: (E,) the values of the cells by ``harm``.
            leaves: The leaf evaluation after the draw.
            later: The draws possible after it, as far as the players know when they move.
            widths: The numbers of cells and replies to follow.
        """
        one = Draws(draws.colors[kind : kind + 1], draws.chances[kind : kind + 1], draws.bags[kind : kind + 1])
        placed, _ = self.placed(board, one)
        placed = placed.take(np.argsort(worst, kind="stable")[: widths.cells])
        count = len(placed.occupied)
        answers = self.answers(placed, np.full(count, kind, dtype=np.int32), leaves, widths.answers)
        values = self.after_draw(answers.after, later, self.leaves(leaves.tokens + 1, later.bags, 2))
        best = np.full(count, -np.inf, dtype=np.float64)
        np.maximum.at(best, answers.board, values)
        return float(best.min())
