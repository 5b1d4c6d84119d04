"""A graded move beside its true loss, and the verdict on a loss that is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

__all__ = ["ORDER", "Z68", "Z95", "Case", "Truth", "true_verdict"]

Z68, Z95 = 0.994458, 1.959964
"""Half widths of the central 68 % and 95 % intervals, in standard errors."""
ORDER = ("best", "good", "inaccuracy", "mistake", "blunder")
"""The verdicts, from best to worst; ``undecided`` is beside them."""


class Truth(NamedTuple):
    """The loss of a move according to far more work."""

    loss: float
    """The value of the coach's pick minus that of the move, not clamped; negative where the move is the better one."""
    stderr: float
    """Standard error of that difference; 0 where it does not come from a sample."""


class Case(TypedDict):
    """A move that was graded. Losses and errors are in the unit of the game's ``ev``."""

    position: str
    """The position's name."""
    group: str
    """What the table separates besides the thirds of the game: who played the move, the kind of decision."""
    third: int
    """The third of the game: 0, 1 or 2."""
    pick: bool
    """The move is the coach's pick; there is no difference to state."""
    loss: float
    """The stated loss."""
    stderr: float
    """Its stated standard error."""
    worse: float | None
    """The stated probability that the move is worse than the pick; None where none is stated."""
    limits: list[float]
    """The losses from which a move is an inaccuracy, a mistake, a blunder, in this position."""
    decided: bool
    """The game is decided; losses do not matter any more."""
    verdict: str
    """What the coach says."""
    again: str
    """What it says with another seed."""
    longer: str
    """What it says after Think longer."""
    listed: float | None
    """The loss of the move in the list of the hint; None where the hint did not compare it."""
    hint_is_best: bool
    """The move that the hint named is ``best`` when it is graded."""
    reasons: list[str]
    """The code of the first reason as stated, with another seed, and after Think longer; empty in a decided position."""
    same_best: bool
    """The best move is the same as stated, with another seed, and after Think longer, so that reasons compare the same two moves."""
    confirmed: bool | None
    """The truth confirms the sign of the first reason; None where no reason is named or its truth is unknown."""
    truths: dict[str, Truth]
    """The true loss by its source."""


def true_verdict(loss: float, limits: Sequence[float]) -> str:
    """The verdict on a loss that is known."""
    reached = sum(loss >= limit for limit in limits if math.isfinite(limit))
    return ORDER[1 + reached] if reached else "best" if loss <= 0 else "good"
