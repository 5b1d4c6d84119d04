"""The parts of a move's value: points of this turn by category, the bonus, and the rest of the game."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.core.results import Reason
from py_engine.games.yatzy.knowledge.density import category_split
from py_engine.games.yatzy.knowledge.lattice import spread_throws
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    CATEGORY_NAMES,
    FULL,
    LATTICE,
    POINTS,
    ROLLS,
    UPPER,
)
from py_engine.games.yatzy.search.position import HOLDS, Move, MoveValues, Position

__all__ = ["OTHER_ROWS", "Outcome", "in_grains", "outcome", "reasons_of"]

GRAIN = float(1 << 30)
"""Values and parts are multiples of 1/GRAIN point, so that parts add up to values without rounding."""
_EVERY_ROLL = np.arange(ROLLS, dtype=np.intp)
FEW = 5
"""Open categories up to which the rest of the game can be split exactly, within about 30 ms in a browser."""
SMALL = 0.005
"""Points: smaller parts are one part together."""
OTHER_ROWS = "other_rows"


def in_grains(value: float) -> float:
    """The nearest multiple of a grain."""
    return round(value * GRAIN) / GRAIN


class Outcome(NamedTuple):
    """How the turn ends after a move, under optimal play."""

    rolls: Array
    """(252,) float64: probability of each final roll."""
    closing: Array
    """(252,) int64: the category each of them closes."""
    points: Array
    """(252,) int64: the points scored there."""


def outcome(position: Position, values: MoveValues, move: Move) -> Outcome:
    """The distribution over how the turn ends after a move."""
    if move.category is not None:
        rolls = np.zeros(ROLLS, dtype=np.float64)
        rolls[position.roll] = 1.0
        closing = np.full(ROLLS, move.category, dtype=np.int64)
    else:
        rolls = _thrown(np.array([move.held], dtype=np.intp), np.ones(1, dtype=np.float64))
        for _ in range(position.rolls_left - 1):
            best = values.held[0][HOLDS].argmax(axis=1)
            rolls = _thrown(HOLDS[_EVERY_ROLL, best], rolls)
        closing = values.closed.argmax(axis=0)
    return Outcome(rolls, closing, POINTS[position.rules][closing, _EVERY_ROLL].astype(np.int64))


def _thrown(held: Array, chances: Array) -> Array:
    """(252,) float64: probability of each roll after one throw, given multisets held with the given probabilities."""
    weights = np.bincount(held, chances, minlength=LATTICE)
    spread_throws(weights[:, None])
    return weights[:ROLLS]


def reasons_of(
    position: Position, values: MoveValues, move: Move, table: ValueTable, *, split: bool = False
) -> list[Reason]:
    """The parts of a move's value, which add up to it exactly.

    The points of this turn by category code, small ones together as ``other_rows``; ``bonus`` (50 times its probability, to 0.05 points, if the table knows it);
    and ``later``, the value of the categories that stay open.

    Args:
        position: The position.
        values: Its move values.
        move: The move.
        table: The value table.
        split: If few categories stay open after closing one, give ``later_<category>`` for each of them, exactly.
    """
    end = outcome(position, values, move)
    by_category = np.bincount(end.closing, end.rolls * end.points, minlength=len(CATEGORIES))
    parts: list[tuple[str, str, float]] = [
        (CATEGORIES[i], f"{CATEGORY_NAMES[i]}, this turn", float(points))
        for i, points in enumerate(by_category)
        if points >= SMALL
    ]
    small = float(by_category[by_category < SMALL].sum())
    if small > 0:
        parts.append((OTHER_ROWS, "Other rows, this turn", small))
    masks = position.mask | 1 << end.closing
    uppers = np.minimum(position.upper + np.where(end.closing < UPPER, end.points, 0), BONUS_AT)
    if split and move.category is not None and (FULL & ~int(masks[0])).bit_count() <= FEW:
        upper = int(uppers[position.roll])
        return _adding_up([*parts, *_later_parts(int(masks[0]), upper, table)], move.ev)
    possible = end.rolls > 0
    chance = table.bonus_chance(masks[possible], uppers[possible])
    if chance is not None:
        parts.append(("bonus", "Bonus", BONUS * float((end.rolls[possible] * chance).sum())))
    return _adding_up([*parts, ("later", "Categories left open", 0.0)], move.ev)


def _later_parts(mask: int, upper: int, table: ValueTable) -> list[tuple[str, str, float]]:
    """The bonus and each open category of a card, the largest last so that it absorbs the rounding of the table."""
    by_category, bonus = category_split(mask, upper, table.rules, table.flat)
    later = [
        (f"later_{name}", f"{CATEGORY_NAMES[CATEGORIES.index(name)]}, later", points)
        for name, points in by_category.items()
    ]
    return [("bonus", "Bonus", BONUS * bonus), *sorted(later, key=lambda part: part[2])]


def _adding_up(parts: list[tuple[str, str, float]], value: float) -> list[Reason]:
    """Parts as reasons; the last one is the value minus the others."""
    found: list[Reason] = []
    for code, label, part in parts[:-1]:
        exact = in_grains(part)
        found.append(Reason(code, label, exact))
        value -= exact
    code, label, _ = parts[-1]
    return [*found, Reason(code, label, value)]
