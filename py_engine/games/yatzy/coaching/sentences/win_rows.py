"""Two moves compared in points, beside their chances to win: what each brings this turn, in which rows, and what it leaves to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from py_engine.core.results import Feedback
from py_engine.core.text import listed, number, percent, points
from py_engine.games.yatzy.coaching.sentences.row_words import total
from py_engine.games.yatzy.rules.tables import BONUS, CATEGORY_NAMES
from py_engine.games.yatzy.search.courses import Course

__all__ = ["CLEAR", "NOTHING", "Side", "compared", "last_row"]

CLEAR = 0.1
"""Points: with a smaller lead in them, a move is not called better for points."""
NOTHING = 0.05
"""Points: less is written as 0."""
_TO_COME = 0.3
"""Smaller differences in the points to come are left out."""
_OF_LARGEST = 0.2
"""Rows with less than this share of the largest difference are not named; nor is less than this share of the bonus set against it."""
_MOST_ROWS = 2
"""Rows that are named for each move."""
_OFTEN, _FAR = 0.05, 0.25
"""Differences in a chance: a row is used up more often, the bonus comes more often, or far more often."""


class Side(NamedTuple):
    """One of two moves."""

    course: Course
    closes: bool
    """Whether it closes a row at once: then its name says which."""


class _Gap(NamedTuple):
    """A move less another one, in points but for the chances."""

    mine: Side
    other: Side
    rows: list[float]
    """Of this turn, by row."""
    earned: float
    """The chance that this turn earns the bonus."""
    bonus: float
    """The chance of the bonus, in this turn or later; that of this turn if no more is known."""

    @classmethod
    def of(cls, mine: Side, other: Side) -> _Gap:
        one, two = mine.course, other.course
        earned = one.earned - two.earned
        bonus = earned if one.bonus is None or two.bonus is None else one.bonus - two.bonus
        return cls(mine, other, (one.gains - two.gains).tolist(), earned, bonus)

    @property
    def whole(self) -> float:
        return self.mine.course.final - self.other.course.final

    @property
    def now(self) -> float:
        return total(self.rows) + BONUS * self.earned

    @property
    def later(self) -> float:
        return self.whole - self.now

    @property
    def later_bonus(self) -> float:
        """The part of what is to come that is the bonus."""
        return BONUS * (self.bonus - self.earned)


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
    gap = _Gap.of(mine, other)
    now, rows = gap.now, _rows(gap)
    to_come = _to_come(gap)
    if abs(now) < NOTHING and not rows:
        # Neither move brings anything of its own that is worth naming, so all is to come.
        than = f" {'as' if ' as much' in to_come[0] else 'than'} {rival}" if rival else ""
        return Feedback("rows", f"{subject} {to_come[0]}{than}{to_come[1]}.", now) if to_come[0] else None
    brings = f"brings {points(abs(now))} {_more(now)} this turn" if abs(now) >= NOTHING else "brings as much this turn"
    than = f" {'than' if abs(now) >= NOTHING else 'as'} {rival}" if rival else ""
    agree = " as much" in to_come[0] or (now * gap.later > 0 and abs(now) >= NOTHING)
    joint = (", and " if agree else ", but ") if to_come[0] else ""
    return Feedback("rows", f"{subject} {brings}{than}{rows}{joint}{''.join(to_come)}.", now)


def last_row(subject: str, mine: Side, other: Side, rival: str = "") -> Feedback | None:
    """How two moves differ where one row is open, so that nothing is to come: in its points, and in the bonus; ``delta`` is all of it."""
    gap = _Gap.of(mine, other)
    row = int(mine.course.closes.argmax())
    now, said = gap.rows[row], []
    if abs(now) >= NOTHING:
        than = f" than {rival}" if rival else ""
        said.append(f"{subject} brings {points(abs(now))} {_more(now)} in {CATEGORY_NAMES[row]}{than}.")
    shares = percent(mine.course.earned), percent(other.course.earned)
    if shares[0] != shares[1]:
        start = ("But it" if now * gap.earned < 0 else "It") if said else subject
        after = "" if said or not rival else f" after {rival}"
        said.append(f"{start} gets the bonus in {shares[0]} of games, against {shares[1]}{after}.")
    return Feedback("rows", " ".join(said), gap.whole) if said else None


def _more(gap: float) -> str:
    return "more" if gap > 0 else "less"


def _rows(gap: _Gap) -> str:
    """The rows that differ most, those first that speak for the move which brings more this turn: `` (more in Ones, less in Twos)``.

    The bonus is one of them where this turn earns it. Rows that speak against that are not named alone; where both bring as much,
    neither side is. The names of two moves that close rows say which.
    """
    if gap.mine.closes and gap.other.closes:
        return " (bonus included)" if abs(gap.earned) >= _OFTEN else ""
    least = max(CLEAR, _OF_LARGEST * max(map(abs, gap.rows)))
    first, second = (_side(gap, sign, least) for sign in ((1, -1) if gap.now > 0 else (-1, 1)))
    if not first or (not second and abs(gap.now) < NOTHING):
        return ""
    return f" ({first}{', ' if second else ''}{second})"


def _side(gap: _Gap, sign: int, least: float) -> str:
    """The rows in which a move brings more, or less, by `least` points at least: ``more in Ones``."""
    large = [row for row, size in enumerate(gap.rows) if sign * size >= least]
    large = sorted(large, key=lambda row: -abs(gap.rows[row]))[:_MOST_ROWS]
    names = [CATEGORY_NAMES[row] for row in large] + ["the bonus"] * (sign * gap.earned >= _OFTEN)
    return f"{_more(sign)} in {listed(names)}" if names else ""


def _to_come(gap: _Gap) -> tuple[str, str]:
    """What the move leaves to come; and what comes with that more or less often: an open row, the bonus."""
    bonus, rest = _bonus(gap), gap.later - gap.later_bonus
    apart = (
        bool(bonus) and rest * gap.later_bonus < 0 and abs(rest) >= max(_TO_COME, _OF_LARGEST * abs(gap.later_bonus))
    )
    if abs(gap.later) < _TO_COME:
        return ("leaves as much to come", _against(gap, bonus, rest)) if apart else ("", "")
    # What it brings is said in points before that, if it is.
    amount = number(abs(gap.later)) if abs(gap.now) >= NOTHING else points(abs(gap.later))
    words = f"leaves {amount} {_more(gap.later)} to come"
    row, how = _used_up(gap)
    if row and gap.now > 0:
        words = f"uses up {row}{how} and {words}"
    opened = [f"{row} open{how}"] if row and gap.now < 0 else []
    if apart and gap.later * gap.later_bonus > 0:
        return words, _against(gap, bonus, rest)
    if apart:
        return words, f"{_with(opened)}, although the bonus comes {bonus}"
    return words, _with([*opened, *([f"the bonus {bonus}"] if bonus else [])])


def _with(what: Sequence[str]) -> str:
    return f", with {listed(what)}" if what else ""


def _against(gap: _Gap, bonus: str, rest: float) -> str:
    """The bonus against the open rows, which give back some of what it costs or brings: first those for the move, or most of it."""
    if rest < 0:
        return f", with the bonus {bonus}, but less in the open rows"
    row = _left_open(gap)
    return f", with {f'{row} open' if row else 'more in the open rows'}, but the bonus {bonus}"


def _left_open(gap: _Gap) -> str:
    """The row that the other move closes and this one surely does not; empty if there is none."""
    if not gap.other.closes:
        return ""
    row = int(gap.other.course.closes.argmax())
    return CATEGORY_NAMES[row] if gap.mine.course.closes[row] == 0 else ""


def _used_up(gap: _Gap) -> tuple[str, str]:
    """The row that the move uses up which brings more this turn, where that costs more than it brings; and whether only more often."""
    spends, saves = (gap.mine, gap.other) if gap.now > 0 else (gap.other, gap.mine)
    # The name of a move that closes a row says which.
    if spends.closes or abs(gap.now) < CLEAR or abs(gap.whole) < CLEAR or gap.now * gap.whole > 0:
        return "", ""
    more = spends.course.closes - saves.course.closes
    row = int(more.argmax())
    if more[row] < _OFTEN:
        return "", ""
    shares = percent(float(spends.course.closes[row])), percent(float(saves.course.closes[row]))
    return CATEGORY_NAMES[row], "" if shares == ("100%", "0%") else " more often"


def _bonus(gap: _Gap) -> str:
    """How the bonus comes beside what is to come: ``far less often``; empty where that is said of this turn, or hardly differs."""
    later = gap.bonus - gap.earned
    if abs(gap.bonus) < _OFTEN or gap.bonus * later <= 0 or abs(later) < _OFTEN <= abs(gap.earned):
        return ""
    return f"{'far ' if abs(gap.bonus) >= _FAR else ''}{_more(gap.bonus)} often"
