"""The hand-written value of a position at the end of a round: an estimate of the final score difference, in points.

Each board counts its score plus what its wall and lines promise for later rounds. The promise of a row is looked up by its
key, those of columns and colours by their number of tiles. All table entries are multiples of 1/64, so that sums are exact
in any order.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array, normal_cdf
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.scoring import RoundEnd, Tiling
from py_engine.games.azul.rules.tables import (
    BONUS_COLOR,
    BONUS_COLUMN,
    BONUS_ROW,
    COLOR_MASKS,
    FLOOR_KEY,
    KEY_COLOR,
    KEY_COUNT,
    KEY_ROW,
    KEY_WALL,
    KEYS,
    ROWS,
    RUN,
)

__all__ = ["ROUNDS", "final_difference", "promise", "win_probability"]

ROUNDS = 5
"""Number of rounds in a game between sensible players."""
FILL = (0.0, 0.35, 0.55, 0.68, 0.76)
"""Chance that a wanted place is tiled, by the number of rounds left."""
PLACED = (0.0, 0.16, 0.30, 0.42, 0.52)
"""Chance that any given empty place is tiled, by the number of rounds left."""
START = 1.5
"""Value of starting the next round, in points."""
SPREAD = (0.0, 8.7, 11.1, 13.2, 15.2, 16.5)
"""Standard deviation of the final difference around the estimate, by rounds left: measured at the round ends of 120 games
between searching players that sometimes blundered (the last entry is extrapolated)."""
LINE_SHARE = 0.8
"""Share of a place's value that a filled line has before it is tiled."""


def _grain(values: Array) -> Array:
    return np.floor(values * 64 + 0.5) / 64


def _chances(rounds: int) -> Array:
    """(6,) float64: chance that all of n missing places are tiled within ``rounds`` rounds."""
    table = np.ones(6, dtype=np.float64)
    for missing in range(1, 6):
        table[missing] = table[missing - 1] * FILL[rounds]
    return table


_BITS: Array = np.arange(32, dtype=np.intp)
_PLACES: Array = np.arange(5, dtype=np.intp)
_RUN_IF_PLACED: Array = RUN.take((_BITS[:, None] | 1 << _PLACES) * 5 + _PLACES)
PLACE_WORTH: Array = np.where(_RUN_IF_PLACED > 1, _RUN_IF_PLACED, 0.5)
"""(32, 5): points along one direction for a tile in place i: the length of its run, or half a point when alone."""
_EMPTY_WORTH: Array = (PLACE_WORTH * ((_BITS[:, None] >> _PLACES & 1) == 0)).sum(axis=1)
_MISSING: Array = 5 - np.bitwise_count(_BITS).astype(np.intp)


def _row_table(rounds: int) -> Array:
    """(KEYS,) value of each row: adjacency of its empty places, the row's bonus, tiles already in the line."""
    row, bits = KEY_ROW[:FLOOR_KEY], KEY_WALL[:FLOOR_KEY]
    missing = _MISSING[bits]
    worth = PLACED[rounds] * _EMPTY_WORTH[bits]
    worth += np.where(missing <= rounds, BONUS_ROW * _chances(rounds)[missing], 0.0)
    column = (KEY_COLOR[:FLOOR_KEY] + row) % 5
    worth += LINE_SHARE * KEY_COUNT[:FLOOR_KEY] / (row + 1) * (PLACE_WORTH[bits, column] + 0.7)
    return np.append(_grain(worth), 0.0)


def _column_table(rounds: int) -> Array:
    return _grain(PLACED[rounds] * _EMPTY_WORTH + BONUS_COLUMN * _chances(rounds)[_MISSING])


def _color_table(rounds: int) -> Array:
    return _grain(BONUS_COLOR * _chances(rounds)[::-1])


_ROW_WORTH: Array = np.concatenate([_row_table(r) for r in range(ROUNDS)])
_COLUMN_WORTH: Array = np.concatenate([_column_table(r) for r in range(ROUNDS)])
_COLOR_WORTH: Array = np.concatenate([_color_table(r) for r in range(ROUNDS)])


def rounds_to_go(round_number: Array) -> Array:
    """(B,) INDEX: number of rounds expected after this one."""
    return np.clip(ROUNDS - round_number, 1, ROUNDS - 1).astype(np.intp)


def promise(tiling: Tiling, rounds: Array) -> Array:
    """(B,) float64: points that a tiled board promises for later rounds, without its score.

    Args:
        tiling: The board after the round.
        rounds: (B,) INDEX: number of rounds left, 1..4.
    """
    rows = _ROW_WORTH.take(tiling.lines[:ROWS] + rounds * KEYS)
    shifts = 5 * np.arange(5, dtype=np.int32)[:, None]
    columns = _COLUMN_WORTH.take(((tiling.walls >> shifts) & 31).astype(np.intp) + rounds * 32)
    counts = np.bitwise_count(tiling.walls & COLOR_MASKS[:, None]).astype(np.intp)
    colors = _COLOR_WORTH.take(counts + rounds * 6)
    total: Array = (rows + columns + colors).sum(axis=0)
    return total


def final_difference(batch: Batch, end: RoundEnd, player: int) -> Array:
    """(B,) float64: expected final score of ``player`` minus the opponent's, for drafted-out positions.

    Exact where the game is over; elsewhere the scores plus promises and the value of starting the next round.
    """
    rounds = rounds_to_go(batch.round_number)
    first, second = end.tilings
    difference = end.scores[0] - end.scores[1] + 0.0
    starts = batch.sides[0].token.astype(np.float64) - batch.sides[1].token
    promised = promise(first, rounds) - promise(second, rounds) + START * starts
    difference += np.where(end.over, 0.0, promised)
    return np.where(batch.front == player, difference, -difference)


def win_probability(difference: float, round_number: int, tiles_on_table: int) -> float:
    """Probability of winning for an expected final difference in points, a tie counting half."""
    rounds = max(0, ROUNDS - round_number)
    within = min(1.0, tiles_on_table / 20)
    low, high = SPREAD[min(rounds, 4)], SPREAD[min(rounds + 1, 5)]
    spread = low + (high - low) * within
    if spread <= 0:
        return 0.5 if difference == 0 else float(difference > 0)
    return normal_cdf(difference / spread)
