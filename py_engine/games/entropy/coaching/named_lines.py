"""The lines in which two moves differ clearly, in words."""

from __future__ import annotations

import math

import numpy as np

from py_engine.core.numerics import Array, descending
from py_engine.core.results import Feedback
from py_engine.core.text import amount, points, signed
from py_engine.games.entropy.coaching.line_words import described, shown
from py_engine.games.entropy.rules.state import EntropyAction, action_data
from py_engine.games.entropy.rules.tables import line_names, score_table
from py_engine.games.entropy.search.line_reasons import MoveLines

__all__ = [
    "AS_IT_STANDS",
    "GAIN",
    "MIN_LINE_GAP",
    "SIDES",
    "as_it_stands",
    "clear_gaps",
    "differs_in_words",
    "named_lines",
    "rest_text",
    "tokens_of",
]

MIN_LINE_GAP = 0.5
"""Points: smaller differences in a line are not mentioned; of larger ones, 77 of 84 had this sign in games played on."""
MIN_SIDE_GAP = 0.3
"""Points: the same for all rows or all columns together, which are named where no line is."""
MIN_LATER_GAP = 0.75
"""Points: a line that differs little by now is named from this much on after the next exchange; of 21 such lines of the tuning set
on which games played on said more than their noise, 19 had this sign."""
SIDES = "All rows", "All columns"
AS_IT_STANDS = "now"
"""The category of what the board scores by now, which is not counted in points of the loss."""
GAIN = "gain"
"""The category of a line that makes up for some of the loss."""
MAX_LINES = 2
"""Lines that are mentioned; a further sentence gives the rest."""
FAIR = 0.25
"""Smallest share of the loss that named lines must come to; less explains nothing of it."""
MOST_TAKEN_BACK = 0.5
"""Share of what lines explain from which a line that makes up for it is named too."""


def named_lines(user: MoveLines, best: MoveLines, *, close: bool) -> list[Feedback]:
    """What differs clearly between two moves; nothing that comes to hardly any of a loss, unless that is too near to call (``close``).

    Args:
        user: The lesser move.
        best: The better one.
        close: Whether the loss is within its error.

    Returns:
        The sentences; ``delta`` is user minus best, in points.
    """
    named = _named(user, best)
    against = [item.delta for item in named if item.delta < 0]
    return [] if against and not close and math.fsum(against) > FAIR * (user.ev - best.ev) else named


def _named(user: MoveLines, best: MoveLines) -> list[Feedback]:
    """The lines in which the best move is clearly ahead, and one that makes up for it if they say too much.

    A line is clear if its difference is large by now, and still is after what is expected next. It is named if its words say
    what differs. Without one, rows or columns together, two lines together, a line that falls behind only with what is expected
    next, or else what the board scores by now, if that is less.
    """
    gaps, later, sure = clear_gaps(user, best)
    nameable = np.where(differs_in_words(user, best), sure, 0.0)
    behind = [
        int(i) for i in descending(np.where(gaps < 0, nameable, 0.0)) if nameable[i] >= MIN_LINE_GAP and gaps[i] < 0
    ]
    # The surest are named, the largest of them first.
    lines = sorted(behind[:MAX_LINES], key=lambda line: float(gaps[line]))
    named = [Feedback("line", _line_text(line, user, best), float(gaps[line])) for line in lines]
    rest = user.ev - best.ev
    for item in named:
        rest -= item.delta
    most = int(descending(np.where(gaps > 0, nameable, 0.0))[0])
    if (
        named
        and rest > MOST_TAKEN_BACK * (rest - user.ev + best.ev)
        and nameable[most] >= MIN_LINE_GAP
        and gaps[most] > 0
    ):
        named.append(Feedback(GAIN, f"In return: {_line_text(most, user, best)}", float(gaps[most])))
    return (
        named
        or _side(gaps, later)
        or _two(user, gaps, sure)
        or _falls_behind(user, best, gaps, later)
        or as_it_stands(user, best)
    )


def clear_gaps(user: MoveLines, best: MoveLines) -> tuple[Array, Array, Array]:
    """(lines,) float64 each: user minus best by now, the same later, and how much of it is there both times, without a sign."""
    gaps = user.points - best.points
    later = gaps if user.later is None or best.later is None else user.later - best.later
    return gaps, later, np.where(gaps * later > 0, np.minimum(np.abs(gaps), np.abs(later)), 0.0)


def differs_in_words(user: MoveLines, best: MoveLines) -> Array:
    """(lines,) bool: what a line scores or can still close differs, so that a sentence on it is no riddle."""
    size = len(user.points) // 2
    pairs = zip(user.codes.tolist(), best.codes.tolist(), strict=True)
    return np.array([described(mine, size) != described(other, size) for mine, other in pairs], dtype=bool)


def _side(gaps: Array, later: Array) -> list[Feedback]:
    """All rows, or all columns, if the move is behind in them together, by now and later."""
    now, after = (each.reshape(2, -1).sum(axis=1) for each in (gaps, later))
    side = int(descending(-np.maximum(now, after))[0])
    delta = float(now[side])
    if max(delta, float(after[side])) > -MIN_SIDE_GAP:
        return []
    return [Feedback("side", f"{SIDES[side]} together: {signed(delta)} points.", delta)]


def _two(user: MoveLines, gaps: Array, sure: Array) -> list[Feedback]:
    """Two lines that are clear together."""
    against = np.where(gaps < 0, sure, 0.0)
    lines = sorted(int(i) for i in descending(against)[:2])
    if float(against[lines].sum()) < MIN_LINE_GAP or float(against[lines].min()) <= 0:
        return []
    delta = float(gaps[lines].sum())
    names = " and ".join(line_names(len(user.points) // 2)[i].label for i in lines)
    return [Feedback("side", f"{names} together: {signed(delta)} points.", delta)]


def _falls_behind(user: MoveLines, best: MoveLines, gaps: Array, later: Array) -> list[Feedback]:
    """The line that is worth least after the next exchange, beside the best move, of those that differ little by now.

    Its tokens differ: of a line that both moves leave the same nobody could see why it is worth less.
    """
    little = (gaps <= 0) & (gaps > -MIN_LINE_GAP) & (user.codes != best.codes)
    behind = np.where(little, later, 0.0)
    line = int(descending(-behind)[0])
    delta = float(behind[line])
    if delta > -MIN_LATER_GAP:
        return []
    name = line_names(len(gaps) // 2)[line].label
    text = f"{name}: {signed(delta)} points once Chaos has placed the next token and Order has replied."
    return [Feedback("line", text, delta)]


def as_it_stands(user: MoveLines, best: MoveLines) -> list[Feedback]:
    """What the board scores by now, if that is less for the player than after the best move; it says nothing of what follows."""
    size = len(user.points) // 2
    mine, other = (int(score_table(size).take(move.codes).sum(dtype=np.int32)) for move in (user, best))
    behind = other - mine if user.order else mine - other
    if behind <= 0:
        return []
    after = "" if user.answer is None and best.answer is None else " and Order's reply"
    text = f"As it stands, the board scores {amount(mine, 'point')} after this move{after}, {other} with the best move."
    return [Feedback(AS_IT_STANDS, text, 0.0)]


def _line_text(line: int, user: MoveLines, best: MoveLines) -> str:
    size = len(user.points) // 2
    gap = float(user.points[line] - best.points[line])
    mine, other, only_later = tokens_of(line, user, best)
    open_yet = " in the end, by what can still close," if only_later else ","
    return f"{line_names(size)[line].label}: {signed(gap)} points{open_yet} with {mine} instead of {other}."


def tokens_of(line: int, user: MoveLines, best: MoveLines, *, replies: bool = True) -> tuple[str, str, bool]:
    """A line after both moves in words, and whether what it scores by now speaks for the other move than its value.

    Args:
        line: Its number.
        user: The lesser move.
        best: The better one.
        replies: Whether Order's replies are named with it.
    """
    size = len(user.points) // 2
    answers = [_answered(user, size), "" if best.answer == user.answer else _answered(best, size)]
    mine, other = (
        shown(int(move.codes[line]), size, column=line >= size, also=reply if replies else "")
        for move, reply in zip((user, best), answers, strict=True)
    )
    scores = score_table(size)
    scored = int(scores[int(user.codes[line])]) - int(scores[int(best.codes[line])])
    gap = float(user.points[line] - best.points[line])
    return mine, other, gap * (scored if user.order else -scored) < 0


def _answered(move: MoveLines, size: int) -> str:
    """``Order replies a1-b1`` or ``Order replies by passing``; empty where the move is Order's own."""
    if move.answer is None:
        return ""
    action = EntropyAction.model_validate(action_data(move.answer, size))
    return f"Order replies {'by passing' if action.origin is None else f'{action.origin}-{action.to}'}"


def rest_text(rest: float, *, alone: bool) -> str:
    """The sentence for what no named line explains."""
    if abs(rest) < 0.05:
        return "Many small differences nearly cancel out."
    if alone:
        return f"No single cause: many small differences together {_come_to(rest)}."
    return f"Everything else together {_come_to(rest, 's')}."


def _come_to(delta: float, ending: str = "") -> str:
    """``cost 1 point`` or ``gain 1 point``, or with the ending of the singular."""
    return f"{'cost' if delta < 0 else 'gain'}{ending} {points(abs(delta))}"
