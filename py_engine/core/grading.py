"""Grades of moves, from a loss and its standard error, and the confidence in a grade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import JsonValue

from py_engine.core.contract import GradeBand
from py_engine.core.numerics import normal_cdf
from py_engine.core.results import UNSET, Candidate, Metadata, Reason, Result, Unset

__all__ = [
    "LEAST",
    "ROUNDING",
    "SHOWN",
    "Comparison",
    "Difference",
    "Measured",
    "confidence",
    "grade_of",
    "is_behind",
    "is_clear",
    "result_of",
]

ROUNDING = 1e-9
"""Values whose difference is smaller differ only by rounding."""
LEAST = 0.05
"""Smaller gaps are written as 0."""
SHOWN = 2.0
"""The error that screens show, in standard errors."""


def grade_of(loss: float, bands: Sequence[GradeBand]) -> GradeBand:
    """The first band whose limit is at least the loss (points, not negative)."""
    for band in bands:
        if band.max_loss is None or loss <= band.max_loss:
            return band
    return bands[-1]


def is_clear(gap: float, stderr: float) -> bool:
    """Whether a gap between two values is at least its error as it is shown."""
    return gap >= SHOWN * stderr


def is_behind(gap: float, stderr: float) -> bool:
    """Whether a move is worse than the best one without doubt: its gap is clear, and written as more than 0.

    Args:
        gap: Best minus this move.
        stderr: The standard error of that; 0 if exact.
    """
    return gap >= LEAST and is_clear(gap, stderr)


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference in value of two moves, in points."""

    value: float
    stderr: float
    """Standard error; 0 for exact values."""

    def clear(self) -> bool:
        """Whether the difference is significant: at least two standard errors from 0."""
        return is_clear(abs(self.value), self.stderr)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A paired comparison of the graded move with its rival, the best other move (if any), by candidate index."""

    user: int
    rival: int | None
    difference: Difference
    """User minus rival, in worlds that played no part in choosing the rival."""


def confidence(difference: Difference, bands: Sequence[GradeBand], band: GradeBand | None = None) -> float:
    """Probability that the true loss lies in the band of the grade, assuming a normally distributed error.

    Args:
        difference: The user's move minus the best other one; positive when the user's is better.
        bands: The game's grades.
        band: The grade; by default that of the difference.
    """
    loss = -difference.value
    band = band or grade_of(max(0.0, loss), bands)
    if difference.stderr <= 0:
        return 1.0
    index = list(bands).index(band)
    # A negative loss means that the user's move is better than all others; it belongs to the best band.
    low = 0.0 if index == 0 else normal_cdf(((bands[index - 1].max_loss or 0.0) - loss) / difference.stderr)
    high = 1.0 if band.max_loss is None else normal_cdf((band.max_loss - loss) / difference.stderr)
    return max(0.0, high - low)


@dataclass(slots=True)
class Measured:
    """A measured candidate, before the result is put together."""

    action: JsonValue
    explored: float
    """Mean in the explored worlds, which all candidates share."""
    ev: float
    """Mean in fresh worlds if there are any, else the same as ``explored``."""
    stderr: float
    rollouts: int
    features: dict[str, float] = field(default_factory=dict)
    reasons: Sequence[Reason] = ()
    line: Sequence[JsonValue] = ()
    bound: Literal["upper"] | None = None
    note: str | None = None
    win_probability: float | Unset | None = UNSET
    compared: bool = True
    """Whether it was compared with the best one under the same conditions."""

    def candidate(self, ev: float, *, compared: bool) -> Candidate:
        """The candidate for the result, with the value ``ev``."""
        return Candidate(
            self.action,
            ev,
            self.rollouts,
            self.stderr,
            self.reasons,
            self.features,
            self.line or (self.action,),
            self.bound,
            self.note,
            compared=compared,
            win_probability=self.win_probability,
        )


def result_of(
    measured: Sequence[Measured],
    leader: int,
    graded: Comparison | None,
    bands: Sequence[GradeBand],
    metadata: Metadata,
    *,
    unsure: str | None = None,
) -> Result:
    """Puts a result together from measurements; feedback is added later.

    The leader's explored mean is biased upwards, because it is a maximum. If the leader was measured again, its fresh
    mean replaces it, and the other candidates keep their distance from it in the explored worlds. A candidate that ends up
    above the best move was not compared with it: it says so, keeps its value, and stands behind those that were.

    Args:
        measured: The candidates.
        leader: Index of the best explored one.
        graded: The user's move compared with its rival; None when nothing is graded or measured yet.
        bands: The game's grades.
        metadata: The evaluation's metadata; its ``candidates_evaluated`` is their number, if it is not set.
        unsure: The code of the worst grade for a move whose difference from its rival is not significant; by default
            there is no such limit.
    """
    best, evs = _values(measured, leader, graded)
    # What is valued above the best move was not compared with it.
    compared = [each.compared and ev <= evs[best] for each, ev in zip(measured, evs, strict=True)]
    order = sorted(range(len(measured)), key=lambda i: (not compared[i], -evs[i], i != best, i))
    found = Result(
        best_action=measured[best].action,
        best_action_ev=evs[best],
        user_action=None,
        user_action_ev=None,
        delta_ev=None,
        delta_stderr=None,
        candidates=[measured[i].candidate(evs[i], compared=compared[i]) for i in order],
        win_probability=None,
        grade=None,
        too_close=None,
        confidence=None,
        feedback=(),
        metadata=replace(metadata, candidates_evaluated=metadata.candidates_evaluated or len(measured)),
    )
    if graded is None:
        return found
    user, difference = graded.user, graded.difference
    delta = min(0.0, evs[user] - evs[best])
    # The loss of a move that is significantly the best is 0 without doubt.
    stderr = 0.0 if user == best and difference.clear() else difference.stderr
    band = _graded_band(-delta, difference, bands, unsure)
    return replace(
        found,
        user_action=measured[user].action,
        user_action_ev=evs[user],
        delta_ev=delta,
        delta_stderr=stderr,
        grade=band.code,
        too_close=not difference.clear(),
        confidence=confidence(difference, bands, band),
    )


def _values(measured: Sequence[Measured], leader: int, graded: Comparison | None) -> tuple[int, list[float]]:
    """The index of the best candidate, and the value of each."""
    shift = measured[leader].ev - measured[leader].explored
    evs = [m.explored + shift for m in measured]
    evs[leader] = measured[leader].ev
    if graded is None or graded.rival is None:
        return leader, [_levelled(ev, evs[leader]) for ev in evs]
    evs[graded.user], evs[graded.rival] = measured[graded.user].ev, measured[graded.rival].ev
    best, other = graded.user, graded.rival
    if graded.difference.value < 0:
        best, other = other, best
    # The two were compared: the one behind is not ahead.
    evs[other] = min(evs[other], evs[best])
    return best, [_levelled(ev, evs[best]) for ev in evs]


def _levelled(ev: float, best: float) -> float:
    """The value, or the best one's if it is above that by no more than rounding."""
    return best if best < ev <= best + ROUNDING else ev


def _graded_band(loss: float, difference: Difference, bands: Sequence[GradeBand], unsure: str | None) -> GradeBand:
    """The grade of a loss, no worse than ``unsure`` if the difference is not significant."""
    band = grade_of(loss, bands)
    if unsure is None or difference.clear():
        return band
    codes = [each.code for each in bands]
    return bands[min(codes.index(band.code), codes.index(unsure))]
