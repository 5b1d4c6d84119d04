"""Entropy's rules over a batch of positions on boards of one size; single moves are batches of one.

Actions are numbers: ``0 .. cells - 1`` place the token, ``cells + s`` is slide ``s`` of the geometry, the last one passes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.entropy.rules.slides import occupancy
from py_engine.games.entropy.rules.tables import Geometry, geometry, line_codes, score_table

__all__ = [
    "CHAOS",
    "ORDER",
    "Batch",
    "draws",
    "from_boards",
    "is_over",
    "legal_mask",
    "new_batch",
    "pass_number",
    "scores",
    "slide_number",
    "step",
    "unplaced",
]

ORDER, CHAOS = 0, 1
BAG_COLUMNS = 8


@dataclass(slots=True)
class Batch:
    """B positions as arrays. Colours are numbers from 1; 0 is none."""

    size: int
    codes: Array
    """(B, lines) int32: the code of each line, see ``tables``."""
    occupied: Array
    """(B,) uint64: filled cells as bits."""
    bag: Array
    """(B, 8) int16: tokens in the bag by colour, without the two below; column 0 is unused."""
    token: Array
    """(B,) uint8: the token Chaos must place; 0 on Order's turn."""
    next_token: Array
    """(B,) uint8: the token after it, if known; else 0."""
    turn: Array
    """(B,) int8: the player to move."""
    next_known: bool = False
    """Whether the next token is drawn in advance and shown."""

    @property
    def count(self) -> int:
        """Number of positions."""
        return len(self.codes)

    @property
    def geometry(self) -> Geometry:
        """The geometry of the boards."""
        return geometry(self.size)

    def take(self, index: Array) -> Batch:
        """The positions with these indices (intp or bool), as copies."""
        return Batch(
            self.size,
            self.codes[index],
            self.occupied[index],
            self.bag[index],
            self.token[index],
            self.next_token[index],
            self.turn[index],
            self.next_known,
        )


def new_batch(size: int, tokens: Array, next_tokens: Array | None = None) -> Batch:
    """Empty boards with Chaos to place ``tokens`` (B,) uint8; ``next_tokens`` (B,) if they are known."""
    g = geometry(size)
    count = len(tokens)
    bag = np.zeros((count, BAG_COLUMNS), dtype=np.int16)
    bag[:, 1 : size + 1] = size
    row = np.arange(count, dtype=np.intp)
    bag[row, tokens] -= 1
    if next_tokens is not None:
        bag[row, next_tokens] -= 1
    return Batch(
        size,
        np.zeros((count, g.lines), dtype=np.int32),
        np.zeros(count, dtype=np.uint64),
        bag,
        tokens.astype(U8),
        np.zeros(count, dtype=U8) if next_tokens is None else next_tokens.astype(U8),
        np.full(count, CHAOS, dtype=np.int8),
        next_tokens is not None,
    )


def from_boards(board: Array, size: int) -> tuple[Array, Array]:
    """The codes and occupancy of boards (B, cells) of colours."""
    g = geometry(size)
    codes = line_codes(board, g)
    return codes, occupancy(codes, g)


def pass_number(size: int) -> int:
    """The action number of passing."""
    g = geometry(size)
    return g.cells + g.slides


def slide_number(start: int, end: int, size: int) -> int | None:
    """The action number of the slide from one cell to another; None if they do not share a line."""
    g = geometry(size)
    found = np.flatnonzero((g.start == start) & (g.end == end))
    return g.cells + int(found[0]) if found.size else None


def is_over(batch: Batch) -> Array:
    """(B,) bool: the positions whose board is full."""
    over: Array = np.bitwise_count(batch.occupied) == batch.geometry.cells
    return over


def legal_mask(batch: Batch) -> Array:
    """(B, actions) bool: the legal actions of the players to move."""
    g = batch.geometry
    legal = np.zeros((batch.count, g.cells + g.slides + 1), dtype=bool)
    occupied = batch.occupied[:, None]
    order = ((batch.turn == ORDER) & ~is_over(batch))[:, None]
    legal[:, : g.cells] = ((occupied & g.cell_bit) == 0) & ~order
    legal[:, g.cells : -1] = ((occupied & g.needs) == g.start_bit) & order
    legal[:, -1:] = order
    return legal


def scores(batch: Batch) -> Array:
    """(B,) int32: the current scores of the boards."""
    points: Array = score_table(batch.size).take(batch.codes).sum(axis=1, dtype=np.int32)
    return points


def draws(batch: Batch) -> Array:
    """(B,) bool: whether the next action is followed by a draw: Order is to move and the bag is not empty."""
    drawing: Array = (batch.turn == ORDER) & (batch.bag.sum(axis=1, dtype=np.int32) > 0)
    return drawing


def unplaced(batch: Batch) -> Array:
    """(B, 8) int16: tokens by colour neither on the board nor in Chaos's hand: the bag, and the next token if known."""
    left = batch.bag.copy()
    left[np.arange(batch.count, dtype=np.intp), batch.next_token] += batch.next_token > 0
    return left


def step(batch: Batch, action: Array, drawn: Array) -> None:
    """Plays a legal action in each position, in place.

    Args:
        batch: The positions.
        action: (B,) action numbers.
        drawn: (B,) uint8: the token drawn afterwards; ignored where ``draws`` is false.
    """
    g = batch.geometry
    drawing = draws(batch)
    color = np.where(drawing, drawn, 0).astype(U8)
    ordered = batch.turn == ORDER
    placing = np.flatnonzero(~ordered)
    sliding = np.flatnonzero(ordered & (action < g.cells + g.slides))
    _place(batch, placing, action[placing], g)
    _slide(batch, sliding, action[sliding] - g.cells, g)
    batch.bag[drawing, color[drawing]] -= 1
    batch.turn = np.where(ordered, CHAOS, ORDER).astype(np.int8)
    if batch.next_known:
        batch.token = np.where(ordered, batch.next_token, 0).astype(U8)
        batch.next_token = np.where(ordered, color, batch.next_token).astype(U8)
    else:
        batch.token = color


def _place(batch: Batch, where: Array, cell: Array, g: Geometry) -> None:
    color = batch.token[where].astype(np.int32)
    for lines, effect in zip(g.cell_lines, g.cell_effect, strict=True):
        batch.codes[where, lines[cell]] += effect[cell] * color
    batch.occupied[where] |= g.cell_bit[cell]


def _slide(batch: Batch, where: Array, slide: Array, g: Geometry) -> None:
    weight = g.effect[2, slide]
    color = batch.codes[where, g.changed[1, slide]] // weight & 7
    for lines, effect in zip(g.changed, g.effect, strict=True):
        batch.codes[where, lines[slide]] += effect[slide] * color
    batch.occupied[where] ^= g.start_bit[slide] | g.cell_bit[g.end[slide]]
