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

__all__ = ["KEPT_BYTES", "RiskTable", "certain", "give_back", "kept_bytes", "risk_table"]

KEPT_BYTES = 40_000_000
"""The most that tables kept for later take; eight from the empty card take 35 MB, so that no question solves one twice."""
_SINGLE = (0.005, 0.2)
"""The thetas, or their negatives, between which utilities are rounded to 24 bits. That changes certain scores by less than 1e-4
points, and halves a table. Closer to 0 it would change more, and beyond some would not fit the exponent."""
_LN_2 = 0.6931471805599453
_TERMS = 20


class RiskTable(NamedTuple):
    """The utilities of all positions in which the categories of a mask are closed."""

    theta: float
    """Not 0."""
    rules: Rules
    closed: int
    places: Array
    """(N,) int32, ascending: indices as in ``values.ValueTable``. Tables of the same card share them."""
    values: Array
    """(N,) float32, or float64 for a theta outside of ``_SINGLE``: utilities, positive."""

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
        wanted = (first + LEVEL_OF[upper_mask, uppers]).astype(np.int32)
        return self.values[np.searchsorted(self.places, wanted)].astype(np.float64)


_kept: OrderedDict[tuple[Rules, float, int], RiskTable] = OrderedDict()
"""By rules, theta and closed categories, those used last at the end."""


def give_back() -> None:
    """Frees the tables that are kept."""
    _kept.clear()


def kept_bytes() -> int:
    """The size of the tables that are kept, with shared arrays counted once."""
    arrays = {id(array): array for table in _kept.values() for array in (table.places, table.values)}
    return sum(array.nbytes for array in arrays.values())  # same bits: whole numbers


def risk_table(rules: Rules, theta: float, mask: int) -> Generator[float, None, RiskTable]:
    """The table for a card and all that follow it; one that was made for an earlier card is used again.

    Args:
        rules: The house rules.
        theta: The risk preference, not 0.
        mask: Closed categories.

    Yields:
        Fraction of the work done.
    """
    fitting = (key for key in _kept if key[:2] == (rules, theta) and key[2] & mask == key[2])
    key = next(fitting, None)
    if key is not None:
        _kept.move_to_end(key)
        return _kept[key]
    solver = Solver(rules, theta, closed=mask)
    for _ in solver.pieces():
        yield solver.progress
    made = _table_of(solver, rules, theta, mask)
    _keep(made)
    return made


def _table_of(solver: Solver, rules: Rules, theta: float, mask: int) -> RiskTable:
    flat = np.concatenate([array.reshape(-1) for array in solver.values])
    places = next((table.places for table in _kept.values() if table.closed == mask), None)
    if places is None:
        places = np.flatnonzero(~np.isnan(flat)).astype(np.int32)
    kind = np.float32 if _SINGLE[0] <= abs(theta) <= _SINGLE[1] else np.float64
    return RiskTable(theta, rules, mask, places, flat[places].astype(kind))


def _keep(made: RiskTable) -> None:
    """Keeps a table instead of those that it contains, and drops others until all fit."""
    own = (made.rules, made.theta)
    for key in [key for key in _kept if key[:2] == own and key[2] & made.closed == made.closed]:
        del _kept[key]
    _kept[*own, made.closed] = made
    while kept_bytes() > KEPT_BYTES and len(_kept) > 1:
        # Of the card itself, not the oldest are dropped: they are the first that are asked for again.
        others = (key for key, table in _kept.items() if table.closed != made.closed)
        del _kept[next(others, list(_kept)[-2])]


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
