"""Which of a player's rows a difference between two moves is on: its pattern line and its wall row together.

The difference between two ends of the round is shared among the player's rows that differ, and all else as one part, by the Shapley
value (Shapley, 1953), as in ``sides``: each row gets the mean of what it adds, over all orders in which one end can be turned into
the other. A row counts with its tile on the wall this round, and with what the learnt values make of it later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.rules.batch import Batch, Side, concatenated
from py_engine.games.azul.rules.scoring import finish_round, next_round, score_side
from py_engine.games.azul.rules.tables import COMPLETE, INDEX, KEY_COLOR, KEY_COUNT, ROWS
from py_engine.games.azul.search.sides import board_of, later_values

__all__ = ["Content", "RowPart", "row_parts"]

AGREED = 0.75
"""Share of the pairs of good lines that must agree with the mean of a part in its sign. Replies are met otherwise now and then, so that a
row is filled after all: two in eight such pairs may do so."""
SAME = 0.5
"""Share of the good lines after a move that must fill a row like the principal variation, whose content is named."""


class Content(NamedTuple):
    """A pattern line when the round is over, before complete lines are tiled."""

    color: int
    """The colour's number; -1 where the line is empty."""
    tiles: int
    complete: bool


class RowPart(NamedTuple):
    """What a row adds to the difference between two moves, the first minus the second, where good lines agree."""

    row: int
    """From 0."""
    points: float
    mine: Content
    other: Content


def row_parts(mine: Sequence[Batch], others: Sequence[Batch], player: int) -> list[RowPart]:
    """The rows in whose part and content good lines agree; none where the game ends with the round.

    Args:
        mine: Drafted-out positions, batches of one, to which good lines after the first move lead; its principal variation first.
        others: The same for the second move.
        player: The player whose rows are compared, and from whose view the points are.
    """
    drafted = concatenated([*mine, *others])
    end = finish_round(drafted)
    if end.over.any():
        return []
    # Each good line against the other move's principal variation: all pairs would take several times as long.
    count = len(mine)
    here = np.array([*range(count), *([0] * (len(others) - 1))], dtype=INDEX)
    there = np.array([count] * count + [*range(count + 1, count + len(others))], dtype=INDEX)
    lines = board_of(drafted, player)
    rows = [row for row in range(ROWS) if (lines[row].take(here) != lines[row].take(there)).any()]
    parts = _shapley(_mixed(drafted, rows, here, there, player), len(rows))
    found = []
    for row, values in zip(rows, parts, strict=True):
        contents = [_usual(lines[row, lanes]) for lanes in (slice(0, count), slice(count, None))]
        mean = float(values.mean())
        apart = values - mean
        agree = float((values * mean > 0).mean()) >= AGREED and mean * mean > float((apart * apart).mean())
        if agree and contents[0] is not None and contents[1] is not None and contents[0] != contents[1]:
            found.append(RowPart(row, mean, contents[0], contents[1]))
    return found


def _mixed(drafted: Batch, rows: Sequence[int], here: Array, there: Array, player: int) -> Array:
    """(2, ..., 2, P) float64: values for the player with each row, and last all else, of either end; axis 0 is the first row."""
    bare = next_round(drafted, finish_round(drafted))
    drafted_lines, bare_lines = board_of(drafted, player), board_of(bare, player)
    parts = len(rows) + 1
    chosen = np.indices((2,) * parts, dtype=np.int64).reshape(parts, -1)
    lanes = np.where(chosen[:, :, None] == 1, here, there).reshape(parts, -1)
    rest = lanes[-1]
    own, later = drafted_lines[:, rest], bare_lines[:, rest]
    for row, lane in zip(rows, lanes[:-1], strict=True):
        own[row], later[row] = drafted_lines[row].take(lane), bare_lines[row].take(lane)
    boards = later, board_of(bare, player ^ 1)[:, rest]
    values = _scored(drafted, own, rest, player) + later_values(bare, boards, rest, player)
    return values.reshape((2,) * parts + (len(here),))


def _scored(drafted: Batch, lines: Array, rest: Array, player: int) -> Array:
    """(N,) float64: the difference in score after this round, with these own rows; all else is of the given lanes."""
    mine = drafted.front.take(rest) == player
    first, second = drafted.sides
    floor, token, score = (
        [np.where(mine, a.take(rest), b.take(rest)), np.where(mine, b.take(rest), a.take(rest))]
        for a, b in ((first.floor, second.floor), (first.token, second.token), (first.score, second.score))
    )
    theirs = board_of(drafted, player ^ 1)[:, rest]
    scores = [
        score_side(Side(keys, keys, floor[seat], None, token[seat], score[seat])).score.astype(np.float64)
        for seat, keys in enumerate((lines, theirs))
    ]
    difference: Array = scores[0] - scores[1]
    return difference


def _shapley(values: Array, rows: int) -> Array:
    """(rows, P): the Shapley value of each row."""
    parts = rows + 1
    weights = _weights(parts)
    found = np.zeros((rows, values.shape[-1]), dtype=np.float64)
    for part in range(rows):
        added = values.take(1, axis=part) - values.take(0, axis=part)
        found[part] = (weights * added.reshape(len(weights), -1)).sum(axis=0)
    return found


def _weights(parts: int) -> Array:
    """(2^(parts-1), 1): the share of all orders in which exactly these other parts change before a given one."""
    orders = [1.0]
    for number in range(1, parts + 1):
        orders.append(orders[-1] * number)
    sizes = (
        np.indices((2,) * (parts - 1), dtype=np.int64).reshape(parts - 1, -1).sum(axis=0)
        if parts > 1
        else np.zeros(1, dtype=INDEX)
    )
    shares = np.array(
        [orders[size] * orders[parts - 1 - size] / orders[parts] for size in range(parts)], dtype=np.float64
    )
    found: Array = shares.take(sizes)[:, None]
    return found


def _usual(keys: Array) -> Content | None:
    """The content of a row that most good lines share with the first one, or None."""
    if float((keys == keys[0]).mean()) < SAME:
        return None
    key = int(keys[0])
    count = int(KEY_COUNT[key])
    return Content(int(KEY_COLOR[key]), count, bool(COMPLETE[key]))
