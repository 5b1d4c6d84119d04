"""Moves as their lines see them: reasons that add up, and what a comparison of two moves rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from py_engine.core.numerics import Array
from py_engine.core.results import Reason
from py_engine.games.entropy.rules.tables import line_names

__all__ = ["LineComparison", "MoveLines", "line_reasons"]

FUTURE = "future", "What may follow"
"""Code and label of what a move is worth beyond its lines."""


class MoveLines(NamedTuple):
    """A move as its lines see it, in the view of the player who makes it."""

    ev: float
    codes: Array
    """(lines,) int32: the board after it."""
    points: Array
    """(lines,) float64: what the lines are worth as they stand."""
    answer: int | None = None
    """The number of Order's best answer, where the board is the one after it."""


@dataclass(frozen=True, slots=True)
class LineComparison:
    """A graded move and those that it is compared with: the evidence for feedback."""

    user: MoveLines
    best: MoveLines
    """May be the user's."""
    rival: MoveLines | None
    """The best other move than the user's, if there is one."""
    error: float
    """Of a difference of two moves, in points (standard deviation)."""


def line_reasons(move: MoveLines, *, future: bool) -> list[Reason]:
    """The lines' parts of a move's value, and what it is worth beyond them; they sum to it.

    Args:
        move: values and parts are multiples of a power of 2, so that nothing is rounded.
        future: whether the value holds more than the lines as they stand.
    """
    names = line_names(len(move.points) // 2)
    found = [Reason(*name, float(points)) for name, points in zip(names, move.points, strict=True)]
    if future:
        found.append(Reason(*FUTURE, move.ev - float(move.points.sum())))
    return found
