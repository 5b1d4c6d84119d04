"""Classifies the decisions of a batch: phase, kind, what is at stake, and how close the best actions are."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.yatzy.knowledge.grades import TIE
from py_engine.games.yatzy.policies.policy import preferred
from py_engine.games.yatzy.rules.batch import KEEPS, KEPT, Batch
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, DICE, FACES

__all__ = ["Classes", "DecisionCode", "Phase", "Tension", "classify"]

Phase = Literal["early", "mid", "late"]
"""By filled categories: fewer than 5, 5 to 9, 10 or more."""
DecisionCode = Literal["first_reroll", "second_reroll", "category"]
"""By throws left: 2, 1, 0."""
Tension = Literal["bonus_chase", "clean_up", "pattern_hunt", "open"]
"""What is at stake. The first of these that applies:

``clean_up``: at most three categories are open. ``pattern_hunt``: the best action throws some dice again and holds four
of a kind with Yatzy open, two pairs with the full house open, or three or four different dice of an open straight.
``bonus_chase``: the bonus is neither won nor out of reach. ``open``: none of these.
"""
MID_FROM, LATE_FROM = 5, 10
FEW = 3
_SMALL = np.array([1, 1, 1, 1, 1, 0], dtype=U8)
_LARGE = np.array([0, 1, 1, 1, 1, 1], dtype=U8)


class Classes(NamedTuple):
    """The classes of B positions."""

    phase: Array
    """(B,) int64: index into ``Phase``."""
    kind: Array
    """(B,) int64: index into ``DecisionCode``."""
    tension: Array
    """(B,) int64: index into ``Tension``."""
    gap: Array
    """(B,) float64: lead in points of the best action over the best one that is worse; -1 if there is none."""
    open_categories: Array
    """(B,) int64: open categories of the player to move."""

    def number(self) -> Array:
        """(B,) int64: phase, kind and tension encoded as one number."""
        return (self.phase * len(get_args(DecisionCode)) + self.kind) * len(get_args(Tension)) + self.tension


def classify(batch: Batch, values: Array) -> Classes:
    """Classifies the decisions of the players to move.

    Args:
        batch: The positions; all dice have been entered.
        values: (B, 47) float64, from ``policy.action_values`` with the optimal objective.
    """
    closed = batch.of_mover(batch.closed)
    filled = np.bitwise_count(closed).astype(np.int64)
    phase = (filled >= MID_FROM).astype(np.int64) + (filled >= LATE_FROM)
    kind = 2 - batch.rolls_left.astype(np.int64)
    open_categories = len(CATEGORIES) - filled
    tensions = (
        ("clean_up", open_categories <= FEW),
        ("pattern_hunt", _hunts(batch, closed, preferred(values))),
        ("bonus_chase", _bonus_undecided(batch, closed)),
    )
    codes = get_args(Tension)
    tension = np.full(batch.size, codes.index("open"), dtype=np.int64)
    for code, holds in reversed(tensions):
        tension[holds] = codes.index(code)
    return Classes(phase, kind, tension, _gaps(values), open_categories)


def _gaps(values: Array) -> Array:
    best = values.max(axis=1)
    level = values > (best - TIE)[:, None]
    next_best = np.where(level, -np.inf, values).max(axis=1)
    there = next_best > -np.inf
    return np.where(there, best, -1.0) - np.where(there, next_best, 0.0)


def _bonus_undecided(batch: Batch, closed: Array) -> Array:
    """(B,) bool: the bonus is not won yet, but five of a kind in every open upper category would win it."""
    upper = batch.of_mover(batch.upper)
    faces = np.arange(FACES, dtype=np.int32)
    still = ((closed[:, None] >> faces & 1 == 0) * (faces + 1) * DICE).sum(axis=1, dtype=np.int32)
    return (upper < BONUS_AT) & (upper + still >= BONUS_AT)


def _hunts(batch: Batch, closed: Array, action: Array) -> Array:
    """(B,) bool: the action throws dice in pursuit of a Yatzy, a full house or a straight; see ``Tension``."""
    is_open = {name: closed >> i & 1 == 0 for i, name in enumerate(CATEGORIES)}
    kept = KEPT[np.minimum(action, KEEPS - 1)]
    faces = np.arange(1, FACES + 1, dtype=U8)
    counts = ((batch.dice[:, :, None] == faces) & kept[:, :, None]).sum(axis=1, dtype=np.int8)
    size = counts.sum(axis=1, dtype=np.int8)
    most = counts.max(axis=1)
    runs = (most == 1) & (size >= 3)
    small, large = ((counts * run).sum(axis=1, dtype=np.int8) == size for run in (_SMALL, _LARGE))
    hunts = (most == 4) & is_open["yatzy"]
    hunts |= ((counts == 2).sum(axis=1, dtype=np.int8) == 2) & is_open["full_house"]
    hunts |= runs & (small & is_open["small_straight"] | large & is_open["large_straight"])
    thrown: Array = (action < KEEPS) & (size < DICE)
    return hunts & thrown
