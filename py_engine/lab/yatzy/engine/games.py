"""Games by gathers: the decisions of all visited positions are looked up, many games at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, LATTICE, POINTS, UPPER, Rules
from py_engine.lab.yatzy.engine.decisions import Decider, Decisions
from py_engine.lab.yatzy.engine.space import FINAL_TURN, HOLDS, kinds_of, thrown
from py_engine.lab.yatzy.engine.walk import walk

__all__ = ["Book", "Games", "Log", "joined", "play", "scored"]

BATCH = 20_000
"""Games at once."""
FACES_5 = 7776
NO_DICE = LATTICE - 1


class Games(NamedTuple):
    """B whole games."""

    closed: Array
    """(B, 15) uint8: the category closed in each turn."""
    points: Array
    """(B, 15) uint8: the points in each turn."""

    @property
    def totals(self) -> Array:
        """(B,) int64: the final scores."""
        upper = (self.points * (self.closed < UPPER)).sum(axis=1, dtype=np.int64)
        return self.points.sum(axis=1, dtype=np.int64) + np.where(upper >= BONUS_AT, BONUS, 0)

    @property
    def bonus(self) -> Array:
        """(B,) bool: whether the bonus was won."""
        return np.asarray((self.points * (self.closed < UPPER)).sum(axis=1, dtype=np.int64) >= BONUS_AT)

    @property
    def by_category(self) -> Array:
        """(B, 15) uint8: the points in each category."""
        found = np.zeros_like(self.points)
        np.put_along_axis(found, self.closed.astype(np.int64), self.points, axis=1)
        return found


class Log(NamedTuple):
    """What happened in the turns of B games, for replays: by turn, (15, B)."""

    rolls: Array
    """(15, 3, B) uint8: the roll with two, one and no throw left."""
    held: Array
    """(15, 2, B) int16: the multisets held."""


class Book:
    """The table of decisions of a player from the empty card: about 350 MB for one who plays best.

    Args:
        decider: The player.
    """

    def __init__(self, decider: Decider) -> None:
        self.name, self.rules = decider.name, decider.rules
        self.decisions: list[Decisions] = []
        self.to: list[Array] = []
        for visit in walk(decider, measure="nothing"):
            if visit.turn < FINAL_TURN:
                self.decisions.append(visit.decisions)
                self.to.append(visit.to)

    @property
    def positions(self) -> int:
        """Number of positions in the table."""
        return sum(len(decisions.close) for decisions in self.decisions)


def play(book: Book, games: int, generator: np.random.Generator, *, log: bool = False) -> tuple[Games, Log | None]:
    """Plays games by a table of decisions.

    Args:
        book: The table.
        games: Their number.
        generator: Of the dice.
        log: Whether rolls and holds are kept.
    """
    parts, logs = [], []
    for start in range(0, games, BATCH):
        size = min(BATCH, games - start)
        part, kept = _play(book, generator.integers(0, FACES_5, (FINAL_TURN, 3, size), dtype=np.uint16), log=log)
        parts.append(part)
        logs.append(kept)
    rolls = [kept.rolls for kept in logs if kept is not None]
    held = [kept.held for kept in logs if kept is not None]
    found = Log(np.concatenate(rolls, axis=2), np.concatenate(held, axis=2)) if log and rolls else None
    return joined(parts), found


def joined(parts: list[Games]) -> Games:
    """The games of several parts."""
    return Games(np.concatenate([part.closed for part in parts]), np.concatenate([part.points for part in parts]))


def _play(book: Book, draws: Array, *, log: bool) -> tuple[Games, Log | None]:
    kinds, throws = kinds_of(book.rules), thrown().reshape(-1)
    of_roll, slot = kinds.of_roll.astype(np.int16), kinds.slot.astype(np.int32)
    points_of = kinds.points.astype(np.uint8)
    holds = HOLDS.reshape(-1)
    size = draws.shape[2]
    closed, points = (np.empty((FINAL_TURN, size), dtype=np.uint8) for _ in range(2))
    rolls = np.empty((FINAL_TURN, 3, size if log else 0), dtype=np.uint8)
    held = np.empty((FINAL_TURN, 2, size if log else 0), dtype=np.int16)
    rows = np.zeros(size, dtype=np.int32)
    for turn, (decisions, to) in enumerate(zip(book.decisions, book.to, strict=True)):
        roll = throws[NO_DICE * FACES_5 :].take(draws[turn, 0]).astype(np.int32)
        base = rows * 252
        for stage, table in enumerate((decisions.first, decisions.second)):
            code = table.reshape(-1).take(base + roll)
            multiset = holds.take(roll * 32 + code)
            if log:
                rolls[turn, stage], held[turn, stage] = roll, multiset
            roll = throws.take(multiset * np.int32(FACES_5) + draws[turn, stage + 1]).astype(np.int32)
        if log:
            rolls[turn, 2] = roll
        closed[turn] = decisions.close.reshape(-1).take(base + roll)
        kind = of_roll.reshape(-1).take(closed[turn] * np.int32(252) + roll)
        points[turn] = points_of.take(kind)
        rows = to.reshape(-1).take(slot.take(kind) * to.shape[1] + rows)
    found = Games(closed.T.copy(), points.T.copy())
    return found, Log(rolls, held) if log else None


def scored(rules: Rules, category: Array, roll: Array) -> Array:
    """(B,) uint8: the points of rolls in categories."""
    return POINTS[rules].reshape(-1).take(category.astype(np.int64) * 252 + roll).astype(np.uint8)
