"""Choosing moves over a batch: at random, for the turn, by the table, and by the table with errors.

What a move is worth to a policy is its *objective*: what closing each category with each roll is worth. From that,
one backward induction over the turn gives the worth of every hold, so that all policies differ in their closings only.
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
    "drawn_near_best",
    "greedy_closings",
    "look_ahead",
    "optimal",
    "position_values",
    "preferred",
    "this_turn",
]

Objective = Callable[[Array, Array], Array]
"""(C,) closed categories and (C,) upper scores, at most 63 -> (15, 252, C) float64, see ``turn.closings``."""
_UPPERS = BONUS_AT + 1
# Of equals, a category comes first, for holding all dice only puts it off; then the hold of more dice.
_PREFERRED = np.concatenate(
    [np.arange(KEEPS, ACTIONS, dtype=np.intp), np.argsort(-KEPT.sum(axis=1, dtype=np.int32), kind="stable")]
).astype(np.int32)


class Policy(NamedTuple):
    """How moves are chosen."""

    objective: Objective | None
    """None: any legal action, all equally likely."""
    scale: float = 0.0
    """Points: a move that loses so much is chosen half as often as the best; 0 always chooses the best."""


RANDOM = Policy(None)


class Prospects(NamedTuple):
    """The turns that the lanes of a batch are in; lanes with the same card share a column."""

    closed: Array
    """(15, 252, C) float64: the objective."""
    turn: Turn
    """Of C columns."""
    column: Array
    """(B,) which column a lane reads."""


def optimal(table: ValueTable) -> Objective:
    """Points and what remains after them under optimal play."""
    return partial(closings, table)


def this_turn(rules: Rules) -> Objective:
    """The points of this turn alone."""
    return partial(greedy_closings, rules)


def greedy_closings(rules: Rules, masks: Array, _uppers: Array) -> Array:
    """What closing each category with each roll scores, whatever comes after.

    Args:
        rules: the house rules.
        masks: (C,) closed categories.
        _uppers: (C,) upper scores, which do not matter here.

    Returns:
        (15, 252, C) float64; minus infinity where the category is closed.
    """
    closed = masks >> np.arange(len(CATEGORIES), dtype=np.int32)[:, None] & 1 == 1
    points = POINTS[rules].astype(np.float64)[:, :, None]
    return np.where(closed[:, None, :], -np.inf, np.broadcast_to(points, (len(CATEGORIES), ROLLS, len(masks))))


def look_ahead(batch: Batch, objective: Objective) -> Prospects:
    """One backward induction for each different card of the players to move."""
    masks = batch.of_mover(batch.closed).astype(np.int64)
    uppers = np.minimum(batch.of_mover(batch.upper), BONUS_AT)
    cards, column = np.unique(masks * _UPPERS + uppers, return_inverse=True)
    closed = objective(cards // _UPPERS, cards % _UPPERS)
    return Prospects(closed, play_turn(closed.max(axis=0)), column)


def action_values(batch: Batch, prospects: Prospects) -> Array:
    """(B, 47) float64: what every action is worth; minus infinity where it is illegal."""
    column = prospects.column
    there = ~awaited(batch)
    held = np.where(there[:, None], held_multisets(batch.dice[:, None, :], KEPT), 0)
    first = (batch.rolls_left == THROWS - 1)[:, None]
    last_hold, first_hold = (values[held, column[:, None]] for values in prospects.turn.held)
    categories = prospects.closed[:, held[:, -1], column].T
    values = np.concatenate([np.where(first, first_hold, last_hold), categories], axis=1)
    return np.where(legal_mask(batch), values, -np.inf)


def position_values(batch: Batch, prospects: Prospects, start: Array) -> Array:
    """What remains for the players to move, the dice that lie there included.

    Args:
        batch: the positions.
        prospects: of the same positions.
        start: (B,) float64: what remains before the first throw of a turn, or when the card is full.

    Returns:
        (B,) float64.
    """
    column, left = prospects.column, batch.rolls_left.astype(np.intp)
    held = held_multisets(batch.dice, KEPT[-1])
    rolls = np.stack(prospects.turn.rolls)
    there = rolls[left, np.minimum(held, ROLLS - 1), column]
    holds = np.stack(prospects.turn.held)
    thrown = holds[np.minimum(left, THROWS - 2), held, column]
    waiting = np.where(left == THROWS - 1, start, thrown)
    full = prospects.closed[:, 0, :].max(axis=0)[column] == -np.inf
    return np.where(full, start, np.where(awaited(batch), waiting, there))


def choose(batch: Batch, bits: Array, policy: Policy) -> Array:
    """(B,) int32: an action in every lane; 0 in finished ones.

    Args:
        batch: the positions; no dice are awaited.
        bits: (B,) uint32 random bits.
        policy: how to choose.
    """
    if policy.objective is None:
        return _drawn(legal_mask(batch).astype(np.float64), bits)
    values = action_values(batch, look_ahead(batch, policy.objective))
    if policy.scale <= 0:
        return preferred(values)
    return drawn_near_best(values, batch.dice, policy.scale, bits)


def preferred(values: Array) -> Array:
    """(B,) int32: the best action; of equals a category, else the hold of more dice.

    Args:
        values: (B, 47), from ``action_values``.
    """
    return _PREFERRED[values[:, _PREFERRED].argmax(axis=1)]


def drawn_near_best(values: Array, dice: Array, scale: float, bits: Array) -> Array:
    """(B,) int32: an action drawn with weight 1 / (1 + (loss / scale)^2).

    Args:
        values: (B, 47), from ``action_values``.
        dice: (B, 5) uint8.
        scale: points, more than 0.
        bits: (B,) uint32 random bits.
    """
    return _drawn(_weights(values, distinct_keeps(dice), scale), bits)


def _weights(values: Array, distinct: Array, scale: float) -> Array:
    """(B, 47) weights 1 / (1 + (loss / scale)^2), each multiset that can be held counting once."""
    best = values.max(axis=1, keepdims=True)
    loss = np.where(values > -np.inf, best, np.inf) - np.where(values > -np.inf, values, 0.0)
    weights = 1.0 / (1.0 + loss / scale * (loss / scale))
    weights[:, :KEEPS] *= distinct
    return weights


def _drawn(weights: Array, bits: Array) -> Array:
    """(B,) int32: an action drawn in proportion to its weight."""
    upto = np.cumsum(weights, axis=1)
    place = bits / 2**32 * upto[:, -1]
    passed: Array = (upto <= place[:, None]).sum(axis=1, dtype=np.int32)
    # Where every weight is nothing, the lane is finished, and any action does nothing.
    return np.where(upto[:, -1] > 0, passed, 0).astype(np.int32)
