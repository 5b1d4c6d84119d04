"""Yatzy's rules, once, over a batch of positions in lockstep.

Layout (B lanes, one position each, P players)::

    closed (P, B)   bit i set: category i of the card is filled
    upper  (P, B)   points in the six upper categories, not capped
    lower  (P, B)   points in the others
    dice   (B, 5)   1..6 by place; 0 where a die is being thrown and nobody has said yet how it fell
    rolls_left (B,) throws still to come after the one whose dice lie there, or are awaited: 2, 1, 0

Actions are numbers: ``0..31`` keep the dice whose bits are set and throw the others, ``32 + i`` scores category i.
A lane in which the player to move has a full card is *finished*: a move does nothing there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    DICE,
    FULL,
    POINTS,
    POWERS,
    UPPER,
    Rules,
    multiset_of,
)

__all__ = [
    "ACTIONS",
    "KEEPS",
    "KEPT",
    "THROWS",
    "Batch",
    "Stepped",
    "awaited",
    "dice_points",
    "distinct_keeps",
    "finished",
    "held_multisets",
    "legal_mask",
    "new_batch",
    "step",
    "totals",
]

KEEPS = 1 << DICE
ACTIONS = KEEPS + len(CATEGORIES)
THROWS = 3
"""Throws of a turn."""
KEPT = (np.arange(KEEPS, dtype=U8)[:, None] >> np.arange(DICE, dtype=U8)) & 1 == 1
"""(32, 5) bool: which dice each keep leaves on the table."""
_BIT = (1 << np.arange(len(CATEGORIES), dtype=np.int32)).astype(np.int32)
_POWER_OF_DIE = np.concatenate([np.zeros(1, dtype=np.int32), POWERS])
"""(7,) what a die adds to the code of its multiset; a missing one adds nothing."""


@dataclass(slots=True)
class Batch:
    """B positions under the same house rules."""

    closed: Array
    """(P, B) int32."""
    upper: Array
    """(P, B) int32."""
    lower: Array
    """(P, B) int32."""
    dice: Array
    """(B, 5) uint8."""
    rolls_left: Array
    """(B,) int8."""
    turn: Array
    """(B,) int8: the player to move."""
    rules: Rules

    @property
    def size(self) -> int:
        """Number of lanes."""
        return int(self.turn.shape[0])

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.closed.shape[0])

    def take(self, lanes: Array) -> Batch:
        """A copy of some lanes (indices, repeats allowed, or a mask)."""
        return Batch(
            self.closed[:, lanes],
            self.upper[:, lanes],
            self.lower[:, lanes],
            self.dice[lanes],
            self.rolls_left[lanes],
            self.turn[lanes],
            self.rules,
        )

    def of_mover(self, cards: Array) -> Array:
        """(B,) the entries of a (P, B) array that belong to the players to move."""
        return cards[self.turn, np.arange(self.size, dtype=np.intp)]


class Stepped(NamedTuple):
    """What a move did in every lane, beyond changing the batch."""

    thrown: Array
    """(B, 5) bool: dice that were thrown."""
    points: Array
    """(B,) int32: points of the category, 0 where none was scored."""
    bonus: Array
    """(B,) bool: the upper score reached 63 with this move."""


def new_batch(players: int, dice: Array, rules: Rules) -> Batch:
    """Games at their start.

    Args:
        players: 1 or 2.
        dice: (B, 5) uint8: the first throw.
        rules: the house rules.
    """
    size = len(dice)
    cards = np.zeros((3, players, size), dtype=np.int32)
    left = np.full(size, THROWS - 1, dtype=np.int8)
    return Batch(cards[0], cards[1], cards[2], dice.copy(), left, np.zeros(size, dtype=np.int8), rules)


def finished(batch: Batch) -> Array:
    """(B,) bool: lanes in which the game is over."""
    return batch.of_mover(batch.closed) == FULL


def awaited(batch: Batch) -> Array:
    """(B,) bool: lanes in which dice are still to be entered."""
    return (batch.dice == 0).any(axis=1)


def totals(batch: Batch) -> Array:
    """(P, B) int32: all points so far, the bonus among them once the upper score has reached 63."""
    bonus = np.where(batch.upper >= BONUS_AT, BONUS, 0).astype(np.int32)
    return batch.upper + batch.lower + bonus


def held_multisets(dice: Array, keeps: Array) -> Array:
    """Lattice indices of what is held.

    Args:
        dice: (B, 5) uint8.
        keeps: (..., 5) bool that broadcasts with the dice.
    """
    return multiset_of((_POWER_OF_DIE[dice] * keeps).sum(axis=-1, dtype=np.int32))


def distinct_keeps(dice: Array) -> Array:
    """(B, 32) bool: of the keeps that hold the same multiset, the one with the smallest number."""
    distinct = np.ones((len(dice), KEEPS), dtype=bool)
    for left in range(DICE):
        for right in range(left + 1, DICE):
            same = dice[:, left] == dice[:, right]
            distinct &= ~(same[:, None] & KEPT[:, right] & ~KEPT[:, left])
    return distinct


def dice_points(batch: Batch) -> Array:
    """(15, B) int32: what the dice score in each category; meaningless where dice are awaited."""
    rolls = np.where(awaited(batch), 0, held_multisets(batch.dice, KEPT[-1]))
    return POINTS[batch.rules][:, rolls].astype(np.int32)


def legal_mask(batch: Batch) -> Array:
    """(B, 47) bool: which actions are legal for the player to move; none where dice are awaited."""
    there = ~awaited(batch)[:, None]
    closed = batch.of_mover(batch.closed)[:, None]
    throws = (batch.rolls_left > 0)[:, None] & (closed != FULL)
    keeps = np.broadcast_to(throws & there, (batch.size, KEEPS))
    return np.concatenate([keeps, (closed & _BIT == 0) & there], axis=1)


def step(batch: Batch, action: Array, draws: Array) -> Stepped:
    """Plays one move in every lane, in place. The moves must be legal; a finished lane stays as it is.

    Args:
        batch: the positions.
        action: (B,) int, 0..46.
        draws: (B, 5) uint8: how each die falls if it is thrown, by place; 0 leaves it to be entered later.
    """
    lanes = np.arange(batch.size, dtype=np.intp)
    going = ~finished(batch)
    keeping = going & (action < KEEPS)
    scoring = going & (action >= KEEPS)
    points, bonus = _score(batch, np.where(scoring, action - KEEPS, 0), scoring, lanes)
    turn = batch.turn.astype(np.intp)
    other = batch.players - 1 - turn
    # Whoever has a full card is passed over: in a position made elsewhere the cards may be unequal.
    passes = scoring & (batch.closed[other, lanes] != FULL)
    batch.turn = np.where(passes, other, turn).astype(np.int8)
    opening = scoring & ~finished(batch)
    stays = np.where(keeping[:, None], KEPT[np.where(keeping, action, 0)], ~opening[:, None])
    batch.dice = np.where(stays, batch.dice, draws)
    left = np.where(opening, THROWS - 1, np.where(scoring, 0, batch.rolls_left - keeping))
    batch.rolls_left = left.astype(np.int8)
    return Stepped(~stays, points, bonus)


def _score(batch: Batch, category: Array, scoring: Array, lanes: Array) -> tuple[Array, Array]:
    """Closes categories of the players to move; (B,) points and where they brought the bonus."""
    points = np.where(scoring, dice_points(batch)[category, lanes], 0).astype(np.int32)
    before = batch.of_mover(batch.upper)
    counted = np.where(category < UPPER, points, 0)
    batch.closed[batch.turn, lanes] |= np.where(scoring, _BIT[category], 0)
    batch.upper[batch.turn, lanes] += counted
    batch.lower[batch.turn, lanes] += points - counted
    return points, (before < BONUS_AT) & (before + counted >= BONUS_AT)
