"""Round-robin tables for games with two different roles: every player of one role against every player of the other.

Game k of every pairing has seed k (common random numbers), so that players are compared game by game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from py_engine.lab.core.matches import ONE_BY_ONE, Lockstep, Match, Player, match
from py_engine.lab.core.statistics import Mean, mean_of, paired

__all__ = ["LOCKSTEP", "Crossing", "Table"]

LOCKSTEP = 50
"""Games per task in batched play."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """The players of both roles, and the games of each pairing."""

    ruleset_id: str
    options: dict[str, Any]
    rows: list[Player]
    """The players as player 0."""
    columns: list[Player]
    """The players as player 1."""
    games: int
    seed: int = 0
    """Seed of the first game."""
    lockstep: Lockstep = ONE_BY_ONE
    """The game's batched play."""

    def matches(self) -> list[tuple[int, int, Match]]:
        """Row, column and match, ordered so that any prefix covers the table evenly."""
        found = []
        seeds = list(range(self.seed, self.seed + self.games))
        for row, first in enumerate(self.rows):
            for column, second in enumerate(self.columns):
                players = [first.params, second.params]
                size = LOCKSTEP if self.lockstep.at_once(players) else 1
                for start in range(0, self.games, size):
                    task = match(self.ruleset_id, self.options, players, seeds[start : start + size])
                    found.append((start, row, column, task))
        found.sort(key=lambda each: each[:3])
        return [(row, column, task) for _, row, column, task in found]


@dataclass(slots=True)
class Table:
    """The results of player 0."""

    crossing: Crossing
    points: dict[tuple[int, int], dict[int, float]] = field(default_factory=dict)
    """Row and column -> seed -> player 0's result."""

    def add(self, row: int, column: int, task: Match, returns: list[list[float]]) -> None:
        """Adds the games of a match."""
        cell = self.points.setdefault((row, column), {})
        cell.update((seed, each[0]) for seed, each in zip(task["seeds"], returns, strict=True))

    def mean(self, row: int, column: int) -> Mean:
        """The mean over the games of a pairing."""
        return mean_of(list(self._cell(row, column).values()))

    def above(self, row: int, column: int, other: int = 0) -> Mean:
        """How much more a row scores than another against the same column: a paired comparison."""
        return paired(self._cell(row, column), self._cell(other, column))

    def allowed(self, row: int, column: int, other: int = 0) -> Mean:
        """How much more a row scores against a column than against another: a paired comparison."""
        return paired(self._cell(row, column), self._cell(row, other))

    def _cell(self, row: int, column: int) -> Mapping[int, float]:
        return self.points.get((row, column), {})
