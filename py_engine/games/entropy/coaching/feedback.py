"""A graded move in words: its difference from the best move, by lines or by components of the heuristic."""

from __future__ import annotations

from dataclasses import replace

from py_engine.core.coaching.praise import EQUAL_MOVE, ONLY_MOVE, SMALL_DIFFERENCES, ahead_of_next
from py_engine.core.numerics import Array, descending
from py_engine.core.results import Feedback, Result
from py_engine.core.text import number, points, signed
from py_engine.games.entropy.rules.state import EntropyAction, EntropyRequest, action_data
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, COLORS, line_names
from py_engine.games.entropy.search.heuristic_evaluator import COMPONENT_NAMES
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines

__all__ = ["component_feedback", "explain", "line_feedback"]

MIN_LINE_GAP = 0.25
"""Points: smaller differences in a line are not mentioned."""
MAX_LINES = 2
"""Lines that are mentioned; a further sentence gives the rest."""
MOST_TAKEN_BACK = 0.5
"""Share of what lines explain that the search beyond them may take back."""
MIN_COMPONENT_GAP = 0.05
"""Points: smaller differences in a component are not mentioned."""
MAX_COMPONENTS = 3


def explain(_: EntropyRequest, result: Result) -> Result:
    """Adds feedback to a graded result; results of the policies, which give no reasons, stay as they are."""
    if isinstance(result.evidence, LineComparison):
        return replace(result, feedback=line_feedback(result.evidence))
    if result.graded and result.metadata.evaluator == "heuristic":
        return replace(result, feedback=component_feedback(result))
    return result


def line_feedback(compared: LineComparison) -> list[Feedback]:
    """Sentences on the difference between the user's move and the best one, in parts that add up to it.

    Returns:
        The sentences; ``delta`` is user minus best, in points.
    """
    user, best, rival = compared.user, compared.best, compared.rival
    if rival is None:
        return [Feedback("overall", ONLY_MOVE, 0.0)]
    if user is best:
        return [Feedback("overall", _praise(user.ev - rival.ev, compared.error), 0.0)]
    loss = user.ev - best.ev
    if -loss < 2 * compared.error:
        return [Feedback("overall", _close(-loss, compared.error), loss)]
    gaps = user.points - best.points
    named = _named(gaps, loss, compared.error)
    found = [Feedback("line", _line_text(i, user, best), float(gaps[i])) for i in named]
    rest = loss - float(gaps[named].sum())
    if not found or abs(rest) >= MIN_LINE_GAP:
        found.append(Feedback("rest", _rest_text(rest, alone=not found), rest))
    return found


def _named(gaps: Array, loss: float, error: float) -> list[int]:
    """The lines that explain a loss: those in which the best move is ahead by more than the error of the whole.

    None if the search beyond these lines takes back most of what they say, since then they are not why the move loses.
    """
    least = max(MIN_LINE_GAP, error)
    named = [int(i) for i in descending(-gaps) if gaps[i] <= -least][:MAX_LINES]
    explained = float(gaps[named].sum())
    return named if loss - explained <= MOST_TAKEN_BACK * -explained else []


def _close(loss: float, error: float) -> str:
    """The sentence for a loss within its error."""
    doubt = f", give or take {number(2 * error)}"
    if loss < 0.05:
        return f"Too close to call: as good as the best move{doubt}."
    return f"Too close to call: {points(loss)} behind the best move{doubt}."


def _rest_text(rest: float, *, alone: bool) -> str:
    """The sentence for what no named line explains."""
    if abs(rest) < 0.05:
        return "Many small differences nearly cancel out."
    if alone:
        return f"No single cause: many small differences together: {signed(rest)} points."
    return f"Everything else together: {signed(rest)} points."


def component_feedback(result: Result) -> list[Feedback]:
    """Sentences on the components in which the user's move differs most from the best one."""
    user, best = result.candidate(result.user_action), result.candidate(result.best_action)
    if user is best:
        return [Feedback("overall", "The heuristic finds nothing better.", 0.0)]
    gaps = [(mine.code, mine.value - other.value) for mine, other in zip(user.reasons, best.reasons, strict=True)]
    great = sorted((gap for gap in gaps if abs(gap[1]) >= MIN_COMPONENT_GAP), key=lambda gap: -abs(gap[1]))
    found = [
        Feedback(code, f"{COMPONENT_NAMES[code]}: {signed(gap)} points compared with the best move.", gap)
        for code, gap in great[:MAX_COMPONENTS]
    ]
    return found or [Feedback("overall", SMALL_DIFFERENCES, user.ev - best.ev)]


def _praise(lead: float, error: float) -> str:
    if lead < max(2 * error, 0.05):
        return "Nothing is clearly better." if error else EQUAL_MOVE
    return ahead_of_next(lead)


def _line_text(line: int, user: MoveLines, best: MoveLines) -> str:
    size = len(user.points) // 2
    gap = float(user.points[line] - best.points[line])
    mine, other = (_shown(int(move.codes[line]), size) + _answered(move, size) for move in (user, best))
    return f"{line_names(size)[line].label}: {signed(gap)} points, with {mine} instead of {other}."


def _answered(move: MoveLines, size: int) -> str:
    """`` (Order replies a1-b1)`` or `` (Order replies by passing)``."""
    if move.answer is None:
        return ""
    action = EntropyAction.model_validate(action_data(move.answer, size))
    answer = "by passing" if action.origin is None else f"{action.origin}-{action.to}"
    return f" (Order replies {answer})"


def _shown(code: int, size: int) -> str:
    """A line as letters, with dots for empty cells."""
    if code == 0:
        return "nothing"
    return "".join(("\u00b7", *COLORS)[code >> CELL_BITS * position & CELL_MASK] for position in range(size))
