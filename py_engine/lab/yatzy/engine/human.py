"""Players by rules of thumb, as people give them: what to hold by the pattern of the dice, what to close against par.

Hold rules, the first that applies (``*``: not by beginners):

1. A straight, a full house or five of a kind whose category is open: everything.
2. * Four of a run, if its straight is open: those four.
3. Three or more of a kind: those; with a pair besides and full house open, everything (rule 1).
4. * Two pairs, if two pairs or full house is open: both pairs.
5. A pair: the highest whose face is open above, else the highest.
6. * Three of a run, if its straight is open and few other categories are: those.
7. The highest die; * the highest whose face is open above.

Closing: the category whose points exceed its par the most. Beginners close the one with the most points, and of equal ones the
last; nobody who reached the last rules plans for the bonus, except those at level "keen", for whom an upper category counts
one point more for each point above three of a kind, as long as the bonus is open.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import (
    BONUS_AT,
    CATEGORIES,
    COUNTS,
    MULTISETS,
    POINTS,
    ROLLS,
    UPPER,
    Rules,
)
from py_engine.lab.yatzy.engine.decisions import Decisions
from py_engine.lab.yatzy.engine.space import CODE_OF, MASK, UPPER_SCORE

__all__ = ["LEVELS", "Human", "Level"]

_PAR = np.array([2, 5.5, 9, 12.5, 16, 19.5, 10.5, 18, 14, 10, 3, 8, 19, 22, 14], dtype=np.float64)
"""What people are content with in each category."""
_SETS = {dice: number for number, dice in enumerate(MULTISETS)}
_INDEX: dict[str, int] = {name: number for number, name in enumerate(CATEGORIES)}
_FEW = 6


class Level(NamedTuple):
    """What a player by rules of thumb has learnt."""

    patterns: bool
    """Holds runs and two pairs."""
    par: bool
    """Closes against par instead of by most points."""
    bonus: bool
    """Counts upper points towards the bonus."""


LEVELS = {
    "beginner": Level(patterns=False, par=False, bonus=False),
    "casual": Level(patterns=True, par=True, bonus=False),
    "keen": Level(patterns=True, par=True, bonus=True),
}


class Human:
    """A player by rules of thumb.

    Args:
        level: A key of ``LEVELS``.
        rules: The house rules.
    """

    def __init__(self, level: str, rules: Rules) -> None:
        self.level, self.rules, self.name = LEVELS[level], rules, f"human:{level}"

    def decide(self, positions: Array) -> Decisions:
        """The decisions by the rules of thumb; they are the same with one and with two throws left."""
        masks = MASK[positions].astype(np.int64)
        chasing = (UPPER_SCORE[positions] < BONUS_AT) & self.level.bonus
        kinds, where = np.unique(masks * 2 + chasing, return_inverse=True)
        still_open: Array = kinds[:, None] // 2 >> np.arange(len(CATEGORIES)) & 1 == 0
        close = self._close(still_open, kinds % 2 == 1)
        held = CODE_OF[np.arange(ROLLS)[None, :], self._hold(still_open)]
        return Decisions(close[where], held[where], held[where])

    def _close(self, still_open: Array, chasing: Array) -> Array:
        points = POINTS[self.rules].astype(np.float64)
        found = np.full((len(still_open), ROLLS), -1e9)
        best = np.zeros((len(still_open), ROLLS), dtype=np.uint8)
        for number in range(len(CATEGORIES)):
            worth = points[number] - (_PAR[number] if self.level.par else 0.0)
            here = np.broadcast_to(worth, found.shape)
            if number < UPPER:
                face = number + 1
                here = here + np.where(chasing[:, None], points[number] - 3 * face, 0.0)
            better = (here >= found) & still_open[:, number, None]
            found = np.where(better, here, found)
            best[better] = number
        return best

    def _hold(self, still_open: Array) -> Array:
        """(M, 252) int64: the multiset held."""
        shape = (len(still_open), ROLLS)
        found = np.full(shape, -1, dtype=np.int64)

        def rule(condition: Array, held: Array) -> None:
            hits = (found < 0) & np.broadcast_to(condition, shape) & (held >= 0)
            found[hits] = np.broadcast_to(held, shape)[hits]

        def is_open(*names: str) -> Array:
            rows = np.array([_INDEX[name] for name in names], dtype=np.int64)
            return np.asarray(np.take(still_open, rows, axis=1).any(axis=1, keepdims=True))

        shapes = _shapes()
        points = POINTS[self.rules]
        for name in ("yatzy", "large_straight", "small_straight", "full_house"):
            rule((points[_INDEX[name]] > 0)[None] & is_open(name), np.arange(ROLLS))
        if self.level.patterns:
            rule(is_open("large_straight"), shapes.run_of_four_large)
            rule(is_open("small_straight"), shapes.run_of_four_small)
        rule(np.ones(1, dtype=bool), shapes.most_alike)
        if self.level.patterns:
            rule(is_open("two_pairs", "full_house"), shapes.two_pairs)
        for face in range(6, 0, -1):
            rule(still_open[:, face - 1, None], shapes.pair_of[face - 1])
        rule(np.ones(1, dtype=bool), shapes.pair)
        if self.level.patterns:
            few = (still_open.sum(axis=1) <= _FEW)[:, None]
            rule(is_open("large_straight") & few, shapes.run_of_three_large)
            rule(is_open("small_straight") & few, shapes.run_of_three_small)
            for face in range(6, 0, -1):
                rule(still_open[:, face - 1, None], shapes.single_of[face - 1])
        rule(np.ones(1, dtype=bool), shapes.highest)
        return found


class _Shapes(NamedTuple):
    """By roll, the multiset of a pattern in it; -1 if it is not there."""

    most_alike: Array
    two_pairs: Array
    pair: Array
    highest: Array
    run_of_four_small: Array
    run_of_four_large: Array
    run_of_three_small: Array
    run_of_three_large: Array
    pair_of: Array
    """(6, 252) by face."""
    single_of: Array
    """(6, 252) by face."""


@cache
def _shapes() -> _Shapes:
    columns: list[list[int]] = [[] for _ in range(8)]
    pair_of, single_of = np.full((6, ROLLS), -1, dtype=np.int64), np.full((6, ROLLS), -1, dtype=np.int64)
    for roll, (dice, counts) in enumerate(zip(MULTISETS[:ROLLS], COUNTS[:ROLLS].tolist(), strict=True)):
        pairs = [face for face in range(6, 0, -1) if counts[face - 1] >= 2]
        top = max(range(1, 7), key=lambda face: (counts[face - 1], face))
        for face in range(1, 7):
            if counts[face - 1]:
                single_of[face - 1, roll] = _SETS[(face,)]
            if counts[face - 1] == 2:
                pair_of[face - 1, roll] = _SETS[(face, face)]
        found = [
            (top,) * counts[top - 1] if counts[top - 1] >= 3 else None,
            tuple(sorted(pairs[:2] * 2)) if len(pairs) == 2 else None,
            (pairs[0],) * 2 if pairs else None,
            (dice[-1],),
            *(_run(dice, faces, size) for size in (4, 3) for faces in (range(1, 6), range(2, 7))),
        ]
        for column, held in zip(columns, found, strict=True):
            column.append(-1 if held is None else _SETS[held])
    alike, two, pair, high, *runs = (np.array(column, dtype=np.int64) for column in columns)
    return _Shapes(alike, two, pair, high, runs[0], runs[1], runs[2], runs[3], pair_of, single_of)


def _run(dice: tuple[int, ...], faces: range, size: int) -> tuple[int, ...] | None:
    """The different dice of a straight, if exactly this many are there."""
    there = tuple(sorted(set(dice) & set(faces)))
    return there if len(there) == size else None
