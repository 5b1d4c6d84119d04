"""Faults of feedback cards of Yatzy, found by reading their sentences.

Numbers must add up to the loss, what is said in favour of a move must be in its favour, and no row may be named on both
sides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import numpy as np
from pydantic import JsonValue

from py_engine.core.coaching.decided import DECIDED, FOR_POINTS
from py_engine.core.coaching.runner_up import RUNNER_UP
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import MINUS
from py_engine.games.yatzy.coaching.sentences.row_words import subject
from py_engine.games.yatzy.rules.tables import CATEGORY_NAMES
from py_engine.games.yatzy.search.position import Position
from py_engine.lab.core.honesty.runner_up import cause_of, runner_up_faults
from py_engine.lab.yatzy.honesty.row_cards import added_open_faults, gap_of, left_open_faults, row_faults, unexplained
from py_engine.lab.yatzy.honesty.win_cards import BROUGHT, parts_of, win_faults

__all__ = ["faults"]

ROUNDING = 1e-9
"""What sums of floating-point numbers may be off by."""
LEAST_OF_LOSS = 0.05
"""The share of the loss from which the bonus is named."""
HALF, TENTH = 0.05, 0.1
"""Rounding of one shown number, and of two."""
SHARES_OF_ALL = 3
"""Numbers that a whole difference is divided into; those of nothing are not shown."""
PRAISE = (
    "This is the best move",
    "This is probably the best move",
    "No move is clearly better",
    "This is the only move",
    "Nothing is better",
)
EQUAL = "Nothing is better"
FOR = "In its favour: "
"""How a sentence begins that speaks for the player's move."""
RETURN = "In return, "
GAIN = re.compile(rf"(\d+\.\d) in ({'|'.join(map(re.escape, CATEGORY_NAMES))}|(?:\w+ )?other rows)\b")
PART = re.compile(
    rf"(\d+\.\d) in (?:{'|'.join(map(re.escape, CATEGORY_NAMES))}|(?:\w+ )?other rows|the bonus|the rows left open)\b"
)
"""A part of the difference between a runner-up and the best move."""
SHARES = re.compile(r"comes in (\S+) of games after this move, in (\S+) after the best")
SIGNED = re.compile(rf"(?<![\w.])([+{MINUS}]?)(\d+\.\d)\b")
ENDS_ON = re.compile(r" on (\d+\.\d+)")


def faults(result: Result) -> list[str]:
    """What is wrong with the feedback of a graded result, in words; empty if nothing is."""
    if result.feedback[0].category == DECIDED:
        return [fault for item in result.feedback for fault in _for_points(item)]
    best = result.user_action == result.best_action
    evidence = result.evidence
    found = []
    if evidence is not None:
        error = result.delta_stderr or 0.0
        found = runner_up_faults(result, lambda each: _words(each, evidence.position), error, _sum_of_cause)
        if result.metadata.objective != "win":
            found += [fault for item in result.feedback if item.category == RUNNER_UP for fault in _of_cause(item)]
    if result.feedback[0].text.startswith(PRAISE) != best and not (
        result.feedback[0].text.startswith(EQUAL) and result.verdict == "best"
    ):
        found.append(f"praise and grade disagree: {result.feedback[0].text}")
    if " 0 points ahead" in result.feedback[0].text:
        found.append(f"a lead of nothing: {result.feedback[0].text}")
    for item in result.feedback:
        check = _CHECKS.get(item.category)
        if check is not None:
            found += [f"{fault} ({item.delta:+.2f}): {item.text}" for fault in check(item, result)]
    found += unexplained(result)
    gains = [item.text for item in result.feedback if item.category == "this_turn"]
    rows = [name for text in gains for _, name in GAIN.findall(text)]
    if result.metadata.objective == "win":
        found += win_faults(result)
    return [*found, *(f"on both sides: {name}" for name in sorted(set(rows)) if rows.count(name) > 1)]


def _words(action: JsonValue, position: Position) -> str:
    """What names a move."""
    return subject(Candidate(action, 0.0, 0, 0.0), position)


def _sum_of_cause(text: str) -> float | None:
    """What the points in a cause of a runner-up come to, the runner-up less the best move."""
    if BROUGHT.search(text):
        return sum(parts_of(text))
    rows = gap_of(text)
    if rows is not None:
        return -rows
    first, _, second = text.partition(f"; {RETURN.lower()}")
    if not PART.search(first):
        return None
    lost, gained = (
        float(np.array([*map(float, PART.findall(part))], dtype=np.float64).sum()) for part in (first, second)
    )
    return gained - lost


def _of_cause(item: Feedback) -> list[str]:
    """Whether the points in the cause of a runner-up come to what it costs."""
    cause = cause_of(item)
    named, count = _sum_of_cause(cause), len(PART.findall(cause))
    slack = TENTH + HALF * (count + 1) + ROUNDING
    wrong = named is not None and abs(named - item.delta) > slack
    return [f"the cause comes to {named:.2f} ({item.delta:+.2f}): {item.text}"] if wrong else []


def _for_points(item: Feedback) -> list[str]:
    """Whether a sentence on points alone has the numbers of its difference, and names no better move than the best."""
    ends = [float(number) for number in ENDS_ON.findall(item.text)]
    gap = ends[1] - ends[0] if len(ends) > 1 else 0.0
    wrong = item.category == FOR_POINTS and (abs(gap - item.delta) > TENTH + 1e-9 or item.delta > 0)
    return [f"the difference is {item.delta:.2f}: {item.text}"] if wrong else []


def _opportunity(item: Feedback, result: Result) -> list[str]:
    """Points now and to come of two rows; user minus best, or best minus next."""
    return [*row_faults(item, result), *_whole(item, result)]


def _whole(item: Feedback, result: Result) -> list[str]:
    """Whether a sentence on the whole difference has the loss, or the lead, as its number."""
    whole = result.delta_ev or 0.0
    if result.user_action == result.best_action:
        whole = result.candidates[0].ev - result.candidates[1].ev
    return [] if abs(item.delta - whole) <= TENTH else [f"the difference is {whole:.2f}"]


def _this_turn(item: Feedback, result: Result) -> list[str]:
    """What moves gain this turn: the best move's first, then the other's in return."""
    best = result.user_action == result.best_action
    total = 0.0
    for part, start in zip(item.text.split("; "), ("", RETURN), strict=False):
        # What is gained in return counts as positive, the rest as negative; but on a move that is not the best, the first
        # part has the sign of the difference.
        side = 1.0 if part.lower().startswith(RETURN.lower()) else -1.0
        if start == "" and not best:
            side = 1.0 if item.delta > 0 else -1.0
        for size, _ in GAIN.findall(part):
            total += side * float(size)
    found = []
    if not best and item.text.startswith(RETURN) and item.delta <= 0:
        found.append("a gain that is none")
    # What rounding leaves over of all rows is added to one of them, so that the sentences add up as shown.
    rows = sum(len(GAIN.findall(each.text)) for each in result.feedback if each.category == "this_turn")
    if abs(total - item.delta) > HALF * (rows + 1) + 1e-9:
        found.append(f"the rows come to {total:.2f}")
    return found


def _bonus(item: Feedback, result: Result) -> list[str]:
    """The chances of the bonus after the move and after the best one."""
    mine, other = (_percent(each) for each in SHARES.findall(item.text)[0])
    praised = item.text.startswith(FOR)
    found = [] if praised == (mine > other) == (item.delta > 0) and mine != other else ["the side does not fit"]
    loss = -(result.delta_ev or 0.0)
    return [*found, *(["hardly any of the loss"] if abs(item.delta) < LEAST_OF_LOSS * loss - ROUNDING else [])]


def _percent(text: str) -> float:
    """A shown chance; those below 1 % and above 99 % lie between the whole ones."""
    return {"<1%": 0.5, ">99%": 99.5}.get(text) or float(text.removesuffix("%"))


def _balance(item: Feedback, result: Result) -> list[str]:
    """All parts of the difference, which add up to it."""
    total = 0.0
    numbers = SIGNED.findall(item.text)
    for sign, size in numbers:
        total += -float(size) if sign == MINUS else float(size)
    found = [] if abs(total - item.delta) <= HALF * SHARES_OF_ALL + 1e-9 else [f"the parts come to {total:.2f}"]
    said = any(each.category == "this_turn" for each in result.feedback)
    if any(size == "0.0" for _, size in numbers):
        found.append("a part of nothing")
    if said and len(numbers) == 1 and "this turn" in item.text:
        found.append("nothing but what is gained this turn")
    return [*found, *_whole(item, result)]


_CHECKS: Mapping[str, Callable[[Feedback, Result], list[str]]] = {
    "opportunity": _opportunity,
    "left_open": left_open_faults,
    "added_open": added_open_faults,
    "this_turn": _this_turn,
    "bonus": _bonus,
    "balance": _balance,
}
"""The check of each category of feedback."""
