"""The search evaluator: looks ahead over chance, Chaos's harm and Order's answers, to learnt line values.

First all moves are valued as the board stands after them; then each over the next token, Chaos's worst cell for it and
Order's best answer; then the most promising ones two plies deeper, where only the likeliest cells and answers are
followed. With few cells left everything is looked at, and the values are exact.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from py_engine.core.contract import Model
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.grading import Comparison, Difference, Measured, answer
from py_engine.core.numerics import Array, descending
from py_engine.games.entropy.coaching.feedback import Move, line_reasons, sentences
from py_engine.games.entropy.knowledge.grades import BANDS, KINDS
from py_engine.games.entropy.knowledge.learnt import ARTIFACT, SHA256, line_values
from py_engine.games.entropy.rules.batch import CHAOS, unplaced
from py_engine.games.entropy.rules.slides import slides_of
from py_engine.games.entropy.rules.state import EntropyAction, action_data, number_of, to_batch
from py_engine.games.entropy.rules.tables import cell_name
from py_engine.games.entropy.search.evaluator import Asked, plain
from py_engine.games.entropy.search.leaves import GRAIN, Leaves
from py_engine.games.entropy.search.lookahead import Boards, Draws, Lookahead, after_slides, draws_from
from py_engine.games.entropy.search.solve import SOLVED_FROM, solve, solve_answers

__all__ = ["SearchEvaluation", "SearchOptions"]

QUICK, LOOKED, DEEP = 0, 1, 2
"""How far a move has been searched."""
SOLVE_WORK = (0, 100, 3_000, 80_000)
"""Looks that exact values may take, by empty cells after the move."""
CHUNK = 8
"""Moves that are looked at in one piece."""
MODEL_ERROR = ((1.5, 1.5, 1.5), (0.6, 0.6, 0.6), (0.2, 0.3, 0.6))
"""Points, by depth and by how much of the board is empty: root mean square difference of the grades of 78 plausible
moves from those of a search twenty times as large (``python -m py_engine.lab entropy-model-error --games 16``), taken not
to fall with more of the board empty: the two searches share their values of lines, and agree where little is decided."""
EMPTY_PARTS = (8 / 49, 16 / 49)
"""Where the next column of these begins."""
FINE_GRAIN = float(1 << 20)
"""Values are whole multiples of 1/FINE_GRAIN point, so that their parts add up to them without rounding."""


class SearchOptions(Model):
    """Options of the search evaluator."""

    depth: Annotated[int, Field(ge=0, le=2)] = 2
    """0 values the boards after the moves, 1 looks at the next token and the answers to it, 2 at those after, too."""
    deep_moves: Annotated[int, Field(ge=2, le=120)] = 16
    """How many moves are searched deepest at the most."""
    cells: Annotated[int, Field(ge=1, le=12)] = 4
    """Cells of Chaos's that are followed deeper, for each token."""
    answers: Annotated[int, Field(ge=1, le=12)] = 3
    """Answers of Order's that are followed deeper, for each cell."""


FEW = 2
"""Answers of Order's to a placement that are searched deepest."""


class SearchEvaluation(Evaluation):
    """A search of either side's move; values are kept in the view of the player who moves, more is better."""

    def __init__(self, asked: Asked, options: SearchOptions, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(asked.params, clock)
        self.asked, self.options = asked, options
        self.root = to_batch([asked.state])
        self.chaos = asked.player == CHAOS
        self.sign = -1.0 if self.chaos else 1.0
        self.learnt = line_values(self.root.size)
        self.look = Lookahead(self.root.geometry, self.learnt.worth)
        bag, known = self.root.bag[0], int(self.root.next_token[0])
        self.draws = draws_from(bag, known)
        self.ahead = self.root.next_known
        """Whether the players always know one token more than the one to be placed."""
        self.unseen = unplaced(self.root)[0]
        """(8,) what is neither on the board nor in Chaos's hand."""
        self.numbers, self.boards = self._moves()
        self.tokens = int(np.bitwise_count(self.boards.occupied[0]))
        """On the board after the move."""
        self.user = None if asked.user is None else self._place_of(asked.user)
        self.values = np.full((DEEP + 1, self.numbers.size), np.nan, dtype=np.float64)
        """By depth; nan where a move has not been searched so far."""
        self.answers: dict[int, Boards] = {}
        """The boards after Order's best answers to placements, by move, as far as they are known."""
        self.dearest = [0] * (DEEP + 1)
        """By depth: the most looks that a move has taken."""
        self.bound = self._bound()
        self.solved = False

    def _moves(self) -> tuple[Array, Boards]:
        """The numbers of the legal actions, and the boards after them."""
        here = Boards(self.root.codes, self.root.occupied)
        if not self.chaos:
            return after_slides(here, self.look.g)
        token = np.array([int(self.root.token[0])], dtype=np.int64)
        placed, _ = self.look.placed(here, Draws(token, np.ones(1, dtype=np.float64), self.unseen[None]))
        return np.flatnonzero((self.root.occupied[0] & self.look.g.cell_bit) == 0), placed

    def _place_of(self, action: EntropyAction) -> int:
        return int(np.flatnonzero(self.numbers == number_of(action, self.root.size))[0])

    def work(self) -> Pieces:
        """A first look at everything; then the exact values, or one depth after the other."""
        if np.isnan(self.values[QUICK, 0]):
            self.values[QUICK] = self.sign * self._glance()
            yield
        empty = self.look.g.cells - self.tokens
        if empty <= SOLVED_FROM and (self.work_left is None or self.work_left >= SOLVE_WORK[empty]):
            yield from self._solve()
            return
        if self.options.depth >= LOOKED:
            yield from self._look_at_all()
        if self.options.depth >= DEEP:
            yield from self._go_deep()

    def _glance(self) -> Array:
        """(C,) points: the boards as they stand after Order's move, or its best answer to Chaos's."""
        leaves = self._leaves(0)
        which = np.zeros(self.numbers.size, dtype=np.int32)
        if self.chaos and self.tokens < self.look.g.cells:
            return self.look.best_answers(self.boards, which, leaves) / GRAIN
        return self.look.line_grains(self.boards, which, leaves).sum(axis=0, dtype=np.int32) / GRAIN

    def _leaves(self, draws: int) -> Leaves:
        """Leaves after so many draws, 0 or 1."""
        bags = self.draws.bags if draws else self.unseen[None]
        return self.look.leaves(self.tokens + draws, bags, draws)

    def _solve(self) -> Pieces:
        """Move by move."""
        for move in np.flatnonzero(np.isnan(self.values[DEEP])).tolist():
            board = self.boards.take(np.array([move], dtype=np.intp))
            if self.tokens == self.look.g.cells:
                value = self.sign * float(self.values[QUICK, move])
            else:
                way = solve_answers if self.chaos else solve
                value = float(way(board, self.draws, self.look, ahead=self.ahead)[0])
            self.values[DEEP, move] = self.sign * value
            yield
        self.ended_by, self.solved = "solved", True

    def _affordable(self, depth: int, wanted: int) -> int:
        """How many moves, of those wanted, the work that is left allows to search so deep."""
        self.work_done = self.look.looks
        if self.work_left is None:
            return wanted
        each = self.dearest[depth] or (self.bound if depth == LOOKED else self._deep_cost())
        return min(wanted, self.work_left // max(1, each))

    def _deep_cost(self) -> int:
        """Looks that a move takes to be searched deepest, by what it took to look at one."""
        looked = self.dearest[LOOKED] or self.bound
        followed = self.options.cells * self.options.answers * self.draws.colors.size
        # Where the next token is known, each that may come after it is gone through.
        followed *= int(np.count_nonzero(self.draws.bags[0])) if self.ahead else 1
        return looked + (FEW * looked // (2 * self.options.answers) if self.chaos else looked) * followed

    def _bound(self) -> int:
        """Looks that it takes at the most to look at one move."""
        g, kinds = self.look.g, self.draws.colors.size
        slides = slides_of(self.root.codes, self.root.occupied, g).board.size + 4 * g.size
        empty = g.cells - self.tokens
        boards = 2 * self.options.answers if self.chaos else 1
        return boards * kinds * (empty * (slides + 2) + slides) + slides

    def _note_cost(self, depth: int, before: int, moves: int) -> None:
        self.dearest[depth] = max(self.dearest[depth], (self.look.looks - before) // moves)

    def _in_turn(self, depth: int) -> list[int]:
        """The moves that have not been searched so deep, in the order in which they shall be."""
        order = [int(i) for i in descending(self.standing()[1])]
        if self.user is not None:
            order.insert(1, order.pop(order.index(self.user)))
        return [i for i in order if np.isnan(self.values[depth, i])]

    def _look_at_all(self) -> Pieces:
        leaves: Leaves | None = None
        chunk = 1 if self.chaos else CHUNK
        while turn := self._in_turn(LOOKED)[:chunk]:
            turn = turn[: self._affordable(LOOKED, len(turn))]
            if not turn:
                return
            leaves, before = leaves or self._leaves(1), self.look.looks
            where = np.array(turn, dtype=np.intp)
            self.values[LOOKED, where] = self.sign * self._looked_at(where, leaves)
            self._note_cost(LOOKED, before, len(turn))
            yield

    def _looked_at(self, moves: Array, leaves: Leaves) -> Array:
        """(C,) points: some moves, Order's view, over the next token; one at a time when they are Chaos's."""
        if not self.chaos:
            return self._looked(self.boards.take(moves), leaves)
        answers, looked = self._looked_answers(moves, leaves)
        self.answers[int(moves[0])] = answers.take(looked.argmax(axis=1))
        return looked.max(axis=1)

    def _looked(self, boards: Boards, leaves: Leaves) -> Array:
        return self.look.after_draw(boards, self.draws, leaves)

    def _looked_answers(self, move: Array, leaves: Leaves) -> tuple[Boards, Array]:
        """Order's best answers to one placement, and (1, answers) what they are worth over the next token."""
        here = self.look.leaves(self.tokens, self.unseen[None], 0)
        answers = self.look.answers(self.boards.take(move), np.zeros(1, dtype=np.int32), here, 2 * self.options.answers)
        return answers.after, self._looked(answers.after, leaves)[None]

    def _go_deep(self) -> Pieces:
        leaves: Leaves | None = None
        while int((~np.isnan(self.values[DEEP])).sum(dtype=np.int32)) < min(self.options.deep_moves, self.numbers.size):
            if not self._affordable(DEEP, 1):
                return
            leaves, before = leaves or self._leaves(1), self.look.looks
            move = self._in_turn(DEEP)[0]
            value = yield from self._deep_move(move, leaves)
            self.values[DEEP, move] = self.sign * value
            self._note_cost(DEEP, before, 1)

    def _deep_move(self, move: int, leaves: Leaves) -> Generator[None, None, float]:
        where = np.array([move], dtype=np.intp)
        if not self.chaos:
            return (yield from self._deep(self.boards.take(where), leaves))
        answers, looked = self._looked_answers(where, leaves)
        yield
        best = -np.inf
        for i in descending(looked[0])[:FEW]:
            best = max(best, (yield from self._deep(answers.take(i[None]), leaves)))
        return best

    def _deep(self, board: Boards, leaves: Leaves) -> Generator[None, None, float]:
        """One board of Order's, two draws ahead: for each token the worst cells, for each of them the best answers."""
        total = 0.0
        worst = self.look.harm(board, self.draws, leaves, self.options.cells)[:, 0]
        for kind, chance, later in self._later():
            value = self.look.followed(board, self.draws, kind, worst[kind], leaves, later=later, widths=self.options)
            total += chance * value
            yield
        return total

    def _later(self) -> list[tuple[int, float, Draws]]:
        """The draws to come: which token is next, how likely, and what may be drawn after it.

        Where the players know one token more, that is drawn before they move.
        """
        if not self.ahead:
            return [(k, chance, draws_from(self.draws.bags[k])) for k, chance in enumerate(self.draws.chances.tolist())]
        after = draws_from(self.draws.bags[0])
        return [
            (0, chance, draws_from(bag, color))
            for color, chance, bag in zip(after.colors.tolist(), after.chances.tolist(), after.bags, strict=True)
        ]

    def standing(self) -> tuple[int, Array]:
        """How deep the moves are compared, and (C,) what they are worth in points.

        A move that has not been searched so deep keeps its distance from the best one; it may come out above it.
        """
        depth = next(d for d in (DEEP, LOOKED, QUICK) if self._compares(d))
        found = self.values[depth].copy()
        best = int(np.nanargmax(found))
        for lower in range(depth - 1, -1, -1):
            missing = np.isnan(found)
            found[missing] = (self.values[lower] + (found[best] - self.values[lower, best]))[missing]
        return depth, found

    def _compares(self, depth: int) -> bool:
        """Whether enough has been searched so deep to choose by: two moves, and the one to grade."""
        searched = ~np.isnan(self.values[depth])
        enough = int(searched.sum(dtype=np.int32)) >= min(2, self.numbers.size)
        return enough and (self.user is None or bool(searched[self.user]))

    def has_result(self) -> bool:
        """Whether the first look is done."""
        return not np.isnan(self.values[QUICK, 0])

    @property
    def progress(self) -> float:
        """The larger of the time's and the work's part."""
        if self.done:
            return 1.0
        searched = ~np.isnan(self.values)
        part = float(searched[LOOKED].mean()) / 3 + float(searched[DEEP].sum(dtype=np.int32)) / self.options.deep_moves
        return min(0.99, max(self.elapsed_ms / max(1, self.params.time_budget_ms), part))

    def result(self) -> dict[str, Any] | None:
        """The EvaluationResult so far."""
        if not self.has_result():
            return None
        depth, values, order = self._ranked()
        searched = ~np.isnan(self.values[depth])
        most = self.params.shortlist_size or len(order)
        shown = [i for place, i in enumerate(order) if place < most or i == self.user]
        rival = next((i for i in order if i != self.user and searched[i]), None)
        told = {i: self._told(i, float(values[i])) for i in (*order[:2], self.user, rival) if i is not None}
        error = 0.0 if self.solved else self._model_error(depth)
        measured = [self._measured(i, float(values[i]), error, told.get(i)) for i in shown]
        graded = None
        if self.user is not None:
            gap = 0.0 if rival is None else float(values[self.user] - values[rival])
            at = shown.index(rival) if rival in shown else None
            graded = Comparison(shown.index(self.user), at, Difference(gap, 0.0 if rival is None else error))
        answered = answer(measured, 0, graded, BANDS)
        if self.user is not None:
            answered["feedback"] = sentences(
                told[self.user], told[order[0]], None if rival is None else told[rival], error=error
            )
        answered["metadata"] = self._metadata(len(shown), error)
        return answered

    def _ranked(self) -> tuple[int, Array, list[int]]:
        """How deep the moves are compared, what they are worth (C,) with nobody above the best compared, and their order.

        Of equals, the user's comes first, then those that have been searched so deep.
        """
        depth, found = self.standing()
        searched = ~np.isnan(self.values[depth])
        values = np.rint(np.minimum(found, found[searched].max()) * FINE_GRAIN) / FINE_GRAIN + 0.0
        order = sorted(range(values.size), key=lambda i: (-values[i], i != self.user, not searched[i], -found[i], i))
        return depth, values, order

    def _model_error(self, depth: int) -> float:
        """Points that the search itself gets wrong about the difference of two moves (standard deviation)."""
        empty = int(self.look.g.cells - np.bitwise_count(self.root.occupied[0]))
        column = sum(empty > part * self.look.g.cells for part in EMPTY_PARTS)  # same bits: whole numbers
        return MODEL_ERROR[depth][column]

    def _told(self, move: int, value: float) -> Move:
        """The move with what its lines are worth: of Chaos's, when Order has answered."""
        board, answer_text = self.boards.take(np.array([move], dtype=np.intp)), None
        if self.chaos and self.tokens < self.look.g.cells:
            before, board = board, self._answer(move)
            answer_text = _slide_text(before, board, self.root.size)
        which = np.zeros(self.look.g.lines, dtype=np.intp)
        points = self.learnt.worth(board.codes[0], self.tokens, self.unseen[None], which)
        return Move(value, board.codes[0], plain(self.sign * np.rint(points * GRAIN) / GRAIN), answer_text)

    def _answer(self, move: int) -> Boards:
        """The board after Order's best answer to a placement, by the deepest that has been looked."""
        if move in self.answers:
            return self.answers[move]
        # What is looked up to tell is no work of the search: however often one asks, it goes the same way.
        look = Lookahead(self.look.g, self.learnt.worth)
        board = self.boards.take(np.array([move], dtype=np.intp))
        if self.solved:
            _, after = after_slides(board, look.g)
            best = solve(after, self.draws, look, ahead=self.ahead).argmax()
            self.answers[move] = after.take(np.array([best], dtype=np.intp))
            return self.answers[move]
        leaves = look.leaves(self.tokens, self.unseen[None], 0)
        return look.answers(board, np.zeros(1, dtype=np.int32), leaves, 1).after

    def _measured(self, move: int, value: float, error: float, told: Move | None) -> Measured:
        beyond = "What may follow"
        return Measured(
            action=action_data(int(self.numbers[move]), self.root.size),
            explored=value,
            ev=value,
            stderr=float(np.sqrt(error * error / 2)),
            rollouts=0,
            features={"depth": float(np.flatnonzero(~np.isnan(self.values[:, move]))[-1])},
            reasons=[] if told is None else line_reasons(told, beyond),
        )

    def _metadata(self, candidates: int, error: float) -> dict[str, Any]:
        return self.circumstances("search", self.numbers.size) | {
            "candidates_evaluated": candidates,
            "decision": KINDS[self.asked.player].code,
            "solved": self.solved,
            "nodes": self.look.looks,
            "model_error": error,
            "artifacts": {ARTIFACT: SHA256},
        }


def _slide_text(before: Boards, after: Boards, size: int) -> str:
    """``a1-b1``, or ``by passing``."""
    left, entered = (int(bits[0]) for bits in (before.occupied & ~after.occupied, after.occupied & ~before.occupied))
    if not left:
        return "by passing"
    return f"{cell_name(left.bit_length() - 1, size)}-{cell_name(entered.bit_length() - 1, size)}"
