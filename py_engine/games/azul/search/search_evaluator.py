"""The search evaluator: minimax over the rest of the round with an estimate of the game at its leaves.

When few tiles are left, the best move is proved and the exact values of the others are found (``exact``). Otherwise a
best-first tree grows for as long as the budget lasts (``round_search``), its leaves valued by networks learnt from self-play
(``learnt``). Nothing is random: later refills are part of the learnt values, which see what is in the bag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from py_engine.core.grading import Comparison, Difference, Measured, is_behind, result_of
from py_engine.core.numerics import Array
from py_engine.core.results import Metadata, Result
from py_engine.games.azul.knowledge.features import round_kind
from py_engine.games.azul.knowledge.grades import BANDS
from py_engine.games.azul.knowledge.learnt import ARTIFACT, SHA256, learnt
from py_engine.games.azul.knowledge.model_error import model_error
from py_engine.games.azul.rules.state import action_data
from py_engine.games.azul.rules.tables import DESTINATIONS, ROWS
from py_engine.games.azul.search.compare.compared import Compared
from py_engine.games.azul.search.compare.line_parts import Rows, rows_apart
from py_engine.games.azul.search.lines import Apart, Behind, followed, steady_differences
from py_engine.games.azul.search.round_search import RoundSearch
from py_engine.games.azul.search.search_options import SearchOptions
from py_engine.games.azul.search.search_work import GOOD_REPLIES, MIN_GAP, SearchWork
from py_engine.games.azul.search.sides import steady_shares

__all__ = ["SearchEvaluation", "SearchOptions"]

PARTS_OF_A_LINE = (1, 2, 4, 6)
"""Plies of the principal variation after which reasons see it continued otherwise."""


class SearchEvaluation(SearchWork):
    """Minimax over the rest of the round: its results."""

    def result(self) -> Result | None:
        """The result so far; None before the moves have been valued."""
        if self.search is None:
            return None
        values, bounded = self.bounded_values()
        visits = self.search.root_values()[1]
        trusted = self._trusted(self.search, visits)
        among = self._compare_values(values, trusted)
        # A move that was hardly searched must not come before those that were.
        order = sorted(range(len(values)), key=lambda i: (i not in among, -values[i], bounded[i], i != self.user, i))
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
            each.compared = move in among
        graded = self._comparison(values, order, shown, error)
        found = result_of(measured, 0, graded, BANDS, self._metadata(order[0], error))
        found = replace(found, evidence=self._evidence(order, values))
        if self.options.horizon == "round":
            return found
        # The candidates are those that were measured, in another order.
        numbers = {id(each.action): move for move, each in zip(shown, measured, strict=True)}
        return self._with_chances(found, [numbers[id(each.action)] for each in found.candidates])

    def _evidence(self, order: list[int], values: Array) -> Apart | Behind | None:
        """How the graded move, or else the runner-up, and the best one differ for certain; None before the end."""
        user, search, compared, best = self.user, self.search, self.compared, order[0]
        if not self.done or user is None or search is None or compared is None or best not in compared:
            return None
        if user != best:
            return self._apart(search, compared, user, best) if user in compared else None
        for move in (each for each in order[1:] if each in compared.hinted):
            error = compared.error(best, move)
            if is_behind(float(values[best] - values[move]), error):
                apart = self._apart(search, compared, move, best)
                return Behind(action_data(self.root.legal[move]), error, apart)
        return None

    def _apart(self, search: RoundSearch, compared: Compared, move: int, best: int) -> Apart:
        """How a compared move and the best one differ for certain."""
        ways = [self._good_lines(search, each) for each in (move, best)]
        lines = followed(self.root.batch, [line for each in ways for line in each], self.valuer, self.root.player)
        mine, others = lines[: len(ways[0])], lines[len(ways[0]) :]
        ends, other_ends = ([line.end for line in each] for each in (mine, others))
        player, game = self.root.player, self.options.horizon == "game"
        own, theirs = Rows(), Rows()
        if game:
            own = rows_apart(ends, other_ends, player, (self._row_of(move), self._row_of(best)))
            theirs = rows_apart(ends, other_ends, player ^ 1)
        return Apart(
            steady_differences(mine, others),
            compared.later_error(move, best),
            steady_shares(ends, other_ends, player) if game else {},
            own.agreed,
            theirs.agreed,
            compared.next_round(move, best),
            (own.shown, theirs.shown),
        )

    def _row_of(self, move: int) -> int | None:
        """The row that a move puts tiles in, from 0; None for the floor line."""
        destination = self.root.legal[move] % DESTINATIONS
        return destination if destination < ROWS else None

    def _good_lines(self, search: RoundSearch, move: int) -> list[list[int]]:
        """Good lines after a move: the principal variation, the earlier one, those after other good replies, and parts of the first.

        Lines are continued with the highest-valued moves, so that a part of one is another way to play.
        """
        first = self._followed_from[move]
        others = [self.earlier.get(move, []), *(search.line(move, reply) for reply in range(GOOD_REPLIES))]
        return [
            first,
            *(line for line in others if line and line != first),
            *(first[:plies] for plies in PARTS_OF_A_LINE if plies < len(first)),
        ]

    def _compare_values(self, values: Array, trusted: Array) -> set[int]:
        """Sets the values of the compared moves and returns them: before there are any, those that are trusted.

        The graded move is always one of them. As long as it is hardly searched, it cannot be better than the others.
        """
        moves = np.flatnonzero(trusted).tolist() if self.compared is None else self.compared.moves
        if self.compared is not None:
            # What was not compared keeps its distance.
            values -= self.compared.lowered
            for move in moves:
                values[move] = self.compared.value(move)
        if self.user is None or self.user in moves:
            return set(moves)
        if not trusted[self.user]:
            values[self.user] = min(values[self.user], max(values[move] for move in moves) - MIN_GAP)
        return {*moves, self.user}

    def _own_error(self, move: int, order: list[int], error: float) -> float:
        """The error of the difference between a move and the best one; of the best one, between it and the second."""
        other = order[1] if move == order[0] and len(order) > 1 else order[0]
        if self.compared is None or move not in self.compared or other not in self.compared:
            return error
        return self.compared.error(move, other)

    def _with_chances(self, found: Result, moves: Sequence[int]) -> Result:
        """The result with win probabilities for each candidate, whose moves are given."""
        kind, tiles = int(round_kind(self.root.batch.round_number)[0]), self.root.tiles
        chances = [
            self._win_probability(move, each.ev, kind, tiles)
            for move, each in zip(moves, found.candidates, strict=True)
        ]
        candidates = [
            replace(each, win_probability=chance) for each, chance in zip(found.candidates, chances, strict=True)
        ]
        return replace(found, candidates=candidates, win_probability=chances[0])

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

    def _measured(self, move: int, value: float, visits: int, error: float) -> Measured:
        line, number = self._lines[move], self.root.legal[move]
        later = 0.0 if self.compared is None else self.compared.correction(move)
        return Measured(
            action=action_data(number),
            explored=value,
            ev=value,
            # The errors of two moves are independent and add up, as variances, to that of their difference.
            stderr=float(np.sqrt(error * error / 2)),
            rollouts=visits,
            features=line.features | self.root.features(number),
            reasons=line.reasons(value, later),
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
            solved=self.proved and all(self.settled(move) for move in pair),
            estimated=2 * estimated.count(True) // len(pair),
        )

    def _win_probability(self, move: int, ev: float, kind: int, tiles: int) -> float:
        """Probability of winning after a move; certain if its line is exact and ends the game."""
        if self.settled(move) and self._decided(move):
            # The worth of an end of the game is a final difference, a whole number; it is added up from parts.
            ahead = round(self._lines[move].worth) or self._lines[move].rows_ahead
            return 0.5 if ahead == 0 else float(ahead > 0)
        return learnt().win_probability(ev, kind, tiles)

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
