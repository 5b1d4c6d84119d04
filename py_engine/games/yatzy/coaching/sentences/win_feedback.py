"""A graded move in words, when the chance to win counts: what it gives up, in which rows, and where it leads."""

from __future__ import annotations

from dataclasses import replace

from py_engine.core.coaching.closeness import AS_GOOD, opening
from py_engine.core.coaching.decided import FOR_POINTS
from py_engine.core.coaching.praise import ONLY_MOVE, as_good_as, praise_start
from py_engine.core.coaching.runner_up import RunnerUp, of_best
from py_engine.core.grading import is_behind
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import lowered
from py_engine.games.yatzy.coaching.sentences.row_words import closed, distinct, subject
from py_engine.games.yatzy.coaching.sentences.win_rows import CLEAR, NOTHING, Side, compared, last_row
from py_engine.games.yatzy.knowledge.grades import WIN_TIE
from py_engine.games.yatzy.rules.state import action_data
from py_engine.games.yatzy.search.courses import WinEvidence, expected_final

__all__ = ["win_sentences"]

_SMALL = 0.5
"""Points of a hundred: a smaller loss teaches nothing."""
_LEVEL = 0.5
"""Points: a smaller difference between the final scores does not explain one between the chances."""
_LEAST = 0.05
"""Points of a hundred: a smaller chance is written as 0."""
_HALF = 0.5
"""A loss of this share of the best chance is never called small: the card's heading says that the chance was slim."""


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
        move, other, name = best, result.candidates[1], "second-best"
    else:
        move, other, name = result.candidate(result.user_action), best, "best"
    words = lowered(subject(move, evidence.position)), lowered(subject(other, evidence.position))
    gap, error = best.ev - (other if name != "best" else move).ev, result.delta_stderr or 0.0
    if gap < WIN_TIE:
        return of_best(as_good_as(words[1]), _runner_up(move, result, evidence))
    if name != "best":
        chances = _chances(best.ev, other.ev)
        text = f"{praise_start(gap, error)}: {chances[0]} to win, and {chances[1]} after {words[1]}."
        if not is_behind(gap, error):
            # The rows in which it differs from a move that is about as good teach nothing.
            return of_best(text, _runner_up(best, result, evidence))
        first = Feedback("overall", text, 0.0)
    elif result.verdict in ("best", "good") and (gap < _SMALL or not is_behind(gap, error)) and gap < _HALF * best.ev:
        return [_small(move, best, words[1])]
    else:
        first = _loss(move, best, words, result)
    return [first, *_rows(move, other, evidence), _finals(move, other, evidence, name)]


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
    mine, other = _side(worse, evidence), _side(best, evidence)
    gap = mine.course.final - other.course.final
    found = _differences("It", mine, other, evidence) if gap <= -CLEAR else None
    # What it brings more or as much this turn speaks for it, unless what it leaves less to come is named, too.
    return "" if found is None or (found.delta > -NOTHING and " less to come" not in found.text) else found.text


def _for_points(move: Candidate, evidence: WinEvidence) -> Feedback:
    """Where the move ends on average, played for points alone, and where the best move for points does."""
    points, own = evidence.points, evidence.own.points
    number, top = _number(move, evidence), max(points, key=lambda each: points[each])
    gap = points[number] - points[top]
    if gap > -CLEAR / 2:
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
    elif user.ev < _LEAST:
        can = "can hardly" if user.ev > 0 or result.delta_stderr else "cannot"
        text = f"The game {can} be won any more after {mine}; {chances[1]} to win after {other}."
    else:
        start = "" if is_behind(best.ev - user.ev, result.delta_stderr or 0.0) else "An estimated "
        text = f"{start}{chances[0]} to win after {mine}, {chances[1]} after {other}."
    return Feedback("win", text, user.ev - best.ev)


def _small(user: Candidate, best: Candidate, rival: str) -> Feedback:
    """A loss that is too small to matter, or within its error."""
    mine, other = f"{user.ev:.1f}%", f"{best.ev:.1f}%"
    against = "" if mine == other else f", against {other}"
    return Feedback("win", f"{AS_GOOD} as {rival}: {mine} to win{against}.", user.ev - best.ev)


def _side(move: Candidate, evidence: WinEvidence) -> Side:
    return Side(evidence.course(_number(move, evidence)), closed(move) is not None)


def _number(move: Candidate, evidence: WinEvidence) -> int:
    return next(number for number in evidence.moves if action_data(number) == move.action)


def _rows(move: Candidate, other: Candidate, evidence: WinEvidence) -> list[Feedback]:
    """What the move brings and leaves compared with the other one; nothing where the last row is scored, which its points tell."""
    if evidence.own.open_rows == 1 and closed(move) is not None and closed(other) is not None:
        return []
    words = subject(move, evidence.position), lowered(subject(other, evidence.position))
    found = _differences(words[0], _side(move, evidence), _side(other, evidence), evidence, words[1])
    return [] if found is None else [found]


def _differences(words: str, mine: Side, other: Side, evidence: WinEvidence, rival: str = "") -> Feedback | None:
    """How two moves differ in points; that this is so played on for points is said where more is to be decided."""
    if _goes_on(evidence):
        words = f"For points, {lowered(words)}"
    return (last_row if evidence.own.open_rows == 1 else compared)(words, mine, other, rival)


def _goes_on(evidence: WinEvidence) -> bool:
    """Whether decisions follow, so that it makes a difference how they are made."""
    return evidence.own.open_rows > 1 or evidence.position.rolls_left > 1


def _finals(move: Candidate, other: Candidate, evidence: WinEvidence, name: str) -> Feedback:
    """Where both moves and the opponent end on average."""
    mine, theirs = (evidence.course(_number(each, evidence)).final for each in (move, other))
    gap = mine - theirs
    played = "Played on for points, this move" if _goes_on(evidence) else "This move"
    text = f"{played} ends on {mine:.1f} on average, the {name} one on {theirs:.1f}; {_rival(evidence)}"
    if (gap if name == "best" else -gap) >= CLEAR:
        # The move with more points is not the one that wins more often.
        text += ", and what counts is to end above that, not by how much"
    elif abs(gap) < _LEVEL:
        text += ", and what counts is how often either ends above that"
    return Feedback("points", f"{text}.", gap)


def _rival(evidence: WinEvidence) -> str:
    """Where the strongest opponent ends: ``the opponent is on course for 243.1 with perfect play for points``."""
    ends = {card: expected_final(card, evidence.table) for card in evidence.others}
    strongest = max(ends, key=lambda card: ends[card])
    who = "the opponent" if len(ends) == 1 else "the strongest opponent"
    if not strongest.open_rows:
        return f"{who} has {ends[strongest]:.0f}"
    return f"{who} is on course for {ends[strongest]:.1f} with perfect play for points"
