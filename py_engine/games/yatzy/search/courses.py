"""What becomes of a move that is judged by the chance to win, if all that follows is played for points.

Its chance is that of play to win; its rows, the bonus and the final score are those of a player for points, as in the list of moves.
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

__all__ = ["Course", "WinEvidence", "expected_final"]


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
    earned: float = 0.0
    """Probability that this turn reaches the upper score of the bonus, which is paid at once."""


class WinEvidence(NamedTuple):
    """The evidence for feedback on a move that is graded by the chance to win."""

    position: Position
    table: ValueTable
    values: MoveValues
    """Of the turn played for points."""
    moves: Mapping[int, Move]
    """By number of the action (see ``batch``)."""
    points: Mapping[int, float]
    """Expected remaining points after each move, played on for points, by number."""
    own: Card
    others: Sequence[Card]

    def course(self, number: int) -> Course:
        """What becomes of a move, played on for points."""
        end = outcome(self.position, self.values, self.moves[number])
        masks = self.position.mask | 1 << end.closing
        uppers = np.minimum(self.position.upper + np.where(end.closing < UPPER, end.points, 0), BONUS_AT)
        possible = end.rolls > 0
        rolls, masks, uppers = end.rolls[possible], masks[possible], uppers[possible]
        gains = np.bincount(end.closing, end.rolls * end.points, minlength=len(CATEGORIES))
        chance = self.table.bonus_chance(masks, uppers)
        bonus = None if chance is None else float((rolls * chance).sum())
        closes = np.bincount(end.closing, end.rolls, minlength=len(CATEGORIES))
        earned = 0.0 if self.position.upper >= BONUS_AT else float((rolls * (uppers >= BONUS_AT)).sum())
        return Course(gains, closes, self.own.points + self.points[number], bonus, earned)


def expected_final(card: Card, table: ValueTable) -> float:
    """The expected final score of a card between turns, played for points."""
    return card.points + table.value(card.mask, card.upper)
