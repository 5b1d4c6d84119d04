"""A single decision: the card, the dice, and the values of all distinct moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.yatzy.knowledge.grades import KINDS
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.policies.policy import Prospects, action_values, look_ahead, optimal
from py_engine.games.yatzy.rules.batch import KEEPS, KEPT, THROWS, Batch, distinct_keeps, held_multisets
from py_engine.games.yatzy.rules.state import YatzyAction, YatzyState, closed_mask, number_of, rules_of
from py_engine.games.yatzy.rules.tables import BONUS_AT, COUNTS, FACES, LATTICE, POINTS, ROLLS, Rules

__all__ = [
    "HOLDS",
    "Move",
    "MoveValues",
    "Position",
    "decision_of",
    "is_same",
    "move_values",
    "moves_under",
    "points_of",
]


def _holds() -> Array:
    order = np.argsort(-KEPT.sum(axis=1, dtype=np.int32), kind="stable")
    dice = np.array([np.repeat(np.arange(1, FACES + 1, dtype=U8), COUNTS[roll]) for roll in range(ROLLS)], dtype=U8)
    return held_multisets(dice[:, None, :], KEPT[order]).astype(np.int16)


HOLDS = _holds()
"""(252, 32) int16: the multisets that can be held from each roll, those of more dice first."""


def decision_of(rolls_left: int) -> str:
    """The code of a decision's kind, by throws left."""
    return KINDS[THROWS - 1 - rolls_left].code


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that affects a decision."""

    mask: int
    """Closed categories."""
    upper: int
    """Upper score, at most 63."""
    dice: list[int]
    rolls_left: int
    rules: Rules

    @classmethod
    def of(cls, state: YatzyState, player: int) -> Position:
        """The position of a player of a complete state; all five dice must be there."""
        card = state.players[player]
        dice = [die for die in state.dice if die is not None]
        return cls(closed_mask(card), min(card.upper, BONUS_AT), dice, state.rolls_left, rules_of(state))

    def batch(self) -> Batch:
        """A batch of one, without anything that does not affect the decision."""
        closed, upper, lower = np.array([[[self.mask]], [[self.upper]], [[0]]], dtype=np.int32)
        left, turn = np.array([self.rolls_left], dtype=np.int8), np.zeros(1, dtype=np.int8)
        return Batch(closed, upper, lower, np.array([self.dice], dtype=U8), left, turn, self.rules)

    @property
    def held(self) -> Array:
        """(32,) the multiset held by each keep, by number."""
        return held_multisets(np.array(self.dice, dtype=U8), KEPT)

    @property
    def roll(self) -> int:
        """The lattice index of the dice."""
        return int(self.held[-1])

    @property
    def decision(self) -> str:
        """The code of the decision's kind."""
        return decision_of(self.rolls_left)


TURN_NODES = 3 * ROLLS + 2 * LATTICE
"""Positions that solving a turn values: every roll with 0, 1 and 2 throws left, every multiset held with 1 and 2."""


class Move(NamedTuple):
    """A distinct move: close a category, or hold a multiset and throw the rest."""

    number: int
    """The action's number (see ``batch``)."""
    ev: float
    """Expected remaining points."""
    held: int
    """Lattice index of the held dice; of all five if a category is closed."""

    @property
    def category(self) -> int | None:
        """The closed category; None for a hold."""
        return self.number - KEEPS if self.number >= KEEPS else None


class MoveValues(NamedTuple):
    """The values of a position's moves, and the solved turn they come from."""

    moves: list[Move]
    """Distinct keeps by number, then open categories."""
    closed: Array
    """(15, 252) float64: value of closing each category with each roll; minus infinity for closed ones."""
    held: tuple[Array, Array]
    """(462,) float64 each: value of holding each multiset with 1 and 2 throws left."""


def is_same(move: Move, action: YatzyAction, position: Position) -> bool:
    """Whether an action is equivalent to a move."""
    number = number_of(action)
    if number < KEEPS:
        return move.category is None and move.held == int(position.held[number])
    return move.number == number


def move_values(position: Position, table: ValueTable) -> MoveValues:
    """The values of all moves of a position: expected remaining points."""
    return moves_under(position, look_ahead(position.batch(), optimal(table)))


def moves_under(position: Position, prospects: Prospects) -> MoveValues:
    """The values of all moves of a position, given its solved turn as the only column."""
    batch = position.batch()
    values = action_values(batch, prospects)[0]
    values[:KEEPS][~distinct_keeps(batch.dice)[0]] = -np.inf
    held = position.held
    moves = [
        Move(number, float(values[number]), int(held[min(number, KEEPS - 1)]))
        for number in np.flatnonzero(values > -np.inf).tolist()
    ]
    holds = prospects.turn.held
    return MoveValues(moves, prospects.closed[:, :, 0], (holds[0][:, 0], holds[1][:, 0]))


def points_of(position: Position, category: int) -> int:
    """The points of the dice in a category."""
    return int(POINTS[position.rules][category, position.roll])
