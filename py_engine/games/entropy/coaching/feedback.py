"""Sentences about the difference between a graded move and the best one: by lines, or by components of the heuristic."""

from __future__ import annotations

from dataclasses import replace

from py_engine.core.numerics import descending
from py_engine.core.results import Feedback, Result
from py_engine.core.text import points, signed
from py_engine.games.entropy.rules.state import EntropyAction, EntropyRequest, action_data
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, COLORS, line_names
from py_engine.games.entropy.search.heuristic_evaluator import COMPONENT_NAMES
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines

__all__ = ["component_feedback", "explain", "line_feedback"]

SMALLEST_LINE = 0.25
"""Points: a line in which two moves differ by less is not spoken of."""
MOST_LINES = 2
"""Lines that are named; a third sentence has what is left."""
SMALLEST_COMPONENT = 0.05
"""Points: a component in which two moves differ by less is not spoken of."""
MOST_COMPONENTS = 3


def explain(_: EntropyRequest, result: Result) -> Result:
    """A graded result with what made the difference. The policies, which say nothing of why, add nothing."""
    if isinstance(result.evidence, LineComparison):
        return replace(result, feedback=line_feedback(result.evidence))
    if result.graded and result.metadata.evaluator == "heuristic":
        return replace(result, feedback=component_feedback(result))
    return result


def line_feedback(compared: LineComparison) -> list[Feedback]:
    """What made the difference between the user's move and the best one; the parts add up to it.

    Returns:
        Sentences; ``delta`` is user minus best in points.
    """
    user, best, rival = compared.user, compared.best, compared.rival
    if rival is None:
        return [Feedback("overall", "There was nothing else to do.", 0.0)]
    if user is best:
        return [Feedback("overall", _praise(user.ev - rival.ev, compared.error), 0.0)]
    gaps = user.points - best.points
    # What speaks for the best move explains the loss.
    named = [int(i) for i in descending(-gaps) if gaps[i] <= -SMALLEST_LINE][:MOST_LINES]
    found = [Feedback("line", _line_text(i, user, best), float(gaps[i])) for i in named]
    rest = (user.ev - best.ev) - float(gaps[named].sum())
    if not found or abs(rest) >= SMALLEST_LINE:
        what = "All else together" if found else "Many small things together"
        found.append(Feedback("rest", f"{what}: {signed(rest)}.", rest))
    return found


def component_feedback(result: Result) -> list[Feedback]:
    """The components in which the user's move differs most from the best."""
    user, best = result.candidate(result.user_action), result.candidate(result.best_action)
    if user is best:
        return [Feedback("overall", "By the heuristic there is nothing better.", 0.0)]
    gaps = [(mine.code, mine.value - other.value) for mine, other in zip(user.reasons, best.reasons, strict=True)]
    great = sorted((gap for gap in gaps if abs(gap[1]) >= SMALLEST_COMPONENT), key=lambda gap: -abs(gap[1]))
    found = [
        Feedback(code, f"{COMPONENT_NAMES[code]}: {signed(gap)} against the best move.", gap)
        for code, gap in great[:MOST_COMPONENTS]
    ]
    return found or [Feedback("overall", "Many small things add up.", user.ev - best.ev)]


def _praise(lead: float, error: float) -> str:
    if lead < max(2 * error, 0.05):
        return "Nothing is clearly better." if error else "Nothing is better; another move is as good."
    return f"This is the best there is, {points(lead)} ahead of the next."


def _line_text(line: int, user: MoveLines, best: MoveLines) -> str:
    size = len(user.points) // 2
    gap = float(user.points[line] - best.points[line])
    mine, other = (_shown(int(move.codes[line]), size) + _answered(move, size) for move in (user, best))
    return f"{line_names(size)[line].label}: {signed(gap)}, with {mine} instead of {other}."


def _answered(move: MoveLines, size: int) -> str:
    """``(Order answers a1-b1)``, or ``by passing``."""
    if move.answer is None:
        return ""
    action = EntropyAction.model_validate(action_data(move.answer, size))
    answer = "by passing" if action.origin is None else f"{action.origin}-{action.to}"
    return f" (Order answers {answer})"


def _shown(code: int, size: int) -> str:
    """A line in letters, a dot for an empty cell."""
    if code == 0:
        return "nothing"
    return "".join(("\u00b7", *COLORS)[code >> CELL_BITS * position & CELL_MASK] for position in range(size))
