"""Faults of what the card of a best move says of the next move and of the runner-up: they must be those of the list of moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pydantic import JsonValue

from py_engine.core.coaching.praise import PROBABLY
from py_engine.core.coaching.runner_up import RUNNER_UP
from py_engine.core.results import Candidate, Feedback, Result

__all__ = ["cause_of", "runner_up_faults", "without_runner_up"]

SAME = 1e-6
"""Gaps that differ by less are the same."""
HALF_TENTH = 0.05 + 1e-9
"""Rounding of a number in a sentence."""
LEAST = 0.05
"""Points: smaller gaps are nothing."""
STANDARD_ERRORS = 2.0
"""A move that is behind is so by more than as many."""
COSTS = re.compile(
    r" instead would cost (?:about )?(\d+(?:\.\d+)?) (?:percentage )?points?(?:, give or take \d+(?:\.\d+)?)?(?:\.$|[.:;] )"
)
NEXT = re.compile(r"(?: is |, )(\d+(?:\.\d+)?) points? (?:behind|worse|ahead of|better than)")


def runner_up_faults(
    result: Result,
    words: Callable[[JsonValue], str],
    error: float | None = None,
    sum_of: Callable[[str], float | None] | None = None,
) -> list[str]:
    """What is wrong with the sentences on other moves, in words; empty if nothing is.

    Args:
        result: An explained result that grades a move.
        words: What names a move in them.
        error: The standard error of what the runner-up loses, where it is known.
        sum_of: What the points that a cause names come to, the runner-up less the best move; None if it names none.
    """
    said = [item for item in result.feedback if item.category == RUNNER_UP]
    if result.user_action != result.best_action:
        return [f"a runner-up beside a move that is not the best: {item.text}" for item in said]
    found = [] if len(said) < 2 else ["more than one runner-up"]
    found += _of_next(result, words)
    for item in said:
        found += [*_of_runner_up(item, result, words), *_of_error(item, error, result)]
        named = None if sum_of is None else sum_of(cause_of(item))
        if named is not None and named >= 0:
            found.append(f"the cause comes to {named:+.1f} for the runner-up: {item.text}")
    return found


def _of_next(result: Result, words: Callable[[JsonValue], str]) -> list[str]:
    """A lead that is not the gap of the move that is named, or of any if none is."""
    text = result.feedback[0].text
    lead = NEXT.search(text)
    if lead is None:
        return []
    those = _named(text, result, words) or _others(result)
    if any(abs(_gap(each, result) - float(lead[1])) <= HALF_TENTH for each in those):
        return []
    return [f"the list has no such move that is {lead[1]} behind: {text}"]


def _of_runner_up(item: Feedback, result: Result, words: Callable[[JsonValue], str]) -> list[str]:
    cost = COSTS.search(item.text)
    if cost is None:
        return [f"a runner-up without its cost: {item.text}"]
    same = _named(item.text[: cost.start()], result, words)
    if not same:
        return [f"a runner-up that is not compared with the best move: {item.text}"]
    found = []
    if not any(abs(_gap(each, result) + item.delta) <= SAME for each in same):
        found.append(f"the list has {_gap(same[0], result):.2f}, the sentence {-item.delta:.2f}: {item.text}")
    if item.delta >= 0 or abs(float(cost[1]) + item.delta) > HALF_TENTH:
        found.append(f"the sentence and its number ({item.delta:+.2f}) disagree: {item.text}")
    if any(each in same for each in _named(result.feedback[0].text, result, words)):
        found.append(f"the runner-up is named twice: {result.feedback[0].text} {item.text}")
    return found


def _of_error(item: Feedback, error: float | None, result: Result) -> list[str]:
    """Whether the runner-up is behind for certain; a sentence that has an error says that it is not.

    Beside a move that is only probably the best, such a sentence is in place.
    """
    if ", give or take " in item.text and result.feedback[0].text.startswith(PROBABLY):
        return []
    behind = -item.delta >= LEAST and -item.delta > STANDARD_ERRORS * (error or 0.0)
    if behind and ", give or take " not in item.text:
        return []
    return [f"a runner-up that is about as good, with a standard error of {error or 0.0:.2f}: {item.text}"]


def _named(text: str, result: Result, words: Callable[[JsonValue], str]) -> list[Candidate]:
    """The compared moves that a sentence names: those with the longest name that stands in it as a whole."""
    names = [(words(each.action).lower(), each) for each in _others(result)]
    # More dice may follow those of a shorter name.
    stand = [(name, each) for name, each in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w| \d)", text.lower())]
    longest = max((len(name) for name, _ in stand), default=0)
    return [each for name, each in stand if len(name) == longest]


def cause_of(item: Feedback) -> str:
    """The sentence on why a runner-up costs what it costs; empty where there is none."""
    cost = COSTS.search(item.text)
    cause = "" if cost is None else item.text[cost.end() :]
    return f"{cause[0].upper()}{cause[1:]}" if cause else ""


def without_runner_up(feedback: Sequence[Feedback]) -> list[Feedback]:
    """The sentences that are on the graded move."""
    return [item for item in feedback if item.category != RUNNER_UP]


def _others(result: Result) -> list[Candidate]:
    return [each for each in result.candidates if each.compared and each.action != result.best_action]


def _gap(each: Candidate, result: Result) -> float:
    return result.best_action_ev - each.ev
