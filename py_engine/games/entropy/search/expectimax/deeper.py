"""The deep step of the search: a draw, the worst cells, the best replies, and the next draw after each.

A beam search over many boards at once. Boards that are reached in several ways, or again by wider beams, are searched once (a
transposition table).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.search.afterstates import Boards
from py_engine.games.entropy.search.expectimax.lookahead import Lookahead, Stage, prospects

__all__ = ["Deeper", "Widths"]

PIECE = 96
"""Boards searched at once, so that a search can be stopped in time."""


class Widths(NamedTuple):
    """The beam widths of the deep search."""

    cells: int
    """Chaos's cells per token."""
    answers: int
    """Order's replies per cell."""


class Deeper:
    """Deep values of boards before a draw, all with equally many tokens and the same bag.

    Args:
        lookahead: The steps; it counts the work.
        first: The draw.
        second: The draw after it; its prospects have one bag for each colour of ``first``, or, if the token after the
            first is known when that is placed, one for each token that it may be.
    """

    def __init__(self, lookahead: Lookahead, first: Stage, second: Stage) -> None:
        self._lookahead, self._first, self._second = lookahead, first, second
        self._seen: dict[bytes, float] = {}
        """The values of boards before the second draw, by board and bag."""

    def values(self, boards: Boards, widths: Widths, *, ahead: bool) -> Generator[None, None, Array]:
        """(N, B) float64 points: by the bag of the second draw and by board; pauses between pieces of the work.

        Args:
            boards: B boards.
            widths: The beam widths.
            ahead: Whether the token after the first is known when that is placed.
        """
        placed, kind = self._lookahead.worst_placements(boards, self._first, widths.cells)
        answers = self._lookahead.answers(placed, self._first.leaves, widths.answers)
        bags = len(self._second.ahead.bags)
        starts = np.searchsorted(answers.board, np.arange(len(kind), dtype=np.intp))
        if ahead:
            of = np.repeat(np.arange(bags, dtype=np.intp), len(answers.board))
            after = Boards(np.tile(answers.after.codes, (bags, 1)), np.tile(answers.after.occupied, bags))
            found = (yield from self._after_draw(after, of)).reshape(bags, -1)
            best = np.maximum.reduceat(found, starts, axis=1)
            return best.reshape(bags, len(boards.occupied), -1).min(axis=2)
        best = np.maximum.reduceat((yield from self._after_draw(answers.after, kind.take(answers.board))), starts)
        lowest: Array = best.reshape(len(boards.occupied), bags, -1).min(axis=2).T
        return lowest

    def all_values(self, boards: Boards, widths: Widths, *, ahead: bool) -> Array:
        """The same without pauses."""
        pieces = self.values(boards, widths, ahead=ahead)
        while True:
            try:
                next(pieces)
            except StopIteration as stop:
                found: Array = stop.value
                return found

    def expected(
        self, board: Boards, token: Array, bag: int, widths: Widths, lookahead: Lookahead
    ) -> tuple[Boards, Boards] | None:
        """The board after Chaos's worst cell for a token, and that after Order's best reply, by the values of a search that is done.

        Args:
            board: One board whose values were asked for.
            token: (1,) the token's colour.
            bag: The index of the bag before the second draw.
            widths: The beam widths of that search.
            lookahead: Finds its cells and replies again; it counts the work.

        Returns:
            None if it lacks one of them.
        """
        stage = Stage(prospects(self._first.ahead.bags, token), self._first.leaves)
        placed, _ = lookahead.worst_placements(board, stage, widths.cells)
        answers = lookahead.answers(placed, self._first.leaves, widths.answers)
        keys = _keys(answers.after, np.full(len(answers.board), bag, dtype=np.intp), lookahead.g.size)
        if not all(key in self._seen for key in keys):
            return None
        values = np.array([self._seen[key] for key in keys], dtype=np.float64)
        starts = np.searchsorted(answers.board, np.arange(len(placed.occupied), dtype=np.intp))
        cell = int(np.maximum.reduceat(values, starts).argmin())
        mine = np.flatnonzero(answers.board == cell)
        reply = mine[[int(values[mine].argmax())]]
        return placed.take(np.array([cell], dtype=np.intp)), answers.after.take(reply)

    def _after_draw(self, boards: Boards, which: Array) -> Generator[None, None, Array]:
        """(B,) float64: see ``Lookahead.after_draw``."""
        keys = _keys(boards, which, self._lookahead.g.size)
        new = list({key: at for at, key in enumerate(keys) if key not in self._seen}.values())
        for start in range(0, len(new), PIECE):
            if start:
                yield
            index = np.array(new[start : start + PIECE], dtype=np.intp)
            values = self._lookahead.after_draw(boards.take(index), which.take(index), self._second)
            self._seen.update(zip((keys[at] for at in new[start : start + PIECE]), values.tolist(), strict=True))
        return np.array([self._seen[key] for key in keys], dtype=np.float64)


def _keys(boards: Boards, which: Array, size: int) -> list[bytes]:
    """Boards with their bags as bytes."""
    packed = np.concatenate([boards.codes[:, :size], which[:, None].astype(np.int32)], axis=1)
    data, width = packed.tobytes(), 4 * (size + 1)
    return [data[at : at + width] for at in range(0, len(data), width)]
