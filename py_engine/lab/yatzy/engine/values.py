"""The value of every hold and category in some positions, by a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.turn import Turn, play_turn
from py_engine.games.yatzy.rules.tables import ROLL_WEIGHTS, ROLLS, Rules
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.decisions import Decider, Decisions
from py_engine.lab.yatzy.engine.space import FINAL_TURN, HOLD_COUNT, HOLDS, following, kinds_of
from py_engine.lab.yatzy.engine.value_kernels import two_best
from py_engine.lab.yatzy.engine.walk import outcomes, walk

__all__ = ["Met", "TurnValues", "met", "runners_up", "turn_values"]

CHUNK = 512


class TurnValues(NamedTuple):
    """One turn from C positions, in points to come."""

    closed: Array
    """(15, 252, C) float64; minus infinity for closed categories."""
    turn: Turn


def turn_values(flat: Array, rules: Rules, positions: Array) -> TurnValues:
    """The values of a table in (C,) positions."""
    kinds = kinds_of(rules)
    ends = np.append(flat, -np.inf)[following(positions)][kinds.slot] + kinds.points[:, None]
    closed = ends[kinds.of_roll]
    return TurnValues(closed, play_turn(closed.max(axis=0)))


def runners_up(values: Array, *, compiled: bool = kernels.COMPILED) -> tuple[Array, Array]:
    """(252, C) each: the value of the best hold of every roll, and of the next one."""
    if compiled:
        best, second = np.empty((2, ROLLS, values.shape[1]), dtype=np.float64)
        two_best(values, HOLDS, HOLD_COUNT, best, second)
        return best, second
    those = np.where((np.arange(32) < HOLD_COUNT[:, None])[:, :, None], values[HOLDS.astype(np.int64)], -np.inf)
    those = np.partition(those, 30, axis=1)
    return those[:, 31], those[:, 30]


class Met(NamedTuple):
    """Positions that a player meets in one turn, with the probability of each roll and the values of the decisions."""

    closed_rows: int
    positions: Array
    decisions: Decisions
    weights: tuple[Array, Array, Array]
    """(252, C) each: probability of position and roll with two, one and no throw left."""
    values: TurnValues


def met(decider: Decider, flat: Array, mask: int = 0, upper: int = 0) -> Iterator[Met]:
    """What a player meets from a card on, some positions at a time.

    Args:
        decider: The player.
        flat: The table that values the decisions.
        mask: Categories closed at the start.
        upper: Upper score at the start.
    """
    for visit in walk(decider, mask, upper, "nothing"):
        if visit.turn == FINAL_TURN:
            return
        reached = visit.reached
        for start in range(0, len(visit.positions), CHUNK):
            part = slice(start, start + CHUNK)
            decisions = Decisions(*(array[part] for array in visit.decisions))
            _, rolls = outcomes(decisions, decider.rules, rolls=True)
            here = reached[part]
            first = ROLL_WEIGHTS[:, None] * here
            weights = (first, rolls[0].T * here, rolls[1].T * here)
            values = turn_values(flat, decider.rules, visit.positions[part])
            yield Met(visit.turn, visit.positions[part], decisions, weights, values)
