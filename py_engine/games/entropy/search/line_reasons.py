"""Moves broken down by lines: reasons that add up to the value, and the evidence for comparing two moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from py_engine.core.numerics import Array
from py_engine.core.results import Reason
from py_engine.games.entropy.rules.tables import line_names

__all__ = ["LineComparison", "MoveLines", "line_reasons"]

FUTURE = "future", "What may follow"
"""Code and label of the part of a value beyond the lines."""


class MoveLines(NamedTuple):
    """A move broken down by lines, from the view of its player."""

    action: int
    """The number of the action."""
    ev: float
    codes: Array
    """(lines,) int32: the board after it."""
    points: Array
    """(lines,) float64: the static value of each line; with exact values, what it is expected to score in the end."""
    bag: Array
    """(8,) tokens by colour that are still to come after the move."""
    answer: int | None = None
    """The action number of Order's best reply, if the board is the one after it."""
    order: bool = True
    """Whether it is Order's move."""
    later: Array | None = None
    """(lines,) float64: the expected value of each line after the next placement and reply; None if that is not known."""
    struck: Array | None = None
    """(lines,) float64: the chance that the next placement is on each line; None if that is not known."""
    exact: bool = False
    """Whether the position is solved."""


@dataclass(frozen=True, slots=True)
class LineComparison:
    """A graded move and the moves it is compared with: the evidence for feedback."""

    user: MoveLines
    best: MoveLines
    """May be the user's move itself."""
    rival: MoveLines | None
    """The best move other than the user's, if there is one."""
    error: float
    """Standard deviation of a difference of two moves, in points."""
    behind: MoveLines | None = None
    """Beside a user's move that is the best: the first one whose gap is clear, if one is and the search is over."""


def line_reasons(move: MoveLines, *, future: bool) -> list[Reason]:
    """A move's value by lines, plus the part beyond them; the reasons add up to the value.

    Args:
        move: Its value and parts are multiples of a power of 2, so that nothing is rounded.
        future: Whether the value includes more than the static line values.
    """
    names = line_names(len(move.points) // 2)
    found = [Reason(*name, float(points)) for name, points in zip(names, move.points, strict=True)]
    if future:
        found.append(Reason(*FUTURE, move.ev - float(move.points.sum())))
    return found
