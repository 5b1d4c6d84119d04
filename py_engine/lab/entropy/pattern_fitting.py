"""Fits Entropy's table of line patterns to temporal differences, in games in which both sides play by the values so far.

Games are played as in ``value_fitting``. The target of a board is a mean of the value of the next one and of later ones up to
the final score, TD(lambda) (Sutton, 1988); a random move ends it, since what follows says nothing of good play. The table is
the ridge regression of what the fitted line values leave of the targets, found by conjugate gradients. A pattern's points
are the sum of its own and of those shared by all lines with the same cells filled, so that rare patterns follow their kind.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.learnt import LineValues
from py_engine.games.entropy.knowledge.line_patterns import GRAIN, PatternPoints
from py_engine.games.entropy.knowledge.patterns import pattern_table, patterns
from py_engine.games.entropy.rules.tables import geometry
from py_engine.lab.entropy import value_fitting
from py_engine.lab.entropy.value_fitting import KNOTS

__all__ = ["Games", "Table", "fitted", "games", "hats", "misses", "no_points", "rounded", "targets"]

LAMBDA = 0.8
"""Weight of what comes after the next board, at each step."""
PRIOR, PRIOR_SHIFT = 0.2, 3.0
"""Prior standard deviation of a line's points, its own and those of its kind, and of a whole board's, in points."""
NOISE = 30.0
"""Variance of a target, in squared points; larger than measured, as the boards of a game are not independent."""
ITERATIONS, CLOSE = 25, 1e-6
"""Conjugate gradient steps at most, and the share of the squared residual at which they end."""


class Games(NamedTuple):
    """The boards after each of Order's moves in some games, T a game."""

    patterns: Array
    """(T, N, lines) uint16."""
    base: Array
    """(T, N) float64: the values of the boards without a table."""
    erred: Array
    """(T, N) bool: a random move led to the board."""
    final: Array
    """(N,) float64."""


class Table(NamedTuple):
    """Points before they are rounded."""

    lines: Array
    """(knots, patterns) float64."""
    board: Array
    """(knots,) float64: points of a whole board."""


def no_points(size: int) -> Table:
    """The table at the start."""
    knots = len(KNOTS[size])
    return Table(np.zeros((knots, len(patterns(size)))), np.zeros(knots))


def rounded(size: int, table: Table) -> PatternPoints:
    """The table in whole grains; those of the board are spread over its lines."""
    points = table.lines + table.board[:, None] / (2 * size)
    return PatternPoints(tuple(int(knot) for knot in KNOTS[size]), np.rint(points * GRAIN).astype(np.int16))


def games(values: LineValues, base: LineValues, count: int, generator: np.random.Generator) -> Games:
    """Games played by some values, with the boards' values by the base."""
    size, lines = values.size, 2 * values.size
    seen, final = value_fitting.games(values, count, generator)
    which, table = np.arange(count).repeat(lines), pattern_table(size)
    worth = [base.worth(each.codes.ravel(), each.tokens, each.bag, which).reshape(count, lines) for each in seen]
    return Games(
        np.stack([table[each.codes].astype(np.uint16) for each in seen]),
        np.stack([points.sum(axis=1) for points in worth]),
        np.stack([each.erred for each in seen]),
        final,
    )


@cache
def hats(size: int) -> Array:
    """(T, knots) the interpolation weights of the knots, at each board of a game."""
    return np.stack([value_fitting.hats(left, KNOTS[size]) for left in reversed(range(geometry(size).cells - 1))])


def added(size: int, table: Table, found: Games) -> Array:
    """(T, N) the points that a table adds to the boards."""
    lines, board = hats(size) @ table.lines, hats(size) @ table.board
    return np.stack(
        [row[here].sum(axis=1) + more for row, here, more in zip(lines, found.patterns, board, strict=True)]
    )


def targets(values: Array, found: Games) -> Array:
    """(T, N) float64: the targets of boards with these values; NaN where a random move follows at once."""
    wanted = np.empty_like(values)
    following, beyond = found.final, found.final
    for at in reversed(range(len(values))):
        wanted[at] = (1 - LAMBDA) * following + LAMBDA * beyond
        if at + 1 < len(values):
            wanted[at, found.erred[at + 1]] = np.nan
        beyond = np.where(np.isnan(wanted[at]), values[at], wanted[at])
        following = values[at]
    return wanted


def misses(size: int, table: Table, found: Games, wanted: Array) -> float:
    """Root mean square of the targets less the values with a table, in points."""
    return float(np.sqrt(np.nanmean(np.square(wanted - found.base - added(size, table, found)))))


class _Equations:
    """The normal equations of the regression, in units of the priors, over points of patterns, kinds and boards.

    Args:
        size: The size of the board.
        found: The games.
        known: (T, N) bool: the boards with a target.
    """

    def __init__(self, size: int, found: Games, known: Array) -> None:
        self._size, self._found, self._known = size, found, known
        self._kinds = _kinds(size)
        self._knots, self._patterns = len(KNOTS[size]), len(self._kinds)
        self.width = self._knots * (self._patterns + int(self._kinds.max()) + 2)

    def table(self, x: Array) -> Table:
        """The table of a vector (width,)."""
        own, board = self._knots * self._patterns, self.width - self._knots
        lines = x[:own].reshape(self._knots, -1) + x[own:board].reshape(self._knots, -1)[:, self._kinds]
        return Table(PRIOR * lines, PRIOR_SHIFT * x[board:])

    def gradient(self, errors: Array) -> Array:
        """(width,) the transposed map, from (T, N) errors of the boards."""
        errors = np.where(self._known, errors, 0.0)
        own, board = np.zeros((self._knots, self._patterns)), hats(self._size).T @ errors.sum(axis=1)
        for weights, here, row in zip(hats(self._size), self._found.patterns, errors, strict=True):
            sums = np.bincount(here.ravel(), np.repeat(row, here.shape[1]), self._patterns)
            own += weights[:, None] * sums
        kinds = np.zeros((int(self._kinds.max()) + 1, self._knots))
        np.add.at(kinds, self._kinds, own.T)
        return np.concatenate([PRIOR * own.ravel(), PRIOR * kinds.T.ravel(), PRIOR_SHIFT * board])

    def applied(self, x: Array) -> Array:
        """(width,) the matrix times a vector."""
        return self.gradient(added(self._size, self.table(x), self._found)) + NOISE * x


def fitted(size: int, found: Games, wanted: Array) -> Table:
    """The table that brings the values closest to the targets, by ridge regression."""
    equations = _Equations(size, found, ~np.isnan(wanted))
    left = equations.gradient(wanted - found.base)
    x, along = np.zeros(equations.width), left.copy()
    square = enough = float(left @ left)
    for _ in range(ITERATIONS):
        image = equations.applied(along)
        length = square / float(along @ image)
        x, left = x + length * along, left - length * image
        before, square = square, float(left @ left)
        if square < CLOSE * enough:
            break
        along = left + square / before * along
    table = equations.table(x)
    # With no move left V is exact.
    table.lines[0], table.board[0] = 0.0, 0.0
    return table


def _kinds(size: int) -> Array:
    """(patterns,) intp: the kind of each pattern, the cells that are filled, whichever end they are seen from."""
    filled = np.array(patterns(size)) != 0
    bits = 1 << np.arange(size)
    return np.unique(np.minimum(filled @ bits, filled[:, ::-1] @ bits), return_inverse=True)[1]
