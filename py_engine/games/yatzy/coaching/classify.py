"""What kind of decision a position asks for, over a batch: its phase, its kind, what is at stake, how close it is."""

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
"""Fewer than 5 categories filled, 5 to 9, 10 and more."""
DecisionCode = Literal["first_reroll", "second_reroll", "category"]
"""By throws left."""
Tension = Literal["bonus_chase", "clean_up", "pattern_hunt", "open"]
"""What is at stake, the first of these that holds:

``clean_up``: three categories or fewer are open. ``pattern_hunt``: the best action holds four alike with Yatzy open,
two pairs with the full house open, or three or four different dice of a straight that is open, and throws the rest.
``bonus_chase``: the bonus is neither certain nor out of reach. ``open``: none of these.
"""
MID_FROM, LATE_FROM = 5, 10
FEW = 3
_SMALL = np.array([1, 1, 1, 1, 1, 0], dtype=U8)
_LARGE = np.array([0, 1, 1, 1, 1, 1], dtype=U8)


class Classes(NamedTuple):
    """What B positions are, each (B,)."""

    phase: Array
    """Index in ``Phase``, int64."""
    kind: Array
    """Index in ``DecisionCode``, int64."""
    tension: Array
    """Index in ``Tension``, int64."""
    gap: Array
    """Points that the best action leads the next that is not as good, float64; -1 where there is none."""
    open_categories: Array
    """Number of open categories of the player to move."""

    def number(self) -> Array:
        """(B,) int64: phase, kind and tension as one number."""
        return (self.phase * len(get_args(DecisionCode)) + self.kind) * len(get_args(Tension)) + self.tension


def classify(batch: Batch, values: Array) -> Classes:
    """Classifies the decisions of the players to move.

    Args:
        batch: the positions, all dice there.
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
        ("bonus_chase", _bonus_hangs(batch, closed)),
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


def _bonus_hangs(batch: Batch, closed: Array) -> Array:
    """(B,) bool: the bonus is not won yet, and five of a kind in every open upper category would bring it."""
    upper = batch.of_mover(batch.upper)
    faces = np.arange(FACES, dtype=np.int32)
    still = ((closed[:, None] >> faces & 1 == 0) * (faces + 1) * DICE).sum(axis=1, dtype=np.int32)
    return (upper < BONUS_AT) & (upper + still >= BONUS_AT)


def _hunts(batch: Batch, closed: Array, action: Array) -> Array:
    """(B,) bool: the action throws dice towards a Yatzy, a full house or a straight, see ``Tension``."""
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
