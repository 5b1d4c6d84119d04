"""The evidence that a search result carries for its feedback sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import JsonValue

from py_engine.core.grading import LEAST, is_behind
from py_engine.core.results import Result
from py_engine.games.hearts.knowledge.facts import Facts

__all__ = ["NONE", "Beside", "Correction", "Evidence", "first_behind", "first_probably_behind"]


class Correction(NamedTuple):
    """What a difference consists of: that of two passes is not that of their playouts alone."""

    playouts: float
    """Share of the playouts in the difference."""
    kept: float
    """What the cards kept add to it, user minus best, in points; it is not in the playouts' features."""
    error: float
    """Standard error of that."""


NONE = Correction(1.0, 0.0, 0.0)
"""That of a difference in playouts alone."""


class Beside(NamedTuple):
    """A move that is compared with the best one, with what their difference consists of and how exact it is; see ``Evidence``."""

    action: JsonValue
    correction: Correction
    errors: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the feedback needs besides the result's own fields."""

    facts: Facts
    """What the player knows."""
    solved: bool
    """Whether the values come from solved worlds, which assume that everybody plays for the fewest points."""
    error_share: float = 0.0
    """Square of the standard error of a mean over the worlds, as a share of the variance in a single one; 0 if exact."""
    correction: Correction = NONE
    """What the difference between the user's move, or the runner-up, and the best one consists of."""
    errors: Mapping[str, float] = field(default_factory=dict)
    """Feature -> standard error of that difference, of those that were measured in the same worlds after both moves."""
    behind: JsonValue = None
    """The runner-up of a user's move that is the best: the first move whose gap is clear; None where there is none."""
    probable: Beside | None = None
    """The first move whose gap is probable, if that comes before the runner-up."""


def first_behind(result: Result) -> JsonValue:
    """The runner-up of a user's move that is the best; None for another user's move, or where there is none."""
    if result.user_action is None or result.user_action != result.best_action:
        return None
    others = (each for each in result.candidates if each.compared)
    return next((each.action for each in others if is_behind(result.best_action_ev - each.ev, each.stderr)), None)


def first_probably_behind(result: Result) -> JsonValue:
    """The first move that a user's best move is at least one standard error ahead of, if that is no clear gap; else None."""
    if result.user_action is None or result.user_action != result.best_action:
        return None
    others = (each for each in result.candidates if each.compared)
    gaps = ((each, result.best_action_ev - each.ev) for each in others)
    first = next(((each, gap) for each, gap in gaps if gap >= max(LEAST, each.stderr)), None)
    return None if first is None or is_behind(first[1], first[0].stderr) else first[0].action
