"""Values of all moves of many positions at once, by the learnt networks and without playing the moves.

What a move changes is little: a line, a floor, the walls if the line is complete, the tiles on the table. So the hidden
sums of a position are made once, and each move's differ from them by a few table rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.games.azul.features import (
    DRAFT,
    EMPTY,
    MOST_IN_CENTER,
    MOST_OF_A_COLOR,
    MOST_SETS,
    end_features,
    factory_kind,
    round_kind,
    wall_patterns,
)
from py_engine.games.azul.network import Network
from py_engine.games.azul.rules import Batch, Side, split_action, step
from py_engine.games.azul.scoring import finish_round, game_end, lid_of, next_round, score_side
from py_engine.games.azul.tables import (
    CENTER,
    COLOR_STRIDE,
    COLORS,
    COMPLETE,
    DESTINATIONS,
    FLOOR_ROOM,
    INDEX,
    KEY_COLOR,
    KEY_ROW,
    PENALTY,
    ROWS,
    SOURCES,
    SPACE,
    TILE_COLUMN,
)
from py_engine.numerics import U8, Array

__all__ = ["Afterstates", "RoundTables", "afterstates", "end_values"]


class Afterstates(NamedTuple):
    """The legal moves of some positions, by position and then by number, and what they are worth."""

    parents: Array
    """(M,) INDEX."""
    actions: Array
    """(M,) INDEX."""
    values: Array
    """(M,) float32 points, in the view of the player who moves."""
    ends: Array
    """(M,) bool: the move ends the round, and its value is not an estimate of the rest of it."""


class RoundTables:
    """What features add to the sums of a network in one round: rows of H embeddings and one linear term, float32.

    Args:
        network: of the layout ``DRAFT``.
        kind: of the round.
    """

    def __init__(self, network: Network, kind: int) -> None:
        self.hidden = network.hidden
        self.output = network.output[kind]
        self.bias = np.append(network.hidden_bias[kind], network.bias[kind])

        def joined(parts: tuple[Array, Array]) -> Array:
            return np.concatenate([parts[0], parts[1][kind][:, None]], axis=1)

        self.own_rows, self.other_rows = (joined(network.row_tables(name)) for name in ("own", "other"))
        blocks = {block.name: joined(network.block(block.name)) for block in DRAFT.blocks}
        self.own_columns, self.other_columns = blocks["own_column"], blocks["other_column"]
        self.own_colors, self.other_colors = blocks["own_color"], blocks["other_color"]
        self.own_floor, self.other_floor = blocks["own_floor"], blocks["other_floor"]
        self.token, self.bag, self.factory = blocks["token"], blocks["bag"], blocks["factory"]
        self.center, self.available, self.sets = blocks["center"], blocks["available"], blocks["sets"]

    def weighed(self, sums: Array) -> Array:
        """(B,) float32 of sums (B, H + 1), whose hidden part is cut off in place."""
        hidden = sums[:, : self.hidden]
        np.maximum(hidden, np.float32(0), out=hidden)
        return sums[:, self.hidden] + np.dot(hidden, self.output)  # same bits: every product and sum is exact


_COLOR_AT: Array = np.arange(COLORS, dtype=INDEX)


class _Table(NamedTuple):
    """The takes of some positions: (T,) each."""

    parents: Array
    sources: Array
    colors: Array
    counts: Array
    token: Array
    """bool: the take brings the token."""
    sums: Array
    """(T, H + 1)."""


def afterstates(batch: Batch, tables: RoundTables, end: Network) -> Afterstates:
    """Values all legal moves of positions of one round, none of them finished.

    Args:
        batch: K positions.
        tables: of their round.
        end: values positions between rounds.
    """
    me = batch.sides[0]
    size = batch.size
    columns, colors = wall_patterns(me.lines)
    tiling = score_side(me)
    takes = _takes(batch, _position_sums(batch, tables, columns, colors), tables)
    fits = me.targets.view(U8).reshape(DESTINATIONS, size, 8).transpose(1, 2, 0) > 0
    which, destination = np.nonzero(fits[takes.parents, takes.colors])
    parents = takes.parents.take(which)
    color, count = takes.colors.take(which), takes.counts.take(which)

    old = me.lines.reshape(-1).take(destination * size + parents)
    placed = np.minimum(count, SPACE.take(old))
    key = np.where(placed > 0, old + placed + COLOR_STRIDE.take(old) * color, old)
    slots = (me.floor + me.token).take(parents) + takes.token.take(which)
    slots += np.minimum(count - placed, FLOOR_ROOM.take(slots))
    sums = takes.sums.take(which, axis=0)
    sums += tables.other_rows.take(key, axis=0)
    sums -= tables.other_rows.take(old, axis=0)
    sums += tables.other_floor.take(slots, axis=0)
    earned = (me.score + tiling.gained).take(parents)
    done = np.flatnonzero(COMPLETE.take(key))
    if len(done):
        rows = (parents.take(done), key.take(done))
        sums[done] += _walls_after(rows, columns, colors, tables)
        earned[done] = _earned_after(me, *rows)
    theirs = score_side(batch.sides[1]).score.take(parents)
    mine = np.maximum(earned - PENALTY.take(slots), 0)
    values = (mine - theirs).astype(np.float32) - tables.weighed(sums)
    source = takes.sources.take(which)
    actions = (source * COLORS + color) * DESTINATIONS + destination
    ends = (np.bincount(takes.parents, minlength=size) == 1).take(parents)
    if ends.any():
        values[ends] = _ended(batch, parents[ends], actions[ends], end)
    return Afterstates(parents, actions, values, ends)


def _position_sums(batch: Batch, tables: RoundTables, columns: Array, colors: Array) -> Array:
    """(K, H + 1): what stays the same whatever is taken; seen by the opponent, who moves next."""
    me, opponent = batch.sides
    their_columns, their_colors = wall_patterns(opponent.lines)
    sums = np.repeat(tables.bias[None, :], batch.size, axis=0)
    for row in range(ROWS):
        sums += tables.other_rows.take(me.lines[row], axis=0)
        sums += tables.own_rows.take(opponent.lines[row], axis=0)
        sums += tables.other_columns.take(columns[row], axis=0)
        sums += tables.own_columns.take(their_columns[row], axis=0)
        sums += tables.other_colors.take(colors[row], axis=0)
        sums += tables.own_colors.take(their_colors[row], axis=0)
        bag = np.minimum(batch.bag[row], MOST_OF_A_COLOR) + row * (MOST_OF_A_COLOR + 1)
        sums += tables.bag.take(bag, axis=0)
    sums += tables.own_floor.take(opponent.floor + opponent.token, axis=0)
    return sums


def _takes(batch: Batch, sums: Array, tables: RoundTables) -> _Table:
    tiles = batch.tiles.view(U8).reshape(SOURCES, batch.size, 8)[:, :, :COLORS].transpose(1, 0, 2)
    parents, sources, colors = np.nonzero(tiles)
    counts = tiles[parents, sources, colors].astype(INDEX)
    from_center = sources == CENTER
    kinds = factory_kind(tiles[:, :CENTER])
    for source in range(CENTER):
        sums += tables.factory.take(kinds[:, source], axis=0)
    taken = sums.take(parents, axis=0)
    kind = np.where(from_center, EMPTY, kinds[parents, np.minimum(sources, CENTER - 1)])
    taken += tables.factory[EMPTY] - tables.factory.take(kind, axis=0)

    center = tiles[:, CENTER].astype(INDEX).take(parents, axis=0)
    moved = tiles[parents, sources].astype(INDEX)
    others = colors[:, None] != _COLOR_AT
    center = np.where(from_center[:, None], center * others, center + moved * others)
    left = tiles.sum(axis=1, dtype=INDEX).take(parents, axis=0) - moved * ~others
    in_factory = np.count_nonzero(tiles[:, :CENTER], axis=2)
    untouched = in_factory.sum(axis=1, dtype=INDEX).take(parents)
    untouched -= np.where(from_center, 0, in_factory[parents, np.minimum(sources, CENTER - 1)])
    sets = np.minimum(untouched + np.count_nonzero(center, axis=1), MOST_SETS)
    taken += tables.sets.take(sets, axis=0)
    center = np.minimum(center, MOST_IN_CENTER) + _COLOR_AT * (MOST_IN_CENTER + 1)
    left = np.minimum(left, MOST_OF_A_COLOR) + _COLOR_AT * (MOST_OF_A_COLOR + 1)
    for color in range(COLORS):
        taken += tables.center.take(center[:, color], axis=0)
        taken += tables.available.take(left[:, color], axis=0)
    lies = batch.center_token.take(parents) == 1
    token = from_center & lies
    # Whose it is as the opponent sees it, who has it or has it not: it may be nowhere at all.
    holder = np.where(lies & ~token, 0, np.where(batch.sides[1].token.take(parents) == 1, 1, 2))
    taken += tables.token.take(holder, axis=0)
    return _Table(parents, sources, colors, counts, token, taken)


def _walls_after(rows: tuple[Array, Array], columns: Array, colors: Array, tables: RoundTables) -> Array:
    """What the sums gain where a move completes a line: its tile's column and colour."""
    parents, key = rows
    bit = np.left_shift(1, KEY_ROW.take(key))
    gained = np.zeros((len(key), tables.hidden + 1), dtype=np.float32)
    for table, place, patterns in (
        (tables.other_columns, TILE_COLUMN.take(key), columns),
        (tables.other_colors, KEY_COLOR.take(key), colors),
    ):
        before = patterns[place, parents]
        gained += table.take(before + bit, axis=0) - table.take(before, axis=0)
    return gained


def _earned_after(me: Side, parents: Array, key: Array) -> Array:
    """(C,) int32: score and tiling points once a line has become ``key``."""
    lines = me.lines.take(parents, axis=1)
    lines[KEY_ROW.take(key), np.arange(len(key), dtype=INDEX)] = key
    nothing = np.zeros(len(key), dtype=INDEX)
    score = me.score.take(parents)
    tiling = score_side(Side(lines, lines, nothing, None, nothing.astype(U8), score))
    earned: Array = score + tiling.gained
    return earned


def _ended(batch: Batch, parents: Array, actions: Array, end: Network) -> Array:
    after = batch.take(parents)
    step(after, *split_action(actions))
    return -end_values(after, end)


def end_values(batch: Batch, network: Network) -> Array:
    """(B,) float32: what drafted-out positions are worth to the side in front: exact where the game is over.

    Args:
        batch: the positions.
        network: of the layout ``END``.
    """
    end = finish_round(batch)
    values = (end.scores[0] - end.scores[1]).astype(np.float32)
    if end.over.all():
        return values
    bare = next_round(batch, end)
    dry = ~end.over & ~bare.bag.any(axis=0)
    if dry.any():
        # Without a tile to go on with the game ends, too.
        dry &= ~lid_of(bare).any(axis=0)
        last = game_end(end)
        values = np.where(dry, last.scores[0] - last.scores[1], values).astype(np.float32)
    on = np.flatnonzero(~(end.over | dry))
    if len(on):
        if len(on) < batch.size:
            bare = bare.take(on)
        found = network.values(*end_features(bare), round_kind(bare.round_number - 1))
        values[on] = np.where(bare.front == batch.front.take(on), found, -found)
    return values
