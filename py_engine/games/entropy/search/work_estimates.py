"""Estimates of the nodes a move takes to search, so that a node budget is respected."""

from __future__ import annotations

import numpy as np

from py_engine.games.entropy.rules.slides import slides_of
from py_engine.games.entropy.search.move_search import MoveSearch
from py_engine.games.entropy.search.search_options import DEEP, EXACT, SHALLOW, replies_at, widths_at

__all__ = ["WorkEstimates"]


LINE_CHANGES = 8
"""Per cell of a line, at most: the replies that are valued again for a token on a cell."""


class WorkEstimates:
    """Nodes per move and depth: the maximum observed so far, or an estimate before the first observation.

    Args:
        search: The search of the moves.
    """

    def __init__(self, search: MoveSearch) -> None:
        self._search = search
        self._bound = self._shallow_bound()
        self._costliest = [0] * (EXACT + 1)
        """By depth: the maximum nodes of a move so far."""

    def affordable(self, depth: int, wanted: int, work_left: int | None) -> int:
        """How many of the wanted moves the remaining work allows to search to a depth."""
        if work_left is None:
            return wanted
        each = self._costliest[depth] or (self._bound if depth == SHALLOW else self._deep_estimate(depth))
        return min(wanted, work_left // max(1, each))

    def note(self, depth: int, nodes: int, moves: int) -> None:
        """Records the nodes that some moves took in total."""
        self._costliest[depth] = max(self._costliest[depth], nodes // moves)

    def _shallow_bound(self) -> int:
        """Upper bound for the nodes of a shallow search of one move."""
        search = self._search
        g, kinds = search.root.geometry, search.first.ahead.colors.size
        slides = slides_of(search.root.codes, search.root.occupied, g).board.size + 4 * g.size
        boards = 2 * search.options.answers if search.chaos else 1
        return boards * (kinds * search.empty * LINE_CHANGES * g.size + slides) + slides

    def _deep_estimate(self, depth: int) -> int:
        """Estimated nodes of a deep search, derived from the cost of a shallow one, or, with wider beams, from that of narrower ones.

        What those have searched is not searched again.
        """
        narrower = int(np.sum(self._costliest[DEEP:depth], dtype=np.int64))
        if narrower:
            added = narrower * (self._followed(depth) - self._followed(depth - 1)) // self._followed(depth - 1)
            return max(added, self._costliest[SHALLOW])
        search, widths = self._search, widths_at(depth, self._search.options)
        shallow = self._costliest[SHALLOW] or self._bound
        followed = widths.cells * widths.answers * search.first.ahead.colors.size
        # If the next token is known, the search covers every token that can follow it.
        followed *= int(np.count_nonzero(search.first.ahead.bags[0])) if search.ahead else 1
        return shallow + (replies_at(depth) * shallow // (2 * widths.answers) if search.chaos else shallow) * followed

    def _followed(self, depth: int) -> int:
        """Boards that a deep search of one move follows for a token, at most."""
        search, widths = self._search, widths_at(depth, self._search.options)
        return min(widths.cells, search.empty) * widths.answers * (replies_at(depth) if search.chaos else 1)
