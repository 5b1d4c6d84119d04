"""The fit of practised passes: the points of a hand by the ten cards kept, as corrections of the greedy policy's costs.

Ridge regression (Hoerl and Kennard, 1970): of what the greedy policy's expected costs leave of the points, on the
features of ``PassWeights``, with a penalty on the corrections. Where hands say little, costs stay those of the policy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.passing import suit_costs
from py_engine.games.hearts.policies.weights import MASKS, PassWeights, default_weights
from py_engine.games.hearts.rules.cards import BITS, SUIT_BITS, SUITS

__all__ = ["PENALTY", "Explained", "explained", "fitted"]

PENALTY = 100.0
"""Of the square of a correction in points, in hands."""
_DIGITS = 3


class Explained(NamedTuple):
    """How well costs say what points a hand takes."""

    share: float
    """Share of the variance of the points that is explained, with the best constant."""
    slope: float
    """Points per point of cost, by least squares."""
    error: float
    """Standard error of the slope."""


def fitted(kept: Array, points: Array, penalty: float = PENALTY) -> PassWeights:
    """The weights for players by whom hands were played.

    Args:
        kept: (N,) uint64: masks of the ten cards kept.
        points: (N,) float64: the points taken.
        penalty: As ``PENALTY``.
    """
    start = default_weights().passing
    left = points - _cost(kept, start)
    features = _features()
    seen = features[0].take(_words(kept)[0], axis=0)
    for suit, words in enumerate(_words(kept)[1:], 1):
        seen += features[suit].take(words, axis=0)
    seen -= seen.mean(axis=0)
    square = seen.T @ seen + penalty * np.eye(seen.shape[1])
    change = np.linalg.solve(square, seen.T @ (left - left.mean()))
    return _moved(start, change)


def explained(kept: Array, points: Array, weights: PassWeights) -> Explained:
    """How well the costs by some weights say the points of hands; see ``fitted`` for the shapes."""
    cost = _cost(kept, weights)
    cost -= cost.mean()
    taken = points - points.mean()
    square = float(cost @ cost)
    slope = float(cost @ taken) / square
    rest = taken - cost
    off = taken - slope * cost
    return Explained(
        1.0 - float(rest @ rest) / float(taken @ taken), slope, float(np.sqrt(off @ off / (len(points) - 2) / square))
    )


def _words(kept: Array) -> Array:
    """(4, N) int64: the cards kept by suit."""
    shifts = (np.arange(len(SUITS), dtype=U64) * U64(SUIT_BITS))[:, None]
    words: Array = (kept >> shifts & U64(BITS)).astype(np.int64)
    return words


def _cost(kept: Array, weights: PassWeights) -> Array:
    table = suit_costs(weights)
    total: Array = sum(row.take(words) for row, words in zip(table, _words(kept), strict=True))
    return total


def _features() -> list[Array]:
    """By suit: (MASKS, F) float64: what each weight adds to the cost of a holding.

    The cost is linear in the weights, so a feature is the cost by weights of which one is 1 and all others are 0.
    """
    none = _moved(default_weights().passing, None)
    tables = np.empty((_size(none), len(SUITS), MASKS), dtype=np.float64)
    for place in range(len(tables)):
        one = np.zeros(len(tables))
        one[place] = 1.0
        tables[place] = suit_costs(_moved(none, one))
    return [np.ascontiguousarray(tables[:, suit].T) for suit in range(len(SUITS))]


def _size(weights: PassWeights) -> int:
    return sum(len(numbers) for numbers in _lists(weights.model_dump()))


def _moved(weights: PassWeights, change: Array | None) -> PassWeights:
    """Weights plus a change (F,), in the order of their fields; all zero without one."""
    data = weights.model_dump()
    at = 0
    for numbers in _lists(data):
        for place, value in enumerate(numbers):
            numbers[place] = 0.0 if change is None else round(value + float(change[at + place]), _DIGITS)
        at += len(numbers)
    return PassWeights.model_validate(data)


def _lists(data: dict[str, Any]) -> list[list[float]]:
    """The lists of numbers in a model's data, in the order of its fields."""
    found: list[list[float]] = []
    for value in data.values():
        found += [value] if isinstance(value, list) else _lists(value)
    return found
