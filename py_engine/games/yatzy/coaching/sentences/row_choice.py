"""A choice between two rows in words: what each scores now and leaves to come, and what the other one brings if it stays open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from py_engine.core.results import Candidate, Feedback, Reason
from py_engine.games.yatzy.coaching.sentences.row_words import WORTH_REPORTING, closed, distinct
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, CATEGORIES, CATEGORY_NAMES, UPPER
from py_engine.games.yatzy.search.position import Position, points_of

__all__ = ["left_open", "two_rows"]


class _Scored(NamedTuple):
    """What scoring a row brings."""

    now: int
    earns_bonus: bool
    """Whether the row reaches the upper score of the bonus, which is paid at once."""
    later: float
    """Points to come, with the bonus unless it is paid."""

    @property
    def value(self) -> float:
        """All of these."""
        return self.now + BONUS * self.earns_bonus + self.later


def two_rows(mine: int, other: int, position: Position, table: ValueTable) -> Feedback:
    """What two categories score now, and what each leaves to come, played for points."""
    first, second = _scored(mine, position, table), _scored(other, position, table)
    shown = distinct(first.later, second.later)
    bonus = f", earns the bonus of {BONUS}"
    text = (
        f"{CATEGORY_NAMES[mine]} scores {first.now} now{bonus * first.earns_bonus} and leaves {shown[0]} points to come; "
        f"{CATEGORY_NAMES[other]} scores {second.now}{bonus * second.earns_bonus} and leaves {shown[1]}."
    )
    return Feedback("opportunity", text, first.value - second.value)


def _scored(category: int, position: Position, table: ValueTable) -> _Scored:
    points = points_of(position, category)
    upper = min(BONUS_AT, position.upper + (points if category < UPPER else 0))
    # The table pays the bonus at the end.
    paid = BONUS if upper >= BONUS_AT else 0
    later = table.value(position.mask | 1 << category, upper) - paid
    return _Scored(points, paid > 0 and position.upper < BONUS_AT, later)


def left_open(user: Candidate, best: Candidate) -> list[Feedback]:
    """What the row of either move brings if the other move leaves it open; nothing unless both are known, and apart.

    Also nothing where no other row stays open: then it is all that is to come.
    """
    rows = closed(user), closed(best)
    if rows[0] is None or rows[1] is None:
        return []
    mine, other = _later(best.reasons, rows[0]), _later(user.reasons, rows[1])
    if mine is None or other is None or abs(mine - other) < WORTH_REPORTING:
        return []
    if len([reason for reason in user.reasons if reason.code.startswith("later_")]) < 2:
        return []
    shown = distinct(mine, other)
    names = CATEGORY_NAMES[rows[0]], CATEGORY_NAMES[rows[1]]
    text = f"Left open, {names[0]} brings {shown[0]} points on average, {names[1]} {shown[1]}."
    return [Feedback("left_open", text, other - mine)]


def _later(reasons: Sequence[Reason], category: int) -> float | None:
    """What a row that stays open brings, where the rest of the game is split by rows."""
    return next((each.value for each in reasons if each.code == f"later_{CATEGORIES[category]}"), None)
