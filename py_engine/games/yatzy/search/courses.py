"""What becomes of a move that is judged by the chance to win: the rows of this turn, the bonus, the expected final score.

This turn is played to win, later ones for points, whose values are in the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.knowledge.winning.payoff import Card
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, UPPER
from py_engine.games.yatzy.search.position import Move, MoveValues, Position
from py_engine.games.yatzy.search.reasons import outcome

__all__ = ["Course", "WinEvidence", "expected_final", "with_points"]

_POINT = 1e-9
"""What a point is worth in chances where two moves win equally often."""


class Course(NamedTuple):
    """What becomes of a move."""

    gains: Array
    """(15,) float64: expected points of this turn by row."""
    closes: Array
    """(15,) float64: probability that the turn closes each row."""
    final: float
    """Expected final score, with the bonus."""
    bonus: float | None
    """Probability of the bonus; None if the table does not know it."""


class WinEvidence(NamedTuple):
    """The evidence for feedback on a move that is graded by the chance to win."""

    position: Position
    table: ValueTable
    values: MoveValues
    """Of the turn played to win (see ``with_points``)."""
    moves: Mapping[int, Move]
    """By number of the action (see ``batch``)."""
    points: Mapping[int, float]
    """Expected remaining points after each move, played on for points, by number."""
    own: Card
    others: Sequence[Card]

    def course(self, number: int) -> Course:
        """What becomes of a move."""
        end = outcome(self.position, self.values, self.moves[number])
        masks = self.position.mask | 1 << end.closing
        uppers = np.minimum(self.position.upper + np.where(end.closing < UPPER, end.points, 0), BONUS_AT)
        possible = end.rolls > 0
        rolls, masks, uppers = end.rolls[possible], masks[possible], uppers[possible]
        later = float((rolls * self.table.look_up(masks, uppers)).sum())
        gains = np.bincount(end.closing, end.rolls * end.points, minlength=len(CATEGORIES))
        chance = self.table.bonus_chance(masks, uppers)
        bonus = None if chance is None else float((rolls * chance).sum())
        closes = np.bincount(end.closing, end.rolls, minlength=len(CATEGORIES))
        return Course(gains, closes, self.own.points + float(gains.sum()) + later, bonus)


def with_points(winning: MoveValues, for_points: MoveValues) -> MoveValues:
    """The values of a turn played to win, in which more points decide between moves that win equally often."""
    held = tuple(win + _POINT * points for win, points in zip(winning.held, for_points.held, strict=True))
    return MoveValues(winning.moves, winning.closed + _POINT * for_points.closed, (held[0], held[1]))


def expected_final(card: Card, table: ValueTable) -> float:
    """The expected final score of a card between turns, played for points."""
    return card.points + table.value(card.mask, card.upper)
