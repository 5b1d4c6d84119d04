"""Solves Yatzy by backward induction over every position between turns (retrograde analysis); makes the value table.

Solitaire Yatzy is a finite Markov decision process. Between turns its state is the set of closed categories and the upper
score up to 63; nothing else affects what follows. Positions are solved backward from the full card. Each is one small
expectimax over three throws, and many are solved at a time: all lower masks with the same number of open categories,
under one upper mask, are columns of one array (see ``lattice``). Sources: Tom Verhoeff, "Optimal solitaire Yahtzee
strategies" (1999); James Glenn, "An optimal strategy for Yahtzee" (2006).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from py_engine.core.evaluation import Job, Pieces
from py_engine.core.numerics import Array, exponential
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best
from py_engine.games.yatzy.knowledge.uppers import LEVELS, step_levels
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    COUNTS,
    LATTICE,
    LOWER_MASKS,
    POINTS,
    ROLL_WEIGHTS,
    ROLLS,
    STANDARD,
    UPPER,
    UPPER_MASKS,
    Rules,
)

__all__ = ["MAX_THETA", "Objective", "Solver", "Values", "empty_values"]

COLUMNS = 768
"""Maximum number of positions per chunk; larger chunks would not fit the processor's cache."""
LOWER = len(CATEGORIES) - UPPER

MAX_THETA = 1.8
"""Beyond this, e^(theta x) of the highest total overflows a float64."""
Values = list[Array]
"""By upper mask: (512, levels) float64, the value of each lower mask at each level of the upper score."""


def empty_values() -> Values:
    """Values filled with NaN, which stands for unsolved."""
    return [np.full((LOWER_MASKS, len(levels)), np.nan, dtype=np.float64) for levels in LEVELS]


class Objective:
    """The utility of a final total x: x itself for theta 0, else exponential utility (Howard & Matheson, 1972).

    The player maximizes the mean of e^(theta x) for theta > 0, which seeks risk, and minimizes it for theta < 0, which
    avoids risk.
    """

    def __init__(self, theta: float) -> None:
        if abs(theta) > MAX_THETA:
            raise ValueError(f"theta should be from {-MAX_THETA} to {MAX_THETA}")
        self.theta = theta
        self.better: np.ufunc = np.minimum if theta < 0 else np.maximum
        self.worst = np.inf if theta < 0 else -np.inf
        self.combine: np.ufunc = np.multiply if theta else np.add
        """Combines the worth of a score with the value of what follows."""
        self._powers = np.array([exponential(theta * n) for n in range(BONUS + 1)], dtype=np.float64)

    def worth(self, points: Array) -> Array:
        """The worth of points (whole numbers, 0..50) as float64: the points, or e^(theta points)."""
        return self._powers[points] if self.theta else points.astype(np.float64)


class Solver(Job[int]):
    """Solves the whole game, or everything reachable from a position.

    Args:
        rules: The house rules.
        theta: See ``Objective``.
        bonus: Points of the bonus.
        values: The values of an interrupted solver, to resume from.
        closed: Solves only positions in which the categories of this mask are closed; other values stay NaN.
    """

    def __init__(
        self,
        rules: Rules = STANDARD,
        theta: float = 0.0,
        bonus: float = BONUS,
        values: Values | None = None,
        closed: int = 0,
    ) -> None:
        super().__init__()
        self.objective = Objective(theta)
        self.points = self.objective.worth(POINTS[rules])
        self.bonus = exponential(theta * bonus) if theta else bonus
        self.values: Values = empty_values() if values is None else values
        self.solved = 0
        self._closed_lower = closed >> UPPER
        self._upper_masks = [
            mask
            for mask in sorted(range(UPPER_MASKS), key=lambda mask: (-mask.bit_count(), mask))
            if mask & closed == closed & (UPPER_MASKS - 1)
        ]
        lowers = 1 << (LOWER - self._closed_lower.bit_count())
        self._total = lowers * sum(len(LEVELS[mask]) for mask in self._upper_masks)  # same bits: whole numbers
        self._space = np.empty(ROLLS * COLUMNS, dtype=np.float64)
        self._lattice = np.empty(LATTICE * COLUMNS, dtype=np.float64)

    @property
    def progress(self) -> float:
        """Fraction of the positions solved."""
        return 1.0 if self.done else self.solved / self._total

    def result(self) -> int:
        """Number of positions solved."""
        return self.solved

    def work(self) -> Pieces:
        """Each piece solves one chunk."""
        for upper_mask in self._upper_masks:
            levels = len(LEVELS[upper_mask])
            if not np.isnan(self.values[upper_mask]).any():
                self.solved += self.values[upper_mask].size
                continue
            for lowers in _chunks(max(1, COLUMNS // levels), self._closed_lower):
                self._solve(upper_mask, lowers)
                self.solved += len(lowers) * levels
                yield

    def _solve(self, upper_mask: int, lowers: Array) -> None:
        """Enters the values of the positions of an upper mask and some lower masks, at all levels of the upper score."""
        values = self.values[upper_mask]
        if upper_mask == UPPER_MASKS - 1 and lowers[0] == LOWER_MASKS - 1:
            nothing = 1.0 if self.objective.theta else 0.0
            values[lowers] = np.where(LEVELS[upper_mask] >= BONUS_AT, self.bonus, nothing)
            return
        shape = (len(lowers), values.shape[1])
        columns = shape[0] * shape[1]
        lattice = self._lattice[: LATTICE * columns].reshape(LATTICE, columns)
        space = self._space[: ROLLS * columns].reshape(ROLLS, columns)
        self._close(upper_mask, lowers, lattice[:ROLLS], space)
        for _ in range(2):
            expect_throws(lattice, space)
            hold_best(lattice, space, self.objective.better)
        np.multiply(lattice[:ROLLS], ROLL_WEIGHTS[:, None], out=space)
        values[lowers] = space.sum(axis=0).reshape(shape)

    def _close(self, upper_mask: int, lowers: Array, rolls: Array, space: Array) -> None:
        """Fills ``rolls`` (252, C) with the value of each roll with no throw left: that of its best category."""
        objective = self.objective
        rolls.fill(objective.worst)
        for face in range(1, UPPER + 1):
            if upper_mask >> (face - 1) & 1:
                continue
            after = self.values[upper_mask | 1 << (face - 1)]
            by_count = after[lowers[None, :, None], step_levels(upper_mask, face)[:, None, :]]
            gains = objective.worth(face * np.arange(6, dtype=np.int16))
            objective.combine(by_count, gains[:, None, None], out=by_count)
            np.take(by_count.reshape(6, -1), COUNTS[:ROLLS, face - 1], axis=0, out=space, mode="clip")
            objective.better(rolls, space, out=rolls)
        cube = space.reshape(ROLLS, len(lowers), -1)
        for category in _open_lower(lowers).T:
            after = self.values[upper_mask][lowers | (1 << category)]
            objective.combine(self.points[UPPER + category].T[:, :, None], after[None], out=cube)
            objective.better(rolls, space, out=rolls)


def _chunks(most: int, within: int) -> Iterator[Array]:
    """The lower masks that contain ``within``, the fullest first, in chunks with the same number of closed categories."""
    holding = [mask for mask in range(LOWER_MASKS) if mask & within == within]
    for closed in range(LOWER, within.bit_count() - 1, -1):
        masks = np.array([mask for mask in holding if mask.bit_count() == closed], dtype=np.int64)
        for first in range(0, len(masks), most):
            yield masks[first : first + most]


def _open_lower(lowers: Array) -> Array:
    """(M, n) int64: the open categories of lower masks that all have n open, 0 being one pair."""
    bits = (lowers[:, None] >> np.arange(LOWER, dtype=np.int64)) & 1 == 0
    return np.nonzero(bits)[1].reshape(len(lowers), -1)
