"""What a card says of a loss within its error, or too near to it to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from py_engine.core.coaching.closeness import CLOSE, opening
from py_engine.core.results import Feedback, Result
from py_engine.core.text import number, points
from py_engine.games.azul.coaching.bullets import FLOOR_NOW, Bullet
from py_engine.games.azul.coaching.causes import SMALL, Cause
from py_engine.games.azul.coaching.rest import (
    MAX_SENTENCES,
    all_else,
    ending,
    gives_back,
    named,
    rank,
    ranked,
    said_back,
    uncounted,
)
from py_engine.games.azul.coaching.shown import covered, shown_rows

__all__ = ["BLAME", "is_close", "too_close", "with_gap"]

BLAME = ("inaccuracy", "mistake", "blunder")
"""Verdicts of which no card says that the moves are too close to call, even where the error is as large as the loss."""
_GOOD = ("best", "good")
"""Verdicts of which a card says that the moves are about as good, since nothing about them is left open."""
_ALIKE = "both moves are about as good."


def is_close(graded: Result) -> bool:
    """Whether the card leaves open whether the move is worse."""
    within = -(graded.delta_ev or 0.0) <= (graded.delta_stderr or 0.0)
    return graded.verdict == "undecided" or (within and graded.verdict not in BLAME)


def with_gap(cause: Cause | None, bullets: Sequence[Bullet], graded: Result) -> list[Feedback]:
    """The most important sentences, and that the whole loss is within its error, or too near to it to be judged."""
    loss, first = -(graded.delta_ev or 0.0), [] if cause is None else [cause.item]
    shown = sorted(bullets, key=rank)[: MAX_SENTENCES - 1]
    items = [*first, *ranked(shown)]
    # Beside a gap of nothing, what counts no points against the move would only confuse.
    if not items or (loss < SMALL and uncounted(cause) and not shown):
        return [Feedback("overall", too_close(graded), -loss)]
    # Within its error a gap need not have any cause.
    open_cause = ending(cause, shown) if loss > (graded.delta_stderr or 0.0) else ""
    said = " ".join(filter(None, [_of_the_rest(cause, shown, items, graded), open_cause, _all_in_all(graded)]))
    if items[0].category != "overall":
        return [*items, Feedback("overall", said, -loss)]
    # The first sentence has the category of the whole already: the gap ends the last one.
    *before, last = items
    return [*before, replace(last, text=f"{last.text} {said}")]


def _of_the_rest(cause: Cause | None, shown: Sequence[Bullet], items: Sequence[Feedback], graded: Result) -> str:
    """What gives back the points that are named beyond the loss, or costs what they leave; empty where neither is missing."""
    loss, said = -(graded.delta_ev or 0.0), named(cause, shown)
    if gives_back(said, loss, graded.delta_stderr or 0.0) and not said_back([each.text for each in items]):
        return all_else(said - loss, cause, shown, graded)
    # What is said without its points is no part of the sum, and may be all that the move loses, unless it costs nothing.
    if said >= -SMALL or any(each.category == FLOOR_NOW and each.weight for each in shown):
        return ""
    if uncounted(cause):
        return shown_rows(graded, said - loss, covered(cause, shown)).strip()
    # The sentences come to points in the move's favour, which is behind nevertheless.
    return all_else(said - loss, cause, shown, graded)


def too_close(graded: Result) -> str:
    """The sentence on a gap where no reason is named."""
    if -(graded.delta_ev or 0.0) < SMALL:
        return "Both moves are about as good." if graded.verdict in _GOOD else f"{CLOSE}: {_ALIKE}"
    return f"{_opening(graded)}: {_gap(graded)}"


def _all_in_all(graded: Result) -> str:
    """What is said after reasons where the whole loss is within its error, or too near to it to be judged."""
    if -(graded.delta_ev or 0.0) < SMALL:
        return f"All in all, {_ALIKE}" if graded.verdict in _GOOD else f"All in all {_small(CLOSE)}: {_ALIKE}"
    return f"All in all {_small(_opening(graded))}: {_gap(graded)}"


def _small(start: str) -> str:
    """The beginning of a sentence inside another one."""
    return f"{start[0].lower()}{start[1:]}"


def _opening(graded: Result) -> str:
    return opening(graded.verdict, -(graded.delta_ev or 0.0), graded.delta_stderr or 0.0)


def _gap(graded: Result) -> str:
    """A loss beside its error; a doubt that is smaller than the loss is given as it is shown, by two standard errors."""
    loss, error = -(graded.delta_ev or 0.0), graded.delta_stderr or 0.0
    if loss <= error:
        return f"the gap to the best move, {points(loss)}, is within the error."
    return f"{points(loss)} behind the best move, give or take {number(2 * error)}."
