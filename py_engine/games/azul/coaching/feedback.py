"""Feedback sentences: what the user's move gives up compared with the best one.

They come from the features of both continuations and, where an evaluator gives points by kind, from those points, so that
the words match the numbers beside them. Where the search also finds in which of them good lines after both moves agree
(``lines.Apart``), only those are named; if that leaves none that counts against the move, there is no single cause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from py_engine.core.results import Feedback, Result
from py_engine.games.azul.coaching.best_move import best_move
from py_engine.games.azul.coaching.bullets import bullets_of
from py_engine.games.azul.coaching.causes import NO_CAUSE, Cause
from py_engine.games.azul.coaching.certain import Fact, certain_differences, deed
from py_engine.games.azul.coaching.found import Found, found_of, parts_apart, without_repetition
from py_engine.games.azul.coaching.gap import BLAME, is_close, too_close, with_gap
from py_engine.games.azul.coaching.outcome import goes_on, is_exact, outcomes, without_estimates
from py_engine.games.azul.coaching.rest import MAX_SENTENCES, fitting, ranked, with_the_rest, without_cause
from py_engine.games.azul.coaching.shown import covered, not_borne_out, shown_rows
from py_engine.games.azul.knowledge.grades import kind_of
from py_engine.games.azul.rules.state import AzulAction, AzulRequest
from py_engine.games.azul.search.lines import Apart

__all__ = ["explain", "sentences"]


def explain(request: AzulRequest, result: Result) -> Result:
    """The result with the kind of decision, and with feedback if it grades a move and its evaluator measures features."""
    result = replace(result, metadata=replace(result.metadata, decision=kind_of(request.state)))
    if result.verdict in BLAME:
        # What is blamed is not also called too close.
        result = replace(result, too_close=False)
    if not result.graded or not result.candidate(result.best_action).features:
        return result
    if result.user_action == result.best_action:
        return replace(result, feedback=best_move(request.state, result))
    moves = (AzulAction.model_validate(action) for action in (result.user_action, result.best_action))
    mine, best = (deed(request.state, move) for move in moves)
    return replace(result, feedback=_in_full(sentences(result, certain_differences(mine, best)), result))


def _in_full(items: list[Feedback], graded: Result) -> list[Feedback]:
    """The sentences, first who wins after either move where that is certain, or after which one the game ends, and last whether the lines shown bear out what is blamed."""
    if is_exact(graded):
        items = [replace(item, text=without_estimates(item.text)) for item in items]
    blamed = graded.verdict in BLAME
    start = outcomes(graded) or (goes_on(graded) if blamed else "")
    end = not_borne_out(graded) if blamed else ""
    texts = [item.text for item in items]
    texts[0] = f"{start} {texts[0]}" if start else texts[0]
    texts[-1] = f"{texts[-1]} {end}" if end else texts[-1]
    return [replace(item, text=text) for item, text in zip(items, texts, strict=True)]


def sentences(graded: Result, certain: Sequence[Fact] = ()) -> list[Feedback]:
    """One to three sentences on a user's move that is not the best, the most important first.

    Args:
        graded: The result.
        certain: What the move does worse than the best one by itself, which is said where no other reason is sure.
    """
    user, best = graded.candidate(graded.user_action), graded.candidate(graded.best_action)
    delta = graded.delta_ev or 0.0
    difference = {name: value - best.features[name] for name, value in user.features.items()}
    parts = parts_apart(user, best)
    if parts:
        return _with_parts(graded, parts, difference, certain)
    bullets = bullets_of(difference, 0.0)
    if is_close(graded):
        return with_gap(None, bullets, graded)
    if bullets:
        return ranked(bullets)[:MAX_SENTENCES]
    text = "Both moves lead to much the same end of the round; they differ in later rounds."
    return [Feedback("overall", text, delta)]


def _with_parts(
    graded: Result, parts: dict[str, float], difference: dict[str, float], certain: Sequence[Fact]
) -> list[Feedback]:
    """The sentences where the evaluator gives points by kind."""
    close = is_close(graded)
    if close and not isinstance(graded.evidence, Apart):
        return [Feedback("overall", too_close(graded), graded.delta_ev or 0.0)]
    found = found_of(graded, parts, difference, certain, close=close)
    if not found.explained and not close:
        return _without_cause(found, graded)
    if not found.explained and not any(bullet.certain for bullet in found.bullets):
        return [Feedback("overall", too_close(graded), graded.delta_ev or 0.0)]
    if close:
        return with_gap(found.cause, found.bullets, graded)
    return with_the_rest(found.cause, found.bullets, found.completed, graded)


def _without_cause(found: Found, graded: Result) -> list[Feedback]:
    """The sentences where no single cause stands out, after what the move puts on the floor line by itself."""
    delta = graded.delta_ev or 0.0
    where = found.when_over or shown_rows(graded, delta, covered(None, found.bullets))
    cause = Cause(Feedback("overall", NO_CAUSE + where, delta))
    bullets = without_repetition(cause, found.bullets)
    if any(bullet.certain for bullet in bullets):
        return without_cause(bullets, where, delta)
    return fitting(cause, bullets, graded)
