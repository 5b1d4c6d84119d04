"""Fits END, the values between rounds, to pairs of ends of a round: to their values and, above all, to their differences.

A search compares ends that differ by a few moves, so the error of a difference decides what it plays. A fit to results of games
minimises the error of values, most of which is the luck of the game; in a pair's difference much of that cancels.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import END
from py_engine.games.azul.knowledge.network import Network, Weights, rounded
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul.ends.pairs import Pairs, PairsTask, engine, joined, kept, play_pairs
from py_engine.lab.azul.fitting import Fit, Schedule, parameters_of
from py_engine.lab.azul.policy import Pair, arrays_of, text_of
from py_engine.lab.core.spread import Work
from py_engine.lab.core.versions import version

__all__ = ["DifferenceError", "EndsPlan", "EndsTrained", "EndsTraining", "difference_errors", "fitted_ends"]

_FITTED, _HELD, _ORDER = 10, 11, 12
"""The purposes of random numbers, apart from those of ``generations``."""
ROUNDS = 5
"""Later rounds count with this one in the errors."""


class EndsPlan(NamedTuple):
    """The tunable parameters. The defaults are those of the engine's file."""

    games: int = 50_000
    """Games from which pairs are taken for the fit, one in each round."""
    each: int = 4
    """Games played on from each end."""
    held_games: int = 500
    """Games from which other pairs are taken, to which nothing is fitted."""
    held_each: int = 24
    noise: tuple[float, ...] = (0.0, 0.4, 1.0, 2.5)
    """Noise in points of the games that pairs are taken from, each in a quarter of them."""
    task_games: int = 250
    schedule: Schedule = Schedule(8, 5e-3, outside=8.0)
    difference: float = 0.3
    """The weight of a pair's difference beside its two values."""
    trace: float = 0.5
    """Share in the targets of the value where a game stopped; the rest is the one at the end of the next round, which is less
    noisy."""
    seed: int = 0


class DifferenceError(NamedTuple):
    """The error of learnt values in the difference between the ends of pairs, by round; in points."""

    round_number: int
    """0 for all rounds."""
    pairs: int
    before: float
    """Root mean square beyond the noise of the games played on, with the values to start from."""
    after: float
    """The same with the fitted values."""
    change: float
    """Mean square after minus before."""
    change_error: float
    """Its standard error; the pairs of a game are not independent of each other."""


class EndsTrained(NamedTuple):
    """The result of training."""

    end: Weights
    fit_error: float
    """Root mean square error of the values during the last epoch."""
    pairs: int
    errors: list[DifferenceError]
    """On pairs that nothing was fitted to."""


class FittedEnds(TypedDict):
    """The result of a fit, as JSON data."""

    weights: str
    error: float
    pairs: int


class EndsTraining:
    """Takes pairs, fits END to them and measures the result on others. It depends on plan and start only.

    Args:
        plan: The parameters.
        start: The values to continue from.
        work: Runs what can be distributed.
        here: Runs what is done in this process: the fit.
    """

    def __init__(self, plan: EndsPlan, start: Pair, work: Work, here: Work) -> None:
        self._plan, self._start, self._work, self._here = plan, start, work, here

    def run(self) -> EndsTrained:
        """Takes the pairs, fits and measures."""
        plan = self._plan
        held = self._work(play_pairs, self._tasks(_HELD, plan.held_games, plan.held_each))
        texts = self._work(play_pairs, self._tasks(_FITTED, plan.games, plan.each))
        found = self._fitted(texts)
        end = Weights(**arrays_of(found["weights"]))
        errors = difference_errors(joined([Pairs.of(text) for text in held]), self._start.end, end)
        return EndsTrained(end, found["error"], found["pairs"], errors)

    def _tasks(self, purpose: int, games: int, each: int) -> list[PairsTask]:
        plan, weights = self._plan, self._start.text()
        return [
            {
                "seed": [plan.seed, purpose, place],
                "games": min(plan.task_games, games - first),
                "engine": engine(),
                "weights": weights,
                "noise": list(plan.noise),
                "each": each,
                "to_end": purpose == _HELD,
            }
            for place, first in enumerate(range(0, games, plan.task_games))
        ]

    def _fitted(self, texts: Sequence[str]) -> FittedEnds:
        """The fit, in this process; the task names everything that it depends on."""
        plan = self._plan
        task = {
            "before": hashlib.sha256(self._start.text().encode()).hexdigest(),
            "pairs": hashlib.sha256("".join(texts).encode()).hexdigest(),
            "plan": [list(plan.schedule), plan.difference, plan.trace, plan.seed],
            "learner": version(__name__),
        }

        def fit(_: object) -> FittedEnds:
            pairs = joined([Pairs.of(text) for text in texts])
            end, error = fitted_ends(plan, pairs, self._start.end)
            return {"weights": text_of(**end._asdict()), "error": error, "pairs": len(pairs.numbers)}

        (result,) = self._here(fit, [task])
        found: FittedEnds = result
        return found


def fitted_ends(plan: EndsPlan, pairs: Pairs, before: Weights) -> tuple[Weights, float]:
    """Fits END to pairs.

    Args:
        plan: The parameters.
        pairs: The pairs.
        before: The weights to continue from.

    Returns:
        The weights, and the root mean square error of the values during the last epoch.
    """
    ends = kept(pairs)
    target = plan.trace * pairs.later + (1 - plan.trace) * pairs.following
    random = seeded(Domain.EVALUATION, plan.seed, _ORDER)
    fit = Fit(parameters_of(Network(END, before)))
    error = fit.run(ends, target.reshape(-1) * ends.sign, plan.schedule, random, difference=plan.difference)
    return rounded(fit.parameters), math.sqrt(error)


def difference_errors(pairs: Pairs, before: Weights, after: Weights) -> list[DifferenceError]:
    """The errors of two networks in the differences of pairs, in all rounds and in each."""
    truth = (pairs.later[:, 0] - pairs.later[:, 1]).astype(np.float64)
    squares = [(_differences(weights, pairs) - truth) ** 2 - pairs.variance for weights in (before, after)]
    numbers = np.minimum(pairs.numbers, ROUNDS)
    rows = [(number, numbers == number) for number in range(1, ROUNDS + 1)] + [(0, numbers > 0)]
    found = []
    for number, here in rows:
        if here.sum() > 1:
            first, second = (each[here] for each in squares)
            found.append(_row(number, first, second, pairs.games[here]))
    return found


def _row(number: int, before: Array, after: Array, games: Array) -> DifferenceError:
    first, second = (math.sqrt(max(0.0, float(each.mean()))) for each in (before, after))
    change = after - before
    return DifferenceError(number, len(change), first, second, float(change.mean()), _clustered_error(change, games))


def _clustered_error(values: Array, groups: Array) -> float:
    """Standard error of the mean of values that are independent between groups only (Liang and Zeger, 1986); 0 for one group."""
    _, group = np.unique(groups, return_inverse=True)
    sums = np.bincount(group, weights=values - values.mean())
    count = len(sums)
    return math.sqrt(float((sums * sums).sum()) * count / max(1, count - 1)) / len(values)


def _differences(weights: Weights, pairs: Pairs) -> Array:
    """(P,) differences for player 0 between the values of the two ends."""
    ends = kept(pairs)
    values = Network(END, weights).values(ends.features, ends.base, ends.rounds.astype(INDEX))
    signed: Array = (values * ends.sign).astype(np.float64).reshape(-1, 2)
    return signed[:, 0] - signed[:, 1]
