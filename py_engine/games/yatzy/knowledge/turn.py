"""One turn from any position: what every roll, every hold and every category is worth."""

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
    """Expected remaining points of B positions, everything float64.

    ``held[r]`` is (462, B): of holding a multiset and throwing the others with r throws left before that throw (a
    multiset of five counts as held whole); ``rolls[r]`` is (252, B): of a roll with r throws left, played optimally.
    """

    held: tuple[Array, Array]
    """For r = 1 and 2, at index r - 1."""
    rolls: tuple[Array, Array, Array]
    """For r = 0, 1 and 2."""
    start: Array
    """(B,): before the first throw."""


def closings(table: ValueTable, masks: Array, uppers: Array) -> Array:
    """What closing each category with each roll is worth: points and what then remains.

    Args:
        table: the values of positions.
        masks: (B,) closed categories.
        uppers: (B,) upper scores, at most 63.

    Returns:
        (15, 252, B) float64; minus infinity where the category is closed.
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
        best: (252, B) float64: what each roll is worth with no throw left: the maximum of ``closings``.
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
