"""The table of decisions: what a player holds and closes with every roll, in the positions that the player visits."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.policy_columns import TurnColumns
from py_engine.games.yatzy.knowledge.solver import Objective
from py_engine.games.yatzy.knowledge.uppers import POSITIONS
from py_engine.games.yatzy.rules.tables import CATEGORIES, ROLLS, Rules
from py_engine.lab.yatzy.engine import kernels, turn_kernels
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import ADDED, CODE_OF, DIE_STEPS, MASK, following, kinds_of

__all__ = ["Decider", "Decisions", "Greedy", "Optimal"]

_COLUMNS = 256


class Decisions(NamedTuple):
    """What is done in N positions with each roll."""

    close: Array
    """(N, 252) uint8: the category, with no throw left."""
    second: Array
    """(N, 252) uint8: the code (see ``space.HOLDS``) of the hold with one throw left."""
    first: Array
    """(N, 252) uint8: with two."""

    def take(self, rows: Array) -> Decisions:
        """The decisions in the positions of these rows."""
        return Decisions(*(part[rows] for part in self))


class Decider(Protocol):
    """A player whose decisions depend on nothing but position and roll."""

    name: str
    rules: Rules

    def decide(self, positions: Array) -> Decisions:
        """The decisions in (N,) positions."""
        ...


class Optimal:
    """Plays best for a goal; ties are broken as in ``knowledge.policy_columns``.

    Args:
        goal: The goal.
        flat: Its table; None to look it up.
        compiled: Whether to use numba.
        most_dice: Whether the hold of the most dice wins a tie, instead of that of the fewest.
    """

    def __init__(
        self, goal: Goal, flat: Array | None = None, *, compiled: bool = kernels.COMPILED, most_dice: bool = False
    ) -> None:
        self.name, self.rules = "optimal" if not goal.theta else f"theta:{goal.theta:g}", goal.rules
        self.goal = goal
        self._compiled = compiled
        objective, kinds = Objective(goal.theta), kinds_of(goal.rules)
        self.aim = turn_kernels.Aim(
            kinds.slot,
            kinds.of_roll,
            objective.worth(kinds.points),
            multiply=bool(goal.theta),
            more=goal.theta >= 0,
            most_dice=most_dice,
        )
        self._columns = TurnDecisions(goal.rules, objective, _COLUMNS)
        if most_dice:
            self._columns.hold_most_dice()
        self.lifted = np.full(POSITIONS + 1, self._columns.worst, dtype=np.float64)
        self.flat = solved(goal) if flat is None else flat
        np.add(self.flat, self._columns.lift, out=self.lifted[:POSITIONS])

    def decide(self, positions: Array) -> Decisions:
        """The best decisions."""
        after = self.lifted[following(positions)]
        found = _empty(len(positions))
        if not self._compiled:
            return _in_chunks(self._columns, after, found)
        turn_kernels.choose_closings(after, self.aim, kinds_of(self.rules).category, CODE_OF, DIE_STEPS, *found)
        return found


class Greedy:
    """Plays for the points of the turn alone; of equal holds that of the most dice, unless fewer are strictly better."""

    def __init__(self, rules: Rules) -> None:
        self.name, self.rules = "greedy", rules
        self._columns = TurnDecisions(rules, Objective(0.0), _COLUMNS, strict=True)

    def decide(self, positions: Array) -> Decisions:
        """The greedy decisions, which depend on the open categories only."""
        masks, where = np.unique(MASK[positions], return_inverse=True)
        closed = masks[None, :] >> np.arange(len(CATEGORIES), dtype=np.int32)[:, None] & 1 == 1
        slots = np.concatenate([np.repeat(np.arange(6), 6), np.arange(6, 15)])
        after = np.where(closed[slots], self._columns.worst, self._columns.lift)
        return _in_chunks(self._columns, after, _empty(len(masks))).take(where)


class TurnDecisions(TurnColumns):
    """The decisions of a turn, in numpy."""

    def hold_most_dice(self) -> None:
        """Lets the first of equal holds in lattice order win, which has the most dice."""
        self._last = self._first
        self._held_numbers = (np.arange(len(ADDED), dtype=np.int64) ^ self._last)[:, None]

    def decide(self, after: Array, open_categories: list[int]) -> tuple[Array, Array, Array]:
        """The category of each roll, and the multisets held with one and with two throws left.

        Args:
            after: See ``TurnColumns.play``.
            open_categories: Likewise.

        Returns:
            (252, C) int64 each.
        """
        columns = after.shape[1]
        lattice = np.empty((len(ADDED), columns), dtype=np.float64)
        closed = self._close(after, open_categories, lattice[:ROLLS]) // columns
        hold = self._hold_strictly if self._strict else self._hold
        second, first = (hold(lattice) // columns for _ in range(2))
        shape = (ROLLS, columns)
        return self.outcomes.category[closed].reshape(shape), second.reshape(shape), first.reshape(shape)


def _empty(count: int) -> Decisions:
    return Decisions(*(np.empty((count, ROLLS), dtype=np.uint8) for _ in range(3)))


def _in_chunks(columns: TurnDecisions, after: Array, found: Decisions) -> Decisions:
    """Fills the decisions, a chunk of positions at a time."""
    places = np.arange(ROLLS)[:, None]
    is_open = np.concatenate([after[:36:6], after[36:]]) != columns.worst
    for start in range(0, after.shape[1], _COLUMNS):
        part = slice(start, start + _COLUMNS)
        there = np.flatnonzero(is_open[:, part].any(axis=1)).tolist()
        close, second, first = columns.decide(np.ascontiguousarray(after[:, part]), there)
        found.close[part] = close.T
        found.second[part] = CODE_OF[places, second].T
        found.first[part] = CODE_OF[places, first].T
    return found
