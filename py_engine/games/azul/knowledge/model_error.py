"""What the search itself gets wrong about the difference of two moves, as measured.

``python -m py_engine.lab azul-model-error`` measures it, with the work of 250 ms in the browser.
"""

from __future__ import annotations

import math

__all__ = ["END_ERROR", "ROUND_ERROR", "model_error"]

END_ERROR = (0.9, 1.5, 2.6, 3.0, 3.0)
"""Points (standard deviation) by which the learnt values are wrong about two ends of a round, by its number from 1 (the
last entry for later ones)."""
ROUND_ERROR = (0.7,) * 9 + (1.0,) * 9 + (1.9,) * 3
"""Points by which a search that has not solved the rest of the round is wrong about that, by tiles on the table: by how
much one twenty times as large differs from it. Playing on could not tell it from nothing."""


def model_error(round_number: int, tiles: int, *, solved: bool, estimated: int) -> float:
    """Standard deviation, in points, of the difference of two moves.

    Args:
        round_number: from 1.
        tiles: on the table.
        solved: whether the rest of the round is.
        estimated: how many of the two lines end in an estimate of later rounds: 0, 1 or 2.
    """
    end = END_ERROR[min(round_number, len(END_ERROR)) - 1]
    within = 0.0 if solved else ROUND_ERROR[min(tiles, len(ROUND_ERROR) - 1)]
    # math.sqrt is exact to the last bit everywhere; the errors are independent.
    return math.sqrt(end * end * estimated / 2 + within * within)
