"""A choice between two rows in words: what each scores now and leaves to come, and what the other one brings if it stays open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from py_engine.core.results import Candidate, Feedback, Reason
from py_engine.games.yatzy.coaching.sentences.row_words import WORTH_REPORTING, closed, distinct
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, CATEGORIES, CATEGORY_NAMES, UPPER
from py_engine.games.yatzy.search.position import Position, points_of

__all__ = ["added_open", "left_open", "two_rows"]


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
    earns = position.upper < BONUS_AT <= position.upper + (points if category < UPPER else 0)
    return _Scored(points, earns, _to_come(category, position=position, table=table))


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


def added_open(user: Candidate, best: Candidate, position: Position, table: ValueTable) -> list[Feedback]:
    """What the row of either move adds to what is to come if the other move leaves it open; nothing unless both are known, and apart.

    Also nothing where what is to come is added up by rows (``left_open``). It is what comes beyond a card on which both rows are
    closed with these dice, so that the difference is that of the points to come; it holds the turn for the row. What a row
    brings by itself takes long to add up while many are open.
    """
    rows = closed(user), closed(best)
    if rows[0] is None or rows[1] is None or any(reason.code.startswith("later_") for reason in user.reasons):
        return []
    both = _to_come(rows[0], rows[1], position=position, table=table)
    mine, other = (_to_come(row, position=position, table=table) - both for row in (rows[1], rows[0]))
    if abs(mine - other) < WORTH_REPORTING or min(mine, other) < WORTH_REPORTING:
        return []
    shown = distinct(mine, other)
    names = CATEGORY_NAMES[rows[0]], CATEGORY_NAMES[rows[1]]
    text = f"Left open, {names[0]} adds {shown[0]} points to what is to come, {names[1]} {shown[1]}."
    return [Feedback("added_open", text, other - mine)]


def _to_come(*categories: int, position: Position, table: ValueTable) -> float:
    """Points to come once rows are closed with these dice, with the bonus unless it is paid."""
    mask, upper = position.mask, position.upper
    for category in categories:
        mask |= 1 << category
        upper += points_of(position, category) if category < UPPER else 0
    upper = min(BONUS_AT, upper)
    # The table pays the bonus at the end.
    return table.value(mask, upper) - (BONUS if upper >= BONUS_AT else 0)


def _later(reasons: Sequence[Reason], category: int) -> float | None:
    """What a row that stays open brings, where the rest of the game is split by rows."""
    return next((each.value for each in reasons if each.code == f"later_{CATEGORIES[category]}"), None)
