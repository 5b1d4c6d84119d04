"""A decision of Yatzy as numbers: the card, the dice, and every distinct thing that can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from py_engine.games.yatzy.rules import KEEPS, KEPT, held_multisets
from py_engine.games.yatzy.state import YatzyAction, YatzyState, closed_mask, number_of, rules_of
from py_engine.games.yatzy.tables import BONUS_AT, CATEGORIES, COUNTS, FACES, ROLLS, Rules
from py_engine.games.yatzy.turn import POINTS, closings, play_turn
from py_engine.games.yatzy.values import ValueTable
from py_engine.numerics import U8, Array

__all__ = ["DECISIONS", "HOLDS", "Move", "Position", "Worth", "held_by", "is_same", "points_of", "worth"]

DECISIONS = ("category", "second_reroll", "first_reroll")
"""The kinds of decisions by throws left."""


def _holds() -> Array:
    order = np.argsort(-KEPT.sum(axis=1, dtype=np.int32), kind="stable")
    dice = np.array([np.repeat(np.arange(1, FACES + 1), COUNTS[roll]) for roll in range(ROLLS)], dtype=U8)
    return held_multisets(dice[:, None, :], KEPT[order]).astype(np.int16)


HOLDS = _holds()
"""(252, 32) int16: the multisets that can be held of each roll, those of more dice first."""


def held_by(dice: list[int]) -> Array:
    """(32,) the multiset that each keep holds, by its number."""
    return held_multisets(np.array(dice, dtype=U8), KEPT)


@dataclass(frozen=True, slots=True)
class Position:
    """What a decision rests on."""

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

    @property
    def roll(self) -> int:
        """The lattice index of the dice."""
        return int(held_by(self.dice)[-1])

    @property
    def decision(self) -> str:
        """The kind of the decision."""
        return DECISIONS[self.rolls_left]


class Move(NamedTuple):
    """A distinct thing to do: close a category, or hold a multiset and throw the rest."""

    number: int
    """The action's number (see ``rules``)."""
    ev: float
    """Expected remaining points."""
    category: int | None
    held: int | None
    """Lattice index of what is held."""


class Worth(NamedTuple):
    """What was computed of a position. Minus infinity stands where a category is closed."""

    moves: list[Move]
    closed: Array
    """(15, 252) float64: closing each category with each roll."""
    held: tuple[Array, Array]
    """(462,) each: holding a multiset with 1 and 2 throws left."""
    rolls: tuple[Array, Array, Array]
    """(252,) each: a roll with 0, 1 and 2 throws left."""
    start: float
    """Before the first throw."""


def is_same(move: Move, action: YatzyAction, position: Position) -> bool:
    """Whether an action comes to the same as a move."""
    number = number_of(action)
    if number < KEEPS:
        return move.held == int(held_by(position.dice)[number])
    return move.number == number


def worth(position: Position, table: ValueTable) -> Worth:
    """What everything that can be done is worth: distinct keeps by number, then open categories."""
    closed = closings(table, np.array([position.mask]), np.array([position.upper]))[:, :, 0]
    turn = play_turn(closed.max(axis=0)[:, None])
    held = (turn.held[0][:, 0], turn.held[1][:, 0])
    moves = _keeps(position, held[position.rolls_left - 1]) if position.rolls_left else []
    roll = position.roll
    for category in range(len(CATEGORIES)):
        if not position.mask >> category & 1:
            moves.append(Move(KEEPS + category, float(closed[category, roll]), category, None))
    rolls = (turn.rolls[0][:, 0], turn.rolls[1][:, 0], turn.rolls[2][:, 0])
    return Worth(moves, closed, held, rolls, float(turn.start[0]))


def _keeps(position: Position, values: Array) -> list[Move]:
    moves: dict[int, Move] = {}
    for number, held in enumerate(held_by(position.dice).tolist()):
        if held not in moves:
            moves[held] = Move(number, float(values[held]), None, held)
    return list(moves.values())


def points_of(position: Position, category: int) -> int:
    """What the dice score in a category."""
    return int(POINTS[position.rules][category, position.roll])
