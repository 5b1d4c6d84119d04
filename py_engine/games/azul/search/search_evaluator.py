"""The search evaluator: minimax over the rest of the round with an estimate of the game at its leaves.

When few tiles are left, the best move is proved and the exact values of the others are found (``exact``). Otherwise a
best-first tree grows for as long as the budget lasts (``round_search``), its leaves valued by networks learnt from self-play
(``learnt``). Nothing is random: later refills are part of the learnt values, which see what is in the bag.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

import numpy as np

from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, result_of
from py_engine.core.numerics import Array, descending
from py_engine.core.results import Metadata, Result
from py_engine.games.azul.knowledge.features import round_kind
from py_engine.games.azul.knowledge.grades import BANDS
from py_engine.games.azul.knowledge.learnt import ARTIFACT, SHA256, learnt
from py_engine.games.azul.knowledge.model_error import model_error
from py_engine.games.azul.knowledge.valuers import Handmade, LearntValues, Valuer
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.state import AzulRequest, action_data
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.comparing import Compared
from py_engine.games.azul.search.exact import Exact, TooLargeError
from py_engine.games.azul.search.lines import Line, followed
from py_engine.games.azul.search.next_round import CHUNK
from py_engine.games.azul.search.root import Root
from py_engine.games.azul.search.round_search import MAX_POSITIONS as MAX_TREE
from py_engine.games.azul.search.round_search import RoundSearch, Settings
from py_engine.games.azul.search.search_options import SearchOptions

__all__ = ["SearchEvaluation", "SearchOptions"]


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
CHOSEN_AT, SEARCHED_AT, COMPARED_AT = 0.45, 0.55, 0.92
"""Shares of the budget: at the first, the moves to compare are chosen, and from then on each gets as much of the search as the best;
at the second, the next round is played from the ends that they lead to; at the third, the graded move follows, if it is none of
them. Until then nothing depends on the graded move, so that a hint and the grades after it agree."""
MIN_GAP = 1 / 1048576
"""Points: smaller than the difference of any two distinct values."""
REFRESH = 2
"""Intermediate results follow their lines again once the search has grown by this factor."""


class SearchEvaluation(Evaluation):
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
        self._compares = options.compare and learning
        self._compared_for = -1
        """The number of extensions when the hint's moves were compared."""

    def work(self) -> Pieces:
        """Values all moves once, then tries the exact solution, then grows the tree."""
        if self.search is None:
            self.search = RoundSearch(
                self.root.batch, self.valuer, Settings(self.options.width, self.options.temper), MAX_TREE
            )
            self.work_done = self.search.work
            yield
        if not self._too_large and (yield from self._solve()):
            self.ended_by = "solved"
        else:
            yield from self._grow(self.search, CHOSEN_AT if self._compares or self.user is not None else 1.0)
        if self._compares:
            yield from self._compare(self.search)
        elif self.user is not None and self.ended_by != "solved":
            self.search.favoured[self.user] = True
            yield from self._grow(self.search, 1.0)
        if self.ended_by == "solved":
            return
        if self.elapsed_ms >= COMPARED_AT * self.params.time_budget_ms:
            self.ended_by = "clock"
        if self.search.closed and not self.search.pruned:
            self.ended_by = "solved"
        elif self.search.full:
            self.ended_by = "memory"

    def _grow(self, search: RoundSearch, until: float, moves: Sequence[int] = ()) -> Pieces:
        """Grows the tree until a share of the budget is used, or nothing is left to search below the given moves."""
        while not (search.closed or search.full) and (until == 1 or self._part() < until) and self._may_grow(search):
            if moves and (self.proved or search.settled()[list(moves)].all()):
                return
            self.work_done += search.grow(self.work_left)
            yield

    def _compare(self, search: RoundSearch) -> Pieces:
        """Compares the moves of a hint with each other, and the graded move with them."""
        if self._compared_for < self.extensions:
            self._compared_for = self.extensions
            shown = self._ranked()[:SHOWN]
            search.favoured[:] = False
            search.favoured[shown] = True
            yield from self._grow(search, SEARCHED_AT, shown)
            self.compared = self._kept(shown)
            if not self.compared.affordable(self.work_left):
                yield from self._grow(search, COMPARED_AT, shown)
                self.compared = self._kept(shown)
            while self._part() < COMPARED_AT and self.compared.affordable(self.work_left):
                yield from self._play(self.compared, self.compared.refills + CHUNK)
        if self.compared is not None and self.user is not None and self.user not in self.compared:
            search.only = self.user
            left = self.compared.cost / max(1, self.params.max_work or 1)
            yield from self._grow(search, 1.0 - left, [self.user])
            search.only = None
            self._keep(self.compared, [self.user])
            if self.work_left is None or self.compared.cost <= self.work_left:
                yield from self._play(self.compared, self.compared.refills)

    def _play(self, compared: Compared, refills: int) -> Pieces:
        """Plays the next round from all ends that the compared moves lead to."""
        before = compared.work
        for _ in compared.play(refills):
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
        compared = Compared(self.root.player, self.root.round_number, self.root.tiles)
        self._keep(compared, moves)
        return compared

    def _keep(self, compared: Compared, moves: Sequence[int]) -> None:
        """Enters moves among the compared ones as the search sees them now."""
        self._follow(list(moves), fresh=True)
        values, _ = self.bounded_values()
        for move in moves:
            compared.keep(move, float(values[move]), self._lines[move], settled=self.settled(move))

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
                if self.elapsed_ms > SOLVE_SHARE * self.params.time_budget_ms:
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

    def _part(self) -> float:
        """The largest used share of the budgets of time, leaves and work."""
        part = self.elapsed_ms / max(1, self.params.time_budget_ms)
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

    def result(self) -> Result | None:
        """The result so far; None before the moves have been valued."""
        if self.search is None:
            return None
        values, bounded = self.bounded_values()
        visits = self.search.root_values()[1]
        trusted = self._trusted(self.search, visits)
        among = self._compare_values(values, trusted)
        if not among:
            # A move that was hardly searched must not come before those that were.
            values = np.where(trusted, values, np.minimum(values, values[trusted].max()))
        order = sorted(
            range(len(values)),
            key=lambda i: (bool(among) and i not in among, -values[i], bounded[i], not trusted[i], i != self.user, i),
        )
        most = self.params.shortlist_size or len(order)
        pair = self._pair(order)
        shown = [i for place, i in enumerate(order) if place < most or i in pair]
        self._follow(shown)
        error = self._error(pair)
        measured = [
            self._measured(i, float(values[i]), int(visits[i]), self._own_error(i, order, error)) for i in shown
        ]
        for move, each in zip(shown, measured, strict=True):
            each.bound = "upper" if bounded[move] else None
        graded = self._comparison(values, order, shown, error)
        found = result_of(measured, 0, graded, BANDS, self._metadata(order[0], error))
        return found if self.options.horizon == "round" else self._with_chances(found)

    def _compare_values(self, values: Array, trusted: Array) -> set[int]:
        """Sets the values of the compared moves, and returns them and the graded move; nothing before they are compared."""
        if self.compared is None:
            return set()
        among = self.compared.moves
        for move in among:
            values[move] = self.compared.value(move)
        if self.user is not None and self.user not in among and not trusted[self.user]:
            values[self.user] = min(values[self.user], max(values[move] for move in among) - MIN_GAP)
        return {*among, *(() if self.user is None else (self.user,))}

    def _own_error(self, move: int, order: list[int], error: float) -> float:
        """The error of the difference between a move and the best one; of the best one, between it and the second."""
        other = order[1] if move == order[0] and len(order) > 1 else order[0]
        if self.compared is None or move not in self.compared or other not in self.compared:
            return error
        return self.compared.error(move, other)

    def _with_chances(self, found: Result) -> Result:
        """The result with win probabilities for each candidate."""
        chances = [self._win_probability(self.root.place(each.action), each.ev) for each in found.candidates]
        candidates = [
            replace(each, win_probability=chance) for each, chance in zip(found.candidates, chances, strict=True)
        ]
        return replace(found, candidates=candidates, win_probability=chances[0])

    def _trusted(self, search: RoundSearch, visits: Array) -> Array:
        """(C,) bool: moves searched enough to be chosen, or whose values cannot change any more."""
        if self.proved:
            return np.ones(len(visits), dtype=bool)
        return search.settled() | (visits >= TRUSTED * visits.max())

    def _pair(self, order: list[int]) -> list[int]:
        """The user's move and the best other one, if any; only the best move when nothing is graded."""
        if self.user is None:
            return order[:1]
        return [self.user, *[i for i in order if i != self.user][:1]]

    def _comparison(self, values: Array, order: list[int], shown: list[int], error: float) -> Comparison | None:
        if self.user is None:
            return None
        user, *rivals = self._pair(order)
        if not rivals:
            return Comparison(shown.index(user), None, Difference(0.0, 0.0))
        gap = float(values[user] - values[rivals[0]])
        if order[0] != user:
            # A value capped at the best one's must not look equal to it.
            gap = min(gap, -MIN_GAP)
        return Comparison(shown.index(user), shown.index(rivals[0]), Difference(gap, error))

    def _line_of(self, move: int) -> list[int]:
        """The principal variation that starts with a move, as far as the search reaches."""
        if self.search is None:
            return []
        if self.exact is not None and self.exact.low[move] == self.exact.high[move]:
            return [self.root.legal[move], *self.exact.line(move)]
        return self.search.line(move)

    def _follow(self, shown: list[int], *, fresh: bool = False) -> None:
        """Follows the lines of the shown moves to the end of the round, again when the search has grown enough."""
        if self._compared_for < self.extensions:
            fresh = fresh or self.done or self.work_done >= REFRESH * self._followed_at
        looked = {i: self._line_of(i) for i in shown if fresh or i not in self._lines}
        wanted = {i: line for i, line in looked.items() if self._followed_from.get(i) != line}
        if fresh:
            self._followed_at = self.work_done
        if not wanted:
            return
        lines = followed(self.root.batch, list(wanted.values()), self.valuer, self.root.player)
        self._lines.update(zip(wanted, lines, strict=True))
        self._followed_from.update(wanted)

    def _measured(self, move: int, value: float, visits: int, error: float) -> Measured:
        line, number = self._lines[move], self.root.legal[move]
        return Measured(
            action=action_data(number),
            explored=value,
            ev=value,
            # The errors of two moves are independent and add up, as variances, to that of their difference.
            stderr=float(np.sqrt(error * error / 2)),
            rollouts=visits,
            features=line.features | self.root.features(number),
            reasons=line.reasons(value),
            line=[action_data(each) for each in line.actions],
        )

    def _decided(self, move: int) -> bool:
        """Whether the line behind a move's value was searched to its end and ends the game."""
        line = self._lines[move]
        return bool(line.features["game_ends"]) and self._followed_from[move] == line.actions

    def _error(self, pair: Sequence[int]) -> float:
        """Model error of the difference between two moves whose lines are known; of one move, between two like it."""
        if self.compared is not None and len(pair) == 2 and all(move in self.compared for move in pair):
            return self.compared.error(*pair)
        estimated = [self.options.horizon == "game" and not self._decided(move) for move in pair]
        return model_error(
            self.root.round_number,
            self.root.tiles,
            solved=self.proved and all(self.settled(move) for move in pair),
            estimated=2 * estimated.count(True) // len(pair),
        )

    def _win_probability(self, move: int, ev: float) -> float:
        """Probability of winning after a move; certain if its line is exact and ends the game."""
        if self.settled(move) and self._decided(move):
            ahead = ev or self._lines[move].rows_ahead
            return 0.5 if ahead == 0 else float(ahead > 0)
        kind = int(round_kind(self.root.batch.round_number)[0])
        return learnt().win_probability(ev, kind, self.root.tiles)

    def _notes(self, error: float) -> list[str]:
        if self.solved:
            return [f"The rest of the round is solved; {'later rounds are' if error else 'nothing is'} estimated."]
        if self.proved:
            return ["The best move of this round is proved; the value of your move is an estimate."]
        if self.search is not None and self.search.discarded:
            return [f"{self.search.discarded:,} of the positions searched were discarded to stay within memory."]
        return []

    def _metadata(self, best: int, error: float) -> Metadata:
        solved, later = self.solved, self.options.horizon == "game"
        return replace(
            self.metadata_so_far("search", len(self.root.legal)),
            solved=solved and not later,
            round_solved=solved,
            candidates_evaluated=len(self.root.legal),
            nodes=self.work_done,
            depth=len(self._line_of(best)),
            notes=self._notes(error),
            horizon=self.options.horizon,
            model_error=error,
            artifacts={ARTIFACT: SHA256} if later else {},
        )
