"""Verdicts: one scale of words for the moves of all played games, made from what a move loses and how certain that is.

A game states limits, in points or in chances to win (``VerdictLimits``), and for each result which of them holds
(``Scale``). A loss whose interval lies below the limit of an inaccuracy is best or good; one whose interval reaches across
that limit is undecided; any other loss has the word of the range it lies in. The best move is best. The interval is that of
95 % by a normal error unless a game states another (``Scale.z``, and ``Scale.below`` for what is blamed). A game may also blame
a loss whose estimate reaches the limit if it is likely enough a loss (``Scale.surely``). A narrower interval decides more moves
and errs more often: with 0.45 errors, and 0.3 for blame, in Azul 140 of 170 verdicts on moves that they were not chosen by were
right, and 103 of the 125 that blame (``docs/games/azul.md``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from py_engine.core.contract import Verdict, VerdictLimits
from py_engine.core.numerics import normal_cdf
from py_engine.core.results import Candidate, Result

__all__ = ["CERTAIN", "MOST_SURE", "ONE_SIDED_95", "Loss", "Scale", "chance_of", "judged", "verdict_of"]

Z95 = 1.96
"""Half the width of a 95 % interval, in standard errors."""
ONE_SIDED_95 = 1.644854
"""The same for an interval with one end, of which 95 % of the probability is on one side."""
MOST_SURE = 0.99
"""The largest probability that is stated: errors are measured on too few moves to say more about their tails."""
CERTAIN = 0.02
"""A game is decided if no candidate's chance to win is further than this from 0, or none is from 1."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss with its interval, in the unit of some limits."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, value: float, stderr: float, z: float = Z95, below: float | None = None) -> Loss:
        """A loss with an interval of ``z`` standard errors to either side, or of ``below`` to the lower one."""
        return cls(value, value - (z if below is None else below) * stderr, value + z * stderr)


@dataclass(frozen=True, slots=True)
class Scale:
    """How the losses of a result are judged."""

    limits: VerdictLimits
    chance: Callable[[float], float] | None = None
    """The chance to win, 0..1, after a move with this value; None where losses are judged in points."""
    z: float = Z95
    """How far the interval reaches to either side, in standard errors."""
    below: float | None = None
    """How far it reaches below the loss, where that is another distance: it decides which moves are blamed."""
    surely: float | None = None
    """The loss below which the interval of a blamed move may not reach; by default the limit of an inaccuracy."""
    decided_z: float = 0.0
    """How many standard errors of the candidates' values a game must be from open to count as decided: 0 where a value has no error
    of a sample."""


def verdict_of(loss: Loss, limits: VerdictLimits, surely: float | None = None) -> Verdict:
    """The verdict on a move that is not the best one; see ``Scale`` for ``surely``."""
    if loss.high < limits.inaccuracy:
        return "best" if loss.value < limits.good else "good"
    if loss.value < limits.inaccuracy or loss.low < (limits.inaccuracy if surely is None else surely):
        return "undecided"
    if loss.value < limits.mistake:
        return "inaccuracy"
    return "mistake" if loss.value < limits.blunder else "blunder"


def judged(result: Result, scale: Scale) -> Result:
    """The result with its verdict, whether the game is decided, the lost chance to win, and how likely the move is worse.

    Args:
        result: An evaluator's result.
        scale: How its losses are judged.
    """
    decided = None if scale.chance is None else _decided(result, scale.chance, scale.decided_z)
    if not result.graded or result.delta_ev is None:
        return replace(result, decided=decided)
    if scale.chance is None:
        loss, win_loss = _lost_points(-result.delta_ev, result, scale), None
    else:
        lost = _lost_chance(result, scale.chance, scale)
        loss = Loss(*(_HUNDRED * each for each in (lost.value, lost.low, lost.high)))
        win_loss = lost.value
    best = result.user_action == result.best_action
    return replace(
        result,
        verdict="best" if best else verdict_of(loss, scale.limits, scale.surely),
        decided=decided,
        win_loss=win_loss,
        worse=None if best else _worse(-result.delta_ev, result.delta_stderr or 0.0),
    )


def _worse(loss: float, stderr: float) -> float | None:
    """The probability that a loss is more than 0, if its error is normally distributed; None for an exact one."""
    return None if stderr <= 0 else min(MOST_SURE, normal_cdf(loss / stderr))


_HUNDRED = 100.0
"""Limits of chances are in points of a hundred."""


def _decided(result: Result, chance: Callable[[float], float], z: float) -> bool | None:
    """Whether all compared candidates win, or all lose, almost certainly; None if none was compared.

    A few sample deals may leave out the ones that turn a game: with ``z``, it must hold that many standard errors further. The
    error of the best candidate is that of its own mean, which the others share.
    """
    compared = [each for each in result.candidates if each.compared]
    if not compared:
        return None
    errors = [z * max(each.stderr, result.candidates[0].stderr) for each in compared]
    most = max(
        chance_of(each, chance) + chance(each.ev + error) - chance(each.ev)
        for each, error in zip(compared, errors, strict=True)
    )
    least = min(
        chance_of(each, chance) + chance(each.ev - error) - chance(each.ev)
        for each, error in zip(compared, errors, strict=True)
    )
    return most < CERTAIN or least > 1 - CERTAIN


def chance_of(candidate: Candidate, chance: Callable[[float], float]) -> float:
    """The stated chance to win after a candidate, or that of its value."""
    stated = candidate.win_probability
    return stated if isinstance(stated, float) else chance(candidate.ev)


def _lost_points(value: float, result: Result, scale: Scale) -> Loss:
    return Loss.of(value, result.delta_stderr or 0.0, scale.z, scale.below)


def _lost_chance(result: Result, chance: Callable[[float], float], scale: Scale) -> Loss:
    """The chance to win that the user's move loses.

    The ends of the interval of the lost points are mapped to chances, with the best move's value held fixed: an error that
    both moves share does not change which is better. Where a chance is stated that differs from the mapped one (a line that
    certainly ends the game), the interval keeps its place around the loss.
    """
    best, user = result.candidates[0], result.candidate(result.user_action)
    points = _lost_points(best.ev - user.ev, result, scale)
    value = max(0.0, chance_of(best, chance) - chance_of(user, chance))
    mapped = [chance(best.ev - each) for each in (points.value, points.low, points.high)]
    return Loss(value, value - (mapped[1] - mapped[0]), value + (mapped[0] - mapped[2]))
