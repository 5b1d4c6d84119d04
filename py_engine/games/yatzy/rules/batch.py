"""Yatzy's rules over a batch of positions in lockstep; single moves are batches of one.

Layout (B lanes, one position each, P players)::

    closed (P, B)   bit i set: category i of the card is filled
    upper  (P, B)   points in the six upper categories, uncapped
    lower  (P, B)   points in the other categories
    dice   (B, 5)   1..6 by place; 0 for a die thrown by hand whose face is not entered yet
    rolls_left (B,) throws left after the one on the table or to be entered: 2, 1, 0

Actions are numbers: ``0..31`` keep the dice whose bits are set and throw the others, ``32 + i`` scores category i.
A lane whose player to move has a full card is *finished*; moves have no effect there.
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
"""Throws per turn."""
KEPT = (np.arange(KEEPS, dtype=U8)[:, None] >> np.arange(DICE, dtype=U8)) & 1 == 1
"""(32, 5) bool: which dice each keep leaves on the table."""
_BIT = (1 << np.arange(len(CATEGORIES), dtype=np.int32)).astype(np.int32)
_POWER_OF_DIE = np.concatenate([np.zeros(1, dtype=np.int32), POWERS])
"""(7,) int32: what each face adds to the code of its multiset; a die still to be entered adds 0."""


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
        """(B,) the entries of the players to move in a (P, B) array."""
        return cards[self.turn, np.arange(self.size, dtype=np.intp)]


class Stepped(NamedTuple):
    """The effects of a move in every lane."""

    thrown: Array
    """(B, 5) bool: the dice that were thrown."""
    points: Array
    """(B,) int32: points of the category; 0 if none was scored."""
    bonus: Array
    """(B,) bool: whether this move brought the upper score to 63."""


def new_batch(players: int, dice: Array, rules: Rules) -> Batch:
    """New games.

    Args:
        players: 1 to 6.
        dice: (B, 5) uint8: the first throw.
        rules: The house rules.
    """
    size = len(dice)
    cards = np.zeros((3, players, size), dtype=np.int32)
    left = np.full(size, THROWS - 1, dtype=np.int8)
    return Batch(cards[0], cards[1], cards[2], dice.copy(), left, np.zeros(size, dtype=np.int8), rules)


def finished(batch: Batch) -> Array:
    """(B,) bool: the lanes whose game is over."""
    return batch.of_mover(batch.closed) == FULL


def awaited(batch: Batch) -> Array:
    """(B,) bool: the lanes in which dice are still to be entered."""
    return (batch.dice == 0).any(axis=1)


def totals(batch: Batch) -> Array:
    """(P, B) int32: all points so far, with the bonus once the upper score is 63."""
    bonus = np.where(batch.upper >= BONUS_AT, BONUS, 0).astype(np.int32)
    return batch.upper + batch.lower + bonus


def held_multisets(dice: Array, keeps: Array) -> Array:
    """Lattice indices of the held dice.

    Args:
        dice: (B, 5) uint8.
        keeps: (..., 5) bool, broadcast against the dice.
    """
    return multiset_of((_POWER_OF_DIE[dice] * keeps).sum(axis=-1, dtype=np.int32))


def distinct_keeps(dice: Array) -> Array:
    """(B, 32) bool: True for the lowest-numbered of the keeps that hold the same multiset."""
    distinct = np.ones((len(dice), KEEPS), dtype=bool)
    for left in range(DICE):
        for right in range(left + 1, DICE):
            same = dice[:, left] == dice[:, right]
            distinct &= ~(same[:, None] & KEPT[:, right] & ~KEPT[:, left])
    return distinct


def dice_points(batch: Batch) -> Array:
    """(15, B) int32: the points of the dice in each category; meaningless where dice are awaited."""
    rolls = np.where(awaited(batch), 0, held_multisets(batch.dice, KEPT[-1]))
    return POINTS[batch.rules][:, rolls].astype(np.int32)


def legal_mask(batch: Batch) -> Array:
    """(B, 47) bool: the legal actions of the players to move; none where dice are awaited."""
    there = ~awaited(batch)[:, None]
    closed = batch.of_mover(batch.closed)[:, None]
    throws = (batch.rolls_left > 0)[:, None] & (closed != FULL)
    keeps = np.broadcast_to(throws & there, (batch.size, KEEPS))
    return np.concatenate([keeps, (closed & _BIT == 0) & there], axis=1)


def step(batch: Batch, action: Array, draws: Array) -> Stepped:
    """Plays one legal move in every lane, in place; finished lanes do not change.

    Args:
        batch: The positions.
        action: (B,) int, 0..46.
        draws: (B, 5) uint8: the face of each die if it is thrown, by place; 0 leaves it to be entered later.
    """
    lanes = np.arange(batch.size, dtype=np.intp)
    going = ~finished(batch)
    keeping = going & (action < KEEPS)
    scoring = going & (action >= KEEPS)
    points, bonus = _score(batch, np.where(scoring, action - KEEPS, 0), scoring, lanes)
    turn = batch.turn.astype(np.intp)
    batch.turn = np.where(scoring, _following(batch, turn, lanes), turn).astype(np.int8)
    opening = scoring & ~finished(batch)
    stays = np.where(keeping[:, None], KEPT[np.where(keeping, action, 0)], ~opening[:, None])
    batch.dice = np.where(stays, batch.dice, draws)
    left = np.where(opening, THROWS - 1, np.where(scoring, 0, batch.rolls_left - keeping))
    batch.rolls_left = left.astype(np.int8)
    return Stepped(~stays, points, bonus)


def _following(batch: Batch, turn: Array, lanes: Array) -> Array:
    """(B,) int: the next players with an open category; those to move if nobody else has one.

    A player with a full card is skipped: in an edited position the cards may be unequal.
    """
    found = turn
    for ahead in range(batch.players - 1, 0, -1):
        other = (turn + ahead) % batch.players
        found = np.where(batch.closed[other, lanes] != FULL, other, found)
    return found


def _score(batch: Batch, category: Array, scoring: Array, lanes: Array) -> tuple[Array, Array]:
    """Closes categories of the players to move; returns (B,) points, and (B,) bool where they win the bonus."""
    points = np.where(scoring, dice_points(batch)[category, lanes], 0).astype(np.int32)
    before = batch.of_mover(batch.upper)
    counted = np.where(category < UPPER, points, 0)
    batch.closed[batch.turn, lanes] |= np.where(scoring, _BIT[category], 0)
    batch.upper[batch.turn, lanes] += counted
    batch.lower[batch.turn, lanes] += points - counted
    return points, (before < BONUS_AT) & (before + counted >= BONUS_AT)
