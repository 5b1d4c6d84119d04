"""One step of expectimax over many boards at once: the next token (chance), Chaos's worst cell, Order's best reply.

All boards of a call have equally many tokens. A node, the unit of work of the search, is one slide or one placed token
valued at a leaf.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.boards import placements
from py_engine.games.entropy.knowledge.learnt import LineValues
from py_engine.games.entropy.rules.tables import Geometry, score_table
from py_engine.games.entropy.search.afterstates import Boards, Draws
from py_engine.games.entropy.search.expectimax.harm import Harm
from py_engine.games.entropy.search.expectimax.leaves import GRAIN, Leaves
from py_engine.games.entropy.search.expectimax.replies import Replies

__all__ = ["Answers", "Lookahead", "Prospects", "Stage", "prospects"]


class Prospects(NamedTuple):
    """What may be drawn next on boards, by the index of their bag."""

    colors: Array
    """(K,) int64: all colours that some bag can give."""
    chances: Array
    """(N, K) float64: their probabilities."""
    bags: Array
    """(N, 8) int16: the bags for leaf values; without the next token if it is known."""


class Stage(NamedTuple):
    """A draw and what follows it, up to Order's reply."""

    ahead: Prospects
    leaves: Leaves
    """The leaf evaluation after the placement."""


class Answers(NamedTuple):
    """Order's best replies on some boards."""

    board: Array
    """(N,) intp: the index of the board before."""
    after: Boards
    """N boards after the reply."""


def prospects(bags: Array, known: Array | None = None) -> Prospects:
    """The prospects with some bags.

    Args:
        bags: (N, 8) int16: tokens not yet drawn; not empty unless the next token is known.
        known: (N,) the next tokens, no longer in the bags; None if they are unknown.
    """
    if known is None:
        chances = bags / np.maximum(1, bags.sum(axis=1, dtype=np.int32))[:, None]
    else:
        chances = np.zeros(bags.shape, dtype=np.float64)
        chances[np.arange(len(bags), dtype=np.intp), known] = 1.0
    colors = np.flatnonzero(chances.any(axis=0))
    return Prospects(colors, chances[:, colors], bags)


class Lookahead:
    """Search steps on boards of one size.

    Args:
        g: The geometry.
        values: The line values.
    """

    def __init__(self, g: Geometry, values: LineValues) -> None:
        self.g, self._values = g, values
        self.nodes = 0
        """Work done so far."""

    def leaves(self, tokens: int, bag: Array, level: int) -> Leaves:
        """The leaf evaluation for a number of tokens on the board; see ``Leaves``."""
        return Leaves(self.g.size, tokens, self._values.of_bag(tokens, bag), level)

    def static(self, boards: Boards, leaves: Leaves) -> Array:
        """(B,) int32 grains: static values of boards."""
        self.nodes += len(boards.occupied)
        values: Array = leaves.records(boards.codes).worth.sum(axis=1, dtype=np.int32)
        return values

    def best_answers(self, boards: Boards, leaves: Leaves) -> Array:
        """(B,) int32 grains: the static values of boards after Order's best slide or pass."""
        replies = Replies(self.g, boards, leaves)
        self.nodes += replies.count
        best: Array = replies.worth + replies.best()
        return best

    def placed(self, boards: Boards, draws: Draws) -> tuple[Boards, Array]:
        """Boards after placing each token on each cell, by token, board and cell; and (N,) int32 the index of the token."""
        return self._placed(boards, draws.colors)

    def _placed(self, boards: Boards, colors: Array) -> tuple[Boards, Array]:
        count, tokens = len(boards.occupied), colors.size
        codes = np.tile(boards.codes, (tokens, 1))
        found = placements(codes, np.tile(boards.occupied, tokens), np.repeat(colors, count), self.g)
        return Boards(found.codes, found.occupied), (found.board // count).astype(np.int32)

    def harm(self, boards: Boards, colors: Array, leaves: Leaves, most: int) -> Array:
        """(K, B, E) int32 grains: the value after each token on each empty cell of each board and Order's best reply.

        Only the ``most`` lowest values per token and board are exact; the others are lower bounds that are not below
        them. On a full board there is no reply, and the value is the score.

        Args:
            boards: Boards before the placement.
            colors: (K,) the tokens to place.
            leaves: The leaf evaluation after the placement.
            most: See above.
        """
        if leaves.tokens == self.g.cells:
            placed, kinds = self._placed(boards, colors)
            self.nodes += kinds.size
            points = score_table(self.g.size).take(placed.codes).sum(axis=1, dtype=np.int32)
            return (GRAIN * points).reshape(colors.size, len(boards.occupied), -1)
        search = Harm(self.g, boards, colors, leaves)
        values = search.values(most)
        self.nodes += search.nodes
        return values

    def after_draw(self, boards: Boards, which: Array, stage: Stage) -> Array:
        """(B,) float64 points: values of boards before a draw, after Chaos's worst cell and Order's best reply.

        Args:
            boards: The boards.
            which: (B,) intp: the bag of each among those of the prospects.
            stage: The draw.
        """
        lowest = self.harm(boards, stage.ahead.colors, stage.leaves, 1).min(axis=2)
        value = np.zeros(len(boards.occupied), dtype=np.float64)
        for row, chances in zip(lowest, stage.ahead.chances.T, strict=True):
            value += chances.take(which) * row
        return value / GRAIN

    def answers(self, boards: Boards, leaves: Leaves, most: int) -> Answers:
        """Order's ``most`` best moves on each board by static values, passing included, by board and then best first."""
        replies = Replies(self.g, boards, leaves)
        self.nodes += replies.count
        return Answers(*replies.foremost(most))

    def worst_placements(self, boards: Boards, stage: Stage, most: int) -> tuple[Boards, Array]:
        """The ``most`` placements of each token on each board that are worst for Order.

        Returns:
            N boards after the placement, by board and token, and (N,) intp the index of the token.
        """
        colors, count = stage.ahead.colors, len(boards.occupied)
        values = self.harm(boards, colors, stage.leaves, most)
        nth = np.argsort(values, axis=2, kind="stable")[:, :, :most].transpose(1, 0, 2)
        board, kind = (each.ravel() for each in np.indices(nth.shape, dtype=np.intp)[:2])
        cells = ((boards.occupied[:, None] & self.g.cell_bit) == 0).nonzero()[1].reshape(count, -1)
        cell = cells[board, nth.ravel()]
        after = boards.take(board)
        row = np.arange(board.size, dtype=np.intp)
        color = colors.astype(np.int32)[kind]
        for lines, effect in zip(self.g.cell_lines, self.g.cell_effect, strict=True):
            after.codes[row, lines[cell]] += effect[cell] * color
        return Boards(after.codes, after.occupied | self.g.cell_bit[cell]), kind
