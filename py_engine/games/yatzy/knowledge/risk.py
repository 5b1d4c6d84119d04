"""Tables for players with a risk preference, of what can follow a card, and the values of a turn under them.

Values are utilities, the mean of e^(theta x), negated where less is better; see ``solver.Objective``. ``certain`` turns one
into points: the certain score that is worth as much (the certainty equivalent).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.solver import Objective, Solver
from py_engine.games.yatzy.knowledge.uppers import FIRST, LEVEL_OF, LEVELS
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, POINTS, ROLLS, UPPER, UPPER_MASKS, Rules

__all__ = ["RiskTable", "certain", "give_back", "risk_table"]

_KEPT = 12
_LN_2 = 0.6931471805599453
_TERMS = 20


class RiskTable(NamedTuple):
    """The utilities of all positions in which the categories of a mask are closed."""

    theta: float
    """Not 0."""
    rules: Rules
    closed: int
    places: Array
    """(N,) int64, ascending: indices as in ``values.ValueTable``."""
    values: Array
    """(N,) float64: utilities, positive."""

    @property
    def sign(self) -> float:
        """What utilities are multiplied with, so that more is better."""
        return -1.0 if self.theta < 0 else 1.0

    def closings(self, masks: Array, uppers: Array) -> Array:
        """The utility of closing each category with each roll; see ``turn.closings``, whose objective this replaces.

        Args:
            masks: (C,) closed categories, which include those of the table.
            uppers: (C,) upper scores, at most 63.
        """
        objective = Objective(self.theta)
        found = np.full((len(CATEGORIES), ROLLS, len(masks)), -np.inf, dtype=np.float64)
        for column, (mask, upper) in enumerate(zip(masks.tolist(), uppers.tolist(), strict=True)):
            for category in range(len(CATEGORIES)):
                if mask >> category & 1:
                    continue
                points, of_roll = np.unique(POINTS[self.rules][category].astype(np.int64), return_inverse=True)
                gains = points if category < UPPER else 0 * points
                after = self._look_up(mask | 1 << category, np.minimum(upper + gains, BONUS_AT))
                found[category, :, column] = self.sign * (objective.worth(points) * after)[of_roll]
        return found

    def _look_up(self, mask: int, uppers: Array) -> Array:
        upper_mask = mask & (UPPER_MASKS - 1)
        first = FIRST[upper_mask] + (mask >> UPPER) * len(LEVELS[upper_mask])
        found: Array = self.values[np.searchsorted(self.places, first + LEVEL_OF[upper_mask, uppers])]
        return found


_kept: OrderedDict[tuple[Rules, float], RiskTable] = OrderedDict()


def give_back() -> None:
    """Frees the tables that are kept."""
    _kept.clear()


def risk_table(rules: Rules, theta: float, mask: int) -> Generator[float, None, RiskTable]:
    """The table for a card and all that follow it; one that an earlier card of the game needed is used again.

    Args:
        rules: The house rules.
        theta: The risk preference, not 0.
        mask: Closed categories.

    Yields:
        Fraction of the work done.
    """
    known = _kept.get((rules, theta))
    if known is None or known.closed & mask != known.closed:
        solver = Solver(rules, theta, closed=mask)
        for _ in solver.pieces():
            yield solver.progress
        flat = np.concatenate([array.reshape(-1) for array in solver.values])
        places = np.flatnonzero(~np.isnan(flat))
        known = _kept[rules, theta] = RiskTable(theta, rules, mask, places, flat[places])
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end((rules, theta))
    return known


def certain(utility: float, theta: float) -> float:
    """The certain score that is worth as much as a mean of e^(theta x), negated or not."""
    return _logarithm(abs(utility)) / theta


def _logarithm(x: float) -> float:
    """The natural logarithm, by operations with the same bits everywhere: x = 2^k m, and the series of 2 artanh."""
    halvings = 0
    while x > 1.5:
        x, halvings = x / 2, halvings + 1
    while x < 0.75:
        x, halvings = x * 2, halvings - 1
    ratio = (x - 1) / (x + 1)
    square, total = ratio * ratio, 0.0
    for n in range(_TERMS, -1, -1):
        total = total * square + 1 / (2 * n + 1)
    return 2 * ratio * total + halvings * _LN_2
