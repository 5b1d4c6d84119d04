"""What the search itself gets wrong about the difference of two moves, as measured."""

from __future__ import annotations

from py_engine.games.azul.rules import Batch, tiles_left

__all__ = ["model_error"]

MODEL_ERROR = (0.3,) * 9 + (1.1,) * 3 + (1.9,) * 6 + (1.3,)
"""Points (standard deviation), by tiles on the table (the last entry for more)."""


def model_error(root: Batch, *, solved: bool, learnt: bool) -> float:
    """Standard deviation, in points, of the difference of two moves.

    Args:
        root: the position asked about.
        solved: whether the rest of its round is.
        learnt: whether values are estimates of the final difference; else of the round's, which a solution knows.
    """
    if solved and not learnt:
        return 0.0
    return MODEL_ERROR[min(int(tiles_left(root)[0]), len(MODEL_ERROR) - 1)]
