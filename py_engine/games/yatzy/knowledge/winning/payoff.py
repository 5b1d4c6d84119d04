"""What a final score is worth when the first of several players wins: its expected share of the win."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best, scratch
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    FULL,
    LATTICE,
    POINTS,
    ROLL_WEIGHTS,
    ROLLS,
    UPPER,
    Rules,
)

__all__ = ["SCORES", "Card", "against", "certain", "last_answer"]

SCORES = 400
"""Final scores are 0 to 399; the highest possible one is 378, with both house rules."""
_BLOCK = 100
"""Scores for which a last turn is solved at once."""


class Card:
    """One player's card between turns.

    Args:
        mask: Closed categories.
        upper: Upper score, uncapped.
        points: Points so far, without the bonus.
    """

    def __init__(self, mask: int, upper: int, points: int) -> None:
        self.mask, self.upper, self.points = mask, min(upper, BONUS_AT), points

    @property
    def open_rows(self) -> int:
        """Number of open categories."""
        return (FULL & ~self.mask).bit_count()

    @property
    def key(self) -> tuple[int, int, int]:
        """What distinguishes cards."""
        return self.mask, self.upper, self.points


def certain(score: int) -> Array:
    """(400,) the distribution of a score that is known."""
    distribution = np.zeros(SCORES, dtype=np.float64)
    distribution[score] = 1.0
    return distribution


def against(others: Sequence[Array]) -> Array:
    """(400,) float64: the expected share of the win of each final score, where k players who tie get 1/k each.

    Args:
        others: (400,) the distribution of each opponent's final score; they are independent.
    """
    ways = np.ones((1, SCORES), dtype=np.float64)
    """Row n: the probability that n of the opponents so far have this score too, and none has more."""
    for distribution in others:
        below = np.concatenate([[0.0], np.cumsum(distribution)[:-1]])
        more = np.zeros((len(ways) + 1, SCORES), dtype=np.float64)
        more[:-1] = ways * below
        more[1:] += ways * distribution
        ways = more
    return np.asarray((ways / np.arange(1, len(ways) + 1, dtype=np.float64)[:, None]).sum(axis=0))


def last_answer(card: Card, rules: Rules) -> Array:
    """(400,) float64: the share left to a player with this final score, when one opponent still has a last turn.

    The opponent, with one open category, knows the score to beat and plays for the win alone.
    """
    category = next(i for i in range(len(CATEGORIES)) if not card.mask >> i & 1)
    points = POINTS[rules][category].astype(np.int64)
    bonus = (np.minimum(card.upper + points, BONUS_AT) if category < UPPER else card.upper) >= BONUS_AT
    final = card.points + points + np.where(bonus, BONUS, 0)
    left = np.empty(SCORES, dtype=np.float64)
    for first in range(0, SCORES, _BLOCK):
        scores = np.arange(first, first + _BLOCK, dtype=np.int64)
        lattice = np.empty((LATTICE, _BLOCK), dtype=np.float64)
        lattice[:ROLLS] = (final[:, None] > scores) + 0.5 * (final[:, None] == scores)
        space = scratch(_BLOCK)
        for _ in range(2):
            expect_throws(lattice, space)
            hold_best(lattice, space)
        left[first : first + _BLOCK] = 1.0 - (lattice[:ROLLS] * ROLL_WEIGHTS[:, None]).sum(axis=0)
    return left
