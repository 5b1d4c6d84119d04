"""Alpha-beta (Knuth and Moore, 1975) to a fixed depth, full width, with the hand-written value as if the round ended there.

It finds the same move and value as plain minimax of that depth (the first of equal moves) with fewer visits: the replies to
a move are searched one after another, the opponent's best by static value first, and a move is cut off once some reply
makes it worse than the best. As in SSS* (Stockman, 1979), the move searched next is always the one with the highest upper
bound, so that the search is over when all replies to that move have been searched. Positions are generated and valued
thousands at a time.
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
"""Positions generated between two pauses."""


class AlphaBetaOptions(Model):
    """Options of the fixed-depth search."""

    depth: Annotated[int, Field(ge=1, le=4)] = 3
    """Search depth in moves, starting with the player's own; less where the round ends earlier."""


def _successors(batch: Batch) -> tuple[Array, Array, Batch]:
    """All successors of some positions.

    Returns:
        (B,) INDEX: where the successors of each position start; (M,) INDEX: action numbers, ascending within a position;
        the successors. A drafted-out position is followed by itself with the sides swapped.
    """
    mask = legal_mask(batch)
    mask[np.bitwise_or.reduce(batch.tiles, axis=0) == 0, 0] = True
    parents, actions = (found.astype(INDEX) for found in np.nonzero(mask))
    after = batch.take(parents)
    step(after, *split_action(actions))
    starts = np.searchsorted(parents, np.arange(batch.size, dtype=INDEX)).astype(INDEX)
    return starts, actions, after


class FixedDepth:
    """The fixed-depth search of one position.

    Args:
        batch: The position.
        depth: Search depth in moves, at least 1.
    """

    def __init__(self, batch: Batch, depth: int) -> None:
        self.batch, self.depth = batch, depth
        self.player = int(batch.turn[0])
        self.nodes = 0
        """Positions generated so far."""
        self.bounds: Array = np.zeros(0, dtype=np.float64)
        """(A,) points: upper bounds of the legal moves' values."""
        self._seen: Array = np.zeros(0, dtype=INDEX)
        self._widths: Array = np.ones(0, dtype=INDEX)

    def exact(self, move: int) -> bool:
        """Whether the bound of a move (an index into the legal ones) is its exact value."""
        return bool(self._seen[move] == self._widths[move])

    def search(self, also: int | None = None) -> Pieces:
        """Finds the best move and its exact value, and the exact value of another move; pauses between pieces.

        Args:
            also: The index of the other move among the legal ones.
        """
        _, _, after = _successors(self.batch)
        self.nodes += after.size
        if self.depth == 1:
            self.bounds = self._static(after)
            self._seen = self._widths = np.ones(after.size, dtype=INDEX)
            return
        self.bounds = np.full(after.size, np.inf, dtype=np.float64)
        yield from self._generate_replies(after)
        yield from self._search_replies(np.arange(after.size, dtype=INDEX), 1)
        while not self.exact(front := int(descending(self.bounds)[0])):
            yield from self._search_replies(np.array([front], dtype=INDEX), int(self._seen[front]))
        if also is not None and not self.exact(also):
            yield from self._search_replies(np.array([also], dtype=INDEX), int(self._widths[also]))

    def _static(self, batch: Batch) -> Array:
        """(B,) points: static values of positions, as if the round ended there."""
        return final_difference(batch, finish_round(batch), self.player)

    def _generate_replies(self, after: Batch) -> Pieces:
        """Generates all replies, and orders those to each move by static value, the opponent's best first."""
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

    def _search_replies(self, moves: Array, more: int) -> Pieces:
        """Searches ``more`` further replies to each of some moves (indices into the legal ones)."""
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
        """(B,) exact minimax values of positions with the same side to move, ``plies`` moves deep."""
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
    """The lanes of positions, split so that each part has about ``PIECE`` successors."""
    widths = np.maximum(legal_mask(batch).sum(axis=1, dtype=np.int64), 1)
    piece = (np.cumsum(widths, dtype=np.int64) - 1) // PIECE
    ends = np.flatnonzero(np.append(piece[1:] != piece[:-1], True)) + 1
    return np.split(np.arange(batch.size, dtype=INDEX), ends[:-1])


class AlphaBetaEvaluation(OneShotEvaluation):
    """The best move by a search of fixed depth, which neither the clock nor ``max_work`` ends."""

    def __init__(self, request: AzulRequest, options: AlphaBetaOptions) -> None:
        super().__init__(request.params)
        self.root, self.depth = Root.of(request), options.depth
        self.tree = FixedDepth(self.root.batch, options.depth)

    def work(self) -> Pieces:
        """Searches, then builds the result."""
        yield from self.tree.search(self.root.user)
        self.work_done = self.tree.nodes
        self.found = self.evaluate()

    def evaluate(self) -> Result:
        """The moves by their bounds; ties by the user's move first, then exact values, then action number."""
        legal, user = self.root.legal, self.root.user
        values = self.tree.bounds.tolist()
        order = sorted(range(len(legal)), key=lambda i: (-values[i], i != user, not self.tree.exact(i), i))
        note = f"Looks {self.depth} moves ahead; values are a hand-written estimate of the final score difference."
        metadata = replace(
            self.metadata_so_far("alpha_beta", len(legal)),
            nodes=self.work_done,
            candidates_evaluated=len(legal),
            notes=[note],
        )

        def measured(i: int) -> Measured:
            bound: Literal["upper"] | None = None if self.tree.exact(i) else "upper"
            return Measured(action_data(legal[i]), values[i], values[i], 0.0, 0, bound=bound)

        found = exact_result(shortlisted(order, self.params, user), user, measured, BANDS, metadata)
        chance = win_probability(found.best_action_ev, self.root.round_number, self.root.tiles)
        return replace(found, win_probability=chance)
