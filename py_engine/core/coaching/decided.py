"""What is said of a move in a decided position: that nothing is left to win or to lose, instead of praise or reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from py_engine.core.coaching.verdicts import chance_of
from py_engine.core.results import Feedback, Result

__all__ = ["DECIDED", "FOR_POINTS", "LOST", "WON", "without_praise"]

DECIDED = "decided"
"""The category of the first sentence on a move in a decided position."""
FOR_POINTS = "for_points"
"""The category of sentences on points alone, which hold in a decided position, too."""
LOST = "Already decided: every move almost certainly loses, so nothing is left to win."
WON = "Already decided: every move almost certainly wins."
_EVEN = 0.5


def without_praise(result: Result, chance: Callable[[float], float]) -> Result:
    """A graded result whose feedback says that the game is decided, if it is; forced moves keep theirs.

    Only what is said of points alone stays beside it.

    Args:
        result: An explained result.
        chance: The chance to win, 0..1, after a move with this value.
    """
    if not result.graded or not result.decided or len(result.candidates) < 2:
        return result
    text = WON if chance_of(result.candidates[0], chance) > _EVEN else LOST
    alone = [item for item in result.feedback if item.category == FOR_POINTS]
    return replace(result, feedback=[Feedback(DECIDED, text, result.delta_ev or 0.0), *alone])
