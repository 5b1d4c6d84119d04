"""A graded move in words: its difference from the best move, by lines or by components of the heuristic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from py_engine.core.coaching.closeness import AS_GOOD, opening
from py_engine.core.coaching.praise import ONLY_MOVE, SMALL_DIFFERENCES
from py_engine.core.contract import Verdict
from py_engine.core.grading import LEAST, ROUNDING, is_clear
from py_engine.core.results import Feedback, Result
from py_engine.core.text import number, points, signed
from py_engine.games.entropy.coaching.balance import MIN_REST, balance, cancels
from py_engine.games.entropy.coaching.best_move import best_move
from py_engine.games.entropy.coaching.named_lines import (
    AS_IT_STANDS,
    MIN_LINE_GAP,
    named_lines,
    rest_text,
    unnamed_text,
)
from py_engine.games.entropy.rules.state import EntropyRequest
from py_engine.games.entropy.search.heuristic_evaluator import COMPONENT_NAMES
from py_engine.games.entropy.search.line_reasons import LineComparison

__all__ = ["component_feedback", "explain", "line_feedback"]

BLAME = ("inaccuracy", "mistake", "blunder")
"""Verdicts of which no card says that the moves are too close to call."""
MADE_UP = 0.5
"""Share of an exact loss from which points that speak for the move call for a sentence on what is left."""
MIN_COMPONENT_GAP = 0.05
"""Points: smaller differences in a component are not mentioned."""
MAX_COMPONENTS = 3


def explain(_: EntropyRequest, result: Result) -> Result:
    """Adds feedback to a graded result; results of the policies, which give no reasons, stay as they are."""
    if isinstance(result.evidence, LineComparison):
        level = [
            each.action
            for each in result.candidates
            if each.compared and each.action != result.best_action and result.best_action_ev - each.ev < ROUNDING
        ]
        return replace(result, feedback=line_feedback(result.evidence, result.verdict, level))
    if result.graded and result.metadata.evaluator == "heuristic":
        return replace(result, feedback=component_feedback(result))
    return result


def line_feedback(
    compared: LineComparison, verdict: Verdict | None = None, level: Sequence[JsonValue] = ()
) -> list[Feedback]:
    """Sentences on the difference between the user's move and the best one, in parts that add up to it.

    Args:
        compared: The two moves.
        verdict: What the card's heading says about the move.
        level: The moves that are worth the same as the best one.

    Returns:
        The sentences; ``delta`` is user minus best, in points.
    """
    user, best, rival = compared.user, compared.best, compared.rival
    if rival is None:
        return [Feedback("overall", ONLY_MOVE, 0.0)]
    if user is best:
        return best_move(compared, rival, level)
    loss = user.ev - best.ev
    close = _is_close(-loss, compared.error, verdict)
    named = named_lines(user, best, close=close)
    counted = any(item.category != AS_IT_STANDS for item in named)
    rest = loss
    for item in named:
        rest -= item.delta
    cancelled = counted and cancels(-loss, rest)
    if cancelled:
        named, counted, rest = balance(user, best), False, loss
    if close:
        text = _close(-loss, compared.error, alone=not named, verdict=verdict)
        if counted and abs(rest) >= MIN_LINE_GAP:
            text = f"{rest_text(rest)} {text}"
        return [*named, Feedback("overall", text, rest)]
    if not counted or abs(rest) >= MIN_REST:
        # What the board scores by now is no part of the loss, beside which there would be anything else. Where points
        # cancel, differences are not small, named or not.
        in_all = cancelled or (named and not counted)
        text = _in_all(-rest) if in_all else rest_text(rest) if named else unnamed_text(user, best)
        named.append(Feedback("rest", text, rest))
    if counted and user.exact and math.fsum(item.delta for item in named if item.delta > 0) >= MADE_UP * -loss:
        # What is left of points against a move and for it is not seen at a glance.
        named[-1] = replace(named[-1], text=f"{named[-1].text} {_in_all(-loss)}")
    return named


def _in_all(loss: float) -> str:
    return f"In all, it costs {points(loss)}." if loss >= LEAST else "In all, both moves are worth the same."


def _is_close(loss: float, error: float, verdict: Verdict | None) -> bool:
    """Whether a card says that a loss is within its error: never where the verdict blames the move."""
    return verdict == "undecided" or (verdict not in BLAME and not is_clear(loss, error))


def _close(loss: float, error: float, *, alone: bool, verdict: Verdict | None) -> str:
    """The sentence for a loss within its error.

    Args:
        loss: The loss in points.
        error: Its standard deviation.
        alone: Whether no line is named before.
        verdict: What the card's heading says about the move.
    """
    doubt = f", give or take {number(2 * error)}"
    start = opening(verdict, loss, error)
    if not alone:
        start = f"All in all {start[0].lower()}{start[1:]}"
    if loss >= LEAST:
        return f"{start}: {points(loss)} behind the best move{doubt}."
    level = " as the best move" if start.lower().endswith(AS_GOOD.lower()) else ": as good as the best move"
    return f"{start}{level}{doubt}."


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
