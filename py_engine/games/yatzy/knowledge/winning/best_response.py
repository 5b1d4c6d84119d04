"""The best response to a payoff of final scores: backward induction over (card, upper score, points).

Playing for points, what has been scored does not matter for what follows. Playing to win, it does, so the points are part
of the state. They are counted from the position that the induction starts from, and only what can follow it is solved.
Turns are solved on the lattice of dice multisets, with many states as columns, as in ``solver``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best, scratch
from py_engine.games.yatzy.knowledge.uppers import LEVEL_OF, LEVELS, step_levels
from py_engine.games.yatzy.knowledge.winning.payoff import Card
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    FACES,
    FULL,
    LATTICE,
    POINTS,
    ROLL_WEIGHTS,
    ROLLS,
    UPPER,
    UPPER_MASKS,
    Rules,
)

__all__ = ["BestResponse"]

COLUMNS = 512
"""States per chunk."""


class _Outcomes(NamedTuple):
    """The ways to close a category: K numbers of points, ascending."""

    points: list[int]
    of_roll: Array
    """(252,) intp: the way of each roll."""


class _Part(NamedTuple):
    """States of one mask in a chunk."""

    mask: int
    levels: Array
    """(C,): the index of each state's upper score in ``uppers.LEVELS``."""
    points: Array
    """(C,): points scored since the start of the induction."""
    first: int
    """The first of its columns in the chunk."""


class BestResponse(Job[int]):
    """Solves everything that can follow a card, for the highest expected payoff.

    Args:
        rules: The house rules.
        card: The card, which has an open category.
        payoff: (400,) float64: the worth of each final score.
    """

    def __init__(self, rules: Rules, card: Card, payoff: Array) -> None:
        super().__init__()
        self.card, self.payoff = card, payoff
        self._outcomes = [_outcomes(rules, category) for category in range(len(CATEGORIES))]
        self._open = [category for category in range(len(CATEGORIES)) if not card.mask >> category & 1]
        most = [self._outcomes[category].points[-1] for category in self._open]
        self._width = 1 + sum(most)  # same bits: whole numbers
        self._space = scratch(COLUMNS)
        self._reached: dict[int, Array] = {}
        """By mask: (levels, W) bool."""
        self._values: dict[int, Array] = {}
        """By mask: (levels, W) float64."""
        self.states = 0
        """Number of states that are solved, known once the first piece is done."""
        self._solved = 0

    @property
    def progress(self) -> float:
        """Fraction of the states solved."""
        return 1.0 if self.done else min(0.99, self._solved / max(1, self.states))

    def result(self) -> int | None:
        """Number of states solved, once all are."""
        return self.states if self.done else None

    def closings(self) -> Array:
        """(15, 252) float64: the value of closing each category of the card with each roll; minus infinity if closed."""
        found = np.full((len(CATEGORIES), ROLLS), -np.inf, dtype=np.float64)
        level = LEVEL_OF[self.card.mask & (UPPER_MASKS - 1), self.card.upper].astype(np.int64)
        for category in self._open:
            ways = self._after(self.card.mask, category, level[None], np.zeros(1, dtype=np.int64))
            found[category] = ways[self._outcomes[category].of_roll, 0]
        return found

    def work(self) -> Pieces:
        """The first pieces find what can follow, the others solve a chunk each."""
        yield from self._reach()
        self._finish()
        for mask in sorted(self._reached, key=lambda mask: (-mask.bit_count(), mask)):
            self._values.setdefault(mask, np.full(self._reached[mask].shape, np.nan, dtype=np.float64))
        for filled in range(len(CATEGORIES) - 1, self.card.mask.bit_count(), -1):
            masks = [mask for mask in sorted(self._reached) if mask.bit_count() == filled]
            for chunk in self._chunks(masks):
                self._solve(chunk)
                yield

    def _reach(self) -> Pieces:
        """Finds the states that can follow, in order of closed categories."""
        start = np.zeros((len(LEVELS[self.card.mask & (UPPER_MASKS - 1)]), self._width), dtype=bool)
        start[LEVEL_OF[self.card.mask & (UPPER_MASKS - 1), self.card.upper], 0] = True
        layer = {self.card.mask: start}
        while layer:
            following: dict[int, Array] = {}
            for mask, here in layer.items():
                for category in self._open:
                    if not mask >> category & 1:
                        self._spread(mask, category, here, following)
                yield
            self._reached |= following
            layer = following if FULL not in following else {}
        self.states = sum(int(here.sum(dtype=np.int64)) for here in self._reached.values())  # same bits: whole numbers

    def _spread(self, mask: int, category: int, here: Array, following: dict[int, Array]) -> None:
        """Marks the states after closing a category."""
        after = mask | 1 << category
        if after not in following:
            following[after] = np.zeros((len(LEVELS[after & (UPPER_MASKS - 1)]), self._width), dtype=bool)
        there = following[after]
        if category >= UPPER:
            for points in self._outcomes[category].points:
                there[:, points:] |= here[:, : self._width - points]
            return
        levels, gained = np.nonzero(here)
        steps = step_levels(mask & (UPPER_MASKS - 1), category + 1)
        for count in range(FACES):
            there[steps[count][levels], gained + (category + 1) * count] = True

    def _finish(self) -> None:
        """Enters the payoffs of the full card."""
        points = self.card.points + np.arange(self._width, dtype=np.int64)
        bonus = np.where(LEVELS[UPPER_MASKS - 1] >= BONUS_AT, BONUS, 0).astype(np.int64)
        final = np.minimum(points + bonus[:, None], len(self.payoff) - 1)
        self._values[FULL] = self.payoff[final]

    def _chunks(self, masks: list[int]) -> list[list[_Part]]:
        """The states of some masks in chunks of at most ``COLUMNS``."""
        found: list[list[_Part]] = [[]]
        free = COLUMNS
        for mask in masks:
            levels, points = np.nonzero(self._reached[mask])
            at = 0
            while at < len(levels):
                if not free:
                    found.append([])
                    free = COLUMNS
                take = slice(at, at + free)
                part = _Part(mask, levels[take], points[take], COLUMNS - free)
                found[-1].append(part)
                at += len(part.levels)
                free -= len(part.levels)
        return found

    def _after(self, mask: int, category: int, levels: Array, points: Array) -> Array:
        """(K, C) float64: the value of states after closing a category in each way."""
        outcomes = self._outcomes[category]
        values = self._values[mask | 1 << category]
        gains = np.array(outcomes.points, dtype=np.int64)[:, None]
        if category < UPPER:
            levels = step_levels(mask & (UPPER_MASKS - 1), category + 1)[:, levels].astype(np.int64)
        else:
            levels = levels[None]
        return np.take(values.reshape(-1), levels * self._width + points + gains, mode="clip")

    def _solve(self, chunk: list[_Part]) -> None:
        """Enters the values of the states of a chunk, each a column: the best category of each roll, then the throws."""
        columns = chunk[-1].first + len(chunk[-1].levels)
        lattice = np.empty((LATTICE, columns), dtype=np.float64)
        rolls = lattice[:ROLLS]
        rolls.fill(-np.inf)
        for mask, levels, points, first in chunk:
            best = rolls[:, first : first + len(levels)]
            for category in self._open:
                if not mask >> category & 1:
                    ways = self._after(mask, category, levels, points)
                    np.maximum(best, ways[self._outcomes[category].of_roll], out=best)
        space = self._space[:, :columns]
        for _ in range(2):
            expect_throws(lattice, space)
            hold_best(lattice, space)
        start = (rolls * ROLL_WEIGHTS[:, None]).sum(axis=0)
        for mask, levels, points, first in chunk:
            self._values[mask][levels, points] = start[first : first + len(levels)]
        self._solved += columns


def _outcomes(rules: Rules, category: int) -> _Outcomes:
    # In the upper section there is a way for each number of dice, 0 to 5, as in ``step_levels``.
    row = POINTS[rules][category].astype(np.int64)
    known = np.arange(FACES, dtype=np.int64) * (category + 1) if category < UPPER else np.unique(row)
    return _Outcomes(known.tolist(), np.searchsorted(known, row))
