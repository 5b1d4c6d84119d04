"""Minimax over the rest of a round, a whole level of positions at a time.

``widen`` is selective: every position is replaced by its most promising moves, and what is left after some levels
is played out. ``solve`` is exact: all moves, equal positions merged, backward induction from the ends of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

import numpy as np

from py_engine.games.azul.prior import best_moves
from py_engine.games.azul.rules import Batch, concatenated, legal_mask, split_action, step
from py_engine.games.azul.tables import CENTER, INDEX, ROWS
from py_engine.numerics import U64, Array

__all__ = ["Ply", "Solution", "TooLargeError", "back_up", "best_path", "solve", "widen"]

_MIX = np.array(
    [0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F],
    dtype=U64,
)


@dataclass(slots=True)
class Ply:
    """The moves from one level of a tree to the next."""

    starts: Array
    """(N,) INDEX: where the children of each position start."""
    maximising: Array
    """(N,) bool: the player who asked moves here."""
    children: Array
    """(M,) INDEX: the position of the next level that each move leads to."""
    actions: Array
    """(M,) INDEX."""


@dataclass(slots=True)
class Solution:
    """A round solved to its end."""

    values: list[Array]
    """(N,) exact values of each level's positions, root first."""
    levels: list[Ply]
    nodes: int
    """Positions looked at."""


PIECE = 4_000
"""Moves that an exact solution plays between two pauses."""


class TooLargeError(Exception):
    """There are more positions than were allowed.

    Args:
        nodes: how many were looked at.
    """

    def __init__(self, nodes: int) -> None:
        super().__init__(f"more than {nodes} positions")
        self.nodes = nodes


def back_up(level: Ply, values: Array) -> Array:
    """(N,) values of positions from those of the next level."""
    reached = values.take(level.children)
    high = np.maximum.reduceat(reached, level.starts)
    low = np.minimum.reduceat(reached, level.starts)
    return np.where(level.maximising, high, low)


def best_path(levels: Sequence[Ply], values: Sequence[Array], root: int) -> list[int]:
    """Indices of the moves (into each level's ``children``) along the best play from one root position.

    Args:
        levels: root first.
        values: (N,) values of each level's positions, the last one's leaves included: one more than levels.
        root: the position to start from.
    """
    path, position = [], root
    for level, here, below in zip(levels, values[:-1], values[1:], strict=True):
        start = int(level.starts[position])
        end = int(level.starts[position + 1]) if position + 1 < len(level.starts) else len(level.children)
        reached = below.take(level.children[start:end])
        move = start + int(np.flatnonzero(reached == here[position])[0])
        path.append(move)
        position = int(level.children[move])
    return path


WIDENED = 5_000
"""Positions of a level from which on the tree is not widened further: the priors of so many fill 50 MB."""


def widen(
    batch: Batch, widths: Sequence[int], player: int, most: int
) -> Generator[None, None, tuple[list[Ply], Batch]]:
    """Replaces positions by their most promising successors, once for each width; pauses after every level.

    It stops short of a level that would have more than ``most`` positions, so that no widths outgrow the memory.

    Returns:
        The levels, root first, and the positions at the leaves.
    """
    levels: list[Ply] = []
    for width in widths:
        if batch.size > WIDENED:
            break
        parents, actions = best_moves(batch, width)
        if len(parents) > most:
            break
        maximising = batch.front == player
        starts = np.searchsorted(parents, np.arange(batch.size, dtype=INDEX)).astype(INDEX)
        batch = batch.take(parents)
        step(batch, *split_action(actions))
        levels.append(Ply(starts, maximising, np.arange(len(parents), dtype=INDEX), actions))
        yield
    return levels, batch


def solve(batch: Batch, player: int, value: Callable[[Batch], Array], most: int) -> Generator[None, None, Solution]:
    """Exact values of positions, all with the same number of moves behind them; pauses after every level.

    Args:
        batch: the positions; consumed. Their factories are put in order, and so the levels' actions speak of
            factories in ascending order of their words.
        player: whose view the values take.
        value: (B,) float64 values of drafted-out positions.
        most: how many positions may be looked at.

    Returns:
        The solution.

    Raises:
        TooLargeError: it would have taken more than ``most`` positions.
    """
    batch.tiles[:CENTER] = np.sort(batch.tiles[:CENTER], axis=0)  # same bits: equal words are equal
    levels: list[Ply] = []
    finished_values: list[tuple[Array, Array]] = []
    nodes = 0
    while True:
        over = np.bitwise_or.reduce(batch.tiles, axis=0) == 0
        ends = np.flatnonzero(over)
        finished_values.append((ends, value(batch.take(ends)) if len(ends) else np.zeros(0, dtype=np.float64)))
        if over.all():
            break
        mask = legal_mask(batch)
        mask[ends, 0] = True  # a move of nothing, so that every position has a successor
        parents, actions = np.nonzero(mask)
        nodes += len(parents)
        if nodes > most:
            raise TooLargeError(nodes - len(parents))
        starts = np.searchsorted(parents, np.arange(batch.size, dtype=INDEX)).astype(INDEX)
        maximising = batch.front == player
        following = yield from _successors(batch, parents, actions.astype(INDEX))
        kept, children = _merge(following)
        levels.append(Ply(starts, maximising, children, actions.astype(INDEX)))
        batch = following.take(kept)
        yield
    values = [np.zeros(batch.size, dtype=np.float64)]
    for depth in range(len(levels), -1, -1):
        if depth < len(levels):
            values.insert(0, back_up(levels[depth], values[0]))
        ends, ending = finished_values[depth]
        values[0][ends] = ending
    return Solution(values, levels, nodes)


def _successors(batch: Batch, parents: Array, actions: Array) -> Generator[None, None, Batch]:
    """The positions after the moves; pauses after every ``PIECE`` of them."""
    parts = []
    for start in range(0, len(parents), PIECE):
        part = batch.take(parents[start : start + PIECE])
        step(part, *split_action(actions[start : start + PIECE]))
        parts.append(part)
        yield
    return parts[0] if len(parts) == 1 else concatenated(parts)


def _merge(batch: Batch) -> tuple[Array, Array]:
    """Representatives of equal positions, and for each lane the index of its representative.

    Factories are interchangeable, so they are sorted first (in place).
    """
    batch.tiles[:CENTER] = np.sort(batch.tiles[:CENTER], axis=0)  # same bits: equal words are equal
    parts = _parts(batch)
    code = np.zeros(batch.size, dtype=U64)
    for i, part in enumerate(parts):
        code = (code ^ part) * _MIX[i % len(_MIX)]
        code ^= code >> np.uint64(29)
    _, kept, inverse = np.unique(code, return_index=True, return_inverse=True)
    same = all(bool((part == part.take(kept).take(inverse)).all()) for part in parts)
    if not same:  # two positions share a code: merge nothing here
        lanes = np.arange(batch.size, dtype=INDEX)
        return lanes, lanes
    return kept.astype(INDEX), inverse.astype(INDEX)


def _parts(batch: Batch) -> list[Array]:
    """Words that together are the position, as far as the rest of the round goes."""
    flags = batch.center_token.astype(U64) | (batch.turn.astype(U64) << np.uint64(1))
    parts = [*batch.tiles]
    for side in batch.sides:
        keys = side.lines[:ROWS].astype(U64)
        parts.append(keys[0] | keys[1] << np.uint64(16) | keys[2] << np.uint64(32) | keys[3] << np.uint64(48))
        board = keys[4] | side.floor.astype(U64) << np.uint64(16) | side.token.astype(U64) << np.uint64(24)
        parts.append(board | flags << np.uint64(32))
    return parts
