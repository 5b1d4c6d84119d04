"""Faults of sentences on two rows of Yatzy: what each scores now and leaves to come, and what it brings if it stays open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from py_engine.core.results import Feedback, Reason, Result
from py_engine.games.yatzy.knowledge.density import category_split
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, CATEGORIES, CATEGORY_NAMES, FULL, POINTS, UPPER
from py_engine.games.yatzy.search.exact_evaluator import ExactEvidence
from py_engine.games.yatzy.search.position import Position, points_of

__all__ = ["added_open_faults", "gap_of", "left_open_faults", "row_faults", "unexplained"]

TENTH = 0.1
"""Rounding of two shown numbers."""
SLACK = 0.05 + 0.02
"""Rounding of one, and of what is added up from the table."""
LEAST_OF_LOSS = 0.05
"""The share of a difference from which the bonus is part of its cause."""
FEW = 5
"""Open rows up to which what is to come is added up row by row."""
NAMES = "|".join(map(re.escape, CATEGORY_NAMES))
SCORES = re.compile(rf"({NAMES}) scores (\d+)(?: now)?(?:, earns the bonus of (\d+))? and leaves (\d+\.\d+)")
OPEN = re.compile(rf"Left open, ({NAMES}) brings (\d+\.\d+) points on average, ({NAMES}) (\d+\.\d+)\.")

ADDED = re.compile(rf"Left open, ({NAMES}) adds (\d+\.\d+) points to what is to come, ({NAMES}) (\d+\.\d+)\.")


class _Said(NamedTuple):
    """What a sentence says of a row."""

    category: int
    now: float
    bonus: float
    later: float


def gap_of(text: str) -> float | None:
    """What a sentence on two rows comes to, the first less the second; None if it is no such sentence."""
    match _said(text):
        case [first, second, *_]:
            return (first.now + first.bonus + first.later) - (second.now + second.bonus + second.later)
    return None


def _said(text: str) -> list[_Said]:
    return [
        _Said(CATEGORY_NAMES.index(name), float(now), float(bonus or 0), float(later))
        for name, now, bonus, later in SCORES.findall(text)
    ]


def row_faults(item: Feedback, result: Result) -> list[str]:
    """What is wrong with a sentence on two rows: its sum, the bonus, and points to come that cannot come."""
    gap = gap_of(item.text)
    if gap is None:
        return ["no sentence on two rows"]
    found = [] if abs(gap - item.delta) <= TENTH + 1e-9 else [f"the sentence comes to {gap:.2f}"]
    evidence = result.evidence
    if isinstance(evidence, ExactEvidence):
        for row in _said(item.text):
            found += _of_row(row, evidence)
    return found


def _of_row(row: _Said, evidence: ExactEvidence) -> list[str]:
    position, name = evidence.position, CATEGORY_NAMES[row.category]
    mask, upper = _after(row.category, position)
    earned = BONUS if position.upper < BONUS_AT <= upper else 0
    found = [] if row.bonus == earned else [f"{name} earns a bonus of {earned}"]
    most = _most(mask, upper, position)
    if row.later > most + SLACK:
        found.append(f"{name} leaves at most {most} to come")
    if (FULL & ~mask).bit_count() <= FEW:
        by_row, bonus = category_split(mask, upper, position.rules, evidence.table.flat)
        later = _total(by_row) + BONUS * bonus * (upper < BONUS_AT)
        if abs(later - row.later) > SLACK:
            found.append(f"{name} leaves {later:.2f} to come")
    return found


def _after(category: int, position: Position) -> tuple[int, int]:
    """The closed rows and the upper score after a row is closed."""
    points = points_of(position, category) if category < UPPER else 0
    return position.mask | 1 << category, min(BONUS_AT, position.upper + points)


def _most(mask: int, upper: int, position: Position) -> int:
    """The points that the open rows of a card can bring at most, with the bonus if it is open."""
    most = [int(POINTS[position.rules][row].max()) for row in range(len(CATEGORIES)) if not mask >> row & 1]
    above = [int(POINTS[position.rules][row].max()) for row in range(UPPER) if not mask >> row & 1]
    return sum(most) + (BONUS if upper < BONUS_AT <= upper + sum(above) else 0)  # same bits: whole numbers


def _total(by_row: dict[str, float]) -> float:
    total = 0.0
    for points in by_row.values():
        total += points
    return total


def left_open_faults(item: Feedback, result: Result) -> list[str]:
    """What is wrong with a sentence on what the row of either move brings if it stays open."""
    said, evidence = OPEN.fullmatch(item.text), result.evidence
    if said is None:
        return ["no sentence on rows that stay open"]
    gap = float(said[4]) - float(said[2])
    found = [] if abs(gap - item.delta) <= TENTH + 1e-9 else [f"the rows differ by {gap:.2f}"]
    if isinstance(evidence, ExactEvidence):
        rows = [CATEGORY_NAMES.index(said[place]) for place in (1, 3)]
        for row, closes, shown in ((rows[0], rows[1], said[2]), (rows[1], rows[0], said[4])):
            by_row, _ = category_split(*_after(closes, evidence.position), evidence.position.rules, evidence.table.flat)
            if abs(by_row[CATEGORIES[row]] - float(shown)) > SLACK:
                found.append(f"{CATEGORY_NAMES[row]} brings {by_row[CATEGORIES[row]]:.2f}")
    return found


def added_open_faults(item: Feedback, result: Result) -> list[str]:
    """What is wrong with a sentence on what two rows add if they stay open: it is the difference of the points to come."""
    added = ADDED.fullmatch(item.text)
    rows = {row.category: row for each in result.feedback for row in _said(each.text)}
    if added is None:
        return ["no sentence on what rows add"]
    gap = float(added[4]) - float(added[2])
    found = [] if abs(gap - item.delta) <= TENTH + 1e-9 else [f"the rows differ by {gap:.2f}"]
    mine, other = (rows.get(CATEGORY_NAMES.index(added[place])) for place in (1, 3))
    if mine is None or other is None:
        return [*found, "rows of which nothing else is said"]
    apart = abs(mine.later - other.later - gap) > 2 * TENTH
    return [*found, *([f"they leave {mine.later:.1f} and {other.later:.1f} to come"] if apart else [])]


def unexplained(result: Result) -> list[str]:
    """A loss or a lead between two rows that is partly the bonus, where no sentence but one on the other side has it."""
    if not any(item.category == "opportunity" for item in result.feedback):
        return []
    rival = result.candidates[1].action if result.user_action == result.best_action else result.best_action
    mine, other = (_bonus(result.candidate(action).reasons) for action in (result.user_action, rival))
    least = max(TENTH, LEAST_OF_LOSS * abs(result.candidate(result.user_action).ev - result.candidate(rival).ev))
    if mine is None or other is None or abs(mine - other) < least:
        return []
    said = {item.category for item in result.feedback if item.category != "bonus" or item.delta < 0}
    return (
        []
        if said & {"bonus", "balance", "left_open", "added_open"}
        else [f"the bonus differs by {mine - other:+.2f}, unsaid"]
    )


def _bonus(reasons: Sequence[Reason]) -> float | None:
    return next((each.value for each in reasons if each.code == "bonus"), None)
