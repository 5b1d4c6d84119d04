"""The lines in which two moves differ clearly, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from py_engine.core.grading import LEAST
from py_engine.core.numerics import Array, descending
from py_engine.core.results import Feedback
from py_engine.core.text import amount, lowered, number, points, signed
from py_engine.games.entropy.coaching.line_words import IN_THE_END, pattern, shown, worth_in_words
from py_engine.games.entropy.rules.state import EntropyAction, action_data
from py_engine.games.entropy.rules.tables import line_names, score_table
from py_engine.games.entropy.search.line_reasons import MoveLines

__all__ = [
    "AS_IT_STANDS",
    "GAIN",
    "LATER",
    "MIN_LINE_GAP",
    "SIDES",
    "as_it_stands",
    "clear_gaps",
    "named_lines",
    "only_later",
    "rest_text",
    "speaks",
    "tokens_of",
    "unnamed_text",
]

MIN_LINE_GAP = 0.5
"""Points: smaller differences in a line are not mentioned; of larger ones, 77 of 84 had this sign in games played on."""
MIN_EXACT_GAP = LEAST
"""Points: the same where lines are exact, so that whatever is written is true."""
MIN_HALF_GAP = 0.2
"""Points: two lines are mentioned from this much each on where they come to ``MIN_LINE_GAP`` together and no line does alone."""
MIN_SIDE_GAP = 0.3
"""Points: the same for all rows or all columns together, which are named where nothing else is."""
MIN_LATER_GAP = 0.75
"""Points: a line is named for what follows from this much on after the next exchange; of 41 such lines on which games played on said
more than their noise, 38 had this sign, but only 28 of 34 of those of which the tokens differ and the words say nothing."""
SIDES = "All rows", "All columns"
LATER = tuple(f"once Chaos has placed the next token{where} and Order has replied" for where in ("", " there"))
"""When a line is said to lose what it has by now; the second if the token is likely to be placed on it."""
MOST_OFTEN = 0.5
"""Chance that a token is placed on a line from which that is said."""
AS_IT_STANDS = "now"
"""The category of what the board scores by now, which is not counted in points of the loss."""
GAIN = "gain"
"""The category of a line that makes up for some of the loss."""
MAX_LINES = 2
"""Lines that are mentioned, one that makes up for some included: with the rest, a card has three sentences."""
FAIR, MOST = 0.25, 0.5
"""Smallest share of the loss that named lines must come to, as less explains nothing of it; and a share that explains it."""
MOST_TAKEN_BACK = 0.5
"""Share of what lines explain from which a line that makes up for it is named too."""
SHARE = 0.1
"""Smallest share of the loss that each line must come to where lines are exact."""


def named_lines(user: MoveLines, best: MoveLines, *, close: bool) -> list[Feedback]:
    """What differs clearly between two moves; nothing that comes to hardly any of a loss, unless that is too near to call (``close``).

    The lines in which the best move is clearly ahead, in words, or a line that falls behind with what is expected next: the
    first of them that comes to most of the loss. Else the first that comes to a fair share of it, lines of which only the
    tokens differ, what the board scores by now, if that is less, or rows or columns together.

    Args:
        user: The lesser move.
        best: The better one.
        close: Whether the loss is within its error.

    Returns:
        The sentences; ``delta`` is user minus best, in points.
    """
    loss = user.ev - best.ev
    kinds = [kind(user, best) for kind in (_lines, _falls_behind, _tokens_alone, as_it_stands, _side)]
    most = [named for named in kinds[:2] if named and _against(named) <= MOST * loss]
    fair = [each for each in kinds if each and (each[0].category == AS_IT_STANDS or _against(each) <= FAIR * loss)]
    found = [each for each in kinds if each] if close else most + fair
    return found[0] if found else []


def _against(named: Sequence[Feedback]) -> float:
    """The points of sentences that speak against a move; not positive."""
    return math.fsum(item.delta for item in named if item.delta < 0)


def _lines(user: MoveLines, best: MoveLines) -> list[Feedback]:
    """The lines in which the best move is clearly ahead, the largest first, and one that makes up for it if they say too much.

    A line is clear if its difference is large by now, and still is after what is expected next. It is named if its words say
    what differs.
    """
    gaps, _, sure = clear_gaps(user, best)
    in_words = [
        sure[line] >= MIN_EXACT_GAP and speaks(line, user, best, float(gaps[line])) for line in range(len(gaps))
    ]
    sure = np.where(np.array(in_words, dtype=bool), sure, 0.0)
    least = max(MIN_EXACT_GAP, SHARE * (best.ev - user.ev)) if user.exact else MIN_LINE_GAP
    against = np.where(gaps < 0, sure, 0.0)
    surest = [int(line) for line in descending(against)[:MAX_LINES]]
    behind = [line for line in surest if against[line] >= least]
    if not behind and against[surest].min() >= MIN_HALF_GAP and against[surest].sum() >= MIN_LINE_GAP:
        behind = surest
    lines = sorted(behind, key=lambda line: float(gaps[line]))
    named = [Feedback("line", _line_text(line, user, best), float(gaps[line])) for line in lines]
    most = int(descending(np.where(gaps > 0, sure, 0.0))[0])
    if not named or gaps[most] <= 0 or sure[most] < least:
        return _closest(user.ev - best.ev, named, named) if user.exact and named else named
    loss, total = user.ev - best.ev, math.fsum(item.delta for item in named)
    gain = Feedback(GAIN, f"In return: {_line_text(most, user, best)}", float(gaps[most]))
    if user.exact:
        return _closest(loss, named, [named[0], gain])
    # It is named where it leaves less of the loss to all else than a second line against the move, and is no larger than the first.
    closer = abs(loss - named[0].delta - gain.delta) < abs(loss - total) and gain.delta < -named[0].delta
    return [named[0], gain] if loss - total > -MOST_TAKEN_BACK * total and closer else named


def _closest(loss: float, against: list[Feedback], both: list[Feedback]) -> list[Feedback]:
    """Of the first line alone, the lines against a move, and one against it with one for it: those that leave least of an exact loss.

    They must come to most of it, so that no line is named for a cause which the other makes up for; else it is the lines against it.
    """
    sums = [(each, math.fsum(item.delta for item in each)) for each in (against[:1], against, both)]
    enough = [(abs(loss - total), each) for each, total in sums if total <= MOST * loss]
    return min(enough, key=lambda each: each[0])[1] if enough else against


def _tokens_alone(user: MoveLines, best: MoveLines) -> list[Feedback]:
    """The line that is clearest of those whose tokens differ and whose words do not say why it is worth less."""
    gaps, _, sure = clear_gaps(user, best)
    against = np.where((gaps < 0) & (user.codes != best.codes), sure, 0.0)
    line, size = int(descending(against)[0]), len(gaps) // 2
    if against[line] < MIN_LINE_GAP:
        return []
    delta, name = float(gaps[line]), line_names(size)[line].label
    mine, other = _patterns(line, user, best)
    such = "columns" if line >= size else "rows"
    text = f"{name}: {signed(delta)} points, by what such {such} come to on average, with {mine} instead of {other}."
    return [Feedback("line", text, delta)]


def clear_gaps(user: MoveLines, best: MoveLines) -> tuple[Array, Array, Array]:
    """(lines,) float64 each: user minus best by now, the same later, and how much of it is there both times, without a sign."""
    gaps = user.points - best.points
    later = gaps if user.later is None or best.later is None else user.later - best.later
    return gaps, later, np.where(gaps * later > 0, np.minimum(np.abs(gaps), np.abs(later)), 0.0)


def speaks(line: int, user: MoveLines, best: MoveLines, gap: float) -> bool:
    """Whether what is said of a line after both moves speaks for its gap, so that a sentence on it is no riddle."""
    said = worth_in_words(user, line) - worth_in_words(best, line)
    return (said if user.order else -said) * gap > 0


def _scores_against(line: int, user: MoveLines, best: MoveLines, gap: float) -> bool:
    """Whether what a line scores by now speaks for the other move than its gap."""
    scores = score_table(len(user.points) // 2)
    scored = int(scores[int(user.codes[line])]) - int(scores[int(best.codes[line])])
    return gap * (scored if user.order else -scored) < 0


def _falls_behind(user: MoveLines, best: MoveLines) -> list[Feedback]:
    """The line that is worth least after the next exchange, beside the best move."""
    if user.later is None or best.later is None:
        return []
    later = user.later - best.later
    line = int(descending(-later)[0])
    delta = float(later[line])
    if delta > -MIN_LATER_GAP:
        return []
    name = line_names(len(later) // 2)[line].label
    there = user.struck is not None and bool(user.struck[line] >= MOST_OFTEN)
    text = f"{signed(delta)} points {LATER[there]}"
    if user.codes[line] == best.codes[line]:
        return [Feedback("line", f"{name}, {pattern(user, line)} after both moves: {text}.", delta)]
    if speaks(line, user, best, delta) and not _scores_against(line, user, best, delta):
        mine, other = tokens_of(line, user, best)
    else:
        mine, other = _patterns(line, user, best)
    return [Feedback("line", f"{name}: {text}, with {mine} instead of {other}.", delta)]


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


def _side(user: MoveLines, best: MoveLines) -> list[Feedback]:
    """All rows, or all columns, if the move is behind in them together, by now and later; with the one that is furthest behind."""
    gaps, later, _ = clear_gaps(user, best)
    now, after = (each.reshape(2, -1).sum(axis=1) for each in (gaps, later))
    side = int(descending(-np.maximum(now, after))[0])
    delta = float(now[side])
    if max(delta, float(after[side])) > -MIN_SIDE_GAP:
        return []
    size = len(gaps) // 2
    line = side * size + int(descending(-gaps.reshape(2, size)[side])[0])
    above_all = ""
    if user.codes[line] != best.codes[line]:
        mine, other = _patterns(line, user, best)
        above_all = f", above all in {lowered(line_names(size)[line].label)}, with {mine} instead of {other}"
    return [Feedback("side", f"{SIDES[side]} together: {signed(delta)} points{above_all}.", delta)]


def _line_text(line: int, user: MoveLines, best: MoveLines) -> str:
    """The sentence on a line, in points and in words."""
    points_of = [number(abs(float(move.points[line]))) for move in (user, best)]
    gap = float(user.points[line] - best.points[line])
    name = line_names(len(user.points) // 2)[line].label
    if user.codes[line] == best.codes[line]:
        left = f"{name}, {pattern(user, line)} after both moves"
        return f"{left}: {signed(gap)} points, {points_of[0]} {IN_THE_END} instead of {points_of[1]}."
    mine, other = tokens_of(line, user, best)
    open_yet = " in the end, by what can still close," if only_later(line, user, best) else ","
    return f"{name}: {signed(gap)} points{open_yet} with {mine} instead of {other}."


def only_later(line: int, user: MoveLines, best: MoveLines) -> bool:
    """Whether only what can still close, and not what a line scores, speaks for its value."""
    return not user.exact and _scores_against(line, user, best, float(user.points[line] - best.points[line]))


def tokens_of(line: int, user: MoveLines, best: MoveLines, *, replies: bool = True) -> tuple[str, str]:
    """A line after both moves in words.

    Args:
        line: Its number.
        user: The lesser move.
        best: The better one.
        replies: Whether Order's replies are named with it.
    """
    also = _replies(user, best) if replies else ("", "")
    mine, other = (shown(move, line, also=reply) for move, reply in zip((user, best), also, strict=True))
    return mine, other


def _patterns(line: int, user: MoveLines, best: MoveLines) -> tuple[str, str]:
    """A line's tokens after both moves, with Order's replies."""
    mine, other = (
        pattern(move, line) + (f" ({reply})" if reply else "")
        for move, reply in zip((user, best), _replies(user, best), strict=True)
    )
    return mine, other


def _replies(user: MoveLines, best: MoveLines) -> tuple[str, str]:
    """Order's replies to both moves in words; the second is empty if it is the same."""
    size = len(user.points) // 2
    return _answered(user, size), "" if best.answer == user.answer else _answered(best, size)


def _answered(move: MoveLines, size: int) -> str:
    """``Order replies a1-b1`` or ``Order replies by passing``; empty where the move is Order's own."""
    if move.answer is None:
        return ""
    action = EntropyAction.model_validate(action_data(move.answer, size))
    return f"Order replies {'by passing' if action.origin is None else f'{action.origin}-{action.to}'}"


def unnamed_text(user: MoveLines, best: MoveLines) -> str:
    """The sentence for a loss of which nothing is named."""
    loss = best.ev - user.ev
    if loss < LEAST:
        return "Both moves are worth nearly the same."
    if user.exact or _is_spread(loss, user, best):
        return f"No single cause: many small differences together {_come_to(-loss)}."
    return f"It {_come_to(-loss, 's')}, but the search sees that only some moves later."


def _is_spread(loss: float, user: MoveLines, best: MoveLines) -> bool:
    """Whether lines come to most of a loss together, by now or later, and none does alone."""
    both = clear_gaps(user, best)[:2]
    largest, total = min(float(gaps.min()) for gaps in both), min(float(gaps.sum()) for gaps in both)
    return largest > -MOST * loss >= total


def rest_text(rest: float) -> str:
    """The sentence for what named lines leave of a loss."""
    return f"Everything else together {_come_to(rest, 's')}."


def _come_to(delta: float, ending: str = "") -> str:
    """``cost 1 point`` or ``gain 1 point``, or with the ending of the singular."""
    return f"{'cost' if delta < 0 else 'gain'}{ending} {points(abs(delta))}"
