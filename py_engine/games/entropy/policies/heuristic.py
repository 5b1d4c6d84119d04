"""The heuristic: six named components of a board, weighted, over many boards or over all moves of many positions.

=============  ======================================================================================================
component      what it sees
=============  ======================================================================================================
immediate      the score of the board
potential      palindromes that lack one, two or more tokens, and pairs with room beside them
control        tokens near the centre and on the edge, and several of a colour in a line
opportunities  empty cells, and lines in which Chaos can break something
distribution   rare and common colours, and cells that suit the next token: the mean over the bag unless it is known
fertility      how full and how varied the lines are
=============  ======================================================================================================

Nearly all of it is a sum over lines, of numbers that depend on a line's pattern alone. A move changes three lines at
most, so its board is valued by what it changes. Everything is a whole number of 1/GRAIN point, so that sums come out
the same in any order: what is reached change by change is what the whole board gives, to the last bit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.entropy.knowledge.patterns import pattern_table
from py_engine.games.entropy.policies.heuristic_lines import line_features
from py_engine.games.entropy.policies.heuristic_moves import Changes, changes_of
from py_engine.games.entropy.policies.heuristic_suits import Suits, suits_after, suits_of
from py_engine.games.entropy.rules.batch import CHAOS, ORDER, Batch, pass_number
from py_engine.games.entropy.rules.tables import Geometry, geometry

__all__ = ["COMPONENTS", "GRAIN", "TUNED", "Heuristic", "Moves", "Weights", "heuristic"]

GRAIN = float(1 << 30)
"""Parts of a point: fine enough for what weights make of halves, and sums of them stay exact."""
SCALE = 100.0
"""So much weight makes one point of one."""
CENTER, NEAR_CENTER, EDGE, GROUP = 2.0, 1.0, 1.0, 1.5
"""What control counts for a token in the centre, next to it and on the edge, and for each that is one more in a line."""
EMPTY, VULNERABLE = 0.5, 2.0
"""What opportunities count for an empty cell, and for a line in which Chaos can break something."""


class Weights(NamedTuple):
    """Of the components, 100 for one point; then what potential counts for each of the things that it sees."""

    immediate: float = 100.0
    potential: float = 50.0
    control: float = 30.0
    opportunities: float = -40.0
    distribution: float = 20.0
    fertility: float = 25.0
    one_empty: float = 10.0
    two_empty: float = 5.0
    more_empty: float = 2.0
    open_pair: float = 10.0


TUNED = Weights(
    immediate=100.0,
    potential=8.55,
    control=46.3,
    opportunities=-21.4,
    distribution=20.0,
    fertility=4.11,
    one_empty=7.98,
    two_empty=4.76,
    more_empty=2.25,
    open_pair=-2.28,
)
"""Found by ``python -m py_engine.lab entropy-tune``: 33 points better, on average over four players of Chaos's."""
COMPONENTS = Weights._fields[:6]
_CONTROL, _OPPORTUNITIES, _DISTRIBUTION = (COMPONENTS.index(c) for c in ("control", "opportunities", "distribution"))


class Moves(NamedTuple):
    """The legal moves of positions, by position and then by number."""

    board: Array
    """(M,) intp: which position."""
    number: Array
    """(M,) intp: see ``batch``."""
    gain: Array
    """(M,) int32: points that the score changes by."""
    parts: Array
    """(M, 6) float64: the components of the board after the move, in points, Order's view."""
    same: Array
    """(B,) float64: what empty cells, colours and rarity give, which is the same for all moves of a position."""


class Heuristic:
    """The components of boards of one size under some weights.

    Args:
        size: of the board.
        weights: of the components.
    """

    def __init__(self, size: int, weights: Weights) -> None:
        self.g = geometry(size)
        self._parts = _line_parts(size, weights)
        self._wholes = self._parts.sum(axis=0, keepdims=True)
        self._areas, self._area_parts = _areas(self.g, weights)
        held = (self._areas[:, None] & self.g.cell_bit) != 0
        # One more, for where tokens are before they are on the board.
        self._cell_parts = np.append((held * self._area_parts[:, None]).sum(axis=0), 0.0)
        self._empty_part = float(_grains(weights.opportunities * EMPTY / SCALE))
        self._suits_weight = weights.distribution / SCALE

    def moves(self, batch: Batch) -> Moves:
        """All legal moves and their components; passing leaves those of the board as it is. Games that are over have none."""
        changes = changes_of(batch)
        parts, suits = self._of_moves(batch, changes, self._parts)
        gain = self._line_gains(batch, changes, line_features(self.g.size).score[None])[0].astype(np.int32)
        empty = self.g.cells - np.bitwise_count(batch.occupied).astype(np.int64) - (batch.turn == CHAOS)
        same = self._empty_part * empty + self._distribution(suits.fixed, suits.total)
        order = np.argsort(changes.board * (pass_number(self.g.size) + 1) + changes.number, kind="stable")
        return Moves(changes.board[order], changes.number[order], gain[order], parts.T[order], same)

    def action_values(self, batch: Batch) -> Array:
        """(B, actions) float64: the sum of the components after each action, mover's view; -inf where illegal."""
        changes = changes_of(batch)
        values = np.full((batch.count, pass_number(self.g.size) + 1), -np.inf, dtype=np.float64)
        sums, _ = self._of_moves(batch, changes, self._wholes)
        sign = np.where(batch.turn == ORDER, 1.0, -1.0)
        values[changes.board, changes.number] = sums[0] * sign.take(changes.board)
        return values

    # Values below are (C, ...): the components (C = 6), or nothing but their sum (C = 1), by the table that is given.

    def _of_boards(self, codes: Array, occupied: Array, by_pattern: Array) -> Array:
        """(C, B): all but the distribution."""
        values = by_pattern.take(pattern_table(self.g.size).take(codes), axis=1).sum(axis=2)
        tokens = np.bitwise_count(occupied[:, None] & self._areas)
        empty = self.g.cells - np.bitwise_count(occupied).astype(np.int64)
        _row(values, _CONTROL)[:] += (tokens * self._area_parts).sum(axis=1)
        _row(values, _OPPORTUNITIES)[:] += self._empty_part * empty
        return values

    def _of_moves(self, batch: Batch, changes: Changes, by_pattern: Array) -> tuple[Array, Suits]:
        """(C, M), by what the moves change; and how the boards suited before."""
        board = changes.board
        values = self._of_boards(batch.codes, batch.occupied, by_pattern).take(board, axis=1)
        values += self._line_gains(batch, changes, by_pattern)
        moved = self._cell_parts.take(changes.end) - self._cell_parts.take(changes.start)
        _row(values, _CONTROL)[:] += moved
        _row(values, _OPPORTUNITIES)[:] -= self._empty_part * (batch.turn == CHAOS).take(board)
        suits = suits_of(batch)
        points = suits.fixed.take(board) + suits_after(batch.occupied, suits, changes, self.g)
        _row(values, _DISTRIBUTION)[:] += self._distribution(points, suits.total.take(board))
        return values, suits

    def _line_gains(self, batch: Batch, changes: Changes, by_pattern: Array) -> Array:
        table = pattern_table(self.g.size)
        before = batch.codes.ravel().take(changes.board * self.g.lines + changes.lines)
        after = by_pattern.take(table.take(changes.codes), axis=1)
        gains: Array = (after - by_pattern.take(table.take(before), axis=1)).sum(axis=1)
        return gains

    def _distribution(self, points: Array, total: Array) -> Array:
        return _grains(points * self._suits_weight / total)


@lru_cache(maxsize=16)
def heuristic(size: int, weights: Weights) -> Heuristic:
    """The heuristic for boards of a size, kept for the next time."""
    return Heuristic(size, weights)


def _row(values: Array, component: int) -> Array:
    """Where a component is added, in (C, ...) components or in their sum."""
    row: Array = values[component if len(values) > 1 else 0]
    return row


def _grains(points: Array | float) -> Array:
    """The nearest whole numbers of 1/GRAIN point."""
    grains: Array = np.rint(np.asarray(points, dtype=np.float64) * GRAIN) / GRAIN
    return grains


def _line_parts(size: int, weights: Weights) -> Array:
    """(6, patterns) float64: what a line adds to each component."""
    found = line_features(size)
    potential = (
        found.one_empty * weights.one_empty
        + found.two_empty * weights.two_empty
        + found.more_empty * weights.more_empty
        + found.open_pairs * weights.open_pair
    )
    parts = {
        "immediate": found.score * weights.immediate,
        "potential": potential * weights.potential,
        "control": found.groups * GROUP * weights.control,
        "opportunities": found.vulnerable * VULNERABLE * weights.opportunities,
        "distribution": np.zeros_like(found.score),
        "fertility": found.fertility * weights.fertility,
    }
    return _grains(np.stack([parts[name] for name in COMPONENTS]) / SCALE)


def _areas(g: Geometry, weights: Weights) -> tuple[Array, Array]:
    """Areas of the board, (3,) uint64 as bits, and what a token in each adds to control, (3,) float64."""
    row, column = np.divmod(np.arange(g.cells, dtype=np.intp), g.size)
    from_center = np.maximum(np.abs(row - g.size // 2), np.abs(column - g.size // 2))
    distances = np.array([0, 1, g.size // 2], dtype=np.intp)
    areas = np.where(from_center == distances[:, None], g.cell_bit, U64(0)).sum(axis=1, dtype=U64)
    counted = np.array([CENTER, NEAR_CENTER, EDGE], dtype=np.float64)
    return areas, _grains(counted * weights.control / SCALE)
