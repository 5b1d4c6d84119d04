"""The values of one position's moves at each depth of the search, in points from Order's view.

Expectimax (Michie, 1966) over the draws, with a beam at the deeper level. A static value is that of the board after the
move; a shallow one covers the next token, Chaos's worst cell for it and Order's best reply; a deep one goes two plies
further, following only the worst cells and the best replies, and wider ones follow more of them. An exact value covers every
line of play to the full board.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from py_engine.core.numerics import Array, descending
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import CHAOS, Batch, pass_number, slide_number, unplaced
from py_engine.games.entropy.search.afterstates import Boards, Draws, after_moves, after_slides, bags_after, draws_from
from py_engine.games.entropy.search.expectimax.deeper import Deeper
from py_engine.games.entropy.search.expectimax.leaves import GRAIN
from py_engine.games.entropy.search.expectimax.lookahead import Lookahead, Prospects, Stage, prospects
from py_engine.games.entropy.search.search_options import DEEP, STATIC, SearchOptions, replies_at, widths_at
from py_engine.games.entropy.search.solve import SOLVED_FROM, first_best, solve, solve_answers, solve_lines

__all__ = ["MoveSearch"]


class MoveSearch:
    """The moves of one position and their values.

    Args:
        root: The position, a batch of one.
        options: They set the beam widths of the deep search.
    """

    def __init__(self, root: Batch, options: SearchOptions) -> None:
        self.root, self.options = root, options
        self.chaos = bool(root.turn[0] == CHAOS)
        """Whether the moves are Chaos's."""
        self._learnt = line_values(root.size)
        self.lookahead = Lookahead(root.geometry, self._learnt)
        self.draws = draws_from(root.bag[0], int(root.next_token[0]))
        self.ahead = root.next_known
        """Whether the token after the one to be placed is known."""
        self.unseen = unplaced(root)[0]
        """(8,) int16: tokens by colour that are still to come after the move."""
        self.numbers, self._boards = after_moves(root)
        """(C,) intp: the action numbers of the legal moves."""
        self.tokens = int(np.bitwise_count(self._boards.occupied[0]))
        """Tokens on the board after the move."""
        self._now = self.lookahead.leaves(self.tokens, self.unseen, 0)
        """The leaf evaluation before a draw."""
        self.first = self._first()
        """The draw after the move."""
        self.empty = root.geometry.cells - self.tokens
        """Empty cells after the move."""
        self.solvable = self.empty <= SOLVED_FROM
        """Whether exact values are feasible."""
        self._answers: dict[int, Boards] = {}
        """The boards after Order's best replies to placements, best first, by move, as far as searched."""
        self._exact: dict[int, Boards] = {}
        """The boards after the best replies of exact values, by move."""
        self._ends: dict[int, Array] = {}
        """What lines are expected to score in the end, by move."""

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
        looked_at = 2 * widths_at(depth, self.options).answers
        answers = self.lookahead.answers(self._boards.take(moves), self._now, looked_at)
        values = self._after_draw(answers.after)
        # The replies are ordered by placement: each placement is worth its best one.
        first = np.searchsorted(answers.board, np.arange(moves.size, dtype=np.intp))
        best: Array = np.maximum.reduceat(values, first)
        kept = []
        for at in range(moves.size):
            mine = np.flatnonzero(answers.board == at)
            kept.append(answers.after.take(mine[descending(values[mine])[: replies_at(depth)]]))
        return best, kept

    def deep(self, move: int, deeper: Deeper, depth: int = DEEP) -> Generator[None, None, float]:
        """The deep value of one move, two plies beyond ``shallow``, which must have been searched; pauses between pieces.

        Args:
            move: Index of the move.
            deeper: The deep step.
            depth: ``DEEP``, or one of those with wider beams.
        """
        widths = widths_at(depth, self.options)
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

    def _board(self, move: int) -> Boards:
        return self._boards.take(np.array([move], dtype=np.intp))

    def lines_after(self, move: int, *, solved: bool) -> tuple[Array, Array, int | None]:
        """The board after a move and, for Chaos's moves, Order's reply.

        Args:
            move: Index of the move.
            solved: Whether the moves have exact values.

        Returns:
            (lines,) int32 codes; (lines,) float64 points: static values or, with exact ones, what each line is expected to
            score in the end; the action number of the reply.
        """
        board, answer = self._board(move), None
        if self.chaos and self.empty:
            placed, board = board, self._best_answer(move, solved=solved)
            answer = _slide_between(placed, board, self.root.size)
        if solved and self.empty:
            return board.codes[0], self._lines_in_the_end(move, board), answer
        which = np.zeros(self.lookahead.g.lines, dtype=np.intp)
        return board.codes[0], self._learnt.worth(board.codes[0], self.tokens, self.unseen[None], which), answer

    def _lines_in_the_end(self, move: int, board: Boards) -> Array:
        """(lines,) float64: what each line is expected to score in the end, from the board of ``lines_after``."""
        if move not in self._ends:
            lookahead = Lookahead(self.lookahead.g, self._learnt)
            self._ends[move] = solve_lines(board, self.draws, lookahead, ahead=self.ahead)[0]
        return self._ends[move]

    def lines_later(self, move: int) -> tuple[Array, Array] | None:
        """What is expected of lines one draw, placement and reply after a move; None if its board is full.

        The placement is Chaos's worst one and the reply Order's best one, from the board of ``lines_after``.

        Returns:
            (lines,) float64 points: what they are worth then; (lines,) float64: the chance that the placement is on them.
        """
        if not self.empty:
            return None
        lookahead = Lookahead(self.lookahead.g, self._learnt)
        before = self._best_answer(move, solved=False) if self.chaos else self._board(move)
        placed, color = lookahead.worst_placements(before, self.first, 1)
        answered = lookahead.answers(placed, self.first.leaves, 1)
        codes, bags = answered.after.codes, self.first.ahead.bags
        which = np.zeros(codes.size, dtype=np.intp)
        worth = self._learnt.worth(codes.ravel(), self.tokens + 1, bags, which).reshape(codes.shape)
        later, struck = np.zeros((2, codes.shape[1]), dtype=np.float64)
        changed = placed.codes != before.codes
        for chance, row, lines in zip(self.first.ahead.chances[0][color].tolist(), worth, changed, strict=True):
            later += chance * row
            struck += chance * lines
        return later, struck

    def continuation(
        self, move: int, *, solved: bool, deeper: Deeper | None = None, depth: int = STATIC
    ) -> tuple[int, list[int]]:
        """What is expected after a move of Order: the most likely token, Chaos's worst cell for it, Order's best reply.

        Args:
            move: Index of the move.
            solved: Whether the moves have exact values.
            deeper: The deep step, if there was one: cell and reply are then its own.
            depth: To which the move was searched.

        Returns:
            The token, and the numbers of the actions; 0 and none if the board is full.
        """
        if self.chaos or not self.empty:
            return 0, []
        lookahead, before = Lookahead(self.lookahead.g, self._learnt), self._board(move)
        likely = int(descending(self.draws.chances)[0])
        token, bag = self.draws.colors[[likely]], self.draws.bags[likely]
        if solved:
            placed, answered = self._played_out(before, token, bag, lookahead)
        else:
            deep = None
            if deeper is not None and depth >= DEEP:
                second = int(descending(self._following())[0]) if self.ahead else likely
                deep = deeper.expected(before, token, second, widths_at(depth, self.options), lookahead)
            placed, answered = deep or self._next_exchange(before, token, lookahead)
        found = [int(placed.occupied[0] & ~before.occupied[0]).bit_length() - 1]
        reply = _slide_between(placed, answered, self.root.size) if self.empty > 1 else None
        return int(token[0]), found if reply is None else [*found, reply]

    def _next_exchange(self, before: Boards, token: Array, lookahead: Lookahead) -> tuple[Boards, Boards]:
        """The board after Chaos's worst cell for a token, and that after Order's best reply, by static values of the replies."""
        stage = Stage(prospects(self.first.ahead.bags, token), self.first.leaves)
        placed, _ = lookahead.worst_placements(before, stage, 1)
        return placed, lookahead.answers(placed, self.first.leaves, 1).after if self.empty > 1 else placed

    def _played_out(self, before: Boards, token: Array, bag: Array, lookahead: Lookahead) -> tuple[Boards, Boards]:
        """The board after Chaos's best cell for a token, and that after Order's best reply, as in ``solve_lines``.

        Args:
            before: One board.
            token: (1,) the token's colour.
            bag: (8,) the bag after its draw.
            lookahead: Counts the work.
        """
        placed, _ = lookahead.placed(before, Draws(token, np.ones(1, dtype=np.float64), bag[None]))
        if self.empty == 1:
            return placed, placed
        following = draws_from(bag)
        if self.ahead:
            # Both know the token after this one: the most likely.
            shown = descending(bag)[:1]
            following = Draws(shown, np.ones(1, dtype=np.float64), bags_after(bag, shown))
        worst = first_best(-solve_answers(placed, following, lookahead, ahead=self.ahead))
        placed = placed.take(np.array([worst], dtype=np.intp))
        return placed, self._solved_answer(placed, following, lookahead)

    def _solved_answer(self, placed: Boards, draws: Draws, lookahead: Lookahead) -> Boards:
        """The board after Order's best reply on one board by exact values; passing before slides that are as good."""
        _, after = after_slides(placed, lookahead.g)
        values = np.roll(solve(after, draws, lookahead, ahead=self.ahead), 1)
        best = (first_best(values) - 1) % values.size
        return after.take(np.array([best], dtype=np.intp))

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
            self._exact[move] = self._solved_answer(board, self.draws, lookahead)
        return self._exact[move]


def _slide_between(before: Boards, after: Boards, size: int) -> int | None:
    """The number of Order's action that leads from one board to another."""
    left, entered = (int(bits[0]) for bits in (before.occupied & ~after.occupied, after.occupied & ~before.occupied))
    return slide_number(left.bit_length() - 1, entered.bit_length() - 1, size) if left else pass_number(size)
