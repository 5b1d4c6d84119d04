"""The work of the search evaluator: the exact solution, the tree, and the comparison of the first few moves.

When few tiles are left, the best move is proved and the exact values of the others are found (``exact``). Otherwise a
best-first tree grows (``round_search``), its leaves valued by networks learnt from self-play (``learnt``). Then the moves of a hint,
and the graded one, are compared with each other (``compare``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.numerics import Array, descending
from py_engine.core.request import Regradable
from py_engine.games.azul.knowledge.valuers import Handmade, LearntValues, Valuer
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.state import AzulRequest
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.compare.compared import Compared
from py_engine.games.azul.search.compare.next_round import CHUNK
from py_engine.games.azul.search.exact import Exact, TooLargeError
from py_engine.games.azul.search.lines import Line, followed
from py_engine.games.azul.search.root import Root
from py_engine.games.azul.search.round_search import MAX_POSITIONS as MAX_TREE
from py_engine.games.azul.search.round_search import RoundSearch, Settings
from py_engine.games.azul.search.search_options import SearchOptions

__all__ = ["GOOD_REPLIES", "MIN_GAP", "SHOWN", "SearchWork"]

MAX_POSITIONS = 60_000
"""Maximum number of positions in an exact solution."""
POSITIONS_PER_MS = 60
"""An exact solution is tried if it is expected to visit at most this many positions per millisecond of the budget."""
SOLVE_SHARE = 0.7
"""Share of the time budget for proving the best move."""
TRUSTED = 0.125
"""A move can only be called best with at least this share of the leaves of the most searched move."""
SHOWN = 5
"""Moves of a hint that are compared with each other. The graded move is compared with them."""
CHOSEN_AT, SEARCHED_AT, COMPARED_AT, FOLLOWED_AT = 0.45, 0.55, 0.88, 0.98
"""Shares of the budget: at the first, the moves to compare are chosen, and from then on each gets as much of the search as the best;
at the second, the next round is played from the ends that they lead to, if the round is solved; at the third, the graded move
follows, if it is none of them, until the fourth at most, when its line is followed to the end of the round. What is found before
does not depend on the graded move, so that a hint and the grades after it agree."""
GOOD_REPLIES = 3
"""Replies to a move, the best ones, whose lines must agree on a reason."""
MIN_PART = 1 / 1024
"""The least share of the budget that counts as used."""
MIN_GAP = 1 / 1048576
"""Points: smaller than the difference of any two distinct values."""
REFRESH = 2
"""Intermediate results follow their lines again once the search has grown by this factor."""


class SearchWork(Evaluation, Regradable):
    """Minimax over the rest of the round."""

    def __init__(
        self, request: AzulRequest, options: SearchOptions, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(request.params, clock)
        self.root, self.options = Root.of(request), options
        self.user = self.root.user
        learning = options.values == "learnt" and options.horizon == "game"
        self.valuer: Valuer = LearntValues(self.root.batch) if learning else Handmade(options.horizon)
        self.search: RoundSearch | None = None
        self.exact: Exact | None = None
        """The exact solution as far as it has come; None before it is started."""
        self.proved = False
        """Whether the best move is proved."""
        self._too_large = self.root.tiles > options.solve_tiles
        self._lines: dict[int, Line] = {}
        self._followed_from: dict[int, list[int]] = {}
        """The principal variation, by move, that each line was followed from."""
        self._followed_at = 0
        self._counted = 0
        self.compared: Compared | None = None
        """The moves that were compared so far; None before."""
        self.earlier: dict[int, list[int]] = {}
        """The principal variations of the moves of a hint, and of the graded one, when they were chosen."""
        self._compares = options.compare and learning
        self._compared_for = -1
        """The number of extensions when the hint's moves were compared."""
        self._before: dict[int, float] = {}
        """The values of moves that were compared before the last extension of an evaluation that had ended."""
        self._before_at = self._compared_at = 0
        """The work that had been done when these, and those in ``compared``, were found."""
        self._hurried = False
        """Whether the clock ended a part of the work, so that the same work need not give the same result."""

    def take_up(self, request: AzulRequest) -> bool:
        """See ``Regradable``."""
        self.root = self.root.grading(request)
        self.user = self.root.user
        return True

    def extend(self, params: EvaluatorParams) -> None:
        """See ``Evaluation``; what one that has ended had compared counts in the values of the same moves later."""
        if self.done and self.compared is not None:
            self._before = {move: self.compared.searched(move) for move in self.compared.moves}
            self._before_at = self._compared_at
            self._hurried = self._hurried or self.ended_by == "clock"
        super().extend(params)

    def work(self) -> Pieces:
        """Values all moves once, then tries the exact solution, then searches best-first."""
        if self.search is None:
            self.search = RoundSearch(
                self.root.batch, self.valuer, Settings(self.options.width, self.options.temper), MAX_TREE
            )
            self.work_done = self.search.work
            yield
        # A search that goes on as a grading adds only what the graded move lacks.
        goes_on = self._compared_for == self.extensions
        if not self._too_large and (self.proved or not goes_on) and (yield from self._solve()):
            self.ended_by = "solved"
        elif not goes_on:
            yield from self._grow(self.search, CHOSEN_AT if self._compares or self.user is not None else 1.0)
        if self._compares:
            yield from self._compare(self.search)
        elif self.user is not None and self.ended_by != "solved":
            self.search.favoured[self.user] = True
            yield from self._grow(self.search, 1.0)
        if self.ended_by == "solved":
            return
        if self._hurried:
            self.ended_by = "clock"
        if self.search.closed and not self.search.pruned:
            self.ended_by = "solved"
        elif self.search.full:
            self.ended_by = "memory"

    def _grow(self, search: RoundSearch, until: float, moves: Sequence[int] = ()) -> Pieces:
        """Grows the tree until a share of the budget is used, or nothing is left to search below the given moves."""
        while not (search.closed or search.full) and not self._used(until) and self._may_grow(search):
            if moves and (self.proved or search.settled()[list(moves)].all()):
                return
            self.work_done += search.grow(self.work_left)
            yield

    def _compare(self, search: RoundSearch) -> Pieces:
        """Compares the moves of a hint with each other, and the graded move with them."""
        if self._compared_for < self.extensions:
            self._compared_for = self.extensions
            shown = self._ranked()[:SHOWN]
            graded = [] if self.user is None else [self.user]
            self.earlier = {move: search.line(move) for move in (*shown, *graded)}
            search.favoured[:] = False
            search.favoured[shown] = True
            yield from self._grow(search, SEARCHED_AT, shown)
            self.compared = self._kept(shown)
            if not self.compared.affordable(self.work_left):
                yield from self._grow(search, COMPARED_AT, shown)
                self.compared = self._kept(shown)
            while not self._used(COMPARED_AT) and self.compared.affordable(self.work_left):
                yield from self._play(self.compared, self.compared.refills + CHUNK, self.compared.contenders())
        if self.compared is not None and self.user is not None and self.user not in self.compared:
            search.only = self.user
            # By the part that is used, because not every budget is in units of work.
            whole = self.work_done / max(self._part(), MIN_PART)
            try:
                until = min(FOLLOWED_AT, 1.0 - self.compared.cost / max(1.0, whole))
                yield from self._grow(search, until, [self.user])
            finally:
                # Also if the clock ends it here: an extended evaluation searches all moves.
                search.only = None
            self._keep(self.compared, [self.user], hinted=False)
            if self.work_left is None or self.compared.cost <= self.work_left:
                yield from self._play(self.compared, self.compared.refills, [self.user])

    def _play(self, compared: Compared, refills: int, moves: Sequence[int]) -> Pieces:
        """Plays the next round from the ends that some of the compared moves lead to."""
        before = compared.work
        for _ in compared.play(refills, moves):
            self.work_done += compared.work - before
            before = compared.work
            yield

    def _ranked(self) -> list[int]:
        """The moves by the search, best first."""
        if self.search is None:
            return []
        values, bounded = self.bounded_values()
        trusted = self._trusted(self.search, self.search.root_values()[1])
        return sorted(range(len(values)), key=lambda i: (not trusted[i], -values[i], bounded[i], i))

    def _kept(self, moves: Sequence[int]) -> Compared:
        compared = Compared(self.root.player, self.root.round_number)
        self._keep(compared, moves, hinted=True)
        self._compared_at = self.work_done
        return compared

    def _keep(self, compared: Compared, moves: Sequence[int], *, hinted: bool) -> None:
        """Records moves as compared, with the search's current values and lines."""
        self._follow(list(moves), fresh=True)
        values, _ = self.bounded_values()
        for move in moves:
            value = self._with_before(move, float(values[move]))
            compared.keep(move, value, self._lines[move], settled=self.settled(move), hinted=hinted)

    def _with_before(self, move: int, value: float) -> float:
        """The mean of a value and of the one compared before the search was extended, by the work behind them; an exact value as it is.

        The value of an open round goes up and down while its tree grows. The mean is about as near to games played on as the
        value of the larger search alone, and it changes less often which move is best and what is said of the others.
        """
        if move not in self._before or self.proved or self.settled(move):
            return value
        share = self._before_at / self.work_done
        return share * self._before[move] + (1 - share) * value

    def _may_grow(self, search: RoundSearch) -> bool:
        grown = int(search.root_values()[1].sum(dtype=INDEX))
        affordable = self.work_left is None or self.work_left >= search.max_moves
        return affordable and grown < self.params.rollouts_per_action * len(search.actions)

    def _solve(self) -> Generator[None, None, bool]:
        """Solves the rest of the round if that is expected to be cheap enough; returns whether all values are exact.

        Its progress is kept: an extended evaluation continues where this budget was too small.
        """
        try:
            exact = self.exact = self.exact or self._start_exact()
            # A failed attempt must leave enough work for the tree.
            limit = MAX_POSITIONS if self.work_left is None else min(MAX_POSITIONS, exact.nodes + self.work_left // 2)
            allowed = min(limit, POSITIONS_PER_MS * self.params.time_budget_ms)
            if not self.proved and exact.expected > allowed:
                return False
            for _ in exact.solve(limit) if not self.proved else ():
                self._count(exact)
                if self.elapsed_ms > SOLVE_SHARE * self.allowed_ms:
                    self._hurried = True
                    return False
                yield
            self.proved = True
            for move in self._inexact(exact):
                for _ in exact.solve_one(move, limit):
                    self._count(exact)
                    yield
            self._count(exact)
        except TooLargeError:
            if self.exact is None:
                self._too_large = True
            else:
                self._count(self.exact)
            return False
        return True

    def _start_exact(self) -> Exact:
        everyone = self.root.after(np.array(self.root.legal, dtype=INDEX))
        return Exact(everyone, self.root.player, self._end_value)

    def _count(self, exact: Exact) -> None:
        """Adds the positions that the proofs reached since the last call to the work done."""
        self.work_done += exact.nodes - self._counted
        self._counted = exact.nodes

    def _inexact(self, exact: Exact) -> list[int]:
        """Moves whose values are not exact: those of a hint, then the user's, then by estimate."""
        order = [int(i) for i in descending(self._estimates())]
        if self.user is not None:
            order.insert(SHOWN if self._compares else 0, self.user)
        return [i for i in order if exact.low[i] != exact.high[i]]

    def _end_value(self, batch: Batch) -> Array:
        values = self.valuer.ends(batch)
        return np.where(batch.front == self.root.player, values, -values)

    def settled(self, move: int) -> bool:
        """Whether the value of a move is exact as far as this round is concerned."""
        if self.exact is not None and self.exact.low[move] == self.exact.high[move]:
            return True
        return self.search is not None and not self.search.pruned and bool(self.search.settled()[move])

    @property
    def solved(self) -> bool:
        """Whether the rest of the round is solved as far as needed: the best move proved, the user's value exact."""
        if self.search is None:
            return False
        proved = self.proved or (self.search.closed and not self.search.pruned)
        return proved and (self.user is None or self.settled(self.user))

    def has_result(self) -> bool:
        """Whether all moves have been valued."""
        return self.search is not None

    @property
    def progress(self) -> float:
        """The used share of the budget, below 1 until the evaluation is done."""
        return 1.0 if self.done else min(0.99, self._part())

    def _used(self, share: float) -> bool:
        """Whether a share of the budget is used; remembers if only the clock says so."""
        if share >= 1 or self._part() < share:
            return False
        self._hurried = self._hurried or self._work_part() < share
        return True

    def _part(self) -> float:
        """The largest used share of the budgets of time, leaves and work."""
        return max(self.elapsed_ms / max(1, self.allowed_ms), self._work_part())

    def _work_part(self) -> float:
        part = 0.0
        if self.search is not None:
            grown = int(self.search.root_values()[1].sum(dtype=INDEX))
            part = max(part, grown / (self.params.rollouts_per_action * len(self.search.actions)))
        if self.params.max_work:
            part = max(part, self.work_done / self.params.max_work)
        return part

    def _estimates(self) -> Array:
        """(C,) float64: values of the legal moves in the tree."""
        if self.search is None:
            raise RuntimeError("the search has not started")
        return self.search.root_values()[0].astype(np.float64)

    def bounded_values(self) -> tuple[Array, Array]:
        """(C,) float64 values of the legal moves, and (C,) bool: the value is only an upper bound."""
        values = self._estimates()
        if self.exact is None:
            return values, np.zeros(len(values), dtype=bool)
        low, high = self.exact.low, self.exact.high
        known = low == high
        bounded = ~known & (values >= high)
        return np.where(known | bounded, high, np.maximum(values, low)), bounded

    def _trusted(self, search: RoundSearch, visits: Array) -> Array:
        """(C,) bool: moves searched enough to be chosen, or whose values cannot change any more."""
        if self.proved:
            return np.ones(len(visits), dtype=bool)
        return search.settled() | (visits >= TRUSTED * visits.max())

    def _line_of(self, move: int) -> list[int]:
        """The principal variation that starts with a move, as far as the search reaches."""
        if self.search is None:
            return []
        if self.exact is not None and self.exact.low[move] == self.exact.high[move]:
            return [self.root.legal[move], *self.exact.line(move)]
        return self.search.line(move)

    def _follow(self, shown: list[int], *, fresh: bool = False) -> None:
        """Follows the lines of the shown moves to the end of the round, again when the search has grown enough.

        The lines of compared moves stay, unless ``fresh``: their ends were played on from.
        """
        again = fresh or self.done or self.work_done >= REFRESH * self._followed_at
        kept = () if fresh or self.compared is None else self.compared.moves
        looked = {i: self._line_of(i) for i in shown if i not in self._lines or (again and i not in kept)}
        wanted = {i: line for i, line in looked.items() if self._followed_from.get(i) != line}
        if again:
            self._followed_at = self.work_done
        if not wanted:
            return
        lines = followed(self.root.batch, list(wanted.values()), self.valuer, self.root.player)
        self._lines.update(zip(wanted, lines, strict=True))
        self._followed_from.update(wanted)
