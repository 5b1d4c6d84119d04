"""From a loss and its standard error to a grade, and how sure that grade is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from py_engine.contract import GradeBand
from py_engine.numerics import normal_cdf

__all__ = ["Measured", "answer", "confidence", "grade_of", "too_close"]


def grade_of(loss: float, bands: Sequence[GradeBand]) -> GradeBand:
    """The first band whose limit is not below the loss (points, not negative)."""
    for band in bands:
        if band.max_loss is None or loss <= band.max_loss:
            return band
    return bands[-1]


def too_close(loss: float, stderr: float) -> bool:
    """Whether the loss is under two standard errors: the moves cannot be told apart."""
    return loss < 2 * stderr


def confidence(loss: float, stderr: float, bands: Sequence[GradeBand]) -> float:
    """Probability that the true loss lies in the band of the grade given, the error taken as normal."""
    band = grade_of(loss, bands)
    if stderr <= 0:
        return 1.0
    index = list(bands).index(band)
    # A true loss below zero means the user's move is the better one: the best band takes it in.
    low = 0.0 if index == 0 else normal_cdf(((bands[index - 1].max_loss or 0.0) - loss) / stderr)
    high = 1.0 if band.max_loss is None else normal_cdf((band.max_loss - loss) / stderr)
    return max(0.0, high - low)


@dataclass(slots=True)
class Measured:
    """A candidate as measured, before the answer is made."""

    action: Any
    explored: float
    """Mean in the worlds that all candidates have seen."""
    ev: float
    """Mean in fresh worlds where there are any, else the same."""
    stderr: float
    rollouts: int
    features: dict[str, float] = field(default_factory=dict)
    reasons: list[dict[str, Any]] = field(default_factory=list)
    line: list[Any] = field(default_factory=list)
    bound: str | None = None

    def as_candidate(self, ev: float) -> dict[str, Any]:
        """The candidate of the result."""
        return {
            "action": self.action,
            "ev": ev,
            "rollouts": self.rollouts,
            "stderr": self.stderr,
            "reasons": self.reasons,
            "features": self.features,
            "line": self.line or [self.action],
            "bound": self.bound,
        }


def answer(
    measured: Sequence[Measured],
    leader: int,
    user: int | None,
    difference: tuple[float, float] | None,
    bands: Sequence[GradeBand],
) -> dict[str, Any]:
    """The fields of an EvaluationResult that follow from the measurements; metadata is the caller's.

    The explored leader's mean is biased upwards, so that when it was measured again its fresh mean stands for it,
    and the other candidates keep their distance from it in the worlds that all have seen.

    Args:
        measured: the candidates.
        leader: the best explored one.
        user: the user's, or None when nothing is graded.
        difference: user minus leader in fresh worlds and its standard error; (0, 0) when they are the same.
        bands: the game's grades.
    """
    shift = measured[leader].ev - measured[leader].explored
    # Equal means must stay equal to the leader's: a sum that is rounded up would put another move before it.
    evs = [min(m.explored + shift, measured[leader].ev) for m in measured]
    evs[leader] = measured[leader].ev
    best = leader
    if user is not None and difference is not None and user != leader:
        evs[user] = measured[user].ev
        best = user if difference[0] >= 0 else leader
    order = sorted(range(len(measured)), key=lambda i: (-evs[i], i != best, i))
    found: dict[str, Any] = {
        "best_action": measured[best].action,
        "best_action_ev": evs[best],
        "user_action": None,
        "user_action_ev": None,
        "delta_ev": None,
        "delta_stderr": None,
        "candidates": [measured[i].as_candidate(evs[i]) for i in order],
        "win_probability": None,
        "grade": None,
        "too_close": None,
        "confidence": None,
        "feedback": [],
    }
    if user is None or difference is None:
        return found
    delta = min(0.0, evs[user] - evs[best])
    stderr = difference[1]
    sure = confidence(-delta, stderr, bands) if user != leader else _lead(measured, leader, bands)
    return found | {
        "user_action": measured[user].action,
        "user_action_ev": evs[user],
        "delta_ev": delta,
        "delta_stderr": stderr,
        "grade": grade_of(-delta, bands).code,
        "too_close": too_close(-delta, stderr),
        "confidence": sure,
    }


def _lead(measured: Sequence[Measured], leader: int, bands: Sequence[GradeBand]) -> float:
    """Probability that the leader, if it is not the best, loses less than the best grade allows to the runner-up."""
    others = [m for m in measured if m is not measured[leader]]
    if not others:
        return 1.0
    second = max(others, key=lambda m: m.explored)
    variance = second.stderr * second.stderr + measured[leader].stderr * measured[leader].stderr
    allowed = (bands[0].max_loss or 0.0) + measured[leader].explored - second.explored
    return 1.0 if variance <= 0 else normal_cdf(allowed / float(np.sqrt(variance)))
