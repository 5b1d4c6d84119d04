"""The probability of each outcome of a turn under the optimal policy, given the values of the positions after it.

The turn is solved backward on the lattice of multisets, as in ``solver``, but the best holds are recorded; then
probabilities are propagated forward along them. Many positions are handled at once, as columns of the same arrays.

Values within the same step of about 1e-9 (with theta, about 2e-12 of their size) count as equal. Among equal closings the
first category is chosen; among equal holds the last in lattice order: the one with the fewest dice, and of those the one
with the fewest and then the highest faces. From an empty card this tie-break has the largest standard deviation of all,
and it is the one of the published values; holding the most dice has one that is 5e-6 points smaller.

To find the best value and its index in one pass, the lowest bits of each value are replaced by the index (an argmax by
tagging); further computation uses the original value.
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
"""Number of upper outcomes, which come first: 0 to 5 dice of each face, face by face."""
_LOW = (1 << 13) - 1
"""The bits of a value that are replaced by an index; between 512 and 1024 the lowest kept bit is worth 2^-30."""
_LIFT = 512 + 1 / (1 << 31)
"""Added to all values, so that all steps are equally large and whole numbers lie in the middle of one."""


class Outcomes(NamedTuple):
    """The possible outcomes of a turn: K pairs of category and points, in that order."""

    category: Array
    """(K,) int64."""
    points: Array
    """(K,) int64."""
    of_roll: Array
    """(15, 252) int64: the outcome of closing each category with each roll."""
    slices: tuple[slice, ...]
    """The outcomes of each category."""


@cache
def outcomes_of(rules: Rules) -> Outcomes:
    """The outcomes under some house rules."""
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
        rules: The house rules.
        objective: What the player maximizes.
        most: Maximum number of positions at once.
        strict: Whether only identical values count as equal; see ``_hold_strictly``.
    """

    def __init__(self, rules: Rules, objective: Objective, most: int, *, strict: bool = False) -> None:
        self.objective = objective
        self._strict = strict
        self.outcomes = outcomes_of(rules)
        self._worth = objective.worth(self.outcomes.points)[:, None]
        more = objective.better is np.maximum
        self._first, self._last = (_LOW, 0) if more else (0, _LOW)
        """XOR masks for indices, so that the first or the last of equal values wins."""
        self.lift = 0.0 if objective.theta else _LIFT
        """To be added to values before they are passed in."""
        self.worst = 0.0 if more else 1e300
        """The value that marks a category as unavailable."""
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
            after: (36 + 9, C) float64: values, lifted, of the positions after 0..5 dice in each upper category and after
                each lower category; ``worst`` where a category is closed.
            open_categories: The categories that are open in any of the positions.

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
        """Fills ``rolls`` with their values at the end of the turn; returns (252 * C,) the flat index of each outcome."""
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
        """Steps back one throw: sets rolls to the value of their best hold; returns (252 * C,) its flat index."""
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
        """Like ``_hold``, but compares all bits of values, which are not lifted.

        A hold is replaced by one without its lowest face, then its next, only if that is strictly better. The published
        means depend on this when many holds are equal up to rounding, as for a player who considers the turn only.
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
        """(252 * C,) intp: flat indices, into an array with C columns, of the rows tagged in ``best``."""
        columns = best.shape[1]
        numbers = np.bitwise_and(best.view(np.int64), _LOW)
        if flip:
            np.bitwise_xor(numbers, flip, out=numbers)
        numbers *= columns
        numbers += np.arange(columns, dtype=np.int64)
        return numbers.reshape(-1).astype(np.intp, copy=False)

    def _throw(self, held: Array, weights: Array) -> Array:
        """Probabilities of the rolls after throwing the dice that were not held.

        Args:
            held: (252 * C,) flat indices from ``_hold``.
            weights: (252, C) probabilities of the rolls before the throw.
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
    """Writes values to ``out`` with their lowest bits replaced by numbers."""
    bits = out.view(np.int64)
    np.bitwise_and(values.view(np.int64), ~_LOW, out=bits)
    np.bitwise_or(bits, numbers, out=bits)
