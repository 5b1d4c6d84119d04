"""The values of one position's moves at each depth of the search, in points from Order's view.

Expectimax (Michie, 1966) over the draws, with a beam at the deeper level. A static value is that of the board after the
move; a shallow one covers the next token, Chaos's worst cell for it and Order's best reply; a deep one goes two plies
further, following only the worst cells and the best replies, and wider ones follow more of them. An exact value covers every
line of play to the full board.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol

import numpy as np

from py_engine.core.numerics import Array, descending
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import CHAOS, Batch, pass_number, slide_number, unplaced
from py_engine.games.entropy.search.afterstates import Boards, Draws, after_moves, after_slides, bags_after, draws_from
from py_engine.games.entropy.search.deeper import Deeper, Widths
from py_engine.games.entropy.search.leaves import GRAIN
from py_engine.games.entropy.search.lookahead import Lookahead, Prospects, Stage, prospects
from py_engine.games.entropy.search.solve import SOLVED_FROM, solve, solve_answers

__all__ = ["DEEP", "EXACT", "SHALLOW", "STATIC", "WIDER", "MoveSearch", "widths_at"]

STATIC, SHALLOW, DEEP = 0, 1, 2
"""Depths of search. The next ones are as deep, with wider beams."""
WIDER = ((3, 3, 4), (4, 6, 8), (6, 12, 12))
"""By how many halves beams are wider at the depths after ``DEEP``: cells, replies to them, replies to the player's own placement."""
EXACT = DEEP + len(WIDER) + 1
"""The last depth."""
DEEP_ANSWERS = 2
"""Order's replies to a placement that are searched at full depth."""


class Beams(Protocol):
    """The options that beams depend on."""

    @property
    def cells(self) -> int:
        """Chaos's cells per token."""

    @property
    def answers(self) -> int:
        """Order's replies per cell."""


def widths_at(depth: int, beams: Beams) -> Widths:
    """The beam widths of a depth from ``DEEP`` on."""
    cells, answers, replies = (2, 2, 2) if depth == DEEP else WIDER[depth - DEEP - 1]
    return Widths(cells * beams.cells // 2, answers * beams.answers // 2, replies * DEEP_ANSWERS // 2)


class MoveSearch:
    """The moves of one position and their values.

    Args:
        root: The position, a batch of one.
        beams: The beam widths of the deep search.
    """

    def __init__(self, root: Batch, beams: Beams) -> None:
        self.root, self.beams = root, beams
        self.chaos = bool(root.turn[0] == CHAOS)
        """Whether the moves are Chaos's."""
        self._learnt = line_values(root.size)
        self.lookahead = Lookahead(root.geometry, self._learnt)
        self.draws = draws_from(root.bag[0], int(root.next_token[0]))
        self.ahead = root.next_known
        """Whether the token after the one to be placed is known."""
        self._unseen = unplaced(root)[0]
        self.numbers, self._boards = after_moves(root)
        """(C,) intp: the action numbers of the legal moves."""
        self.tokens = int(np.bitwise_count(self._boards.occupied[0]))
        """Tokens on the board after the move."""
        self._now = self.lookahead.leaves(self.tokens, self._unseen, 0)
        """The leaf evaluation before a draw."""
        self.first = self._first()
        """The draw after the move."""
        self.empty = root.geometry.cells - self.tokens
        """Empty cells after the move."""
        self.solvable = self.empty <= SOLVED_FROM
        """Whether exact values are feasible."""
        self.nearly_solvable = self.empty == SOLVED_FROM + 1
        """Whether they are with a large budget."""
        self._answers: dict[int, Boards] = {}
        """The boards after Order's best replies to placements, best first, by move, as far as searched."""
        self._exact: dict[int, Boards] = {}
        """The boards after the best replies of exact values, by move."""

    def _first(self) -> Stage:
        """The next draw."""
        known = self.root.next_token if self.root.next_token[0] else None
        ahead = prospects(self.root.bag[:1], known)
        return Stage(ahead, self.lookahead.leaves(self.tokens + 1, ahead.bags[0], 1))

    def static(self) -> Array:
        """(C,) float64: static values of all moves, for Chaos's after Order's best reply."""
        if self.chaos and self.empty:
            return self.lookahead.best_answers(self._boards, self._now) / GRAIN
        return self.lookahead.static(self._boards, self._now) / GRAIN

    def deeper(self) -> Deeper:
        """The deep step, shared within a search; two empty cells or more."""
        second = Stage(self._later(), self.lookahead.leaves(self.tokens + 2, self.first.ahead.bags[0], 2))
        return Deeper(self.lookahead, self.first, second)

    def _later(self) -> Prospects:
        """The prospects after the next token; if that is known, the one after it is drawn before the players move."""
        bag = self.first.ahead.bags[0]
        colors = np.flatnonzero(bag) if self.ahead else self.first.ahead.colors
        return prospects(bags_after(bag, colors), colors if self.ahead else None)

    def shallow(self, moves: Array) -> Array:
        """(M,) float64: shallow values of some moves."""
        if not self.chaos:
            return self._after_draw(self._boards.take(moves))
        best, kept = self._answered(moves, DEEP)
        self._answers.update(zip(moves.tolist(), kept, strict=True))
        return best

    def _after_draw(self, boards: Boards) -> Array:
        return self.lookahead.after_draw(boards, np.zeros(len(boards.occupied), dtype=np.intp), self.first)

    def _answered(self, moves: Array, depth: int) -> tuple[Array, list[Boards]]:
        """(M,) float64: placements by Order's best reply to them; and the boards after those that are searched at a depth."""
        widths = widths_at(depth, self.beams)
        answers = self.lookahead.answers(self._boards.take(moves), self._now, 2 * widths.answers)
        values = self._after_draw(answers.after)
        # The replies are ordered by placement: each placement is worth its best one.
        first = np.searchsorted(answers.board, np.arange(moves.size, dtype=np.intp))
        best: Array = np.maximum.reduceat(values, first)
        kept = []
        for at in range(moves.size):
            mine = np.flatnonzero(answers.board == at)
            kept.append(answers.after.take(mine[descending(values[mine])[: widths.replies]]))
        return best, kept

    def deep(self, move: int, deeper: Deeper, depth: int = DEEP) -> Generator[None, None, float]:
        """The deep value of one move, two plies beyond ``shallow``, which must have been searched; pauses between pieces.

        Args:
            move: Index of the move.
            deeper: The deep step.
            depth: ``DEEP``, or one of those with wider beams.
        """
        widths = widths_at(depth, self.beams)
        boards = self._answers[move] if self.chaos else self._board(move)
        if self.chaos and depth > DEEP:
            _, (boards,) = self._answered(np.array([move], dtype=np.intp), depth)
            yield
        chances = self._following() if self.ahead else self.first.ahead.chances[0]
        values = []
        for at in range(len(boards.occupied)):
            found = yield from deeper.values(boards.take(np.array([at], dtype=np.intp)), widths, ahead=self.ahead)
            # Added up in a fixed order, so that all platforms round alike.
            total = 0.0
            for chance, value in zip(chances.tolist(), found[:, 0].tolist(), strict=True):
                total += chance * value
            values.append(total)
            yield
        if self.chaos:
            self._answers[move] = boards.take(descending(np.array(values, dtype=np.float64)))
        return max(values)

    def _following(self) -> Array:
        """The probabilities of the tokens after the next one."""
        counts = self.first.ahead.bags[0][np.flatnonzero(self.first.ahead.bags[0])]
        return counts / counts.sum(dtype=np.int32)

    def exact(self, move: int) -> float:
        """The exact value of a move that leaves an empty cell, under optimal play by both sides to the end."""
        way = solve_answers if self.chaos else solve
        return float(way(self._board(move), self.draws, self.lookahead, ahead=self.ahead)[0])

    def exact_by_pieces(self, move: int) -> Generator[None, None, float]:
        """The same; pauses between the replies to the move and the tokens drawn after them."""
        boards, best = (
            after_slides(self._board(move), self.root.geometry)[1] if self.chaos else self._board(move),
            -np.inf,
        )
        for at in range(len(boards.occupied)):
            board, value = boards.take(np.array([at], dtype=np.intp)), 0.0
            for kind in range(len(self.draws.colors)):
                one = Draws(*(each[kind : kind + 1] for each in self.draws))
                value += float(solve(board, one, self.lookahead, ahead=self.ahead)[0])
                yield
            best = max(best, value)
        return best

    def _board(self, move: int) -> Boards:
        return self._boards.take(np.array([move], dtype=np.intp))

    def lines_after(self, move: int, *, solved: bool) -> tuple[Array, Array, int | None]:
        """The board after a move and, for Chaos's moves, Order's reply.

        Args:
            move: Index of the move.
            solved: Whether the moves have exact values.

        Returns:
            (lines,) int32 codes; (lines,) float64 static values in points; the action number of the reply.
        """
        board, answer = self._board(move), None
        if self.chaos and self.empty:
            placed, board = board, self._best_answer(move, solved=solved)
            answer = _slide_between(placed, board, self.root.size)
        which = np.zeros(self.lookahead.g.lines, dtype=np.intp)
        return board.codes[0], self._learnt.worth(board.codes[0], self.tokens, self._unseen[None], which), answer

    def lines_later(self, move: int, *, solved: bool) -> Array | None:
        """(lines,) float64 points: what lines are expected to be worth after a move, one draw, placement and reply later.

        The placement is Chaos's worst one and the reply Order's best one, from the board of ``lines_after``. None if that
        board is full.
        """
        if not self.empty:
            return None
        lookahead = Lookahead(self.lookahead.g, self._learnt)
        before = self._best_answer(move, solved=solved) if self.chaos else self._board(move)
        placed, color = lookahead.worst_placements(before, self.first, 1)
        answered = lookahead.answers(placed, self.first.leaves, 1)
        codes, bags = answered.after.codes, self.first.ahead.bags
        which = np.zeros(codes.size, dtype=np.intp)
        worth = self._learnt.worth(codes.ravel(), self.tokens + 1, bags, which).reshape(codes.shape)
        later = np.zeros(codes.shape[1], dtype=np.float64)
        for chance, row in zip(self.first.ahead.chances[0][color[answered.board]].tolist(), worth, strict=True):
            later += chance * row
        return later

    def continuation(self, move: int) -> tuple[int, list[int]]:
        """What is expected after a move of Order: the most likely token, Chaos's worst cell for it, Order's best reply.

        Returns:
            The token, and the numbers of the actions; 0 and none if the board is full.
        """
        if self.chaos or not self.empty:
            return 0, []
        lookahead, before = Lookahead(self.lookahead.g, self._learnt), self._board(move)
        ahead = self.first.ahead
        likely = int(descending(ahead.chances[0])[0])
        token = Prospects(ahead.colors[[likely]], ahead.chances[:, [likely]], ahead.bags)
        placed, _ = lookahead.worst_placements(before, Stage(token, self.first.leaves), 1)
        found = [int(placed.occupied[0] & ~before.occupied[0]).bit_length() - 1]
        if self.empty > 1:
            answered = lookahead.answers(placed, self.first.leaves, 1).after
            reply = _slide_between(placed, answered, self.root.size)
            found += [] if reply is None else [reply]
        return int(token.colors[0]), found

    def _best_answer(self, move: int, *, solved: bool) -> Boards:
        """The board after Order's best reply to a placement, by its deepest search."""
        if not solved and move in self._answers:
            return self._answers[move].take(np.zeros(1, dtype=np.intp))
        # A separate object, so that reporting does not count as work: asking for results must not affect the search.
        lookahead = Lookahead(self.lookahead.g, self._learnt)
        board = self._board(move)
        if not solved:
            return lookahead.answers(board, self._now, 1).after
        # An estimated reply may be another one than that of the exact values.
        if move not in self._exact:
            _, after = after_slides(board, lookahead.g)
            best = solve(after, self.draws, lookahead, ahead=self.ahead).argmax()
            self._exact[move] = after.take(np.array([best], dtype=np.intp))
        return self._exact[move]


def _slide_between(before: Boards, after: Boards, size: int) -> int | None:
    """The number of Order's action that leads from one board to another."""
    left, entered = (int(bits[0]) for bits in (before.occupied & ~after.occupied, after.occupied & ~before.occupied))
    return slide_number(left.bit_length() - 1, entered.bit_length() - 1, size) if left else pass_number(size)
