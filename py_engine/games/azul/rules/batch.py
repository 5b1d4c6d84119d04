"""Azul's drafting rules over a batch of positions in lockstep; single moves use the same code.

Layout (B lanes, one position each)::

    tiles   (6, B) words   byte c of tiles[s] = tiles of colour c in source s (0..4 factories, 5 the centre)
    lines   (6, B) keys    row key of each row (see tables); row 5 is the floor's constant key
    targets (6, B) words   byte c of targets[d] = greedy score of colour c on destination d, 0 where illegal

A batch holds two ``Side``s: ``sides[0]`` moves next. Each move ends by swapping them, so no rule needs to ask whose turn it
is. A lane whose table is empty is *drafted out*: a move does nothing there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from py_engine.core.numerics import U8, U32, U64, Array
from py_engine.games.azul.rules.tables import (
    CENTER,
    COLOR_STRIDE,
    COLORS,
    DESTINATIONS,
    FLOOR_CODE_BITS,
    FLOOR_FREE,
    FLOOR_KEY,
    FLOOR_REPEAT,
    GREEDY_WORD,
    INDEX,
    SOURCES,
    SPACE,
)

__all__ = [
    "Batch",
    "Side",
    "action_number",
    "concatenated",
    "empty_lines",
    "legal_mask",
    "split_action",
    "step",
    "targets_of",
    "tiles_left",
]

_BYTE = np.uint64(255)


@dataclass(slots=True)
class Side:
    """One player's board in every lane."""

    lines: Array
    """(6, B) row keys, INDEX."""
    targets: Array
    """(6, B) uint64: what ``lines`` accepts, see the module docstring."""
    floor: Array
    """(B,) tiles on the floor line, 0..7, INDEX."""
    floor_code: Array | None
    """(B,) uint32: the tiles in order of arrival (``tables.FLOOR_CODE_BITS``); None in simulations, which only count them."""
    token: Array
    """(B,) 0/1, uint8: the first-player token is on this floor."""
    score: Array
    """(B,) int32."""

    def take(self, lanes: Array) -> Side:
        """A copy of some lanes (indices or a mask)."""
        code = None if self.floor_code is None else self.floor_code[lanes]
        return Side(
            np.ascontiguousarray(self.lines[:, lanes]),
            np.ascontiguousarray(self.targets[:, lanes]),
            self.floor[lanes],
            code,
            self.token[lanes],
            self.score[lanes],
        )


@dataclass(slots=True)
class Batch:
    """B positions, a lane each."""

    tiles: Array
    """(6, B) uint64 words, a byte per colour."""
    center_token: Array
    """(B,) 0/1, uint8."""
    sides: tuple[Side, Side]
    front: Array
    """(B,) uint8: the player whose board is ``sides[0]``."""
    turn: Array
    """(B,) uint8: the player to move; in a drafted-out lane, the one who would be next."""
    round_number: Array
    """(B,) int32, from 1."""
    totals: Array
    """(5, B) int32: tiles of each colour in the whole game (normally 20); the lid is derived from it."""
    bag: Array
    """(5, B) int32."""

    @property
    def size(self) -> int:
        """Number of lanes."""
        return int(self.front.shape[0])

    def take(self, lanes: Array) -> Batch:
        """A copy of some lanes (indices, repeats allowed, or a mask)."""
        return Batch(
            np.ascontiguousarray(self.tiles[:, lanes]),
            self.center_token[lanes],
            (self.sides[0].take(lanes), self.sides[1].take(lanes)),
            self.front[lanes],
            self.turn[lanes],
            self.round_number[lanes],
            np.ascontiguousarray(self.totals[:, lanes]),
            np.ascontiguousarray(self.bag[:, lanes]),
        )

    def without_floor_order(self) -> Batch:
        """The same arrays without the order of tiles on the floors: faster, and enough to score a round."""
        for side in self.sides:
            side.floor_code = None
        return self


def concatenated(batches: Sequence[Batch]) -> Batch:
    """The lanes of several batches one after another, without the order of tiles on the floors."""

    def joined(arrays: Iterable[Array]) -> Array:
        return np.concatenate(list(arrays), axis=-1)

    def side(index: int) -> Side:
        parts = [batch.sides[index] for batch in batches]
        return Side(
            joined(p.lines for p in parts),
            joined(p.targets for p in parts),
            joined(p.floor for p in parts),
            None,
            joined(p.token for p in parts),
            joined(p.score for p in parts),
        )

    return Batch(
        joined(b.tiles for b in batches),
        joined(b.center_token for b in batches),
        (side(0), side(1)),
        joined(b.front for b in batches),
        joined(b.turn for b in batches),
        joined(b.round_number for b in batches),
        joined(b.totals for b in batches),
        joined(b.bag for b in batches),
    )


def targets_of(lines: Array) -> Array:
    """(6, B) target words of row keys (6, B)."""
    return GREEDY_WORD.take(lines)


def tiles_left(batch: Batch) -> Array:
    """(B,) int32: number of tiles on the table."""
    fields = batch.tiles.view(U8)
    left: Array = fields.reshape(SOURCES, batch.size, 8).sum(axis=(0, 2), dtype=np.int32)
    return left


def legal_mask(batch: Batch) -> Array:
    """(B, 180) bool: which actions ``(source * 5 + color) * 6 + destination`` are legal for the side to move."""
    size = batch.size
    present = batch.tiles.view(U8).reshape(SOURCES, size, 8)[:, :, :COLORS] > 0
    fits = batch.sides[0].targets.view(U8).reshape(DESTINATIONS, size, 8)[:, :, :COLORS] > 0
    mask = present.transpose(1, 0, 2)[:, :, :, None] & fits.transpose(1, 2, 0)[:, None, :, :]
    return mask.reshape(size, SOURCES * COLORS * DESTINATIONS)


def split_action(action: Array) -> tuple[Array, Array, Array]:
    """(source, color, destination) of action numbers."""
    rest, destination = np.divmod(action, DESTINATIONS)
    source, color = np.divmod(rest, COLORS)
    return source, color, destination


def action_number(source: Array, color: Array, destination: Array) -> Array:
    """The numbers of actions, the inverse of ``split_action``."""
    return (source * COLORS + color) * DESTINATIONS + destination


def step(batch: Batch, source: Array, color: Array, destination: Array) -> tuple[Array, Array]:
    """Plays one move in every lane, in place. The moves must be legal; a drafted-out lane is not changed.

    Args:
        batch: The positions; afterwards ``sides[0]`` is the player to move next.
        source: (B,) INDEX, 0..5.
        color: (B,) INDEX, 0..4.
        destination: (B,) INDEX, 0..5.

    Returns:
        (B,) tiles taken and (B,) tiles that did not fit the line, both INDEX.
    """
    me, other = batch.sides
    lane = np.arange(batch.size, dtype=INDEX)
    flat = batch.tiles.reshape(-1)
    place = source * batch.size + lane
    word = flat.take(place)
    shift = (color << 3).astype(U64)
    count = (word >> shift) & _BYTE
    flat[place] = 0
    # The rest goes to the centre, or stays there after a take from the centre.
    batch.tiles[CENTER] += word ^ (count << shift)

    taken = count.astype(INDEX)
    token = (source == CENTER) & (taken > 0) & (batch.center_token == 1)
    batch.center_token ^= token
    me.token |= token

    place = destination * batch.size + lane
    keys = me.lines.reshape(-1)
    key = keys.take(place)
    placed = np.minimum(taken, SPACE.take(key))
    overflow = taken - placed
    # A drafted-out lane places nothing, which must not start a line of some colour.
    key = np.where(placed > 0, key + placed + COLOR_STRIDE.take(key) * color, key)
    keys[place] = key
    me.targets.reshape(-1)[place] = GREEDY_WORD.take(key)
    _to_floor(me, color, overflow)

    batch.turn ^= taken > 0
    batch.front ^= 1
    batch.sides = (other, me)
    return taken, overflow


def _to_floor(side: Side, color: Array, overflow: Array) -> None:
    """Adds tiles to the floor line as far as they fit; the others go to the lid (implicitly: it is the remainder)."""
    fits = np.minimum(overflow, FLOOR_FREE.take(side.floor + side.token))
    if side.floor_code is not None:
        codes = FLOOR_REPEAT.take(color * 8 + fits)
        side.floor_code |= codes << (side.floor * FLOOR_CODE_BITS).astype(U32)
    side.floor += fits


def empty_lines(size: int) -> Array:
    """(6, B) row keys of empty boards."""
    keys = np.arange(DESTINATIONS, dtype=INDEX) * (FLOOR_KEY // (DESTINATIONS - 1))
    return np.repeat(keys[:, None], size, axis=1)
