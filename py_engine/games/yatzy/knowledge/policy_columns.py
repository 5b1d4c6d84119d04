"""What a player who knows the worth of every closing does in a turn, and so how likely each outcome of the turn is.

The turn is solved backwards on the lattice of multisets, as in ``solver``, but the holds are written down; then the
probabilities run forwards along them. Any number of positions are columns of the same arrays.

Values that lie within the same step of about 1e-9 (for theta, of about 2e-12 of their size) count as equal. Among equal
closings the first category is taken; among equal holds the last in the order of the lattice: the one with the fewest
dice, and of those the one with the fewest and then the highest faces. (Seen with the optimal policy from an empty card:
this has the largest standard deviation of all ways to break ties, and it is the published one; holding the most dice is
5e-6 points below.) To find the best and its number at once, the lowest bits of a value are replaced by the number of what it is the
value of. What is reckoned on from is the value as it was.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best
from py_engine.games.yatzy.knowledge.solver import Objective
from py_engine.games.yatzy.rules.tables import (
    FACES,
    FIRST_OF_SIZE,
    LATTICE,
    POINTS,
    REMOVE,
    ROLL_WEIGHTS,
    ROLLS,
    UPPER,
    Rules,
)

__all__ = ["UPPER_OUTCOMES", "Outcomes", "TurnColumns", "outcomes_of"]

UPPER_OUTCOMES = UPPER * FACES
"""The first outcomes: 0 to 5 dice of each face, face by face."""
_LOW = (1 << 13) - 1
"""The bits of a value that give way to a number: from 512 to 1024 they are worth 2^-30."""
_LIFT = 512 + 1 / (1 << 31)
"""Added to all points, so that all steps are equally large, and whole numbers lie in the middle of theirs."""


class Outcomes(NamedTuple):
    """All that can come of a turn: K pairs of a category and points, by category and points."""

    category: Array
    """(K,) int64."""
    points: Array
    """(K,) int64."""
    of_roll: Array
    """(15, 252) int64: the outcome of closing a category with a roll."""
    slices: tuple[slice, ...]
    """By category."""


@cache
def outcomes_of(rules: Rules) -> Outcomes:
    """The outcomes under house rules."""
    table = POINTS[rules]
    category: list[int] = []
    points: list[int] = []
    of_roll = np.zeros(table.shape, dtype=np.int64)
    slices = []
    for which, row in enumerate(table.astype(np.int64)):
        face = which + 1
        known = np.arange(FACES, dtype=np.int64) * face if which < UPPER else np.unique(row)
        of_roll[which] = len(points) + np.searchsorted(known, row)
        slices.append(slice(len(points), len(points) + len(known)))
        category += [which] * len(known)
        points += known.tolist()
    return Outcomes(np.array(category, dtype=np.int64), np.array(points, dtype=np.int64), of_roll, tuple(slices))


class TurnColumns:
    """Plays one turn from many positions.

    Args:
        rules: the house rules.
        objective: what is best.
        most: most positions at once.
        strict: that no two values count as equal unless all their bits are; see ``_hold_strictly``.
    """

    def __init__(self, rules: Rules, objective: Objective, most: int, *, strict: bool = False) -> None:
        self.objective = objective
        self._strict = strict
        self.outcomes = outcomes_of(rules)
        self._worth = objective.worth(self.outcomes.points)[:, None]
        more = objective.better is np.maximum
        self._first, self._last = (_LOW, 0) if more else (0, _LOW)
        """What numbers are xored with so that the first, or the last, of equals is the best."""
        self.lift = 0.0 if objective.theta else _LIFT
        """Added to values before they come here."""
        self.worst = 0.0 if more else 1e300
        """A value that closes a category."""
        kinds = len(self.outcomes.points)
        self._slots = np.minimum(np.arange(kinds, dtype=np.int64), UPPER_OUTCOMES)
        self._slots[UPPER_OUTCOMES:] += self.outcomes.category[UPPER_OUTCOMES:] - UPPER
        self._outcome_numbers = (np.arange(kinds, dtype=np.int64) ^ self._first)[:, None]
        self._held_numbers = (np.arange(LATTICE, dtype=np.int64) ^ self._last)[:, None]
        self._space = [np.empty(ROLLS * most, dtype=np.float64) for _ in range(2)]
        self._closing = [np.empty(kinds * most, dtype=np.float64) for _ in range(2)]
        self._lattice = [np.empty(LATTICE * most, dtype=np.float64) for _ in range(2)]

    def play(self, after: Array, open_categories: list[int]) -> Array:
        """The probability of each outcome.

        Args:
            after: (36 + 9, C) float64: values, lifted, of what follows 0..5 dice in each upper category, and each
                lower category; ``worst`` where a category is closed.
            open_categories: those that are open in any of the positions.

        Returns:
            (K, C) float64.
        """
        columns = after.shape[1]
        lattice = self._lattice[0][: LATTICE * columns].reshape(LATTICE, columns)
        closed = self._close(after, open_categories, lattice[:ROLLS])
        hold = self._hold_strictly if self._strict else self._hold
        last, first = hold(lattice), hold(lattice)
        weights = np.broadcast_to(ROLL_WEIGHTS[:, None], (ROLLS, columns))
        for held in (first, last):
            weights = self._throw(held, weights)
        kinds = len(self.outcomes.points)
        return np.bincount(closed, weights.ravel(), kinds * columns).reshape(kinds, columns)

    def _close(self, after: Array, open_categories: list[int], rolls: Array) -> Array:
        """Fills ``rolls`` with their values at the end of the turn; (252 * C,) the place of each one's outcome."""
        columns = after.shape[1]
        kinds = len(self.outcomes.points)
        values, marked = (space[: kinds * columns].reshape(kinds, columns) for space in self._closing)
        np.take(after, self._slots, axis=0, out=values, mode="clip")
        self.objective.combine(values, self._worth, out=values)
        _mark(values, self._outcome_numbers, marked)
        best, other = (space[: ROLLS * columns].reshape(ROLLS, columns) for space in self._space)
        for n, category in enumerate(open_categories):
            target = other if n else best
            np.take(marked, self.outcomes.of_roll[category], axis=0, out=target, mode="clip")
            if n:
                self.objective.better(best, other, out=best)
        places = self._places(best, self._first)
        np.take(values.reshape(-1), places, out=rolls.reshape(-1), mode="clip")
        if self._strict:
            rolls -= self.lift
        return places

    def _hold(self, lattice: Array) -> Array:
        """One throw earlier: rolls get the value of their best hold; (252 * C,) the place of that hold."""
        columns = lattice.shape[1]
        space = self._space[0][: ROLLS * columns].reshape(ROLLS, columns)
        marked = self._lattice[1][: LATTICE * columns].reshape(LATTICE, columns)
        expect_throws(lattice, space)
        _mark(lattice, self._held_numbers, marked)
        hold_best(marked, space, self.objective.better)
        places = self._places(marked[:ROLLS], self._last)
        np.take(lattice.reshape(-1), places, out=space.reshape(-1), mode="clip")
        lattice[:ROLLS] = space
        return places

    def _hold_strictly(self, lattice: Array) -> Array:
        """As ``_hold``, but by the bits of values that are not lifted.

        A hold is changed for one without its lowest face, then its next, only where that is better. Where many holds are
        equal but for rounding, as for a player who only looks at the turn, this is what published means rest on.
        """
        columns = lattice.shape[1]
        expect_throws(lattice, self._space[0][: ROLLS * columns].reshape(ROLLS, columns))
        beats = np.greater if self.objective.better is np.maximum else np.less
        values = self._lattice[1][: LATTICE * columns].reshape(LATTICE, columns)
        np.copyto(values, lattice)
        places = np.arange(LATTICE * columns, dtype=np.intp).reshape(LATTICE, columns)
        for size, by_face in enumerate(REMOVE, 1):
            first = FIRST_OF_SIZE[size]
            for which in by_face:
                here = slice(first, first + len(which))
                without = values[which]
                change = beats(without, values[here])
                np.copyto(values[here], without, where=change)
                np.copyto(places[here], places[which], where=change)
        lattice[:ROLLS] = values[:ROLLS]
        return places[:ROLLS].reshape(-1)

    def _places(self, best: Array, flip: int) -> Array:
        """(252 * C,) where in an array with C columns stands what the numbers in ``best`` name."""
        columns = best.shape[1]
        numbers = np.bitwise_and(best.view(np.int64), _LOW)
        if flip:
            np.bitwise_xor(numbers, flip, out=numbers)
        numbers *= columns
        numbers += np.arange(columns, dtype=np.int64)
        return numbers.reshape(-1).astype(np.intp, copy=False)

    def _throw(self, held: Array, weights: Array) -> Array:
        """Probabilities of the rolls after what was held was thrown again.

        Args:
            held: (252 * C,) from ``_hold``.
            weights: (252, C) probabilities of the rolls before.
        """
        columns = weights.shape[1]
        space = self._space[0][: ROLLS * columns].reshape(ROLLS, columns)
        spread = np.bincount(held, weights.ravel(), LATTICE * columns).reshape(LATTICE, columns)
        for size, by_face in enumerate(REMOVE, 1):
            first = FIRST_OF_SIZE[size]
            thrown = spread[FIRST_OF_SIZE[size - 1] : FIRST_OF_SIZE[size - 2] if size > 1 else LATTICE]
            np.divide(thrown, FACES, out=thrown)
            for which in by_face:
                other = space[: len(which)]
                np.take(spread, which, axis=0, out=other, mode="clip")
                target = spread[first : first + len(which)]
                np.add(target, other, out=target)
        return spread[:ROLLS]


def _mark(values: Array, numbers: Array, out: Array) -> None:
    """Replaces the lowest bits of values by numbers."""
    bits = out.view(np.int64)
    np.bitwise_and(values.view(np.int64), ~_LOW, out=bits)
    np.bitwise_or(bits, numbers, out=bits)
