"""The measured error of the search: by how much it misjudges the difference between two moves.

Measured by ``python -m py_engine.lab azul-model-error``, with the work of 250 ms in the browser.
"""

from __future__ import annotations

import math

__all__ = ["END_ERROR", "ROUND_ERROR", "model_error"]

END_ERROR = (0.9, 1.5, 2.6, 3.0, 3.0)
"""Standard deviation, in points, of the learnt values' error in the difference between two ends of a round, by round number
from 1 (the last entry also stands for later rounds)."""
ROUND_ERROR = (0.7,) * 9 + (1.0,) * 9 + (1.9,) * 3
"""Standard deviation, in points, of the error that an unsolved rest of the round adds, by tiles on the table: how much a
search twenty times as large differs. Too small to be measured by playing the positions out."""


def model_error(round_number: int, tiles: int, *, solved: bool, estimated: int) -> float:
    """Standard deviation, in points, of the error in the difference between two moves.

    Args:
        round_number: Counted from 1.
        tiles: Number of tiles on the table.
        solved: Whether the rest of the round is solved.
        estimated: How many of the two lines end in an estimate of later rounds: 0, 1 or 2.
    """
    end = END_ERROR[min(round_number, len(END_ERROR)) - 1]
    within = 0.0 if solved else ROUND_ERROR[min(tiles, len(ROUND_ERROR) - 1)]
    # math.sqrt is exact to the last bit everywhere; the errors are independent.
    return math.sqrt(end * end * estimated / 2 + within * within)
