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
from py_engine.games.azul.rules.scoring import bonus_points, finish_round, next_round, score_side
from py_engine.games.azul.rules.tables import (
    COLOR_MASKS,
    COLUMN_MASKS,
    COMPLETE,
    INDEX,
    KEY_COLOR,
    KEY_COUNT,
    KEY_WALL,
    ROWS,
    line_code,
    row_key,
    wall_column,
)
from py_engine.games.azul.search.sides import board_of, later_values

__all__ = ["Content", "Place", "RowPart", "Rows", "row_shares", "rows_apart"]

AGREED = 0.9
"""Share of the pairs of good lines that must agree with the mean of a part in its sign."""
DIRECT = 0.1
"""Share of its variance over the pairs that the square of the mean of a part must exceed on a row that a move fills itself. What such a row
is worth less is seen again with more work, even where single lines differ much; other rows are filled by moves that may not come."""
SAME = 0.5
"""Share of the good lines after a move that must fill a row like the principal variation, whose content is named."""


class Content(NamedTuple):
    """A pattern line when the round is over, before complete lines are tiled."""

    color: int
    """The colour's number; -1 where the line is empty."""
    tiles: int
    complete: bool


class Place(NamedTuple):
    """What the tile of a row finds on the wall when the round is over; None where good lines that fill the row alike differ."""

    points: int | None
    """Points of the tile, bonuses apart; of a row that is not complete, as if it were."""
    column: int | None
    """Other tiles in its column."""
    color: int | None
    """Other tiles of its colour."""


class RowPart(NamedTuple):
    """What a row adds to the difference between two moves, the first minus the second, where good lines agree."""

    row: int
    """From 0."""
    points: float
    mine: Content | None
    """What it holds after the first move; None where good lines do not agree in what it holds."""
    other: Content | None
    filled_by: tuple[bool, bool] = (False, False)
    """Whether the first, the second move puts tiles there itself."""
    places: tuple[Place, Place] | None = None
    """Of its tile after the first, the second move, where they are of two colours."""

    @property
    def direct(self) -> bool:
        """Whether one of the moves itself puts tiles there."""
        return any(self.filled_by)


class Rows(NamedTuple):
    """The rows of a player on which two moves differ."""

    agreed: Sequence[RowPart] = ()
    """Those in whose part good lines agree, and in their content too unless a move fills them itself, and the first lines differ there."""
    shown: Sequence[RowPart] = ()
    """Those that differ in the first lines, with their points and content by these alone."""


def rows_apart(
    mine: Sequence[Batch],
    others: Sequence[Batch],
    player: int,
    filled: tuple[int | None, int | None] = (None, None),
) -> Rows:
    """The rows of a player on which two moves differ.

    Args:
        mine: Drafted-out positions, batches of one, to which good lines after the first move lead; its principal variation first.
        others: The same for the second move.
        player: The player whose rows are compared, and from whose view the points are.
        filled: The row of this player that the first, the second move puts tiles in, from 0.

    Returns:
        The rows; none where the game ends with the round after some of the lines only.
    """
    count = len(mine)
    drafted = concatenated([*mine, *others])
    lines = board_of(drafted, player)
    ways = slice(0, count), slice(count, None)
    found, shown = list[RowPart](), list[RowPart]()
    for row, values in row_shares(drafted, count, player).items():
        part = RowPart(row, float(values.mean()), None, None, (row == filled[0], row == filled[1]))
        here_holds, there_holds = (_usual(lines[row, lanes]) for lanes in ways)
        named = False
        if here_holds is not None and there_holds is not None and here_holds != there_holds:
            named = True
            part = part._replace(mine=here_holds, other=there_holds)
            if here_holds.color != there_holds.color and here_holds.tiles and there_holds.tiles:
                here_place, there_place = (_place(lines[:, lanes], row) for lanes in ways)
                part = part._replace(places=(here_place, there_place))
        # What is said of a row must be seen in the lines that are shown, which come first.
        seen = lines[row, 0] != lines[row, count]
        if seen:
            first, second = (_content(int(lines[row, lane])) for lane in (0, count))
            shown.append(part._replace(points=float(values[0]), mine=first, other=second, places=None))
        if _agree(values, part) and (named or (part.direct and seen)):
            found.append(part)
    return Rows(found, shown)


def _place(lines: Array, row: int) -> Place:
    """What the tile of a row finds on the wall, by the boards (6, L) that fill it like the first one."""
    alike = lines[:, lines[row] == lines[row, 0]]
    key = alike[row, 0]
    color = int(KEY_COLOR[key])
    alike[row] = row_key(row, int(KEY_WALL[key]), line_code(color, row + 1))
    none = np.zeros(alike.shape[1], dtype=np.int32)
    tiling = score_side(Side(alike, alike, none, None, none, none))
    masks = COLUMN_MASKS[wall_column(color, row)], COLOR_MASKS[color]
    column, same = (np.bitwise_count(tiling.walls & mask).astype(np.int32) - 1 for mask in masks)
    return Place(*(_steady(counts) for counts in (tiling.points[row], column, same)))


def _steady(counts: Array) -> int | None:
    """The first of some counts, if most agree."""
    return int(counts[0]) if float((counts == counts[0]).mean()) >= AGREED else None


def row_shares(drafted: Batch, count: int, player: int) -> dict[int, Array]:
    """(P,) float64 by row: its part in each pair of ends, for the rows that differ in some of them.

    Args:
        drafted: Drafted-out positions: ``count`` after the first move, then those after the second. Each is paired with the first one
            after the other move: all pairs would take several times as long.
        count: How many are after the first move.
        player: The player whose rows are compared, and from whose view the points are.

    Returns:
        The parts; nothing where the game ends with the round in some of the positions only.
    """
    over = finish_round(drafted).over
    if over.any() != over.all():
        return {}
    here = np.array([*range(count), *([0] * (drafted.size - count - 1))], dtype=INDEX)
    there = np.array([count] * count + [*range(count + 1, drafted.size)], dtype=INDEX)
    lines = board_of(drafted, player)
    rows = [row for row in range(ROWS) if (lines[row].take(here) != lines[row].take(there)).any()]
    parts = _shapley(_mixed(drafted, rows, here, there, player), len(rows))
    return dict(zip(rows, parts, strict=True))


def _agree(values: Array, part: RowPart) -> bool:
    """Whether the parts in pairs of good lines agree: what moves do themselves is seen more surely than what follows from them."""
    apart = values - part.points
    variance = float((apart * apart).mean())
    if part.direct:
        return part.points * part.points > DIRECT * variance
    return float((values * part.points > 0).mean()) >= AGREED and part.points * part.points > variance


def _mixed(drafted: Batch, rows: Sequence[int], here: Array, there: Array, player: int) -> Array:
    """(2, ..., 2, P) float64: values for the player with each row, and last all else, of either end; axis 0 is the first row.

    Where the game is over they are final differences.
    """
    end = finish_round(drafted)
    over = bool(end.over.all())
    bare = next_round(drafted, end)
    drafted_lines, bare_lines = board_of(drafted, player), board_of(bare, player)
    parts = len(rows) + 1
    chosen = np.indices((2,) * parts, dtype=np.int64).reshape(parts, -1)
    lanes = np.where(chosen[:, :, None] == 1, here, there).reshape(parts, -1)
    rest = lanes[-1]
    own, later = drafted_lines[:, rest], bare_lines[:, rest]
    for row, lane in zip(rows, lanes[:-1], strict=True):
        own[row], later[row] = drafted_lines[row].take(lane), bare_lines[row].take(lane)
    values = _scored(drafted, own, rest, player, over=over)
    if not over:
        values += later_values(bare, (later, board_of(bare, player ^ 1)[:, rest]), rest, player)
    return values.reshape((2,) * parts + (len(here),))


def _scored(drafted: Batch, lines: Array, rest: Array, player: int, *, over: bool) -> Array:
    """(N,) float64: the difference in score after this round, with these own rows; all else is of the given lanes.

    Where the game is ``over``, the bonuses of its end are included.
    """
    mine = drafted.front.take(rest) == player
    front, back = drafted.sides
    floor, token, score = (
        [np.where(mine, a.take(rest), b.take(rest)), np.where(mine, b.take(rest), a.take(rest))]
        for a, b in ((front.floor, back.floor), (front.token, back.token), (front.score, back.score))
    )
    theirs = board_of(drafted, player ^ 1)[:, rest]
    tilings = [
        score_side(Side(keys, keys, floor[seat], None, token[seat], score[seat]))
        for seat, keys in enumerate((lines, theirs))
    ]
    first, second = (each.score + bonus_points(each) if over else each.score for each in tilings)
    difference: Array = (first - second).astype(np.float64)
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
    return _content(int(keys[0]))


def _content(key: int) -> Content:
    return Content(int(KEY_COLOR[key]), int(KEY_COUNT[key]), bool(COMPLETE[key]))
