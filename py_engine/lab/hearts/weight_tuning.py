"""Tunes the weights of Hearts' greedy policies by the cross-entropy method (R. Rubinstein, 1999) over duplicate deals.

All candidates of a generation play the same deals against the same opponents, two seats each in all six seatings, and are
ranked by the points that they save.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypedDict, get_args

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.policies.passing import pass_tables
from py_engine.games.hearts.policies.weights import Weights, play_tables
from py_engine.lab.core.commands import Say
from py_engine.lab.core.spread import Work
from py_engine.lab.core.statistics import Mean, mean_of
from py_engine.lab.core.tuning import CrossEntropy
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.hearts.deals import seatings
from py_engine.lab.hearts.lockstep import Chooser, Draw, dealt, greedy, play_hands, shifts

__all__ = ["PARTS", "Part", "Plan", "Tuned", "Tuning", "saved", "tune"]

Part = Literal["play", "passing", "all"]
PARTS: tuple[Part, ...] = get_args(Part)
LEAST_SPREAD = 0.1
"""Minimum spread, as a fraction of the initial spread."""
RELATIVE, ABSOLUTE = 0.1, 0.25
"""Initial spread of a weight: RELATIVE x its size + ABSOLUTE, times the plan's spread."""
ADOPTED = 2.0
"""Standard errors by which a round's result must beat the weights that the round began with."""
TRAINING, CHECKING = 0, 1 << 19
"""First deal numbers for tuning and for held-out measurements."""
TASK = 1000
"""Maximum number of deals per task."""


class Deals(TypedDict):
    """A task: deals of one set of weights against another."""

    weights: dict[str, Any]
    against: dict[str, Any]
    seed: int
    first: int
    count: int
    engine: str


def saved(task: Deals) -> list[int]:
    """By deal: the points that the weights save against the others, summed over all seats and seatings.

    Raises:
        LabError: if this engine is of another version than the task's.
    """
    require_same(task["engine"], engine_of("hearts"))
    every = seatings("2v2")
    deals = range(task["first"], task["first"] + task["count"])
    who = np.tile(np.array(every, dtype=np.int64).T, (1, len(deals)))
    choosers = [_chooser(Weights.model_validate(task[name])) for name in ("weights", "against")]
    hands = np.repeat(_dealt(task["seed"], deals), len(every), axis=1)
    points = play_hands(choosers, who, hands, np.repeat(shifts(deals), len(every)), _no_draws)
    signed = np.where(who == 1, points, -points).sum(axis=0, dtype=np.int64)
    found: list[int] = signed.reshape(len(deals), len(every)).sum(axis=1).tolist()
    return found


@lru_cache(maxsize=16)
def _dealt(seed: int, deals: range) -> Array:
    """Cached deals: they are the same for all candidates of a generation, and dealing takes as long as playing."""
    return dealt(seed, deals)


def _chooser(weights: Weights) -> Chooser:
    return greedy(play_tables(weights.play), pass_tables(weights.passing))


def _no_draws(_lanes: Array, _seats: Array, _decision: int) -> Draw:
    def draw(_limits: Array) -> Array:
        raise NotImplementedError("The greedy players use no random numbers.")

    return draw


@dataclass(frozen=True, slots=True)
class Plan:
    """What to tune, and how much to play."""

    part: Part = "all"
    rounds: int = 3
    """After each round, its result becomes an opponent if it is better."""
    generations: int = 10
    candidates: int = 32
    deals: int = 300
    """Deals for all candidates of a generation; with each halving, the better half plays twice as many."""
    halvings: int = 2
    spread: float = 0.3
    """Initial spread of the random weights, as a factor; 1 is wide, for untuned weights."""
    check: int = 5000
    """Deals to measure a round's result."""
    seed: int = 0
    """Seed of the deals and of the random weights."""


class Tuned(NamedTuple):
    """The result of a tuning."""

    weights: Weights
    above: Mean
    """Points saved per hand against the initial weights, in held-out deals."""


class Tuning:
    """The measurements of a tuning.

    Args:
        plan: How much to play.
        work: Runs the tasks.
    """

    def __init__(self, plan: Plan, work: Work) -> None:
        self.plan, self._work = plan, work
        self._engine = engine_of("hearts")
        self._next = {TRAINING: TRAINING, CHECKING: CHECKING}

    def fresh(self, count: int, begin: int = TRAINING) -> range:
        """Deal numbers that have not been used yet."""
        first = self._next[begin]
        self._next[begin] += count
        return range(first, first + count)

    def played(self, candidates: Sequence[Weights], against: Sequence[Weights], deals: range) -> Array:
        """(candidates, deals) float64: points saved per hand, averaged over the opponents."""
        parts = [deals[start : start + TASK] for start in range(0, len(deals), TASK)]
        tasks: list[Deals] = [
            {
                "weights": weights.model_dump(),
                "against": other.model_dump(),
                "seed": self.plan.seed,
                "first": part.start,
                "count": len(part),
                "engine": self._engine,
            }
            for weights in candidates
            for other in against
            for part in parts
        ]
        sums = [number for result in self._work(saved, tasks) for number in result]
        shape = (len(candidates), len(against), len(deals))
        # Each side has two seats in each of six seatings.
        found: Array = np.array(sums, dtype=np.float64).reshape(shape).mean(axis=1) / 12
        return found


def tune(tuning: Tuning, weights: Weights, say: Say) -> Tuned:
    """Tunes the weights; returns the initial ones if none are better."""
    start = best = weights
    above = Mean(0.0, 0.0, 0)
    for number in range(tuning.plan.rounds):
        against = [start] if best == start else [start, best]
        found = _evolved(tuning, best, against, f"Round {number + 1} of {tuning.plan.rounds}", say)
        deals = tuning.fresh(tuning.plan.check, CHECKING)
        step = mean_of(tuning.played([found], [best], deals)[0].tolist())
        better = step.mean > ADOPTED * step.error
        say(f"Round {number + 1}: {_text(step)} points saved per hand, {'adopted' if better else 'rejected'}")
        if better:
            best = found
            above = mean_of(tuning.played([best], [start], tuning.fresh(tuning.plan.check, CHECKING))[0].tolist())
    return Tuned(best, above)


def _evolved(tuning: Tuning, weights: Weights, against: Sequence[Weights], title: str, say: Say) -> Weights:
    """The weights that the cross-entropy method finds against the given opponents."""
    plan = tuning.plan
    center = _vector(weights, plan.part)
    spread = plan.spread * (RELATIVE * np.abs(center) + ABSOLUTE)
    search = CrossEntropy(
        plan.generations,
        plan.candidates,
        plan.deals,
        plan.halvings,
        spread,
        LEAST_SPREAD * spread,
        all_games=False,
    )

    def measure(points: Array, deals: int) -> Array:
        candidates = [_with(weights, plan.part, point) for point in points]
        return tuning.played(candidates, against, tuning.fresh(deals))

    def report(number: int, best: Mean) -> None:
        say(f"{title}, generation {number} of {plan.generations}: the best save {_text(best)}")

    random = np.random.default_rng([plan.seed, tuning.fresh(0).start])
    return _with(weights, plan.part, search.run(center, measure, random, report))


def _text(mean: Mean) -> str:
    return f"{mean.mean:+.3f} ± {mean.error:.3f}".replace("-", "−")  # noqa: RUF001 - a true minus


def _numbers(data: Any) -> Iterator[float]:
    """The numbers in JSON data, in order."""
    if isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from _numbers(each)
    else:
        yield data


def _refilled(data: Any, numbers: Iterator[float]) -> Any:
    """The same data with its numbers replaced, in order."""
    if isinstance(data, dict):
        return {name: _refilled(each, numbers) for name, each in data.items()}
    if isinstance(data, list):
        return [_refilled(each, numbers) for each in data]
    return next(numbers)


def _part(weights: Weights, part: Part) -> dict[str, object]:
    data = weights.model_dump()
    return data if part == "all" else {part: data[part]}


def _vector(weights: Weights, part: Part) -> Array:
    return np.array(list(_numbers(_part(weights, part))), dtype=np.float64)


def _with(weights: Weights, part: Part, point: Array) -> Weights:
    """The weights with a part replaced, rounded to three decimals, so that the weights measured are those written."""
    numbers = iter([round(each, 3) + 0.0 for each in point.tolist()])
    return Weights.model_validate(weights.model_dump() | _refilled(_part(weights, part), numbers))
