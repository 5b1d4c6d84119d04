"""The search evaluator: expectimax over draws, Chaos's cells and Order's replies, with learned line values at the leaves.

Iterative deepening: first all moves get a static value; then each is searched over the next token, Chaos's worst cell
for it and Order's best reply; then the most promising ones two plies deeper, following only the most promising cells and
replies (a beam search). What is left of the budget then goes to wider beams. With few empty cells left every line of play is
searched, and the values are exact.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, is_behind, result_of
from py_engine.core.numerics import Array, descending
from py_engine.core.one_shot import shortlisted
from py_engine.core.request import Regradable
from py_engine.core.results import EndedBy, Metadata, Result
from py_engine.games.entropy.knowledge import learnt, line_patterns
from py_engine.games.entropy.knowledge.grades import BANDS, KINDS
from py_engine.games.entropy.knowledge.model_error import model_error, own_error, played_on_error
from py_engine.games.entropy.rules.state import (
    EntropyAction,
    EntropyRequest,
    action_data,
    number_of,
    to_batch,
)
from py_engine.games.entropy.search.expectimax.deeper import Deeper
from py_engine.games.entropy.search.expectimax.leaves import GRAIN
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines, line_reasons
from py_engine.games.entropy.search.move_search import MoveSearch
from py_engine.games.entropy.search.search_options import DEEP, EXACT, SHALLOW, STATIC, SearchOptions
from py_engine.games.entropy.search.work_estimates import WorkEstimates

__all__ = ["SearchEvaluation"]

SOLVE_WORK = (0, 100, 3_000, 80_000)
"""Estimated nodes for exact values, by empty cells after the move."""
FEWEST = 10
"""Moves that are searched with wider beams, at least: fewer would leave too short a list of moves with a number."""
CHUNKS = (24, 4)
"""Moves of Order and of Chaos searched per piece."""
LATE = 0.6
"""Share of the time after which a move to grade that has not been searched deeply is next."""
EXPLAINED = 6
"""Number of moves, besides the user's, that are broken down by lines."""
FINE_GRAIN = float(1 << 20)
"""Values are multiples of 1/FINE_GRAIN point, so that their parts add up to them without rounding."""


class SearchEvaluation(Evaluation, Regradable):
    """A search of either side's move; values are from the mover's view, so that more is better."""

    def __init__(self, request: EntropyRequest, options: SearchOptions) -> None:
        super().__init__(request.params)
        self.player, self.options = request.player, options
        self.search = MoveSearch(to_batch([request.state]), options)
        self.sign = -1.0 if self.search.chaos else 1.0
        self.numbers = self.search.numbers
        self.size = request.state.size
        self.user: int | None = None
        self._listed: EndedBy | None = None
        """What ended the search whose list a grading keeps; None while all moves are searched."""
        self.take_up(request)
        self.values = np.full((EXACT + 1, self.numbers.size), np.nan, dtype=np.float64)
        """(7, C): by depth; NaN for moves not searched to that depth."""
        self.estimates = WorkEstimates(self.search)
        self.solved = False
        self._deeper: Deeper | None = None
        """The deep step, whose boards are searched once; None before it."""
        self._continued: dict[tuple[int, bool, int], tuple[int, list[int]]] = {}
        """What is expected after moves, by move, whether the values are exact, and depth; see ``MoveSearch.continuation``."""
        self._later: dict[tuple[int, int | None], tuple[Array, Array] | None] = {}
        """What is expected of their lines later, see ``MoveSearch.lines_later``, by move and reply: with more search, that may be another one."""

    def take_up(self, request: EntropyRequest) -> bool:
        """See ``Regradable``. The list of a search that has ended stays: only the graded move may still be searched, as deeply."""
        user = None if request.user is None else self._place_of(request.user)
        if self.done:
            self._listed = self.ended_by
        elif self._listed is not None and user != self.user:
            # What was under way is of no use: with a list, only the graded move is searched.
            self._pieces = None
        self.user = user
        return True

    def extend(self, params: EvaluatorParams) -> None:
        """See ``Evaluation``; all moves are searched further if there is more to spend."""
        if params != self.params:
            self._listed = None
        super().extend(params)

    def _place_of(self, action: EntropyAction) -> int:
        return int(np.flatnonzero(self.numbers == number_of(action, self.size))[0])

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return self.search.lookahead.nodes

    def work(self) -> Pieces:
        """Static values of all moves; then exact values, or one depth after the other."""
        yield from self._search()
        if self._listed is not None and not self.solved:
            self.ended_by = self._listed

    def _search(self) -> Pieces:
        """One depth after the other, or exact values."""
        if np.isnan(self.values[STATIC, 0]):
            self.values[STATIC] = self.sign * self.search.static()
            yield
        if self.search.solvable and (self.work_left is None or self.work_left >= SOLVE_WORK[self.search.empty]):
            yield from self._solve()
            return
        if self.options.depth >= SHALLOW:
            yield from self._search_all()
        if self.options.depth < DEEP or self.search.empty < 2 or not np.isnan(self.values[EXACT]).all():
            return
        for depth in range(DEEP, EXACT if self.options.widen else DEEP + 1):
            yield from self._search_deeper(depth)
            if self._next_deep(depth):
                return

    def _solve(self) -> Pieces:
        """Exact values, move by move."""
        moves = np.flatnonzero(np.isnan(self.values[EXACT])).tolist()
        for move in moves if self._listed is None else self._among(EXACT, []):
            # Not after the last move: the clock would end what is solved.
            yield
            if self.search.empty:
                self.values[EXACT, move] = self.sign * self.search.exact(move)
            else:
                self.values[EXACT, move] = self.values[STATIC, move]
        if not np.isnan(self.values[EXACT]).any():
            self.ended_by, self.solved = "solved", True

    def _affordable(self, depth: int, wanted: int) -> int:
        """How many of the wanted moves the remaining work allows to search to a depth."""
        self.work_done = self.nodes
        if depth == EXACT:
            each = SOLVE_WORK[self.search.empty] // self.numbers.size
            return wanted if self.work_left is None else min(wanted, self.work_left // max(1, each))
        return self.estimates.affordable(depth, wanted, self.work_left)

    def _in_turn(self, depth: int) -> list[int]:
        """The moves not yet searched to a depth, most promising first, whichever is to be graded."""
        order = [int(i) for i in descending(self.comparison(graded=False)[1])]
        return [i for i in order if np.isnan(self.values[depth, i])]

    def _waits(self, depth: int) -> bool:
        """Whether a move is to be graded that has not been searched to a depth."""
        return self.user is not None and bool(np.isnan(self.values[depth, self.user]))

    def _among(self, depth: int, turn: list[int]) -> list[int]:
        """The moves to search next, of those in turn.

        The allowance always covers one move more: the user's, if that does not come up by itself. So a search
        for the best move and the grading of a move that it searched are the same. Where the others are not compared at this
        depth, the user's move has no use for it.
        """
        turn = turn[: max(0, self._affordable(depth, len(turn) + 1) - 1)] if self._listed is None else []
        if self.user is None or not self._waits(depth) or self.user in turn or not (turn or self._compares(depth)):
            return turn
        hurry = self.params.max_work is None and self.elapsed_ms >= LATE * self.allowed_ms
        return turn if turn and not hurry else [self.user][: self._affordable(depth, 1)]

    def _search_all(self) -> Pieces:
        """Shallow values, the most promising moves first."""
        chunk = CHUNKS[self.search.chaos]
        while waiting := self._in_turn(SHALLOW)[:chunk]:
            turn = self._among(SHALLOW, waiting)
            if not turn:
                return
            before = self.nodes
            moves = np.array(turn, dtype=np.intp)
            self.values[SHALLOW, moves] = self.sign * self.search.shallow(moves)
            self.estimates.note(SHALLOW, self.nodes - before, len(turn))
            yield

    def _search_deeper(self, depth: int) -> Pieces:
        """Deep values of the most promising moves; with wider beams, if there is enough left for a list of them."""
        if depth > DEEP and self._listed is None and not self._worthwhile(depth):
            return
        while chosen := self._among(depth, self._next_deep(depth)):
            (move,) = chosen
            if np.isnan(self.values[depth - 1, move]):
                return
            self._deeper, before = self._deeper or self.search.deeper(), self.nodes
            value = yield from self.search.deep(move, self._deeper, depth)
            self.values[depth, move] = self.sign * value
            self.estimates.note(depth, self.nodes - before, 1)

    def _worthwhile(self, depth: int) -> bool:
        """Whether enough moves can be searched to a depth to be compared at it, and the one to grade."""
        missing = self._fewest(depth) - self._count(depth)
        return missing <= 0 or self._affordable(depth, missing + 1) > missing

    def _next_deep(self, depth: int) -> list[int]:
        """The move to search deeply next; none if there are enough."""
        enough = self._count(depth) >= min(self.options.deep_moves, self.numbers.size)
        return [] if enough else self._in_turn(depth)[:1]

    def _count(self, depth: int) -> int:
        """How many moves are searched to a depth."""
        return int((~np.isnan(self.values[depth])).sum(dtype=np.int32))

    def _fewest(self, depth: int) -> int:
        """How many moves must be searched to a depth to be compared at it."""
        return min(FEWEST if DEEP < depth < EXACT else 2, self.options.deep_moves, self.numbers.size)

    def comparison(self, *, graded: bool = True) -> tuple[int, Array]:
        """The depth at which moves are compared, and (C,) float64 their values in points.

        A move not searched to that depth keeps its distance from the best one at a lower depth; it may end up above it.

        Args:
            graded: Whether the move to grade must be searched to that depth.
        """
        depth = next(d for d in range(EXACT, -1, -1) if self._compares(d) and not (graded and self._waits(d)))
        found = self.values[depth].copy()
        best = int(np.nanargmax(found))
        for lower in range(depth - 1, -1, -1):
            missing = np.isnan(found)
            found[missing] = (self.values[lower] + (found[best] - self.values[lower, best]))[missing]
        return depth, found

    def _compares(self, depth: int) -> bool:
        """Whether enough moves are searched to a depth to compare them."""
        return self._count(depth) >= self._fewest(depth)

    def has_result(self) -> bool:
        """Whether there are static values yet, and the move to grade is compared with those of a list that stays."""
        if np.isnan(self.values[STATIC, 0]):
            return False
        return self.done or self._listed is None or not self._waits(self.comparison(graded=False)[0])

    @property
    def progress(self) -> float:
        """The larger of the fractions of time used and of moves searched."""
        if self.done:
            return 1.0
        size, enough = self.numbers.size, min(self.options.deep_moves, self.numbers.size)
        deep = [self._count(depth) / enough for depth in range(DEEP, EXACT if self.options.widen else DEEP + 1)]
        part = max(np.mean([self._count(SHALLOW) / size, *deep], dtype=np.float64), self._count(EXACT) / size)
        return min(0.99, max(self.elapsed_ms / max(1, self.allowed_ms), float(part)))

    def result(self) -> Result | None:
        """The result so far."""
        if not self.has_result():
            return None
        depth, values, order = self._ranked()
        searched = ~np.isnan(self.values[depth])
        shown = shortlisted(order, self.params, self.user)
        rival = next((i for i in order if i != self.user and searched[i]), None)
        explained = [i for i in order[:EXPLAINED] if searched[i]]
        lines = {i: self._lines(i, float(values[i])) for i in (*explained, self.user, rival) if i is not None}
        error = 0.0 if self.solved else model_error(min(depth, DEEP))
        second = next((i for i in order[1:] if searched[i]), None)
        errors = {i: self._own_error(depth, i, order[0] if i != order[0] else second) for i in shown}
        measured = [
            self._measured(i, float(values[i]), errors[i], lines.get(i), compared=bool(searched[i])) for i in shown
        ]
        if self.user is None:
            return result_of(measured, 0, None, BANDS, self._metadata(depth, error))
        gap = 0.0 if rival is None else float(values[self.user] - values[rival])
        at = shown.index(rival) if rival in shown else None
        own = self._own_error(depth, self.user, rival)
        graded = Comparison(shown.index(self.user), at, Difference(gap, own))
        user, best = (self._with_later(i, lines[i]) for i in (self.user, order[0]))
        user = best if self.user == order[0] else user
        evidence = LineComparison(user, best, None if rival is None else lines[rival], error=own)
        if self.user == order[0]:
            evidence = self._with_behind(evidence, [i for i in shown if searched[i]], values, errors)
        return replace(result_of(measured, 0, graded, BANDS, self._metadata(depth, error)), evidence=evidence)

    def _with_behind(
        self, evidence: LineComparison, order: list[int], values: Array, errors: dict[int, float]
    ) -> LineComparison:
        """The evidence with the first move whose gap to the best one is clear, once the search is over."""
        if not self.done:
            return evidence
        for move in order[1:]:
            if is_behind(float(values[order[0]] - values[move]), errors[move]):
                lines = self._with_later(move, self._lines(move, float(values[move])))
                return replace(evidence, behind=lines)
        return evidence

    def _ranked(self) -> tuple[int, Array, list[int]]:
        """The depth of comparison, (C,) float64 the values, and the order of moves: those searched to that depth first.

        Among equals, the user's comes first. Moves not searched to that depth have a rough value, which may be the highest.
        """
        depth, found = self.comparison()
        searched = ~np.isnan(self.values[depth])
        values = np.rint(found * FINE_GRAIN) / FINE_GRAIN + 0.0
        order = sorted(range(values.size), key=lambda i: (not searched[i], -values[i], i != self.user, i))
        return depth, values, order

    def _own_error(self, depth: int, move: int, other: int | None) -> float:
        """The error of the difference between two moves; of one not searched to this depth, as if it were."""
        if self.solved or other is None:
            return 0.0
        error = model_error(min(depth, DEEP))
        both = self.values[: depth + 1, [move, other]]
        if depth > STATIC and not np.isnan(both).any():
            gaps = both[:, 0] - both[:, 1]
            # Wider beams leave the error of the last step of depth as it is.
            change = float(np.abs(np.diff(gaps)[min(depth, DEEP) - 1 :]).max())
            error = own_error(error, change, float(gaps[depth]))
        return played_on_error(error)

    def _lines(self, move: int, value: float) -> MoveLines:
        """The move broken down by lines, for Chaos's moves after Order's reply."""
        codes, points, answer = self.search.lines_after(move, solved=self.solved)
        grain = FINE_GRAIN if self.solved else GRAIN
        # + 0.0 turns -0.0 into 0.0.
        points = self.sign * np.rint(points * grain) / grain + 0.0
        return MoveLines(
            int(self.numbers[move]),
            value,
            codes,
            points,
            self.search.unseen,
            answer,
            order=not self.search.chaos,
            exact=self.solved,
        )

    def _with_later(self, move: int, lines: MoveLines) -> MoveLines:
        """The same with what is expected of its lines later, once the search is over."""
        # Exact values of lines cover what comes later.
        if not self.done or self.solved:
            return lines
        key = move, lines.answer
        if key not in self._later:
            self._later[key] = self.search.lines_later(move)
        found = self._later[key]
        return lines if found is None else lines._replace(later=self.sign * found[0], struck=found[1])

    def _measured(self, move: int, value: float, error: float, lines: MoveLines | None, *, compared: bool) -> Measured:
        token, ahead = ({}, []) if lines is None else self._expected(move, lines)
        return Measured(
            action=action_data(int(self.numbers[move]), self.size),
            explored=value,
            ev=value,
            stderr=error,
            rollouts=0,
            features={"depth": float(min(DEEP, np.flatnonzero(~np.isnan(self.values[:, move]))[-1]))} | token,
            reasons=() if lines is None else line_reasons(lines, future=True),
            line=[action_data(number, self.size) for number in (int(self.numbers[move]), *ahead)],
            compared=compared,
        )

    def _expected(self, move: int, lines: MoveLines) -> tuple[dict[str, float], list[int]]:
        """What is expected after a move, once the search is over: the next token as a feature, and the actions' numbers."""
        if not self.done:
            return {}, []
        if self.search.chaos:
            return {}, [] if lines.answer is None else [lines.answer]
        depth = int(np.flatnonzero(~np.isnan(self.values[:EXACT, move]))[-1])
        key = move, self.solved, depth
        if key not in self._continued:
            self._continued[key] = self.search.continuation(move, solved=self.solved, deeper=self._deeper, depth=depth)
        token, ahead = self._continued[key]
        return ({"next_token": float(token)} if token else {}), ahead

    def _actions_ahead(self, depth: int) -> int:
        """The number of actions that values of a depth cover; each level adds a placement and a reply."""
        to_the_end = 1 + max(0, 2 * self.search.empty - (not self.search.chaos))
        covered = to_the_end if self.solved else 1 + self.search.chaos + 2 * min(depth, DEEP)
        return min(covered, to_the_end)

    def _metadata(self, depth: int, error: float) -> Metadata:
        return replace(
            self.metadata_so_far("search", self.numbers.size),
            decision=KINDS[self.player].code,
            solved=self.solved,
            nodes=self.nodes,
            candidates_evaluated=self.numbers.size,
            depth=self._actions_ahead(depth),
            model_error=error,
            artifacts={each.ARTIFACT: each.SHA256 for each in (learnt, line_patterns)},
        )
