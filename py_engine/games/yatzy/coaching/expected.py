"""Expected remaining points under optimal play, for a batch of positions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.policies.policy import action_values, look_ahead, optimal, position_values
from py_engine.games.yatzy.rules.batch import Batch
from py_engine.games.yatzy.rules.tables import BONUS_AT

__all__ = ["Expected", "expected_remaining", "remaining"]


class Expected(NamedTuple):
    """Expected remaining points of the players to move in B positions."""

    now: Array
    """(B,) float64: with the dice on the table."""
    start: Array
    """(B,) float64: before the first throw of the turn."""
    actions: Array
    """(B, 47) float64: after each action; minus infinity where it is illegal."""


def expected_remaining(batch: Batch, table: ValueTable) -> Expected:
    """The expected remaining points of the players to move."""
    prospects = look_ahead(batch, optimal(table))
    start = remaining(batch, batch.turn, table)
    return Expected(position_values(batch, prospects, start), start, action_values(batch, prospects))


def remaining(batch: Batch, player: Array | int, table: ValueTable) -> Array:
    """(B,) float64: expected remaining points of a player between turns."""
    lanes = np.arange(batch.size, dtype=np.intp)
    return table.look_up(batch.closed[player, lanes], np.minimum(batch.upper[player, lanes], BONUS_AT))
