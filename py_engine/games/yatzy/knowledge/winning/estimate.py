"""An estimate of the chance to win while too many categories are open for the exact best response.

A final score is taken as four normal distributions: with and without the bonus, with and without a Yatzy to come. Their
mean is exact and the chance of the bonus nearly so (both from the value table); that of a Yatzy depends on the number of open
categories, the variance is a sum over them. The chance to win after each move is the mean payoff of that distribution. So
a wider one counts for more when the player is behind, which is what a risk preference (theta) that suits the position
would do, and a point is worth the local slope.

The numbers were fitted to the exact distributions of 301 cards from games of a player who errs now and then, the errors
are rounded up from comparisons with exact best responses.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array, exponential
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, FULL, POINTS, ROLLS, UPPER

__all__ = ["Errors", "distribution_of", "errors_of", "estimated_closings", "mean_payoffs"]

_VARIANCES = np.array(
    [-10.6, -44.6, 2.3, 15.4, 27.7, 51.3, 30.0, 13.9, 74.2, 73.0, 66.7, 94.5, 89.8, 46.0, 5.4], dtype=np.float64
)
"""What each open category adds to the variance of the final score, bonus and Yatzy apart; less than nothing where its
points come with the bonus."""
_LEAST_VARIANCE = 60.0
_BONUS_APART, _YATZY_APART = 65.0, 45.0
"""Points between the means with and without the bonus, or a Yatzy: the bonus comes with high upper points, a Yatzy takes the
turn of something else."""
_YATZY_CHANCES = np.array(
    [0, 0.046, 0.065, 0.08, 0.088, 0.1, 0.118, 0.146, 0.175, 0.207, 0.242, 0.277, 0.304, 0.332, 0.36, 0.388],
    dtype=np.float64,
)
"""The chance that Yatzy, if open, is scored, by number of open categories."""
_GAIN = 0.03
"""What adapting to the score gains over playing for points: this much times p (1 - p)."""
_STEP = 0.125
_DEVIATES = np.arange(-32, 33, dtype=np.float64) * _STEP
_DENSITY = np.array([exponential(-z * z / 2) for z in _DEVIATES.tolist()], dtype=np.float64)
_WEIGHTS = _DENSITY / _DENSITY.sum()


class Errors(NamedTuple):
    """Standard deviations of the errors of estimates."""

    difference: float
    """Between two moves' chances to win."""
    level: float
    """Of a chance to win itself."""
    luck: float
    """Of what a throw changes of that chance."""


_ERRORS = Errors(0.005, 0.01, 0.003), Errors(0.006, 0.012, 0.003)
"""With one opponent, with more."""
_ERRORS_WITHOUT_BONUS = Errors(0.02, 0.07, 0.016), Errors(0.011, 0.046, 0.008)
"""The same with a table that was just solved, which lacks the chances of the bonus."""


def errors_of(table: ValueTable, players: int) -> Errors:
    """The errors in a game by its number of people, measured with seven open rows (``yatzy win-errors``); with more they are no larger."""
    return (_ERRORS if table.bonus is not None else _ERRORS_WITHOUT_BONUS)[players > 2]


class _Normals(NamedTuple):
    """The four distributions of B cards."""

    chances: Array
    """(4, B) float64."""
    means: Array
    """(4, B) float64."""
    spread: Array
    """(B,) float64: the standard deviation of each."""


def _normals(table: ValueTable, masks: Array, uppers: Array, points: Array) -> _Normals:
    still_open = masks[:, None] >> np.arange(len(CATEGORIES), dtype=np.int64) & 1 == 0
    spread = np.sqrt(np.maximum((still_open * _VARIANCES).sum(axis=1), _LEAST_VARIANCE))
    bonus = table.bonus_chance(masks, uppers)
    if bonus is None:
        # A table that was just solved lacks these chances; then the bonus is no part of the spread.
        bonus = np.zeros(len(masks), dtype=np.float64)
    yatzy = np.where(still_open[:, -1], _YATZY_CHANCES[still_open.sum(axis=1, dtype=np.int64)], 0.0)
    mean = points + table.look_up(masks, uppers) - _BONUS_APART * bonus - _YATZY_APART * yatzy
    chances = [(1 - bonus) * (1 - yatzy), bonus * (1 - yatzy), (1 - bonus) * yatzy, bonus * yatzy]
    means = [mean, mean + _BONUS_APART, mean + _YATZY_APART, mean + _BONUS_APART + _YATZY_APART]
    return _Normals(np.stack(chances), np.stack(means), spread)


def mean_payoffs(table: ValueTable, masks: Array, uppers: Array, points: Array, payoff: Array) -> Array:
    """(B,) float64: the mean payoff of the final scores of cards, played for points.

    Args:
        table: The value table.
        masks: (B,) closed categories.
        uppers: (B,) upper scores, at most 63.
        points: (B,) points so far, without the bonus.
        payoff: (400,) the worth of each final score.
    """
    normals = _normals(table, masks, uppers, points)
    found = np.zeros(len(masks), dtype=np.float64)
    for chance, mean in zip(normals.chances, normals.means, strict=True):
        scores = np.clip(mean[:, None] + normals.spread[:, None] * _DEVIATES, 0.0, SCORES - 1.001)
        low = scores.astype(np.int64)
        worth = payoff[low] + (scores - low) * (payoff[low + 1] - payoff[low])
        found += chance * (worth * _WEIGHTS).sum(axis=1)
    return found


def distribution_of(table: ValueTable, card: Card) -> Array:
    """(400,) float64: the estimated distribution of a card's final score, played for points."""
    masks, uppers = np.array([card.mask], dtype=np.int64), np.array([card.upper], dtype=np.int64)
    normals = _normals(table, masks, uppers, np.array([card.points], dtype=np.int64))
    scores = np.arange(SCORES, dtype=np.float64)
    found = np.zeros(SCORES, dtype=np.float64)
    for chance, mean in zip(normals.chances[:, 0].tolist(), normals.means[:, 0].tolist(), strict=True):
        if chance > 0:
            deviates = np.clip((scores - mean) / normals.spread[0], -26.0, 26.0)
            density = np.array([exponential(-z * z / 2) for z in deviates.tolist()], dtype=np.float64)
            found += chance * density / density.sum()
    return found


def estimated_closings(table: ValueTable, card: Card, payoff: Array) -> Array:
    """(15, 252) float64: the estimated chance to win after closing each category with each roll.

    Minus infinity for closed categories.
    """
    found = np.full((len(CATEGORIES), ROLLS), -np.inf, dtype=np.float64)
    for category in range(len(CATEGORIES)):
        if card.mask >> category & 1:
            continue
        gains, of_roll = np.unique(POINTS[table.rules][category].astype(np.int64), return_inverse=True)
        after = np.full(len(gains), card.mask | 1 << category, dtype=np.int64)
        uppers = np.minimum(card.upper + (gains if category < UPPER else 0 * gains), BONUS_AT)
        plain = mean_payoffs(table, after, uppers, card.points + gains, payoff)
        adapting = 0.0 if after[0] == FULL else _GAIN
        found[category] = (plain + adapting * plain * (1.0 - plain))[of_roll]
    return found
