"""A graded move in words: what it gives up compared with the best move, part by part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from py_engine.core.coaching.praise import ONLY_MOVE, SMALL_DIFFERENCES, ahead_of, as_good_as
from py_engine.core.coaching.runner_up import RunnerUp, of_best
from py_engine.core.grading import is_behind
from py_engine.core.results import Candidate, Feedback, Reason, Result
from py_engine.core.text import listed, lowered, percent, signed
from py_engine.games.yatzy.coaching.sentences.row_choice import added_open, left_open, two_rows
from py_engine.games.yatzy.coaching.sentences.row_words import (
    closed,
    gained,
    in_parts,
    joined,
    subject,
    total,
)
from py_engine.games.yatzy.coaching.sentences.win_feedback import win_sentences
from py_engine.games.yatzy.knowledge.grades import TIE
from py_engine.games.yatzy.rules.state import YatzyRequest
from py_engine.games.yatzy.rules.tables import BONUS, CATEGORIES, CATEGORY_NAMES
from py_engine.games.yatzy.search.courses import WinEvidence
from py_engine.games.yatzy.search.exact_evaluator import ExactEvidence
from py_engine.games.yatzy.search.reasons import OTHER_ROWS

__all__ = ["explain"]

Reasons = Sequence[Reason]
WORTH_REPORTING = 0.1
"""Points: smaller differences are left out."""
OFTEN = 0.05
"""The difference in the chance to close a row from which that is used up more often."""
WORTH_LOOKING = 0.5
"""Points: rows left open that bring less by this have lost something that has a name."""
LEAST_OF_LOSS = 0.05
"""Share of the loss from which the bonus is named."""
CLOSE_TO, MOST_OF_LOSS = 0.3, 0.5
"""Points, and the share of a difference, by which the two rows alone may come to something else than all rows left open."""
LITTLE_BESIDE = 0.1
"""Share of the difference in the rows left open up to which the bonus is none of the cause."""
MAX_SENTENCES = 3
THIS_TURN, THE_BONUS, LEFT_OPEN = "this turn", "the bonus", "the rows left open"
BARELY = "This is the best move, less than 0.1 points ahead of {}."


def explain(_request: YatzyRequest, result: Result) -> Result:
    """Adds one to three sentences, the most important first, to a result that grades a move by solved values."""
    if isinstance(result.evidence, WinEvidence):
        return replace(result, feedback=win_sentences(result, result.evidence) if result.graded else [])
    if not isinstance(result.evidence, ExactEvidence):
        return result
    return replace(result, feedback=_sentences(result, result.evidence))


def _sentences(result: Result, evidence: ExactEvidence) -> list[Feedback]:
    if result.user_action == result.best_action:
        return _best_move(result, evidence)
    user, best = result.candidate(result.user_action), result.candidate(result.best_action)
    found = _categories(user, best, evidence)
    if found:
        bonus = _bonus(user.reasons, best.reasons, best.ev - user.ev)
        return [*found, *bonus, *_of_rows(user, best, evidence, "best")]
    gains = _this_turn(user, best, evidence)
    used = _used_up(user, best, evidence)
    said = [*gains, *_balance(user.reasons, best.reasons, named=bool(gains), used=used)]
    return said or [Feedback("overall", SMALL_DIFFERENCES, user.ev - best.ev)]


def _best_move(result: Result, evidence: ExactEvidence) -> list[Feedback]:
    """The advantage of the best move, which is the user's, over the next, and over the runner-up where that is about as good."""
    if len(result.candidates) < 2:
        return [Feedback("overall", ONLY_MOVE, 0.0)]
    best, following = result.candidates[:2]
    name, lead = lowered(subject(following, evidence.position)), best.ev - following.ev
    if not is_behind(lead, 0.0):
        # On what so small a lead comes from there is nothing to learn.
        return of_best(as_good_as(name) if lead < TIE else BARELY.format(name), _runner_up(result.candidates, evidence))
    return [Feedback("overall", ahead_of(name, lead), 0.0), *_over(best, following, evidence)][:MAX_SENTENCES]


def _runner_up(candidates: Sequence[Candidate], evidence: ExactEvidence) -> RunnerUp | None:
    """The first move that is behind the best one, about which the next one is as good."""
    best = candidates[0]
    worse = next((each for each in candidates if each.compared and is_behind(best.ev - each.ev, 0.0)), None)
    if worse is None:
        return None
    cause = _cause(best, worse, evidence) if worse.reasons else ""
    return RunnerUp(subject(worse, evidence.position), best.ev - worse.ev, is_next=False, cause=cause)


def _cause(best: Candidate, worse: Candidate, evidence: ExactEvidence) -> str:
    """Where the runner-up loses: all parts, so that they come to what it costs; else nothing."""
    found = _categories(best, worse, evidence)
    if found:
        return found[0].text
    mine, other = _shares(worse.reasons), _shares(best.reasons)
    later = {what: mine[what] - other[what] for what in mine if what in other and what != THIS_TURN}
    gains = _this_turn(worse, best, evidence)
    parts = in_parts(gains, later, subject(worse, evidence.position), subject(best, evidence.position))
    named = total(each.delta for each in parts)
    if not parts or named >= 0 or abs(named - (worse.ev - best.ev)) > WORTH_REPORTING:
        return ""
    return joined(parts)[0].text


def _over(best: Candidate, other: Candidate, evidence: ExactEvidence) -> list[Feedback]:
    """In what the best move is ahead of another one."""
    found = _categories(best, other, evidence)
    if found:
        return [*found, *_of_rows(best, other, evidence, "second-best")]
    if not other.reasons:
        return []
    gains, used = joined(_this_turn(other, best, evidence)), _used_up(other, best, evidence)
    return [*gains, *_balance(best.reasons, other.reasons, "second-best", named=bool(gains), used=used)]


def _categories(user: Candidate, best: Candidate, evidence: ExactEvidence) -> list[Feedback]:
    """If both moves score a category: what each scores now, and what it leaves for the rest of the game."""
    rows = closed(user), closed(best)
    if rows[0] is None or rows[1] is None:
        return []
    return [two_rows(rows[0], rows[1], evidence.position, evidence.table)]


def _of_rows(user: Candidate, best: Candidate, evidence: ExactEvidence, rival: str) -> list[Feedback]:
    """Where the difference between two rows comes from, beyond what they score and leave: either row left open, or all parts."""
    mine, other = _shares(user.reasons), _shares(best.reasons)
    gaps = {what: mine[what] - other[what] for what in mine if what in other}
    bonus, later = gaps.get(THE_BONUS, 0.0), gaps.get(LEFT_OPEN, 0.0)
    rows = left_open(user, best)
    if rows and abs(rows[0].delta - later) <= max(CLOSE_TO, MOST_OF_LOSS * abs(later)) and abs(bonus) <= abs(later):
        return rows
    least = max(WORTH_REPORTING / 2, LEAST_OF_LOSS * abs(user.ev - best.ev))
    if abs(bonus) >= least and abs(bonus) > LITTLE_BESIDE * abs(later):
        return _balance(user.reasons, best.reasons, rival, named=False)
    # Without the bonus, or beside one of hardly anything, all of it is in what they score and leave.
    return added_open(user, best, evidence.position, evidence.table)


def _this_turn(user: Candidate, best: Candidate, evidence: ExactEvidence) -> list[Feedback]:
    """The categories in which either move gains points this turn, first the best move's; together they are the difference."""
    return gained(_now(user, best), subject(user, evidence.position), subject(best, evidence.position))


def _now(user: Candidate, best: Candidate) -> dict[str, float]:
    """What the one move brings more than the other this turn, by row."""
    mine, other = ({r.code: r.value for r in move.reasons if _is_this_turn(r.code)} for move in (user, best))
    return {code: mine.get(code, 0.0) - other.get(code, 0.0) for code in [*CATEGORIES, OTHER_ROWS]}


def _bonus(user: Reasons, best: Reasons, loss: float) -> list[Feedback]:
    """The probability of the bonus after each move, if they clearly differ, in more than a small part of the loss."""
    mine, other = (next((r.value for r in side if r.code == "bonus"), None) for side in (user, best))
    if mine is None or other is None or abs(mine - other) < max(2 * WORTH_REPORTING, LEAST_OF_LOSS * loss):
        return []
    shares = [percent(mine / BONUS), percent(other / BONUS)]
    if shares[0] == shares[1]:
        return []
    start = "The bonus" if mine < other else "In its favour: the bonus"
    text = f"{start} comes in {shares[0]} of games after this move, in {shares[1]} after the best."
    return [Feedback("bonus", text, mine - other)]


def _used_up(worse: Candidate, best: Candidate, evidence: ExactEvidence) -> str:
    """The row that a worse hold uses up more often, where it gains more this turn and loses that in the rows left open.

    That is the one in which it gains most now: others are closed for little, as Ones often is.
    """
    mine, other = _shares(worse.reasons), _shares(best.reasons)
    now, later = (mine[what] - other[what] for what in (THIS_TURN, LEFT_OPEN))
    if closed(worse) is not None or now < WORTH_REPORTING or later > -WORTH_LOOKING:
        return ""
    gaps, more = _now(worse, best), evidence.closes(worse.action) - evidence.closes(best.action)
    rows = [row for row, code in enumerate(CATEGORIES) if gaps[code] >= WORTH_REPORTING and more[row] >= OFTEN]
    if not rows:
        return ""
    row = max(rows, key=lambda row: gaps[CATEGORIES[row]])
    return f"; {lowered(subject(worse, evidence.position))} uses up {CATEGORY_NAMES[row]} more often"


def _balance(user: Reasons, best: Reasons, rival: str = "best", *, named: bool, used: str = "") -> list[Feedback]:
    """The whole difference in parts that add up to it, without those of nothing: a gain now may cost more later.

    Nothing, if no part is large enough to be named, or all of it is gained this turn, and is named (``named``). Last comes the row that is
    used up for it (``used``).
    """
    mine, other = _shares(user), _shares(best)
    gaps = {what: mine[what] - other[what] for what in mine if what in other}
    large = [what for what, gap in gaps.items() if abs(gap) >= WORTH_REPORTING / 2]
    if not large or (named and large == [THIS_TURN]):
        return []
    parts = [f"{what} {signed(gaps[what])}" for what in large]
    text = f"In all, compared with the {rival} move: {listed(parts)} points{used}."
    return [Feedback("balance", text, total(gaps.values()))]


def _shares(reasons: Reasons) -> dict[str, float]:
    """Points by when they come; without the bonus if the table does not know it."""
    kinds: list[tuple[str, Callable[[str], bool]]] = [
        (THIS_TURN, _is_this_turn),
        (THE_BONUS, lambda code: code == "bonus"),
        (LEFT_OPEN, lambda code: code.startswith("later")),
    ]
    found = {}
    for what, belongs in kinds:
        values = [reason.value for reason in reasons if belongs(reason.code)]
        if values or what != THE_BONUS:
            found[what] = total(values)
    return found


def _is_this_turn(code: str) -> bool:
    return code in CATEGORIES or code == OTHER_ROWS
