"""The best response to a payoff of final scores: with numba from any card, in numpy from cards with few open rows.

An empty card has 104 million states (card, upper score, points). They are solved backward, turn by turn, and the states of
at most two turns are kept. The points of a position are a *window*: all from the fewest to the most that can have been
scored on the way. The windows of a turn's positions are one flat array.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.uppers import POSITIONS
from py_engine.games.yatzy.knowledge.winning.best_response import BestResponse
from py_engine.games.yatzy.knowledge.winning.payoff import Card
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, ROLL_WEIGHTS, Rules
from py_engine.lab.core.spread import report
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.space import DIE_STEPS, UPPER_SCORE, following, kinds_of, position_of
from py_engine.lab.yatzy.versus.response_kernels import reach_windows, solve_windows

__all__ = ["winning_closings"]


class _Layer(NamedTuple):
    """The positions with the same number of open categories that can follow a card."""

    positions: Array
    """(N,) int64, ascending."""
    low: Array
    """(N,) int64: the fewest points scored on the way."""
    start: Array
    """(N + 1,) int64: where the window of each position's points begins."""


def winning_closings(rules: Rules, card: Card, payoff: Array, *, compiled: bool = kernels.COMPILED) -> Array:
    """(15, 252) float64: the value of closing each category of a card with each roll; minus infinity if closed.

    Args:
        rules: The house rules.
        card: The card, which has an open category.
        payoff: (400,) float64: the worth of each final score.
        compiled: Whether to use numba.
    """
    if not compiled:
        job = BestResponse(rules, card, payoff)
        job.run()
        return job.closings()
    kinds = kinds_of(rules)
    layers = _layers(rules, card)
    # At the end of the game a state is worth the payoff of its points with the bonus.
    last = layers[-1]
    points = np.concatenate(
        [np.arange(low, low + width) for low, width in zip(last.low, np.diff(last.start), strict=True)]
    )
    bonus = np.repeat(np.where(UPPER_SCORE[last.positions] >= BONUS_AT, BONUS, 0), np.diff(last.start))
    values = payoff[np.minimum(card.points + points + bonus, len(payoff) - 1)]
    # Backward from the last turn but one to the turn after the card's own.
    solved = 0
    for here, there in zip(layers[-2:0:-1], layers[:1:-1], strict=True):
        found = np.empty(here.start[-1], dtype=np.float64)
        solve_windows(
            following(here.positions),
            kinds.slot,
            kinds.points,
            kinds.of_roll,
            ROLL_WEIGHTS,
            DIE_STEPS,
            _rows(there.positions),
            here.low,
            here.start,
            found,
            there.low,
            there.start,
            values,
        )
        values = found
        solved += len(found)
        report(solved / sum(int(layer.start[-1]) for layer in layers[1:-1]))
    return _closings(rules, card, layers[1], values)


def _layers(rules: Rules, card: Card) -> list[_Layer]:
    """The positions that can follow a card by number of turns, itself first, with the windows of their points."""
    kinds = kinds_of(rules)
    positions = np.array([position_of(card.mask, card.upper)], dtype=np.int64)
    low, high = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    layers = [_Layer(positions, low, np.array([0, 1], dtype=np.int64))]
    for _ in range(card.open_rows):
        to = following(positions)
        there = np.unique(to)
        there = there[there < POSITIONS]
        low_to, high_to = np.full(len(there), 1 << 30, dtype=np.int64), np.zeros(len(there), dtype=np.int64)
        reach_windows(to, kinds.slot, kinds.points, low, high, _rows(there), low_to, high_to)
        positions, low, high = there, low_to, high_to
        layers.append(_Layer(positions, low, np.append(0, np.cumsum(high - low))))
    return layers


def _rows(positions: Array) -> Array:
    """(958977,) int32: the row of each position; -1 for others, and for a closed category."""
    rows = np.full(POSITIONS + 1, -1, dtype=np.int32)
    rows[positions] = np.arange(len(positions), dtype=np.int32)
    return rows


def _closings(rules: Rules, card: Card, after: _Layer, values: Array) -> Array:
    """(15, 252) float64: the values of closing the card's categories, from those of the positions after one turn.

    Args:
        rules: The house rules.
        card: The card.
        after: The positions after one turn.
        values: Their values, by position and points.
    """
    kinds = kinds_of(rules)
    target = _rows(after.positions)[following(np.array([position_of(card.mask, card.upper)], dtype=np.int64))[:, 0]]
    target = target[kinds.slot]
    ends = np.full(len(target), -np.inf, dtype=np.float64)
    still = np.flatnonzero(target >= 0)
    at = target[still]
    ends[still] = values[after.start[at] + kinds.points[still] - after.low[at]]
    return ends[kinds.of_roll]
