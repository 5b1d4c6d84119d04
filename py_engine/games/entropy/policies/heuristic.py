"""The heuristic: a weighted sum of six named components of a board, for many boards or all moves of many positions.

=============  ======================================================================================================
component      what it measures
=============  ======================================================================================================
immediate      the score of the board
potential      palindromes that lack one, two or more tokens, and pairs with free cells beside them
control        tokens near the centre and on the edge, and repeated colours in a line
opportunities  empty cells, and lines in which Chaos can break something
distribution   rare and common colours, and cells that fit the next token: the mean over the bag unless it is known
fertility      how full and how varied the lines are
=============  ======================================================================================================

Nearly all of it is a sum over lines of numbers that depend only on a line's pattern. A move changes at most three lines,
so boards after moves are valued incrementally. Everything is a whole number of 1/GRAIN point, so that sums do not depend
on their order: incremental values equal those of the whole board to the last bit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.entropy.knowledge.patterns import pattern_table
from py_engine.games.entropy.policies.heuristic_fit import TokenFit, fit_after, fit_of
from py_engine.games.entropy.policies.heuristic_lines import line_features
from py_engine.games.entropy.policies.heuristic_moves import Changes, changes_of
from py_engine.games.entropy.rules.batch import CHAOS, ORDER, Batch, pass_number
from py_engine.games.entropy.rules.tables import Geometry, geometry

__all__ = ["COMPONENTS", "GRAIN", "TUNED", "Heuristic", "Moves", "Weights", "heuristic"]

GRAIN = float(1 << 30)
"""Parts of a point: fine enough for weighted halves, and coarse enough for exact sums."""
SCALE = 100.0
"""The weight that turns a count of one into one point."""
CENTER, NEAR_CENTER, EDGE, GROUP = 2.0, 1.0, 1.0, 1.5
"""Control: counts for a token in the centre, next to it and on the edge, and for each repeat of a colour in a line."""
EMPTY, VULNERABLE = 0.5, 2.0
"""Opportunities: counts for an empty cell, and for a line in which Chaos can break something."""


class Weights(NamedTuple):
    """Weights of the components (100 stands for one point), then the counts of the parts of potential."""

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
"""Tuned by ``python -m py_engine.lab entropy-tune``: 33 points better on average against four Chaos players."""
COMPONENTS = Weights._fields[:6]
_CONTROL, _OPPORTUNITIES, _DISTRIBUTION = (COMPONENTS.index(c) for c in ("control", "opportunities", "distribution"))


class Moves(NamedTuple):
    """The legal moves of positions, by position and then by number."""

    board: Array
    """(M,) intp: the index of the position."""
    number: Array
    """(M,) intp: see ``batch``."""
    gain: Array
    """(M,) int32: the change of the score in points."""
    parts: Array
    """(M, 6) float64: the components of the board after the move, in points from Order's view."""
    same: Array
    """(B,) float64: the part from empty cells, colours and rarity, which is the same for all moves of a position."""


class Heuristic:
    """The components of boards of one size under some weights.

    Args:
        size: The size of the board.
        weights: The weights of the components.
    """

    def __init__(self, size: int, weights: Weights) -> None:
        self.g = geometry(size)
        self._parts = _line_parts(size, weights)
        self._wholes = self._parts.sum(axis=0, keepdims=True)
        self._areas, self._area_parts = _areas(self.g, weights)
        held = (self._areas[:, None] & self.g.cell_bit) != 0
        # By cell; one extra entry stands for "not on the board".
        self._cell_parts = np.append((held * self._area_parts[:, None]).sum(axis=0), 0.0)
        self._empty_part = float(_grains(weights.opportunities * EMPTY / SCALE))
        self._fit_weight = weights.distribution / SCALE

    def moves(self, batch: Batch) -> Moves:
        """All legal moves with their components; finished games have none. Passing keeps the components of the board."""
        changes = changes_of(batch)
        parts, fit = self._of_moves(batch, changes, self._parts)
        gain = self._line_gains(batch, changes, line_features(self.g.size).score[None])[0].astype(np.int32)
        empty = self.g.cells - np.bitwise_count(batch.occupied).astype(np.int64) - (batch.turn == CHAOS)
        same = self._empty_part * empty + self._distribution(fit.fixed, fit.total)
        order = np.argsort(changes.board * (pass_number(self.g.size) + 1) + changes.number, kind="stable")
        return Moves(changes.board[order], changes.number[order], gain[order], parts.T[order], same)

    def action_values(self, batch: Batch) -> Array:
        """(B, actions) float64: the sum of the components after each action, from the mover's view; -inf if illegal."""
        changes = changes_of(batch)
        values = np.full((batch.count, pass_number(self.g.size) + 1), -np.inf, dtype=np.float64)
        sums, _ = self._of_moves(batch, changes, self._wholes)
        sign = np.where(batch.turn == ORDER, 1.0, -1.0)
        values[changes.board, changes.number] = sums[0] * sign.take(changes.board)
        return values

    # Values below are (C, ...): the components (C = 6) or only their sum (C = 1), depending on the given table.

    def _of_boards(self, codes: Array, occupied: Array, by_pattern: Array) -> Array:
        """(C, B) float64: everything but the distribution."""
        values = by_pattern.take(pattern_table(self.g.size).take(codes), axis=1).sum(axis=2)
        tokens = np.bitwise_count(occupied[:, None] & self._areas)
        empty = self.g.cells - np.bitwise_count(occupied).astype(np.int64)
        _row(values, _CONTROL)[:] += (tokens * self._area_parts).sum(axis=1)
        _row(values, _OPPORTUNITIES)[:] += self._empty_part * empty
        return values

    def _of_moves(self, batch: Batch, changes: Changes, by_pattern: Array) -> tuple[Array, TokenFit]:
        """(C, M) float64, computed incrementally; and the fit of the boards before the moves."""
        board = changes.board
        values = self._of_boards(batch.codes, batch.occupied, by_pattern).take(board, axis=1)
        values += self._line_gains(batch, changes, by_pattern)
        moved = self._cell_parts.take(changes.end) - self._cell_parts.take(changes.start)
        _row(values, _CONTROL)[:] += moved
        _row(values, _OPPORTUNITIES)[:] -= self._empty_part * (batch.turn == CHAOS).take(board)
        fit = fit_of(batch)
        points = fit.fixed.take(board) + fit_after(batch.occupied, fit, changes, self.g)
        _row(values, _DISTRIBUTION)[:] += self._distribution(points, fit.total.take(board))
        return values, fit

    def _line_gains(self, batch: Batch, changes: Changes, by_pattern: Array) -> Array:
        """(C, M): the change of the sums over the lines that each move changes."""
        table = pattern_table(self.g.size)
        before = batch.codes.ravel().take(changes.board * self.g.lines + changes.lines)
        after = by_pattern.take(table.take(changes.codes), axis=1)
        gains: Array = (after - by_pattern.take(table.take(before), axis=1)).sum(axis=1)
        return gains

    def _distribution(self, points: Array, total: Array) -> Array:
        """The distribution in points, for the fit of boards and the tokens it is a mean over."""
        return _grains(points * self._fit_weight / total)


@lru_cache(maxsize=16)
def heuristic(size: int, weights: Weights) -> Heuristic:
    """The heuristic for boards of a size, cached."""
    return Heuristic(size, weights)


def _row(values: Array, component: int) -> Array:
    """The row to which a component is added, in (C, ...) components or in their sum."""
    row: Array = values[component if len(values) > 1 else 0]
    return row


def _grains(points: Array | float) -> Array:
    """Points rounded to multiples of 1/GRAIN."""
    grains: Array = np.rint(np.asarray(points, dtype=np.float64) * GRAIN) / GRAIN
    return grains


def _line_parts(size: int, weights: Weights) -> Array:
    """(6, patterns) float64: the contribution of a line to each component."""
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
    """(3,) uint64 areas of the board as bits, and (3,) float64 the contribution of a token in each to control."""
    row, column = np.divmod(np.arange(g.cells, dtype=np.intp), g.size)
    from_center = np.maximum(np.abs(row - g.size // 2), np.abs(column - g.size // 2))
    distances = np.array([0, 1, g.size // 2], dtype=np.intp)
    areas = np.where(from_center == distances[:, None], g.cell_bit, U64(0)).sum(axis=1, dtype=U64)
    counted = np.array([CENTER, NEAR_CENTER, EDGE], dtype=np.float64)
    return areas, _grains(counted * weights.control / SCALE)
