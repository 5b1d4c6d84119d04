"""Learnt values of all afterstates (positions after a legal move) of many positions, without playing the moves.

A move changes only a line, a floor, the tiles on the table and, if it completes a line, the walls. So the hidden sums of
the network are computed once per position, and each move adds a few table rows to them: an incrementally updated
accumulator, as in NNUE (Yu Nasu, 2018).

No index is out of a table's range; ``mode="clip"`` skips NumPy's range check, which takes longer than the lookup.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.knowledge.features import (
    EMPTY,
    MAX_IN_CENTER,
    MAX_OF_COLOR,
    MAX_SETS,
    end_features,
    factory_kind,
    round_kind,
    wall_patterns,
)
from py_engine.games.azul.knowledge.network import Network
from py_engine.games.azul.knowledge.round_tables import HOLDERS, LEFT, PLACED, RoundTables
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.scoring import (
    finish_round,
    game_end,
    lid_of,
    next_round,
    points_of_words,
    score_side,
    tiling_words,
)
from py_engine.games.azul.rules.tables import (
    CENTER,
    COLOR_STRIDE,
    COLORS,
    COMPLETE,
    DESTINATIONS,
    FLOOR_FREE,
    INDEX,
    KEY_COLOR,
    KEY_ROW,
    ONES,
    PENALTY,
    ROWS,
    SOURCES,
    SPACE,
    TILE_COLUMN,
    TOP_BYTE,
)
from py_engine.games.azul.rules.tiling_tables import ROW_WORD

__all__ = ["Afterstates", "RoundTables", "afterstates", "end_values"]


class Afterstates(NamedTuple):
    """The legal moves of some positions, ordered by position and action number, and their values."""

    parents: Array
    """(M,) INDEX: the position that each move is made in."""
    actions: Array
    """(M,) INDEX: action numbers."""
    values: Array
    """(M,) float32 points for the player who moves."""
    ends: Array
    """(M,) bool: the move ends the round, so that its value does not estimate the rest of it."""


_COMPLETE: Array = COMPLETE == 1
_LEFT_AT: Array = (LEFT * np.arange(COLORS, dtype=np.int32))[:, None]
_OTHERS: Array = ~(np.uint64(255) << (8 * np.arange(COLORS, dtype=U64)))
"""Masks of the bytes of the other colours, by colour."""


class _Takes(NamedTuple):
    """The takes (source and colour) of some positions, ordered by position, source and colour: (T,) each."""

    parents: Array
    colors: Array
    counts: Array
    slots: Array
    """Occupied floor slots once the token has been taken."""
    action: Array
    """The number of its first action."""
    sums: Array
    """(T, W) words of hidden sums, see ``packed_sums``."""


def afterstates(batch: Batch, tables: RoundTables, end: Network) -> Afterstates:
    """Values all legal moves of positions of one round, each with tiles left to draft.

    Args:
        batch: K positions.
        tables: Those of their round.
        end: The network that values positions between rounds.
    """
    me = batch.sides[0]
    size = batch.size
    walls = wall_patterns(me.lines)
    factories = factory_kind(batch.tiles.view(U8).reshape(SOURCES, size, 8)[:CENTER, :, :COLORS])
    takes = _takes(batch, _position_sums(batch, tables, walls, factories), factories, tables)
    # Every destination that accepts the colour of a take makes a move: (M,) arrays from here.
    fits = np.ascontiguousarray(me.targets.view(U8).reshape(DESTINATIONS, size, 8).transpose(1, 2, 0)) != 0
    fits = fits.reshape(size * 8, DESTINATIONS).take((takes.parents << 3) + takes.colors, axis=0, mode="clip")
    which, destination = np.divmod(np.flatnonzero(fits), DESTINATIONS)
    parents, color, count, slots, action = (part.take(which, mode="clip") for part in takes[:5])

    old = me.lines.reshape(-1).take(destination * size + parents, mode="clip")
    placed = np.minimum(count, SPACE.take(old, mode="clip"))
    key = old + placed + COLOR_STRIDE.take(old, mode="clip") * color
    slots += np.minimum(count - placed, FLOOR_FREE.take(slots, mode="clip"))
    sums = takes.sums.take(which, axis=0, mode="clip")
    placing = PLACED.take(key, mode="clip")
    placing += placed
    sums += tables.rows("placed", placing)
    sums += tables.rows("other_floor", slots)
    tiling = tiling_words(me.lines)
    earned = (me.score + points_of_words(tiling)).take(parents, mode="clip")
    # Completed lines change the walls and earn points.
    done = _COMPLETE.take(key, mode="clip").nonzero()[0]
    if len(done):
        at, full = parents.take(done, mode="clip"), key.take(done, mode="clip")
        changed = sums.take(done, axis=0, mode="clip")
        changed += _walls_after(at, full, walls, tables)
        sums[done] = changed
        words = tiling.take(at, mode="clip") + (
            ROW_WORD.take(full, mode="clip") - ROW_WORD.take(old.take(done, mode="clip"), mode="clip")
        )
        earned[done] = me.score.take(at, mode="clip") + points_of_words(words)
    # The difference in points if the round ended here, less the opponent's learnt advantage from the rest of the game.
    mine = np.maximum(earned - PENALTY.take(slots, mode="clip"), 0)
    mine -= score_side(batch.sides[1]).score.take(parents, mode="clip")
    values = mine.astype(np.float32) - tables.weighed(sums)
    action += destination
    ends = (np.bincount(takes.parents, minlength=size) == 1).take(parents, mode="clip")
    if ends.any():
        values[ends] = _ended(batch, parents[ends], action[ends], end)
    return Afterstates(parents, action, values, ends)


def _position_sums(batch: Batch, tables: RoundTables, walls: tuple[Array, Array], factories: Array) -> Array:
    """(K, W) words: the part of the sums that no take changes, from the view of the opponent, who moves next."""
    me, opponent = batch.sides
    their_columns, their_colors = wall_patterns(opponent.lines)
    left = np.add.reduce(batch.tiles, axis=0).view(U8).reshape(batch.size, 8).T[:COLORS]
    parts = (
        ("other_row", me.lines[:ROWS]),
        ("own_row", opponent.lines[:ROWS]),
        ("other_column", walls[0]),
        ("own_column", their_columns),
        ("other_color", walls[1]),
        ("own_color", their_colors),
        ("bag", np.minimum(batch.bag, MAX_OF_COLOR) + _LEFT_AT),
        ("available", np.minimum(left, MAX_OF_COLOR) + _LEFT_AT),
        ("own_floor", (opponent.floor + opponent.token)[None]),
        ("factory", factories),
    )
    sums = tables.gathered(np.concatenate([part + tables.at[name] for name, part in parts]))
    sums += tables.bias
    return sums


class _Piles(NamedTuple):
    """What all takes from one pile have in common: (K, 6) each, by position and source."""

    sets: Array
    """The number of sets of tiles (one colour in one factory) in the other factories."""
    center: Array
    """Words of the tiles that lie in the center and stay there."""
    holder: Array
    """Where the token is after the take: 0 in the center, 1 with the opponent, 2 with the mover."""
    slots: Array
    """Occupied floor slots of the mover, with the token if it is taken."""
    kinds: Array
    """The kind of the factory that is emptied; ``EMPTY`` for the center."""


def _piles(batch: Batch, words: Array, present: Array, factories: Array) -> _Piles:
    """The piles of some positions.

    Args:
        batch: K positions.
        words: (K, 6) words of the tiles in each pile.
        present: (K * 6 * 8,) bool: the colours in each pile.
        factories: (5, K) kinds.
    """
    size = batch.size
    sets = (present.view(U64).reshape(size, SOURCES) * ONES >> TOP_BYTE).astype(INDEX)
    sets[:, CENTER] = 0
    in_center = batch.center_token == 1
    # A missing token counts as the mover's.
    taken = 2 - (batch.sides[1].token == 1)
    holder = np.empty((size, SOURCES), dtype=INDEX)
    holder[:] = np.where(in_center, 0, taken)[:, None]
    holder[:, CENTER] = taken
    slots = np.empty((size, SOURCES), dtype=INDEX)
    slots[:] = (batch.sides[0].floor + batch.sides[0].token)[:, None]
    slots[:, CENTER] += in_center
    center = np.empty((size, SOURCES), dtype=U64)
    center[:] = words[:, CENTER:]
    center[:, CENTER] = 0
    kinds = np.empty((size, SOURCES), dtype=INDEX)
    kinds[:, :CENTER] = factories.T
    kinds[:, CENTER] = EMPTY
    return _Piles(np.add.reduce(sets, axis=1)[:, None] - sets, center, holder, slots, kinds)


def _takes(batch: Batch, sums: Array, factories: Array, tables: RoundTables) -> _Takes:
    """The takes of some positions; ``sums`` is (K, W) words from ``_position_sums``, ``factories`` (5, K) kinds."""
    words = np.ascontiguousarray(batch.tiles.T)
    tiles = words.view(U8)
    present = tiles.reshape(-1) != 0
    found = present.nonzero()[0]
    piles, colors = found >> 3, found & 7
    parents, sources = np.divmod(piles, SOURCES)
    counts = tiles.reshape(-1).take(found, mode="clip").astype(INDEX)
    untouched, staying, holder, slots, kinds = (
        part.reshape(-1).take(piles, mode="clip") for part in _piles(batch, words, present, factories)
    )

    moved: Array = words.reshape(-1).take(piles, mode="clip") & _OTHERS.take(colors, mode="clip")
    moved += staying
    center = np.minimum(moved.view(U8), U8(MAX_IN_CENTER))
    sets = ((center != 0).view(U64) * ONES >> TOP_BYTE).astype(INDEX)
    sets += untouched
    pairs = center.view(np.uint16).reshape(-1, 4)
    codes = ((pairs | pairs >> 4) & 255).astype(INDEX)
    left = np.add.reduce(words, axis=1).view(U8).take((parents << 3) + colors, mode="clip").astype(INDEX)
    then = np.minimum(left - counts, MAX_OF_COLOR)
    left = np.minimum(left, MAX_OF_COLOR)
    at = tables.at
    places = np.empty((5, len(found)), dtype=INDEX)
    np.add(kinds, at["factory_gone"], out=places[0])
    np.add((colors * LEFT + left) * LEFT + then, at["left"], out=places[1])
    np.add(codes[:, 0], at["center"], out=places[2])
    np.add(codes[:, 1], at["center"] + 256, out=places[3])
    last = (codes[:, 2] * (MAX_SETS + 1) + np.minimum(sets, MAX_SETS)) * HOLDERS + holder
    np.add(last, at["last_center"], out=places[4])
    after = tables.gathered(places)
    after += sums.take(parents, axis=0, mode="clip")
    action = (sources * COLORS + colors) * DESTINATIONS
    return _Takes(parents, colors, counts, slots, action, after)


def _walls_after(parents: Array, key: Array, walls: tuple[Array, Array], tables: RoundTables) -> Array:
    """(C, W) words: what completing a line adds to the sums: its tile in a column and in a colour of the wall."""
    columns, colors = walls
    row = KEY_ROW.take(key, mode="clip")
    places = np.empty((2, len(key)), dtype=INDEX)
    places[0] = columns[TILE_COLUMN.take(key, mode="clip"), parents] * ROWS + row + tables.at["column_change"]
    places[1] = colors[KEY_COLOR.take(key, mode="clip"), parents] * ROWS + row + tables.at["color_change"]
    return tables.gathered(places)


def _ended(batch: Batch, parents: Array, actions: Array, end: Network) -> Array:
    """(E,) float32 values, for the player who moves, of moves that end the round."""
    after = batch.take(parents)
    step(after, *split_action(actions))
    return -end_values(after, end)


def end_values(batch: Batch, network: Network) -> Array:
    """(B,) float32 values of drafted-out positions for the side in front; exact where the game is over.

    Args:
        batch: The positions.
        network: The one for positions between rounds (layout ``END``).
    """
    end = finish_round(batch)
    values = (end.scores[0] - end.scores[1]).astype(np.float32)
    if end.over.all():
        return values
    bare = next_round(batch, end)
    dry = ~end.over & ~bare.bag.any(axis=0)
    if dry.any():
        # Without a tile to deal the game ends, too.
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
