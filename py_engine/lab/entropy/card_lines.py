"""Faults of what feedback cards say of rows and columns: tokens, points and closures held against the evidence."""

from __future__ import annotations

import re

from py_engine.core.results import Feedback, Result
from py_engine.core.text import MINUS
from py_engine.games.entropy.rules.tables import COLORS
from py_engine.games.entropy.search.line_reasons import LineComparison
from py_engine.games.entropy.search.solve import SOLVED_FROM

__all__ = ["STILL", "against_itself", "line_faults"]

LINE = re.compile(
    rf"(?:In return: )?[^:]+: ([+{MINUS}][\d.]+) points([^:]*?), with ([^:]*?) instead of ([^:]*?)\.(?: |$)"
)
BALANCED = re.compile(r"(Worse|Better) in ([^:]+): (.*) instead of (.*)\.$")
BOTH = re.compile(rf": ([+{MINUS}][\d.]+) points, ([\d.]+) expected in the end instead of ([\d.]+)\.")
SCORES, STILL = re.compile(r"scores (\d+)"), "by what can still close"
END = re.compile(r"([\d.]+) expected in the end")
ANY, WITH = (
    re.compile(r"([\d +]+) more with any token"),
    re.compile(r"(\d+) (more )?with ([A-Z])(?:, (\d+) of (\d+) left)?"),
)
CAN_CLOSE = re.compile(r"([A-Z\u00b7]+) can close")
NOTHING = re.compile(r"\((?:scores nothing|scores nothing yet|a lone [A-Z])$|^an empty (?:row|column)")
SMALL, MOST = "many small differences", 0.55
"""A sentence on a loss without a cause, and a share of it that no line then has."""
LATER, ABOUT = "once Chaos has placed", "would cost about"
ROUNDING = 0.15
"""Points: two numbers and their difference, each rounded to tenths."""


def against_itself(text: str, *, order: bool) -> bool:
    """Whether what a line scores speaks for the other side than the number of its sentence, and nothing says why."""
    line = LINE.match(text) or BALANCED.match(text)
    if line is None or STILL in line[2] or END.search(text):
        return False
    for_it, *_, mine, other = line.groups()
    scores = [int(found[1]) if (found := SCORES.search(part)) else 0 for part in (mine, other)]
    return (scores[0] - scores[1]) * (1 if order else -1) * (1 if for_it[0] in "+B" else -1) < 0


def line_faults(result: Result) -> list[str]:
    """What is wrong with the sentences on lines, in words; empty if nothing is."""
    order = "cell" not in str(result.user_action)
    found = [fault for item in result.feedback for fault in _of_text(item.text, order=order)]
    if not isinstance(result.evidence, LineComparison):
        return found
    for item in result.feedback:
        found += _of_evidence(item, result, result.evidence)
    for move in (result.evidence.user, result.evidence.best):
        apart = abs(float(move.points.sum()) - move.ev)
        if move.exact and apart > ROUNDING:
            found.append(f"the lines of a solved position are {apart:.1f} apart from its value")
    return found


def _of_text(text: str, *, order: bool) -> list[str]:
    """Whether a sentence is at odds with its own words."""
    found = []
    if LATER in text and " instead of " not in text and " after both moves" not in text:
        found.append(f"what a line loses later, and not its tokens, is said: {text}")
    for gap, mine, other in BOTH.findall(text):
        found += _of_end(text, gap, mine, other)
    for gap, why, *tokens in LINE.findall(text):
        mine, other = (part.split("; Order replies")[0].rstrip(")") for part in tokens)
        if END.search(mine) or END.search(other):
            found += _of_end(text, gap, _end_of(mine), _end_of(other))
        elif NOTHING.search(mine) and NOTHING.search(other):
            found.append(f"two lines that score nothing explain nothing: {text}")
        elif STILL in why and (_promised(mine) > _promised(other)) != (order == (gap[0] == "+")):
            found.append(f"what can still close does not make up for the score: {text}")
    return found


def _of_end(text: str, gap: str, mine: str, other: str) -> list[str]:
    """Whether the points in the end of two lines differ by what is said of them; for Chaos, the other way round."""
    said = abs(float(gap.replace(MINUS, "-")))
    apart = abs(abs(float(mine) - float(other)) - said) > ROUNDING
    return [f"{mine} and {other} in the end are not {said} apart: {text}"] if apart else []


def _end_of(part: str) -> str:
    """What a line comes to in the end; what it scores where that stays."""
    found = END.search(part) or SCORES.search(part)
    return "0" if found is None else found[1]


def _promised(part: str) -> float:
    """What the words of a line come to on average, without what takes several tokens."""
    score = int(found[1]) if (found := SCORES.search(part)) else 0
    any_token = [int(each) for each in found[1].split("+")] if (found := ANY.search(part)) else [0]
    more = 0.0
    if one := WITH.search(part):
        more = (int(one[1]) - (0 if one[2] else any_token[0])) * int(one[4] or 1) / int(one[5] or 1)
    return score + sum(any_token) + more


def _of_evidence(item: Feedback, result: Result, compared: LineComparison) -> list[str]:
    """Whether a sentence is at odds with the moves that it compares."""
    text, bag, found = item.text, [int(count) for count in compared.best.bag], []
    if result.metadata.solved and ABOUT in text:
        found.append(f"an exact loss is given as an estimate: {text}")
    if sum(bag) <= SOLVED_FROM and (CAN_CLOSE.search(text) or WITH.search(text)):
        found.append(f"with few empty cells, what can close is not left open: {text}")
    for _, _, color, left, of in WITH.findall(text):
        have = bag[COLORS.index(color) + 1]
        if (int(left or 0), int(of or sum(bag))) != (have, sum(bag)):
            found.append(f"the bag has {have} {color} of {sum(bag)}: {text}")
    if SMALL in text and not result.metadata.solved:
        found += _of_small(text, compared)
    return found


def _of_small(text: str, compared: LineComparison) -> list[str]:
    """Whether one line holds most of what is called many small differences."""
    user, best = compared.user, compared.best
    if user.later is None or best.later is None:
        return []
    least = float((user.later - best.later).min())
    return [f"one line holds {least:.1f} of the loss: {text}"] if least < -MOST * (best.ev - user.ev) else []
