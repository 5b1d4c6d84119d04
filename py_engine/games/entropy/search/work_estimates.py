"""How much work a search of a move takes, so that a budget of nodes is kept to."""

from __future__ import annotations

import numpy as np

from py_engine.games.entropy.rules.slides import slides_of
from py_engine.games.entropy.search.move_search import DEEP, DEEP_ANSWERS, SHALLOW, MoveSearch

__all__ = ["WorkEstimates"]


class WorkEstimates:
    """Nodes that a move takes to be searched: the most that any has taken so far, or an estimate before the first.

    Args:
        search: of the moves.
    """

    def __init__(self, search: MoveSearch) -> None:
        self._search = search
        self._bound = self._shallow_bound()
        self._costliest = [0] * (DEEP + 1)
        """By depth: the most nodes that a move has taken."""

    def affordable(self, depth: int, wanted: int, work_left: int | None) -> int:
        """How many moves, of those wanted, the work that is left allows to search so deep."""
        if work_left is None:
            return wanted
        each = self._costliest[depth] or (self._bound if depth == SHALLOW else self._deep_estimate())
        return min(wanted, work_left // max(1, each))

    def note(self, depth: int, nodes: int, moves: int) -> None:
        """Notes what some moves took."""
        self._costliest[depth] = max(self._costliest[depth], nodes // moves)

    def _shallow_bound(self) -> int:
        """Nodes that a shallow search of one move takes at most."""
        search = self._search
        g, kinds = search.root.geometry, search.draws.colors.size
        slides = slides_of(search.root.codes, search.root.occupied, g).board.size + 4 * g.size
        boards = 2 * search.widths.answers if search.chaos else 1
        return boards * kinds * (search.empty * (slides + 2) + slides) + slides

    def _deep_estimate(self) -> int:
        """Nodes that a deep search takes, by what a shallow one took."""
        search, widths = self._search, self._search.widths
        shallow = self._costliest[SHALLOW] or self._bound
        followed = widths.cells * widths.answers * search.draws.colors.size
        # Where the next token is known, each that may come after it is gone through.
        followed *= int(np.count_nonzero(search.draws.bags[0])) if search.ahead else 1
        return shallow + (DEEP_ANSWERS * shallow // (2 * widths.answers) if search.chaos else shallow) * followed
