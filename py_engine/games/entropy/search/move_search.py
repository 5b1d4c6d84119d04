"""What the moves of one position are worth at each depth of the search, in points in Order's view.

Expectimax over the draws to come. A static value is that of the board after the move; a shallow one looks over the next
token, Chaos's most harmful cell for it and Order's best answer; a deep one two plies further, where only the most
harmful cells and the best answers are followed. An exact value looks at every line of play to the full board.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from py_engine.core.numerics import Array, descending
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import CHAOS, Batch, pass_number, slide_number, unplaced
from py_engine.games.entropy.search.afterstates import Boards, Draws, after_moves, after_slides, draws_from
from py_engine.games.entropy.search.leaves import GRAIN, Leaves
from py_engine.games.entropy.search.lookahead import Lookahead, Widths
from py_engine.games.entropy.search.solve import SOLVED_FROM, solve, solve_answers

__all__ = ["DEEP", "DEEP_ANSWERS", "SHALLOW", "STATIC", "MoveSearch"]

STATIC, SHALLOW, DEEP = 0, 1, 2
"""How far a move has been searched; an exact value counts as a deep one."""
DEEP_ANSWERS = 2
"""Answers of Order's to a placement that are searched deepest."""


class MoveSearch:
    """The moves of one position, and what they are worth.

    Args:
        root: the position, a batch of one.
        widths: what is followed deepest.
    """

    def __init__(self, root: Batch, widths: Widths) -> None:
        self.root, self.widths = root, widths
        self.chaos = bool(root.turn[0] == CHAOS)
        """Whether the moves are Chaos's."""
        self._learnt = line_values(root.size)
        self.look = Lookahead(root.geometry, self._learnt.worth)
        self.draws = draws_from(root.bag[0], int(root.next_token[0]))
        self.ahead = root.next_known
        """Whether the players always know one token more than the one to be placed."""
        self._unseen = unplaced(root)[0]
        self.numbers, self._boards = after_moves(root)
        """(C,) the numbers of the legal actions."""
        self.tokens = int(np.bitwise_count(self._boards.occupied[0]))
        """On the board after the move."""
        self.empty = root.geometry.cells - self.tokens
        """Empty cells after the move."""
        self.solvable = self.empty <= SOLVED_FROM
        """Whether exact values are within reach."""
        self._answers: dict[int, Boards] = {}
        """The boards after Order's best answers to placements, by move, as far as they are searched."""

    def static(self) -> Array:
        """(C,) all moves: the boards as they stand after Order's move, or its best answer to Chaos's."""
        leaves = self._leaves(0)
        which = np.zeros(self.numbers.size, dtype=np.int32)
        if self.chaos and self.empty:
            return self.look.best_answers(self._boards, which, leaves) / GRAIN
        return self.look.line_grains(self._boards, which, leaves).sum(axis=0, dtype=np.int32) / GRAIN

    def leaves(self) -> Leaves:
        """The leaves of shallow and deep values; those of one search share them."""
        return self._leaves(1)

    def _leaves(self, draws: int) -> Leaves:
        """Leaves after so many draws, 0 or 1."""
        bags = self.draws.bags if draws else self._unseen[None]
        return self.look.leaves(self.tokens + draws, bags, draws)

    def shallow(self, moves: Array, leaves: Leaves) -> Array:
        """(C,) some moves, over the next token; one at a time when they are Chaos's."""
        if not self.chaos:
            return self._after_draw(self._boards.take(moves), leaves)
        answers, values = self._answered(moves, leaves)
        best = values[None].argmax(axis=1)
        self._answers[int(moves[0])] = answers.take(best)
        return values[best]

    def _after_draw(self, boards: Boards, leaves: Leaves) -> Array:
        return self.look.after_draw(boards, self.draws, leaves)

    def _answered(self, move: Array, leaves: Leaves) -> tuple[Boards, Array]:
        """Order's best answers to one placement, and (A,) what they are worth over the next token."""
        which = np.zeros(1, dtype=np.int32)
        answers = self.look.answers(self._boards.take(move), which, self._leaves(0), 2 * self.widths.answers)
        return answers.after, self._after_draw(answers.after, leaves)

    def deep(self, move: int, leaves: Leaves) -> Generator[None, None, float]:
        """One move, two plies further than ``shallow``; pauses after every token."""
        where = np.array([move], dtype=np.intp)
        if not self.chaos:
            return (yield from self._deep(self._boards.take(where), leaves))
        answers, values = self._answered(where, leaves)
        yield
        best = -np.inf
        for i in descending(values)[:DEEP_ANSWERS]:
            best = max(best, (yield from self._deep(answers.take(i[None]), leaves)))
        return best

    def _deep(self, board: Boards, leaves: Leaves) -> Generator[None, None, float]:
        """One board of Order's, two draws ahead: for each token the worst cells, for each of them the best answers."""
        total = 0.0
        worst = self.look.harm(board, self.draws, leaves, self.widths.cells)[:, 0]
        for kind, chance, later in self._later():
            value = self.look.followed(board, self.draws, kind, worst[kind], leaves, later=later, widths=self.widths)
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

    def exact(self, move: int) -> float:
        """One move with at least one empty cell after it, under the best play of both sides to the end."""
        way = solve_answers if self.chaos else solve
        return float(way(self._board(move), self.draws, self.look, ahead=self.ahead)[0])

    def _board(self, move: int) -> Boards:
        return self._boards.take(np.array([move], dtype=np.intp))

    def lines_after(self, move: int, *, solved: bool) -> tuple[Array, Array, int | None]:
        """The board after a move and, when that is Chaos's, Order's answer.

        Args:
            move: its place among the moves.
            solved: whether the moves have exact values.

        Returns:
            (lines,) int32 codes; (lines,) float64 points, what the lines are worth as they stand; the answer's number.
        """
        board, answer = self._board(move), None
        if self.chaos and self.empty:
            placed, board = board, self._best_answer(move, solved=solved)
            answer = _slide_between(placed, board, self.root.size)
        which = np.zeros(self.look.g.lines, dtype=np.intp)
        return board.codes[0], self._learnt.worth(board.codes[0], self.tokens, self._unseen[None], which), answer

    def _best_answer(self, move: int, *, solved: bool) -> Boards:
        """The board after Order's best answer to a placement, by the deepest search of it."""
        if move in self._answers:
            return self._answers[move]
        # Reporting is no work of the search: however often one asks for a result, the search goes the same way.
        look = Lookahead(self.look.g, self._learnt.worth)
        board = self._board(move)
        if not solved:
            leaves = look.leaves(self.tokens, self._unseen[None], 0)
            return look.answers(board, np.zeros(1, dtype=np.int32), leaves, 1).after
        _, after = after_slides(board, look.g)
        best = solve(after, self.draws, look, ahead=self.ahead).argmax()
        self._answers[move] = after.take(np.array([best], dtype=np.intp))
        return self._answers[move]


def _slide_between(before: Boards, after: Boards, size: int) -> int | None:
    """The number of the action of Order's that leads from one board to another."""
    left, entered = (int(bits[0]) for bits in (before.occupied & ~after.occupied, after.occupied & ~before.occupied))
    return slide_number(left.bit_length() - 1, entered.bit_length() - 1, size) if left else pass_number(size)
