"""What is said of the best move: how far ahead of the next one it is, and what the runner-up would cost, for which cause."""

from __future__ import annotations

import re
from dataclasses import replace

from pydantic import JsonValue

from py_engine.core.coaching.praise import ONLY_MOVE, ahead_of, as_good_as
from py_engine.core.coaching.runner_up import RunnerUp, of_best
from py_engine.core.grading import SHOWN
from py_engine.core.results import Feedback, Result
from py_engine.core.text import number, points
from py_engine.games.azul.coaching.bullets import POINTS_THRESHOLD, Bullet
from py_engine.games.azul.coaching.causes import FAIR, MOSTLY, SMALL, Cause
from py_engine.games.azul.coaching.certain import certain_differences, deed
from py_engine.games.azul.coaching.found import Found, found_of, parts_apart
from py_engine.games.azul.coaching.outcome import is_exact, outcomes, without_estimates
from py_engine.games.azul.coaching.rest import all_else, gives_back, named, said_back
from py_engine.games.azul.rules.state import AzulAction, AzulState
from py_engine.games.azul.search.lines import Behind

__all__ = ["NO_BETTER", "best_move", "move_words", "praise"]

NO_BETTER = "No clearly better move was found"
_ANOTHER = {
    r"\byours completes no line\b": "it completes none",
    r"\bwhere your move\b": "where that move",
    r"(?<=\. )Your move\b": "It",
    r"\b[Yy]our move\b": "it",
}
"""How sentences on a loss name the user's move, and what it is beside the best one."""


def best_move(state: AzulState, graded: Result) -> list[Feedback]:
    """The sentences on a user's move that is the best."""
    behind = graded.evidence
    following = graded.candidates[1].action if len(graded.candidates) > 1 else None
    runner_up = None
    if isinstance(behind, Behind):
        gap = graded.best_action_ev - graded.candidate(behind.action).ev
        runner_up = RunnerUp(
            f"Taking {_words(state, behind.action)}",
            gap,
            behind.action == following,
            _cause(state, graded, behind),
            exact=not behind.error,
        )
    # One error stands for the gap to the next move, whichever sentence gives it.
    named = isinstance(behind, Behind) and behind.action == following
    error = behind.error if named else graded.delta_stderr or 0.0
    return of_best(praise(graded, _words(state, following), error), runner_up)


def praise(graded: Result, following: str, error: float) -> str:
    """The sentence on how far the best move is ahead of the next one (``following``), with the standard error of that."""
    if len(graded.candidates) < 2:
        return ONLY_MOVE
    lead = graded.best_action_ev - graded.candidates[1].ev
    if not lead:
        return as_good_as(following)
    if lead < SMALL:
        return f"{NO_BETTER}; {following} is about as good."
    if lead < error:
        return f"{NO_BETTER}; {following} is {points(lead)} behind, give or take {number(SHOWN * error)}."
    return ahead_of(following, lead, error)


def move_words(state: AzulState, action: AzulAction) -> str:
    """A legal move: ``3 Blue from factory 2 to line 4``."""
    source, destination = action.source, action.destination
    pile = state.center.tiles if isinstance(source, str) else state.factories[source.Factory]
    start = "the centre" if isinstance(source, str) else f"factory {source.Factory + 1}"
    end = "the floor line" if isinstance(destination, str) else f"line {destination.PatternLine + 1}"
    return f"{pile.get(action.color, 0)} {action.color} from {start} to {end}"


def _words(state: AzulState, action: JsonValue) -> str:
    return "" if action is None else move_words(state, AzulAction.model_validate(action))


def _cause(state: AzulState, graded: Result, behind: Behind) -> str:
    """Why a move is behind the best one, as it is said on a card of that move; empty where no single cause stands out."""
    other, best = graded.candidate(behind.action), graded.candidate(graded.best_action)
    lost = replace(
        graded,
        user_action=other.action,
        user_action_ev=other.ev,
        delta_ev=other.ev - best.ev,
        delta_stderr=behind.error,
        evidence=behind.apart,
    )
    parts = parts_apart(other, best)
    difference = {name: value - best.features[name] for name, value in other.features.items()}
    deeds = [deed(state, AzulAction.model_validate(each.action)) for each in (other, best)]
    found = found_of(lost, parts, difference, certain_differences(*deeds), close=False)
    text = " ".join(filter(None, (outcomes(lost), _said(found, lost))))
    text = without_estimates(text) if is_exact(lost) else text
    for of_user, of_another in _ANOTHER.items():
        text = re.sub(of_user, of_another, text)
    return text


def _said(found: Found, lost: Result) -> str:
    """The first reason, with the next one where it leaves much of the loss or exceeds it, and with what all else costs or gives back."""
    if not found.explained or (found.cause is not None and found.cause.beside):
        return ""
    loss, error = -(lost.delta_ev or 0.0), lost.delta_stderr or 0.0
    texts, said = ([found.cause.item.text], list[Bullet]()) if found.cause is not None else _largest(found.bullets)
    if not texts or (found.cause is not None and not found.cause.lost):
        return " ".join(texts)
    if not _complete(named(found.cause, said), loss, error):
        added = _next(found.cause, said, found.bullets, loss)
        texts, said = [*texts, *(each.text for each in added)], [*said, *added]
    over = named(found.cause, said) - loss
    if not _complete(over + loss, loss, error) and (over < 0 or not said_back(texts)):
        texts.append(all_else(over, found.cause, said, lost))
    return " ".join(texts)


def _largest(bullets: list[Bullet]) -> tuple[list[str], list[Bullet]]:
    """The largest difference against a move, since little is said, rather than what is certain."""
    against = [each for each in bullets if each.loss]
    if not against:
        return [], []
    first = max(against, key=lambda each: each.weight)
    return [first.text], [first]


def _complete(said: float, loss: float, error: float) -> bool:
    """Whether named points leave nothing that a reader would miss; a sentence without points says all that it can."""
    if not said:
        return True
    short = loss - said > POINTS_THRESHOLD and said < MOSTLY * loss - SMALL
    return not short and not gives_back(said, loss, error)


def _next(cause: Cause | None, said: list[Bullet], bullets: list[Bullet], loss: float) -> list[Bullet]:
    """The difference that brings the named points nearest to the loss, if it is a fair part of what is missing."""
    missing = loss - named(cause, said)
    free = [each for each in bullets if each.lost and each not in said]
    found = min(free, key=lambda each: abs(missing - each.lost), default=None)
    return [found] if found is not None and abs(missing - found.lost) <= (1 - FAIR) * abs(missing) else []
