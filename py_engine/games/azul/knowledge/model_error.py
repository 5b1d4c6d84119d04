"""The measured error of the search: by how much it misjudges the difference between two moves.

Measured by ``python -m py_engine.lab azul-model-error`` with the work of 250 ms in the browser, for what the next round shows
about two ends of this one, by ``azul-end-error``, and for whole differences that the coach states, by ``azul-difference-error``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["END_ERROR", "LATER_SCALE", "ROUND_ERROR", "End", "correction_weight", "difference_error", "model_error"]

END_ERROR = (0.9, 1.5, 2.6, 3.0, 3.0)
"""Standard deviation, in points, of the learnt values' error in the difference between two ends of a round, by round number
from 1 (the last entry also stands for later rounds); measured with the values before they were fitted to differences."""
LATER_SCALE = (0.93, 1.25, 0.93, 1.28, 1.0)
"""The errors of later rounds between the moves that the coach compares, as a multiple of those measured between ends of a round; by
round."""
ROUND_ERROR = (0.74, 1.76, 1.79, 2.13, 2.09)
"""Standard deviation, in points, of the error that an unsolved rest of the round adds, by round: the more there is to win in a
round, the more the search may miss."""
VALUE_PER_SPREAD = (0.33, 0.42, 0.50, 0.47, 0.47)
"""The error of the learnt values in the difference between two ends, by round, as a share of the spread: the standard deviation
over refills of the difference that the next round leads to. The more alike two ends play, the smaller it is. Measured with the same
earlier values as END_ERROR."""
NEXT_PER_SPREAD = (0.22, 0.28, 0.34, 0.14, 0.14)
"""The same for the mean of the next round over infinitely many refills. It is small where the next round is usually the last,
and played with an eye on the replies (``compare.next_round``)."""


class End(NamedTuple):
    """What is known about two different ends of the round."""

    estimated: int
    """How many of them are followed by later rounds: 0, 1 or 2."""
    refills: int
    """Refills with which both were played through the next round."""
    spread: float | None
    """Standard deviation over refills of the difference that they lead to; None if that was not measured."""


def correction_weight(round_number: int, refills: int) -> float:
    """The weight of the next round's mean over ``refills``, against that of the learnt values: by inverse variance."""
    value, following = _per_spread(round_number, refills)
    return value / (value + following)


def _per_spread(round_number: int, refills: int) -> tuple[float, float]:
    """Variances of the learnt values and of the next round's mean, in units of the squared spread."""
    at = min(round_number, len(VALUE_PER_SPREAD)) - 1
    value, following = VALUE_PER_SPREAD[at], NEXT_PER_SPREAD[at]
    return value * value, following * following + 1 / refills


def difference_error(round_number: int, *, settled: bool, end: End | None) -> float:
    """Standard deviation, in points, of the error in the difference between two compared moves.

    Args:
        round_number: Counted from 1.
        settled: Whether both values are exact as far as this round is concerned.
        end: The two ends of the round that they lead to; None if they lead to the same.
    """
    within = 0.0 if settled else ROUND_ERROR[min(round_number, len(ROUND_ERROR)) - 1]
    later = 0.0
    if end is not None and end.spread is None:
        later = END_ERROR[min(round_number, len(END_ERROR)) - 1] * math.sqrt(end.estimated / 2)
    elif end is not None and end.spread is not None and end.estimated:
        value, following = _per_spread(round_number, end.refills)
        later = end.spread * math.sqrt(value * following / (value + following))
    later *= LATER_SCALE[min(round_number, len(LATER_SCALE)) - 1]
    # math.sqrt is exact to the last bit everywhere; the errors are independent.
    return math.sqrt(later * later + within * within)


def model_error(round_number: int, *, solved: bool, estimated: int) -> float:
    """Standard deviation, in points, of the error in the difference between two moves that were not compared.

    Args:
        round_number: Counted from 1.
        solved: Whether the rest of the round is solved.
        estimated: How many of the two lines end in an estimate of later rounds: 0, 1 or 2.
    """
    return difference_error(round_number, settled=solved, end=End(estimated, 0, None))
