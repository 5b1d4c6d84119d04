"""Fits weights to preferred answers: a conditional logit model (McFadden 1974) regularised towards the old weights.

The probability that an answer is preferred is a softmax of the scores, proportional to exp(score / temperature). The
objective is the mean negative log-likelihood plus a penalty on the squared relative change of every weight. It is strictly
convex, with a single minimum, found deterministically by L-BFGS (Nocedal 1980).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from py_engine.games.swccg.policies.weights import LIMIT
from py_engine.lab.swccg.score_inputs import Floats, InputTable, Ints

__all__ = ["Choices", "choices_of", "fitted", "loss", "split"]

MEMORY = 10
ITERATIONS = 300
SETTLED = 1e-7
"""Convergence: the largest component of the gradient."""
_OUT = -1e9
"""The score of a vetoed choice."""
_Objective = Callable[[Floats], tuple[float, Floats]]


@dataclass(frozen=True, slots=True)
class Choices:
    """Decisions with a preferred answer, prepared for the fit.

    Attributes:
        table: The inputs.
        factors: (N,) factor of the strategy mode on each contribution.
        preferred: (D,) index of the preferred answer among all choices.
    """

    table: InputTable
    factors: Floats
    preferred: Ints


class _Pair(NamedTuple):
    step: Floats
    turn: Floats
    """Change of the gradient over the step."""


def choices_of(table: InputTable, preferred: Ints) -> Choices:
    """The decisions that can be fitted: those whose preferred answer is not vetoed, since no weight lifts a veto.

    Args:
        table: All decisions.
        preferred: (D,) index among each decision's choices, -1 for none.
    """
    place = np.minimum(preferred + table.first[:-1], len(table.vetoed) - 1)
    decisions = np.flatnonzero((preferred >= 0) & ~table.vetoed[place])
    small = table.taken(decisions)
    modes = table.modes()[decisions]
    factors = small.factors(small.values)[modes[small.owner[small.choice]], small.weight]
    return Choices(small, factors, preferred[decisions] + small.first[:-1])


def loss(choices: Choices, values: Floats, temperature: float) -> tuple[float, Floats]:
    """The mean negative log-likelihood of the preferred answers, and its gradient (W,).

    Args:
        choices: At least one decision.
        values: (W,) the weights.
        temperature: The temperature in points.
    """
    table, owner = choices.table, choices.table.owner
    effective = table.input * choices.factors
    points = table.summed(effective * values[table.weight], table.choice) / temperature
    points = np.where(table.vetoed, _OUT, points)
    highest = np.maximum.reduceat(points, table.first[:-1])
    grown = np.exp(points - highest[owner])
    total = np.add.reduceat(grown, table.first[:-1])
    count = table.decisions
    value = float(np.mean(np.log(total) + highest - points[choices.preferred]))
    slope = grown / total[owner]
    slope[choices.preferred] -= 1
    parts = effective * slope[table.choice] / (temperature * count)
    return value, np.bincount(table.weight, weights=parts, minlength=len(values)).astype(np.float64)


def fitted(choices: Choices, penalty: float, temperature: float) -> Floats:
    """(W,) the weights that minimise loss plus penalty; weights without influence stay as they are.

    Args:
        choices: At least one decision.
        penalty: The penalty on the squared change relative to the weight's absolute value (or to 1 if that is larger).
        temperature: The temperature in points.
    """
    start = choices.table.values
    size = np.maximum(1.0, np.abs(start))

    def objective(change: Floats) -> tuple[float, Floats]:
        value, slope = loss(choices, start + change * size, temperature)
        return value + penalty / 2 * float(np.sum(change * change)), slope * size + penalty * change

    return np.clip(start + _least(objective, np.zeros_like(start)) * size, -LIMIT, LIMIT)


def _least(objective: _Objective, at: Floats) -> Floats:
    """The minimum of a smooth convex function, by L-BFGS with a backtracking (Armijo) line search."""
    value, slope = objective(at)
    pairs: list[_Pair] = []
    for _ in range(ITERATIONS):
        if np.max(np.abs(slope)) < SETTLED:
            break
        way = -_turned(slope, pairs)
        falls = float(np.sum(way * slope))
        length = 1.0 if pairs else min(1.0, 1.0 / float(np.sqrt(np.sum(slope * slope))))
        for _ in range(40):
            there = at + length * way
            next_value, next_slope = objective(there)
            if next_value <= value + 1e-4 * length * falls:
                break
            length /= 2
        else:
            break
        step, turn = there - at, next_slope - slope
        at, value, slope = there, next_value, next_slope
        if float(np.sum(step * turn)) > 1e-12:
            pairs = [*pairs, _Pair(step, turn)][-MEMORY:]
    return at


def _turned(slope: Floats, pairs: Sequence[_Pair]) -> Floats:
    """The gradient times the approximate inverse Hessian (the L-BFGS two-loop recursion)."""
    turned = slope.copy()
    shares = []
    for step, turn in reversed(pairs):
        share = float(np.sum(step * turned) / np.sum(step * turn))
        turned -= share * turn
        shares.append(share)
    if pairs:
        step, turn = pairs[-1]
        turned *= float(np.sum(step * turn) / np.sum(turn * turn))
    for (step, turn), share in zip(pairs, reversed(shares), strict=True):
        turned += (share - float(np.sum(turn * turned) / np.sum(step * turn))) * step
    return turned


def split(sides: dict[str, set[str]], share: float, seed: int) -> set[str]:
    """The held-out games, stratified by the sides of their logs (dark, light or both).

    Args:
        sides: Game -> sides of its logs.
        share: The share of the games to hold out, 0..1.
        seed: The seed of the draw.
    """
    rng = np.random.default_rng(seed)
    groups: dict[str, list[str]] = {}
    for game in sorted(sides):
        groups.setdefault("+".join(sorted(sides[game])), []).append(game)
    held: list[str] = []
    rest: list[str] = []
    for name in sorted(groups):
        games = groups[name]
        order = [games[place] for place in rng.permutation(len(games))]
        count = round(share * len(games))
        held += order[:count]
        rest += order[count:]
    if not held and len(rest) > 1:
        held.append(rest.pop())
    if not rest and len(held) > 1:
        held.pop()
    return set(held)
