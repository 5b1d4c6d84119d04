"""Policies over a batch: random, greedy for the turn, optimal by the table, and optimal with random errors.

A policy is defined by its *objective*, the value of closing each category with each roll. One backward induction over the
turn then gives the value of every hold, so policies differ in their objectives only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.turn import Turn, closings, play_turn
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.batch import (
    ACTIONS,
    KEEPS,
    KEPT,
    THROWS,
    Batch,
    awaited,
    distinct_keeps,
    held_multisets,
    legal_mask,
)
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, POINTS, ROLLS, Rules

__all__ = [
    "RANDOM",
    "Objective",
    "Policy",
    "Prospects",
    "action_values",
    "choose",
    "greedy_closings",
    "look_ahead",
    "optimal",
    "position_values",
    "preferred",
    "sample_near_best",
    "this_turn",
]

Objective = Callable[[Array, Array], Array]
"""(C,) closed categories and (C,) upper scores, at most 63 -> (15, 252, C) float64, see ``turn.closings``."""
_UPPERS = BONUS_AT + 1
# Among equals, a category comes first, because holding all dice only delays it; then the hold of more dice.
_PREFERRED = np.concatenate(
    [np.arange(KEEPS, ACTIONS, dtype=np.intp), np.argsort(-KEPT.sum(axis=1, dtype=np.int32), kind="stable")]
).astype(np.int32)


class Policy(NamedTuple):
    """How moves are chosen."""

    objective: Objective | None
    """None: a legal action, uniformly at random."""
    scale: float = 0.0
    """Points: a move that loses this much is chosen half as often as the best; 0 always chooses the best."""


RANDOM = Policy(None)


class Prospects(NamedTuple):
    """The solved turns of a batch; lanes with the same card share a column."""

    closed: Array
    """(15, 252, C) float64: the objective."""
    turn: Turn
    """Over C columns."""
    column: Array
    """(B,) intp: the column of each lane."""


def optimal(table: ValueTable) -> Objective:
    """The objective of optimal play: points plus the value of the card afterwards."""
    return partial(closings, table)


def this_turn(rules: Rules) -> Objective:
    """The objective of greedy play: the points of this turn alone."""
    return partial(greedy_closings, rules)


def greedy_closings(rules: Rules, masks: Array, _uppers: Array) -> Array:
    """The points of closing each category with each roll.

    Args:
        rules: The house rules.
        masks: (C,) closed categories.
        _uppers: (C,) upper scores, which do not matter.

    Returns:
        (15, 252, C) float64; minus infinity for closed categories.
    """
    closed = masks >> np.arange(len(CATEGORIES), dtype=np.int32)[:, None] & 1 == 1
    points = POINTS[rules].astype(np.float64)[:, :, None]
    return np.where(closed[:, None, :], -np.inf, np.broadcast_to(points, (len(CATEGORIES), ROLLS, len(masks))))


def look_ahead(batch: Batch, objective: Objective) -> Prospects:
    """Solves the turn of each distinct card of the players to move."""
    masks = batch.of_mover(batch.closed).astype(np.int64)
    uppers = np.minimum(batch.of_mover(batch.upper), BONUS_AT)
    cards, column = np.unique(masks * _UPPERS + uppers, return_inverse=True)
    closed = objective(cards // _UPPERS, cards % _UPPERS)
    return Prospects(closed, play_turn(closed.max(axis=0)), column)


def action_values(batch: Batch, prospects: Prospects) -> Array:
    """(B, 47) float64: the value of every action; minus infinity for illegal ones."""
    column = prospects.column
    known = ~awaited(batch)
    held = np.where(known[:, None], held_multisets(batch.dice[:, None, :], KEPT), 0)
    first = (batch.rolls_left == THROWS - 1)[:, None]
    last_hold, first_hold = (table[held, column[:, None]] for table in prospects.turn.held)
    # The last hold keeps all five dice, so its multiset is the roll itself.
    categories = prospects.closed[:, held[:, -1], column].T
    values = np.concatenate([np.where(first, first_hold, last_hold), categories], axis=1)
    return np.where(legal_mask(batch), values, -np.inf)


def position_values(batch: Batch, prospects: Prospects, start: Array) -> Array:
    """The value of positions to the players to move, given the dice on the table.

    Args:
        batch: The positions.
        prospects: The prospects from ``look_ahead`` on the same positions.
        start: (B,) float64: the value before the first throw of the turn, or of a full card.

    Returns:
        (B,) float64.
    """
    column, left = prospects.column, batch.rolls_left.astype(np.intp)
    held = held_multisets(batch.dice, KEPT[-1])
    rolls = np.stack(prospects.turn.rolls)
    on_table = rolls[left, np.minimum(held, ROLLS - 1), column]
    holds = np.stack(prospects.turn.held)
    # Dice that are awaited: the first throw of a turn, or a throw of the dice that are not held.
    rethrown = holds[np.minimum(left, THROWS - 2), held, column]
    waiting = np.where(left == THROWS - 1, start, rethrown)
    full = prospects.closed[:, 0, :].max(axis=0)[column] == -np.inf
    return np.where(full, start, np.where(awaited(batch), waiting, on_table))


def choose(batch: Batch, bits: Array, policy: Policy) -> Array:
    """(B,) int32: an action for every lane; 0 in finished ones.

    Args:
        batch: The positions; all dice have been entered.
        bits: (B,) uint32 random bits.
        policy: The policy.
    """
    if policy.objective is None:
        return _sample(legal_mask(batch).astype(np.float64), bits)
    values = action_values(batch, look_ahead(batch, policy.objective))
    if policy.scale <= 0:
        return preferred(values)
    return sample_near_best(values, batch.dice, policy.scale, bits)


def preferred(values: Array) -> Array:
    """(B,) int32: the best action; among equals a category, then the hold of more dice.

    Args:
        values: (B, 47), from ``action_values``.
    """
    return _PREFERRED[values[:, _PREFERRED].argmax(axis=1)]


def sample_near_best(values: Array, dice: Array, scale: float, bits: Array) -> Array:
    """(B,) int32: an action drawn with weight 1 / (1 + (loss / scale)^2).

    Args:
        values: (B, 47), from ``action_values``.
        dice: (B, 5) uint8.
        scale: Points, more than 0.
        bits: (B,) uint32 random bits.
    """
    return _sample(_weights(values, distinct_keeps(dice), scale), bits)


def _weights(values: Array, distinct: Array, scale: float) -> Array:
    """(B, 47) weights 1 / (1 + (loss / scale)^2); equivalent holds count once."""
    best = values.max(axis=1, keepdims=True)
    loss = np.where(values > -np.inf, best, np.inf) - np.where(values > -np.inf, values, 0.0)
    weights = 1.0 / (1.0 + loss / scale * (loss / scale))
    weights[:, :KEEPS] *= distinct
    return weights


def _sample(weights: Array, bits: Array) -> Array:
    """(B,) int32: an action drawn with probability proportional to its weight."""
    cumulative = np.cumsum(weights, axis=1)
    point = bits / 2**32 * cumulative[:, -1]
    drawn: Array = (cumulative <= point[:, None]).sum(axis=1, dtype=np.int32)
    # If all weights are 0 the lane is finished, and any action does nothing.
    return np.where(cumulative[:, -1] > 0, drawn, 0).astype(np.int32)
