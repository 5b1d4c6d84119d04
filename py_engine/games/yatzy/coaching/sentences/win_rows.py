"""Two moves compared in points, beside their chances to win: what each brings this turn, in which rows, and what it leaves to come."""

from __future__ import annotations

from typing import NamedTuple

from py_engine.core.results import Feedback
from py_engine.core.text import listed, number, percent, points
from py_engine.games.yatzy.coaching.sentences.row_words import total
from py_engine.games.yatzy.rules.tables import CATEGORY_NAMES
from py_engine.games.yatzy.search.courses import Course

__all__ = ["CLEAR", "NOTHING", "Side", "compared"]

CLEAR = 0.1
"""Points: with a smaller lead in them, a move is not called better for points."""
NOTHING = 0.05
"""Points: less is written as 0."""
_TO_COME = 0.3
"""Smaller differences in the points to come are left out."""
_OF_LARGEST = 0.2
"""Rows with less than this share of the largest difference are not named."""
_MOST_ROWS = 2
"""Rows that are named for each move."""
_OFTEN, _FAR = 0.05, 0.25
"""Differences in a chance: a row is used up more often, the bonus comes more often, or far more often."""


class Side(NamedTuple):
    """One of two moves."""

    course: Course
    closes: bool
    """Whether it closes a row at once: then its name says which."""


def compared(subject: str, mine: Side, other: Side, rival: str = "") -> Feedback | None:
    """How a move differs from another one, in a sentence of at most two numbers; ``delta`` is what it brings more this turn.

    Args:
        subject: The move as the subject of the sentence.
        mine: The move.
        other: The other one.
        rival: How the sentence calls the other move; empty if it goes without saying.

    Returns:
        None if they hardly differ.
    """
    gaps = (mine.course.gains - other.course.gains).tolist()
    now = total(gaps)
    rows = "" if mine.closes and other.closes else _rows(gaps, now)
    to_come = _to_come(mine, other, now)
    if abs(now) < NOTHING and not rows:
        # Neither move brings anything of its own that is worth naming, so all is to come.
        than = f" than {rival}" if rival else ""
        return Feedback("rows", f"{subject} {to_come[0]}{than}{to_come[1]}.", now) if to_come[0] else None
    brings = f"brings {points(abs(now))} {_more(now)} this turn" if abs(now) >= NOTHING else "brings as much this turn"
    than = f" {'than' if abs(now) >= NOTHING else 'as'} {rival}" if rival else ""
    later = mine.course.final - other.course.final - now
    joint = ", and " if now * later > 0 and abs(now) >= NOTHING else ", but "
    return Feedback("rows", f"{subject} {brings}{than}{rows}{joint if to_come[0] else ''}{''.join(to_come)}.", now)


def _more(gap: float) -> str:
    return "more" if gap > 0 else "less"


def _rows(gaps: list[float], now: float) -> str:
    """The rows that differ most, those first that speak for the move which brings more this turn: `` (more in Ones, less in Twos)``.

    Rows that speak against that are not named alone; where both bring as much, neither side is.
    """
    least = max(CLEAR, _OF_LARGEST * max(map(abs, gaps)))
    first, second = (_side(gaps, sign, least) for sign in ((1, -1) if now > 0 else (-1, 1)))
    if not first or (not second and abs(now) < NOTHING):
        return ""
    return f" ({first}{', ' if second else ''}{second})"


def _side(gaps: list[float], sign: int, least: float) -> str:
    """The rows in which a move brings more, or less, by `least` points at least: ``more in Ones``."""
    large = sorted((row for row, gap in enumerate(gaps) if sign * gap >= least), key=lambda row: -abs(gaps[row]))
    return f"{_more(sign)} in {listed([CATEGORY_NAMES[row] for row in large[:_MOST_ROWS]])}" if large else ""


def _to_come(mine: Side, other: Side, now: float) -> tuple[str, str]:
    """What the move leaves to come; and what comes with that more or less often: an open row, the bonus."""
    later = mine.course.final - other.course.final - now
    if abs(later) < _TO_COME:
        return "", ""
    # What it brings is said in points before that, if it is.
    amount = number(abs(later)) if abs(now) >= NOTHING else points(abs(later))
    words = f"leaves {amount} {_more(later)} to come"
    row, how = _used_up(mine, other, now)
    if row and now > 0:
        words = f"uses up {row}{how} and {words}"
    often = [f"{row} open{how}"] if row and now < 0 else []
    often += _bonus(mine.course, other.course, later)
    return words, f", with {listed(often)}" if often else ""


def _used_up(mine: Side, other: Side, now: float) -> tuple[str, str]:
    """The row that the move uses up which brings more this turn, where that costs more than it brings; and whether only more often."""
    gap = mine.course.final - other.course.final
    spends, saves = (mine, other) if now > 0 else (other, mine)
    # The name of a move that closes a row says which.
    if spends.closes or abs(now) < CLEAR or abs(gap) < CLEAR or now * gap > 0:
        return "", ""
    more = spends.course.closes - saves.course.closes
    row = int(more.argmax())
    if more[row] < _OFTEN:
        return "", ""
    shares = percent(float(spends.course.closes[row])), percent(float(saves.course.closes[row]))
    return CATEGORY_NAMES[row], "" if shares == ("100%", "0%") else " more often"


def _bonus(mine: Course, other: Course, later: float) -> list[str]:
    """How much more or less often the bonus comes, where that is part of what is more or less to come."""
    gap = 0.0 if mine.bonus is None or other.bonus is None else mine.bonus - other.bonus
    if abs(gap) < _OFTEN or gap * later < 0:
        return []
    return [f"the bonus {'far ' if abs(gap) >= _FAR else ''}{_more(gap)} often"]
