"""From a loss and its standard error to a grade, and how sure that grade is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import JsonValue

from py_engine.core.contract import GradeBand
from py_engine.core.numerics import normal_cdf
from py_engine.core.results import UNSET, Candidate, Metadata, Reason, Result, Unset

__all__ = ["Comparison", "Difference", "Measured", "confidence", "grade_of", "result_of"]


def grade_of(loss: float, bands: Sequence[GradeBand]) -> GradeBand:
    """The first band whose limit is not below the loss (points, not negative)."""
    for band in bands:
        if band.max_loss is None or loss <= band.max_loss:
            return band
    return bands[-1]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better or worse one move is than another, in points."""

    value: float
    stderr: float
    """0 when it is exact."""

    def clear(self) -> bool:
        """Whether it is at least two standard errors from nothing."""
        return abs(self.value) >= 2 * self.stderr


@dataclass(frozen=True, slots=True)
class Comparison:
    """A graded move, by its index among the candidates, and its rival: the best other one, if there is any."""

    user: int
    rival: int | None
    difference: Difference
    """User minus rival, in worlds that neither was chosen by."""


def confidence(difference: Difference, bands: Sequence[GradeBand], band: GradeBand | None = None) -> float:
    """Probability that the true loss lies in the band of the grade given, the error taken as normal.

    Args:
        difference: the user's move minus the best other one; positive when the user's is better.
        bands: the game's grades.
        band: the grade given; that of the difference when left out.
    """
    loss = -difference.value
    band = band or grade_of(max(0.0, loss), bands)
    if difference.stderr <= 0:
        return 1.0
    index = list(bands).index(band)
    # A true loss below zero means the user's move is the better one: the best band takes it in.
    low = 0.0 if index == 0 else normal_cdf(((bands[index - 1].max_loss or 0.0) - loss) / difference.stderr)
    high = 1.0 if band.max_loss is None else normal_cdf((band.max_loss - loss) / difference.stderr)
    return max(0.0, high - low)


@dataclass(slots=True)
class Measured:
    """A candidate as measured, before the answer is made."""

    action: JsonValue
    explored: float
    """Mean in the worlds that all candidates have seen."""
    ev: float
    """Mean in fresh worlds where there are any, else the same."""
    stderr: float
    rollouts: int
    features: dict[str, float] = field(default_factory=dict)
    reasons: Sequence[Reason] = ()
    line: Sequence[JsonValue] = ()
    bound: Literal["upper"] | None = None
    note: str | None = None
    win_probability: float | Unset | None = UNSET

    def candidate(self, ev: float) -> Candidate:
        """The candidate of the result, worth ``ev`` there."""
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
            self.win_probability,
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
    """The result that follows from the measurements, without feedback.

    The explored leader's mean is biased upwards, so that when it was measured again its fresh mean stands for it,
    and the other candidates keep their distance from it in the worlds that all have seen.

    Args:
        measured: the candidates.
        leader: the best explored one.
        graded: the user's move against its rival; None when nothing is graded, or not measured yet.
        bands: the game's grades.
        metadata: the evaluation's; ``candidates_evaluated`` is set here.
        unsure: the code of the worst grade that is given where the error cannot tell the two moves apart; any when left
            out.
    """
    best, evs = _values(measured, leader, graded)
    order = sorted(range(len(measured)), key=lambda i: (-evs[i], i != best, i))
    found = Result(
        best_action=measured[best].action,
        best_action_ev=evs[best],
        user_action=None,
        user_action_ev=None,
        delta_ev=None,
        delta_stderr=None,
        candidates=[measured[i].candidate(evs[i]) for i in order],
        win_probability=None,
        grade=None,
        too_close=None,
        confidence=None,
        feedback=(),
        metadata=replace(metadata, candidates_evaluated=len(measured)),
    )
    if graded is None:
        return found
    user, difference = graded.user, graded.difference
    delta = min(0.0, evs[user] - evs[best])
    # A move that is clearly the best one loses nothing, and of that there is no doubt to state.
    stderr = 0.0 if user == best and difference.clear() else difference.stderr
    band = _given(-delta, difference, bands, unsure)
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
    """Which candidate is the best, and what each is worth."""
    shift = measured[leader].ev - measured[leader].explored
    # Equal means must stay equal to the leader's: a sum that is rounded up would put another move before it.
    evs = [min(m.explored + shift, measured[leader].ev) for m in measured]
    evs[leader] = measured[leader].ev
    if graded is None or graded.rival is None:
        return leader, evs
    evs[graded.user], evs[graded.rival] = measured[graded.user].ev, measured[graded.rival].ev
    best = graded.user if graded.difference.value >= 0 else graded.rival
    return best, [min(ev, evs[best]) for ev in evs]


def _given(loss: float, difference: Difference, bands: Sequence[GradeBand], unsure: str | None) -> GradeBand:
    """The grade of a loss, not worse than ``unsure`` where nothing is clear."""
    band = grade_of(loss, bands)
    if unsure is None or difference.clear():
        return band
    codes = [each.code for each in bands]
    return bands[min(codes.index(band.code), codes.index(unsure))]
