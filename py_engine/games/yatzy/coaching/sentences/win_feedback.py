"""A graded move in words, when the chance to win counts: what it gives up, in which rows, and where it leads."""

from __future__ import annotations

from dataclasses import replace

from py_engine.core.coaching.closeness import opening
from py_engine.core.coaching.decided import FOR_POINTS
from py_engine.core.coaching.praise import ONLY_MOVE, as_good_as, praise_start
from py_engine.core.coaching.runner_up import RunnerUp, of_best
from py_engine.core.grading import is_behind
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import lowered, percent, points
from py_engine.games.yatzy.coaching.sentences.row_words import (
    closed,
    distinct,
    gained,
    joined,
    subject,
    two_rows,
)
from py_engine.games.yatzy.knowledge.grades import WIN_TIE
from py_engine.games.yatzy.rules.state import action_data
from py_engine.games.yatzy.rules.tables import CATEGORIES, CATEGORY_NAMES
from py_engine.games.yatzy.search.courses import Course, WinEvidence, expected_final

__all__ = ["win_sentences"]

_CLEAR = 0.1
"""Points: with a smaller lead in them, a move is not called better for points."""
_MUCH_LATER = 1.0
"""Points to come from which it is said how many a move loses that gains more this turn."""
_CLEAR_BONUS = 0.02
"""Smaller differences between chances of the bonus are left out."""


def win_sentences(result: Result, evidence: WinEvidence) -> list[Feedback]:
    """One to three sentences, the most important first: the chances, the rows, and the expected final scores.

    In a decided position, one on points alone.
    """
    if result.decided and len(result.candidates) > 1:
        return [_for_points(result.candidate(result.user_action), evidence)]
    best = result.candidate(result.best_action)
    if result.user_action == result.best_action:
        if len(result.candidates) < 2:
            return [Feedback("overall", ONLY_MOVE, 0.0)]
        move, other, name = best, result.candidates[1], "next"
    else:
        move, other, name = result.candidate(result.user_action), best, "best"
    words = lowered(subject(move, evidence.position)), lowered(subject(other, evidence.position))
    gap, error = best.ev - (other if name == "next" else move).ev, result.delta_stderr or 0.0
    if gap < WIN_TIE:
        return of_best(as_good_as(words[1]), _runner_up(move, result, evidence))
    if name == "next":
        chances = _chances(best.ev, other.ev)
        text = f"{praise_start(gap, error)}: {chances[0]} to win, and {chances[1]} after {words[1]}."
        if not is_behind(gap, error):
            # The rows in which it differs from a move that is about as good teach nothing.
            return of_best(text, _runner_up(best, result, evidence))
        first = Feedback("overall", text, 0.0)
    else:
        first = _loss(move, best, words, result)
    courses = _course(move, evidence), _course(other, evidence)
    return [first, *_rows(move, other, courses, evidence, name), _finals(*courses, evidence, name)]


def _runner_up(best: Candidate, result: Result, evidence: WinEvidence) -> RunnerUp | None:
    """The first move that is behind those that are about as good."""
    error = result.delta_stderr or 0.0
    worse = next((each for each in result.candidates if each.compared and is_behind(best.ev - each.ev, error)), None)
    if worse is None:
        return None
    cause = _cause(best, worse, evidence)
    return RunnerUp(
        subject(worse, evidence.position),
        best.ev - worse.ev,
        is_next=False,
        cause=cause,
        unit="percentage point",
    )


def _cause(best: Candidate, worse: Candidate, evidence: WinEvidence) -> str:
    """Where the runner-up loses points; nothing, if what can be said speaks for it."""
    courses = _course(best, evidence), _course(worse, evidence)
    rows = _rows(best, worse, courses, evidence, "next")
    if not rows or courses[0].final - courses[1].final < _CLEAR:
        return ""
    # Of two rows the sentence has the whole difference; of what is gained this turn it may have what is to come as well.
    against = closed(best) is not None and closed(worse) is not None
    return rows[0].text if against or rows[0].delta < 0 or " to come" in rows[0].text else ""


def _for_points(move: Candidate, evidence: WinEvidence) -> Feedback:
    """Where the move ends on average, played for points alone, and where the best move for points does."""
    points, own = evidence.points, evidence.own.points
    number, top = _number(move, evidence), max(points, key=lambda each: points[each])
    gap = points[number] - points[top]
    if gap > -_CLEAR / 2:
        text = f"For points alone, no move is better: it ends on {own + points[number]:.1f} on average."
        return Feedback(FOR_POINTS, text, 0.0)
    mine, best = distinct(own + points[number], own + points[top])
    other = lowered(subject(replace(move, action=action_data(top)), evidence.position))
    return Feedback(FOR_POINTS, f"For points alone, {other} ends on {best} on average, this move on {mine}.", gap)


def _chances(first: float, second: float) -> tuple[str, str]:
    """Two chances in per cent, ``62.0%``, with more than one decimal where they would look equal."""
    one, two = distinct(first, second)
    return f"{one}%", f"{two}%"


def _loss(user: Candidate, best: Candidate, words: tuple[str, str], result: Result) -> Feedback:
    """What the move gives up, and whether the chances are exact enough to judge it."""
    mine, other = words
    chances = _chances(user.ev, best.ev)
    if result.verdict == "undecided":
        start = opening("undecided", best.ev - user.ev, result.delta_stderr or 0.0)
        text = f"{start}: an estimated {chances[0]} to win after {mine}, {chances[1]} after {other}."
    elif user.ev < WIN_TIE:
        text = f"The game cannot be won any more after {mine}; {chances[1]} to win after {other}."
    else:
        text = f"{chances[0]} to win after {mine}, {chances[1]} after {other}."
    return Feedback("win", text, user.ev - best.ev)


def _course(move: Candidate, evidence: WinEvidence) -> Course:
    return evidence.course(_number(move, evidence))


def _number(move: Candidate, evidence: WinEvidence) -> int:
    return next(number for number in evidence.moves if action_data(number) == move.action)


def _rows(
    move: Candidate, other: Candidate, courses: tuple[Course, Course], evidence: WinEvidence, name: str
) -> list[Feedback]:
    """What the moves score and leave, or what they gain this turn, row by row."""
    rows = closed(move), closed(other)
    if rows[0] is not None and rows[1] is not None:
        return [two_rows(rows[0], rows[1], evidence.position, evidence.table)] if evidence.own.open_rows > 1 else []
    words = subject(move, evidence.position), subject(other, evidence.position)
    # The lesser move, then the best one.
    order = 1 if name == "best" else -1
    mine, theirs = courses[::order]
    gaps = dict(zip(CATEGORIES, (mine.gains - theirs.gains).tolist(), strict=True))
    found = joined(gained(gaps, *words[::order]))
    return [
        Feedback(
            "rows", f"{item.text[:-1]}{_spent(mine, theirs, item.delta) or _later(mine, theirs, item)}.", item.delta
        )
        for item in found
    ]


def _spent(mine: Course, best: Course, gap: float) -> str:
    """What a move costs later which gains more this turn and less in all, and the row that it uses up most often."""
    less = mine.final - best.final
    if gap < _CLEAR or less > -_CLEAR:
        return ""
    row = int((mine.closes - best.closes).argmax())
    shares = percent(float(mine.closes[row])), percent(float(best.closes[row]))
    if shares[0] == shares[1]:
        return ""
    often = "" if shares == ("100%", "0%") else f" in {shares[0]} of games, against {shares[1]}"
    # Expected points, with the bonus, that are to come after this turn.
    later = f"{',' * bool(often)} and leaves {points(gap - less)} less to come" if gap - less >= _MUCH_LATER else ""
    return f", but uses up {CATEGORY_NAMES[row]}{often}{later}"


def _later(mine: Course, best: Course, gains: Feedback) -> str:
    """What the best move leaves less to come, where that is much: without it the gains look far larger than the difference."""
    more = mine.final - best.final - gains.delta
    if more < _MUCH_LATER:
        return ""
    # The sentence ends with the move that has more to come, unless only the best one gains anything.
    ends_with_best = gains.delta < 0 and "; in return, " not in gains.text
    return f", but leaves {points(more)} less to come" if ends_with_best else f", and has {points(more)} more to come"


def _finals(mine: Course, other: Course, evidence: WinEvidence, name: str) -> Feedback:
    """Where both moves and the opponent end on average, with the chance of the bonus where the moves differ in it."""
    gap = mine.final - other.final
    shares = _bonus_shares(mine, other)
    with_bonus = ("", "") if shares is None else (f", with the bonus in {shares[0]} of games", f", with {shares[1]}")
    played = "Played on for points, this move" if evidence.own.open_rows > 1 else "This move"
    rival = _rival(evidence)
    text = f"{played} ends on {mine.final:.1f} on average{with_bonus[0]}, the {name} one on {other.final:.1f}{with_bonus[1]}; {rival}"
    # The move with more points is not the one that wins more often.
    if (gap if name == "best" else -gap) >= _CLEAR:
        text += ", and what counts is to end above that, not by how much"
    return Feedback("points", f"{text}.", gap)


def _bonus_shares(mine: Course, other: Course) -> tuple[str, str] | None:
    if mine.bonus is None or other.bonus is None or abs(mine.bonus - other.bonus) < _CLEAR_BONUS:
        return None
    shares = percent(mine.bonus), percent(other.bonus)
    return shares if shares[0] != shares[1] else None


def _rival(evidence: WinEvidence) -> str:
    """Where the strongest opponent ends: ``the opponent is on course for 243.1``."""
    ends = {card: expected_final(card, evidence.table) for card in evidence.others}
    strongest = max(ends, key=lambda card: ends[card])
    who = "the opponent" if len(ends) == 1 else "the strongest opponent"
    return f"{who} {f'is on course for {ends[strongest]:.1f}' if strongest.open_rows else f'has {ends[strongest]:.0f}'}"
