"""A graded move in words, when the chance to win counts: what it gives up, and why points are not the measure."""

from __future__ import annotations

from py_engine.core.coaching.praise import EQUAL_MOVE, ONLY_MOVE
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import number, points
from py_engine.games.yatzy.knowledge.grades import WIN_TIE
from py_engine.games.yatzy.search.win_evaluator import WinEvidence

__all__ = ["win_sentences"]

_CLEAR = 0.1
"""Points: smaller differences between expected scores are left out."""
_EVEN = 50.0


def win_sentences(result: Result, evidence: WinEvidence) -> list[Feedback]:
    """One to three sentences, the most important first."""
    best = result.candidate(result.best_action)
    if result.user_action == result.best_action:
        found = [Feedback("overall", _praise(result), 0.0)]
    else:
        found = [*_loss(result.candidate(result.user_action), best, unsure=result.verdict == "undecided")]
    notes = (f"The chances are those {note[0].lower()}{note[1:]}" for note in evidence.notes)
    return [*found, *(Feedback("overall", note, 0.0) for note in notes)]


def _chance(ev: float) -> str:
    """A chance in per cent, with one decimal: ``62.0%``."""
    return f"{ev:.1f}%"


def _praise(result: Result) -> str:
    if len(result.candidates) < 2:
        return ONLY_MOVE
    lead = result.best_action_ev - result.candidates[1].ev
    if lead < WIN_TIE:
        return EQUAL_MOVE
    return f"This is the best move: {_chance(result.best_action_ev)} to win, and {_chance(result.candidates[1].ev)} after the next."


def _loss(user: Candidate, best: Candidate, *, unsure: bool) -> list[Feedback]:
    """What the move gives up, and how that goes with the points it is worth; ``unsure`` where the chances are not exact enough to judge."""
    delta = user.ev - best.ev
    if -delta < WIN_TIE:
        return [Feedback("overall", EQUAL_MOVE, 0.0)]
    if unsure:
        first = f"Too close to call: your move wins in an estimated {_chance(user.ev)} of games, the best one in {_chance(best.ev)}."
    elif user.ev < WIN_TIE:
        first = f"Your move cannot win any more; the best one wins in {_chance(best.ev)} of games."
    else:
        first = f"Your move wins in {_chance(user.ev)} of games, the best one in {_chance(best.ev)}."
    return [Feedback("win", first, delta), *_points(user, best)]


def _points(user: Candidate, best: Candidate) -> list[Feedback]:
    """The same difference in expected points, and why it does not settle the choice."""
    more = user.features["points"] - best.features["points"]
    if more <= -_CLEAR:
        return [Feedback("points", f"It is also worth {points(-more)} less on average.", more)]
    if more < _CLEAR:
        return []
    why = "behind, high scores count for more" if best.ev < _EVEN else "ahead, safe scores count for more"
    text = f"For points alone yours would be better, by {number(more)}, but {why}."
    return [Feedback("points", text, more)]
