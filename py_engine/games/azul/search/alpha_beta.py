"""Minimax of a fixed number of moves, full width, with the hand-made value of the position as if the round ended there.

It finds what plain minimax of that depth finds, the first of equal moves, and visits less: the replies to a move are
visited one after the other, the opponent's best by static value first, and a move is cut off once some reply leaves it
worth less than the best. Which move is looked into next is not fixed before: always the one that may still be worth most,
so that the search is over when that one has seen all replies. Positions are made and valued thousands at a time.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from py_engine.core.contract import Model
from py_engine.core.evaluation import Pieces
from py_engine.core.grading import Measured
from py_engine.core.numerics import Array, descending
from py_engine.core.one_shot import OneShotEvaluation, exact_result, shortlisted
from py_engine.core.results import Result
from py_engine.games.azul.knowledge.grades import BANDS
from py_engine.games.azul.knowledge.value import final_difference, win_probability
from py_engine.games.azul.rules.batch import Batch, concatenated, legal_mask, split_action, step
from py_engine.games.azul.rules.scoring import finish_round
from py_engine.games.azul.rules.state import AzulRequest, action_data
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.root import Root

__all__ = ["AlphaBetaEvaluation", "AlphaBetaOptions", "FixedDepth"]

PIECE = 2_000
"""Positions that are made between two pauses."""


class AlphaBetaOptions(Model):
    """Options of the fixed-depth search."""

    depth: Annotated[int, Field(ge=1, le=4)] = 3
    """Moves looked ahead, one's own first; fewer where the round ends before."""


def _successors(batch: Batch) -> tuple[Array, Array, Batch]:
    """All positions one move on.

    Returns:
        (B,) INDEX where the successors of each position start; (M,) INDEX action numbers, ascending within a position;
        the successors. A drafted-out position is followed by itself, the sides changed.
    """
    mask = legal_mask(batch)
    mask[np.bitwise_or.reduce(batch.tiles, axis=0) == 0, 0] = True
    parents, actions = (found.astype(INDEX) for found in np.nonzero(mask))
    after = batch.take(parents)
    step(after, *split_action(actions))
    starts = np.searchsorted(parents, np.arange(batch.size, dtype=INDEX)).astype(INDEX)
    return starts, actions, after


class FixedDepth:
    """The search of one position.

    Args:
        batch: the position.
        depth: moves to look ahead, 1 or more.
    """

    def __init__(self, batch: Batch, depth: int) -> None:
        self.batch, self.depth = batch, depth
        self.player = int(batch.turn[0])
        self.nodes = 0
        """Positions made so far."""
        self.bounds: Array = np.zeros(0, dtype=np.float64)
        """(A,) points: upper bounds of what the legal moves are worth."""
        self._seen: Array = np.zeros(0, dtype=INDEX)
        self._widths: Array = np.ones(0, dtype=INDEX)

    def exact(self, move: int) -> bool:
        """Whether the bound of a move (its place among the legal ones) is its value."""
        return bool(self._seen[move] == self._widths[move])

    def search(self, also: int | None = None) -> Pieces:
        """Finds the best move and its exact value, and that of another one; pauses between pieces.

        Args:
            also: the place of the other move among the legal ones.
        """
        _, _, after = _successors(self.batch)
        self.nodes += after.size
        if self.depth == 1:
            self.bounds = self._static(after)
            self._seen = self._widths = np.ones(after.size, dtype=INDEX)
            return
        self.bounds = np.full(after.size, np.inf, dtype=np.float64)
        yield from self._find_replies(after)
        yield from self._look_into(np.arange(after.size, dtype=INDEX), 1)
        while not self.exact(front := int(descending(self.bounds)[0])):
            yield from self._look_into(np.array([front], dtype=INDEX), int(self._seen[front]))
        if also is not None and not self.exact(also):
            yield from self._look_into(np.array([also], dtype=INDEX), int(self._widths[also]))

    def _static(self, batch: Batch) -> Array:
        """(B,) points: what positions are worth if the round ends there."""
        return final_difference(batch, finish_round(batch), self.player)

    def _find_replies(self, after: Batch) -> Pieces:
        """Makes all replies, and orders those of each move by what they are worth at once, the opponent's best first."""
        parts, starts, statics = [], [], []
        made = 0
        for lanes in _pieces(after):
            first, _, replies = _successors(after.take(lanes))
            statics.append(self._static(replies))
            starts.append(first + made)
            parts.append(replies)
            made += replies.size
            yield
        self.nodes += made
        self._replies = concatenated(parts)
        self._starts = np.concatenate(starts)
        self._widths = np.diff(np.append(self._starts, made)).astype(INDEX)
        self._seen = np.zeros(after.size, dtype=INDEX)
        parents = np.repeat(np.arange(after.size, dtype=INDEX), self._widths)
        self._order = np.lexsort((np.concatenate(statics), parents))  # same bits: stable

    def _look_into(self, moves: Array, more: int) -> Pieces:
        """Takes ``more`` replies of some moves (places among the legal ones) into account."""
        parents, places = [], []
        for move in moves:
            seen = int(self._seen[move])
            until = min(seen + more, int(self._widths[move]))
            places.append(self._order[self._starts[move] + seen : self._starts[move] + until])
            parents.append(np.full(until - seen, move, dtype=INDEX))
            self._seen[move] = until
        replies = self._replies.take(np.concatenate(places))
        values = yield from self._values(replies, self.depth - 2, ours=True)
        np.minimum.at(self.bounds, np.concatenate(parents), values)

    def _values(self, batch: Batch, plies: int, *, ours: bool) -> Generator[None, None, Array]:
        """(B,) exact values of positions with the same side to move, ``plies`` moves ahead, all moves visited."""
        if plies == 0:
            return self._static(batch)
        best = np.maximum if ours else np.minimum
        values = []
        for lanes in _pieces(batch):
            starts, _, after = _successors(batch.take(lanes))
            self.nodes += after.size
            below = yield from self._values(after, plies - 1, ours=not ours)
            values.append(best.reduceat(below, starts))
            yield
        return np.concatenate(values)


def _pieces(batch: Batch) -> list[Array]:
    """Lanes of positions that have ``PIECE`` successors or so together."""
    widths = np.maximum(legal_mask(batch).sum(axis=1, dtype=np.int64), 1)
    piece = (np.cumsum(widths, dtype=np.int64) - 1) // PIECE
    ends = np.flatnonzero(np.append(piece[1:] != piece[:-1], True)) + 1
    return np.split(np.arange(batch.size, dtype=INDEX), ends[:-1])


class AlphaBetaEvaluation(OneShotEvaluation):
    """The best move by a search of fixed depth. The clock and ``max_work`` do not end it: it ends when it is done."""

    def __init__(self, request: AzulRequest, options: AlphaBetaOptions) -> None:
        super().__init__(request.params)
        self.root, self.depth = Root.of(request), options.depth
        self.tree = FixedDepth(self.root.batch, options.depth)

    def work(self) -> Pieces:
        """Searches, then says what it saw."""
        yield from self.tree.search(self.root.user)
        self.work_done = self.tree.nodes
        self.found = self.evaluate()

    def evaluate(self) -> Result:
        """The moves by their bounds; of equals the first comes first, or the user's."""
        legal, user = self.root.legal, self.root.user
        values = self.tree.bounds.tolist()
        order = sorted(range(len(legal)), key=lambda i: (-values[i], i != user, not self.tree.exact(i), i))
        note = f"Looks {self.depth} moves ahead; values are a hand-made estimate of the final score difference."
        metadata = replace(self.metadata_so_far("alpha_beta", len(legal)), nodes=self.work_done, notes=[note])

        def measured(i: int) -> Measured:
            bound: Literal["upper"] | None = None if self.tree.exact(i) else "upper"
            return Measured(action_data(legal[i]), values[i], values[i], 0.0, 0, bound=bound)

        found = exact_result(shortlisted(order, self.params, user), user, measured, BANDS, metadata)
        chance = win_probability(found.best_action_ev, self.root.round_number, self.root.tiles)
        return replace(found, win_probability=chance)
