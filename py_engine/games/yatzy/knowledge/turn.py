"""One turn from any position: the value of every roll, hold and category."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best, scratch
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import (
    BONUS_AT,
    CATEGORIES,
    FACES,
    LATTICE,
    POINTS,
    ROLL_WEIGHTS,
    ROLLS,
    UPPER,
)

__all__ = ["Turn", "closings", "play_turn"]


class Turn(NamedTuple):
    """Expected remaining points during a turn of B positions, all float64.

    Of holding a multiset and throwing the rest (462, B), and of a roll played optimally (252, B), by throws left before
    that decision. A multiset of five dice is held whole.
    """

    held: tuple[Array, Array]
    """(462, B) each: with 1 and 2 throws left."""
    rolls: tuple[Array, Array, Array]
    """(252, B) each: with 0, 1 and 2 throws left."""
    start: Array
    """(B,): before the first throw."""


def closings(table: ValueTable, masks: Array, uppers: Array) -> Array:
    """The value of closing each category with each roll: points plus the value of the card afterwards.

    Args:
        table: The values of positions.
        masks: (B,) closed categories.
        uppers: (B,) upper scores, at most 63.

    Returns:
        (15, 252, B) float64; minus infinity for closed categories.
    """
    points = POINTS[table.rules]
    found = np.full((len(CATEGORIES), ROLLS, len(masks)), -np.inf, dtype=np.float64)
    for category in range(len(CATEGORIES)):
        lanes = np.flatnonzero(masks >> category & 1 == 0)
        if not lanes.size:
            continue
        after = masks[lanes] | (1 << category)
        if category < UPPER:
            face = category + 1
            gains = face * np.arange(FACES, dtype=np.int64)
            values = table.look_up(after[None], np.minimum(uppers[lanes] + gains[:, None], BONUS_AT))
            count = points[category] // face
            found[category][:, lanes] = values[count] + points[category][:, None]
        else:
            found[category][:, lanes] = table.look_up(after, uppers[lanes]) + points[category][:, None]
    return found


def play_turn(best: Array) -> Turn:
    """Backward induction over the three throws of a turn.

    Args:
        best: (252, B) float64: the value of each roll with no throw left, the maximum of ``closings``.
    """
    columns = best.shape[1]
    space = scratch(columns)
    held, rolls = [], [best]
    for _ in range(2):
        lattice = np.empty((LATTICE, columns), dtype=np.float64)
        lattice[:ROLLS] = rolls[-1]
        expect_throws(lattice, space)
        held.append(lattice.copy())
        hold_best(lattice, space)
        rolls.append(lattice[:ROLLS])
    start = (rolls[2] * ROLL_WEIGHTS[:, None]).sum(axis=0)
    return Turn((held[0], held[1]), (rolls[0], rolls[1], rolls[2]), start)
