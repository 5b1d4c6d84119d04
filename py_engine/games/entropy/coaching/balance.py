"""What two moves that are worth about the same do instead of each other, where named lines and all else cancel out."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array, descending
from py_engine.core.results import Feedback
from py_engine.core.text import lowered
from py_engine.games.entropy.coaching.named_lines import (
    as_it_stands,
    clear_gaps,
    only_later,
    speaks,
    tokens_of,
)
from py_engine.games.entropy.rules.tables import line_names
from py_engine.games.entropy.search.line_reasons import MoveLines

__all__ = ["BALANCE", "MIN_REST", "WORSE_IN", "balance", "cancels"]

BALANCE = "balance"
"""The category of a sentence on a line that is not counted in points of the loss."""
WORSE_IN, BETTER_IN = "Worse in ", "Better in "
LITTLE = 0.5
"""Points: of a larger loss, the points are the cause, and what makes up for a part of it."""
MIN_REST = 0.25
"""Points: a smaller rest is not mentioned."""
MIN_GAP = 0.2
"""Points: smaller differences in a line are not mentioned."""


def cancels(loss: float, rest: float) -> bool:
    """Whether points of named lines and those of all else cancel out: what is left of them is little, and less than either.

    Args:
        loss: The loss in points.
        rest: What the named lines leave of user minus best.
    """
    return loss < LITTLE and abs(rest) >= max(loss, MIN_REST)


def balance(user: MoveLines, best: MoveLines) -> list[Feedback]:
    """The line in which a move is furthest behind and the one in which it is furthest ahead, without points; else what the board scores."""
    gaps, _, sure = clear_gaps(user, best)
    differs = (sure >= MIN_GAP) & (user.codes != best.codes)
    clear = [bool(differs[line]) and speaks(line, user, best, float(gaps[line])) for line in range(len(gaps))]
    nameable = np.where(np.array(clear, dtype=bool), sure, 0.0)
    worse, better = _largest(np.where(gaps < 0, nameable, 0.0)), _largest(np.where(gaps > 0, nameable, 0.0))
    if worse is None or better is None:
        return as_it_stands(user, best)
    return [_sentence(WORSE_IN, worse, user, best), _sentence(BETTER_IN, better, user, best)]


def _largest(values: Array) -> int | None:
    found = int(descending(values)[0])
    return found if values[found] > 0 else None


def _sentence(start: str, line: int, user: MoveLines, best: MoveLines) -> Feedback:
    mine, other = tokens_of(line, user, best, replies=start == WORSE_IN)
    name = lowered(line_names(len(user.points) // 2)[line].label)
    reason = ", by what can still close" if only_later(line, user, best) else ""
    return Feedback(BALANCE, f"{start}{name}{reason}: {mine} instead of {other}.", 0.0)
