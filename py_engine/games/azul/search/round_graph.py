"""The rest of a round as a directed acyclic graph of positions, built on demand, with bounds of their minimax values.

Positions that differ only in how they were reached are merged. The moves of a position are listed before the positions they
lead to are reached, and many of those never are. Every position has a proved lower and upper bound of its minimax value,
and an estimate that only ever decides the order of search.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.tables import DESTINATIONS, INDEX, SOURCES
from py_engine.games.azul.search.compact import ENTRIES, Boards, Tables, TooLargeError

__all__ = ["Level", "RoundGraph", "Value"]

Value = Callable[[Batch], Array]
"""(B,) float64 values of drafted-out positions, each lane on its own."""

_TABLE_BITS = 20
_BOARD_BITS = 22
_TABLE_MASK = (1 << _TABLE_BITS) - 1
_BOARD_MASK = (1 << _BOARD_BITS) - 1
_OTHER_SHIFT = _TABLE_BITS + _BOARD_BITS
_HASH = np.uint64(0x9E3779B97F4A7C15)
_INITIAL_CAPACITY = 1024
EXPAND_PIECE = 250
"""Positions whose moves are listed between two pauses; about fifteen moves each."""
REACH_PIECE = 4_000
"""Moves whose positions are reached between two pauses."""
MIN_REACH = 64
"""Smallest batch of moves whose positions are reached: close to the limit, smaller batches would take too long."""
END_PIECE = 3_000
"""Ends valued between two pauses."""


def _grown(array: Array, size: int) -> Array:
    """The array, enlarged to hold at least ``size`` entries."""
    if len(array) >= size:
        return array
    larger = np.zeros(max(size, 2 * len(array)), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


class Level:
    """The positions reached after one number of moves. Arrays may be longer than ``size`` and ``edges``.

    Position 0 stands for all positions not reached: nothing is known of its value.
    """

    def __init__(self) -> None:
        self.size = 0
        self.keys: Array = np.zeros(_INITIAL_CAPACITY, dtype=np.int64)
        """Table, board of the player to move and board of the other, packed into one integer."""
        self.low: Array = np.zeros(_INITIAL_CAPACITY, dtype=np.float64)
        self.high: Array = np.zeros(_INITIAL_CAPACITY, dtype=np.float64)
        self.static: Array = np.zeros(_INITIAL_CAPACITY, dtype=np.float64)
        """Static evaluation: what the boards are worth as they are."""
        self.estimate: Array = np.zeros(_INITIAL_CAPACITY, dtype=np.float64)
        """Estimated minimax value; the static evaluation until something is known of the successors."""
        self.end: Array = np.zeros(_INITIAL_CAPACITY, dtype=bool)
        """Whether the table is bare."""
        self.start: Array = np.zeros(_INITIAL_CAPACITY, dtype=INDEX)
        """Index of the position's first move; negative while its moves are not listed."""
        self.count: Array = np.zeros(_INITIAL_CAPACITY, dtype=INDEX)
        self.visits: Array = np.zeros(_INITIAL_CAPACITY, dtype=INDEX)
        """How often a proof has selected among the moves."""
        self.edges = 0
        self.child: Array = np.zeros(0, dtype=np.int32)
        """The position of the next level that each move leads to; 0 if it has not been reached."""
        self.key: Array = np.zeros(0, dtype=np.int64)
        """The key of that position."""
        self.child_static: Array = np.zeros(0, dtype=np.float64)
        """The static evaluation of that position."""
        self.action: Array = np.zeros(0, dtype=np.int16)
        self._bits = 12
        self._slots: Array = np.full(1 << self._bits, -1, dtype=np.int32)
        self.insert(np.full(1, -1, dtype=np.int64))
        self.low[0], self.high[0], self.start[0] = -np.inf, np.inf, -1

    def insert(self, keys: Array) -> Array:
        """(M,) int32: the numbers of the positions with these keys; new ones are added at the end."""
        needed = self.size + len(keys)
        for name in ("keys", "low", "high", "static", "estimate", "end", "start", "count", "visits"):
            setattr(self, name, _grown(getattr(self, name), needed))
        if 2 * needed > len(self._slots):
            self._bits = (4 * needed).bit_length()
            self._slots = np.full(1 << self._bits, -1, dtype=np.int32)
            self._rehash()
        return self._find(keys)

    def _home(self, keys: Array) -> Array:
        """(M,) INDEX: the slot where the probing for each key starts."""
        return ((keys.view(U64) * _HASH) >> np.uint64(64 - self._bits)).astype(INDEX)

    def _rehash(self) -> None:
        """Fills the emptied hash table with the existing positions."""
        numbers = np.arange(self.size, dtype=np.int32)
        place = self._home(self.keys[: self.size])
        while len(numbers):
            free = self._slots.take(place) < 0
            self._slots[place[free]] = numbers[free]  # one of those with equal slots wins
            left = self._slots.take(place) != numbers
            numbers, place = numbers[left], (place[left] + 1) & (len(self._slots) - 1)

    def _find(self, keys: Array) -> Array:
        """Looks up keys in a hash table with open addressing (linear probing), adding those that are new."""
        place = self._home(keys)
        numbers = np.empty(len(keys), dtype=np.int32)
        lanes = np.arange(len(keys), dtype=INDEX)
        while True:
            found = self._slots.take(place)
            free = np.flatnonzero(found < 0)
            if len(free):
                at = place.take(free)
                self._slots[at] = free  # one of the lanes with equal slots wins
                won = self._slots.take(at) == free
                new = np.arange(self.size, self.size + np.count_nonzero(won), dtype=np.int32)
                self.keys[self.size : self.size + len(new)] = keys.take(free[won])
                self.size += len(new)
                self._slots[at[won]] = new
                found = self._slots.take(place)
            other = self.keys.take(found) != keys
            numbers[lanes] = found
            if not other.any():
                return numbers
            lanes, keys, place = lanes[other], keys[other], (place[other] + 1) & (len(self._slots) - 1)

    def add_moves(self, positions: Array, counts: Array, keys: Array, actions: Array, child_static: Array) -> None:
        """Records the moves of positions, in the order of the positions."""
        new = slice(self.edges, self.edges + len(keys))
        for name in ("child", "key", "action", "child_static"):
            setattr(self, name, _grown(getattr(self, name), new.stop))
        self.key[new], self.action[new], self.child_static[new] = keys, actions, child_static
        self.count[positions] = counts
        self.start[positions] = self.edges + np.cumsum(counts, dtype=INDEX) - counts
        self.edges = new.stop

    def moves(self, positions: Array) -> tuple[Array, Array, Array]:
        """The moves of positions.

        Returns:
            (M,) the moves, (M,) the lane of ``positions`` each belongs to, and (N,) where each position's moves start.
        """
        counts = self.count.take(positions)
        lanes = np.repeat(np.arange(len(positions), dtype=INDEX), counts)
        starts = np.cumsum(counts, dtype=INDEX) - counts
        moves = np.arange(len(lanes), dtype=INDEX) + (self.start.take(positions) - starts).take(lanes)
        return moves, lanes, starts


class RoundGraph:
    """The positions that can follow from some positions of one round, all with the same player to move.

    Args:
        batch: The starting positions, at least one; they may be drafted out. Round, bag, walls and scores are the same for
            all.
        player: The player from whose view positions are valued.
        value: Values drafted-out positions.
        max_tables: Maximum number of tables.

    Raises:
        TooLargeError: there are more tables.
        ValueError: the positions are not from the same round.
    """

    def __init__(self, batch: Batch, player: int, value: Value, max_tables: int) -> None:
        self._like = batch.take(np.zeros(1, dtype=INDEX))
        if not bool((batch.front == self._like.front).all()):
            raise ValueError("The positions differ in the player to move.")
        self._first = int(batch.front[0])
        self._player = player
        self._value = value
        self.tables = Tables(batch.tiles, batch.center_token, min(max_tables, _TABLE_MASK))
        self.boards = (Boards(batch.sides[0], self.tables), Boards(batch.sides[1], self.tables))
        self.levels = [Level()]
        self.correction: Array = np.zeros(self.tables.size, dtype=np.float64)
        """(T,) what the rest of the round adds to the static evaluation on average, by table."""
        self._parts = [self._part_worth(0), self._part_worth(1)]
        self._worth = [np.zeros(0, dtype=np.float64), np.zeros(0, dtype=np.float64)]
        first, second = (boards.roots.astype(np.int64) for boards in self.boards)
        self._weigh()
        keys = self.tables.roots | first << _TABLE_BITS | second << _OTHER_SHIFT
        self.roots = self._insert(0, keys)
        """(B,) int32: the number in level 0 of each starting position."""

    @property
    def nodes(self) -> int:
        """Number of different positions reached."""
        return sum(level.size - 1 for level in self.levels)  # same bits: whole numbers

    def maximising(self, depth: int) -> bool:
        """Whether the maximising player moves at this level."""
        return (self._first ^ (depth & 1)) == self._player

    def table_of(self, level: Level, position: int) -> int:
        """The number of a position's table."""
        return int(level.keys[position]) & _TABLE_MASK

    def _insert(self, depth: int, keys: Array) -> Array:
        level = self.levels[depth]
        old = level.size
        numbers = level.insert(keys)
        new = slice(old, level.size)
        table, mine, other = _parts(level.keys[new])
        side = depth & 1
        level.static[new] = self._worth[side].take(mine) + self._worth[1 - side].take(other)
        level.estimate[new] = level.static[new]
        level.low[new], level.high[new], level.start[new] = -np.inf, np.inf, -1
        level.end[new] = self.tables.counts.take(table) == 0
        return numbers

    def _part_worth(self, side: int) -> Array:
        """(ENTRIES,) value of each part of a board: how it changes the value of the round if it ended at once."""
        boards, other = self.boards[side], self.boards[1 - side]
        codes, entries = boards.neighbours()
        codes = np.append(codes, boards.codes[0])
        values = self._value(self._ends(side, codes, np.repeat(other.codes[:1], len(codes))))
        worth = np.zeros(ENTRIES, dtype=np.float64)
        worth[entries] = values[:-1] - values[-1]
        if side == 0:  # the constant counts once for both sides
            worth[: 1 << 5] += values[-1]
        return worth

    def _weigh(self) -> None:
        """Values each new board as the sum of its parts."""
        for side, boards in enumerate(self.boards):
            known = len(self._worth[side])
            if boards.size > known:
                worth = self._parts[side].take(boards.entries(known)).sum(axis=0)
                self._worth[side] = np.concatenate([self._worth[side], worth])

    def _ends(self, depth: int, mine: Array, other: Array) -> Batch:
        """Drafted-out positions with the boards of these codes."""
        size = len(mine)
        front = np.full(size, self._first ^ (depth & 1), dtype=U8)
        return Batch(
            np.zeros((SOURCES, size), dtype=U64),
            np.zeros(size, dtype=U8),
            (self.boards[depth & 1].side(mine), self.boards[1 - (depth & 1)].side(other)),
            front,
            front.copy(),
            np.repeat(self._like.round_number, size),
            np.repeat(self._like.totals, size, axis=1),
            np.repeat(self._like.bag, size, axis=1),
        )

    def expand(self, depth: int, positions: Array) -> Generator[None, None, None]:
        """Lists the moves of positions whose moves are not listed yet, with pauses."""
        if len(self.levels) == depth + 1:
            self.levels.append(Level())
        for start in range(0, len(positions), EXPAND_PIECE):
            self._expand(depth, positions[start : start + EXPAND_PIECE])
            yield

    def _expand(self, depth: int, positions: Array) -> None:
        level, tables, boards = self.levels[depth], self.tables, self.boards[depth & 1]
        table, mine, other = _parts(level.keys.take(positions))
        counts = tables.counts.take(table)
        lanes = np.repeat(np.arange(len(positions), dtype=INDEX), counts)
        first = np.cumsum(counts, dtype=INDEX) - counts
        takes = np.arange(len(lanes), dtype=INDEX) + (tables.starts.take(table) - first).take(lanes)
        rows = boards.prepare(mine.take(lanes), tables.kind.take(takes))
        placed = boards.placed.take(rows, axis=0).reshape(-1)
        legal = np.flatnonzero(placed >= 0)
        at = legal // DESTINATIONS
        after = tables.following.take(takes).astype(np.int64) | other.astype(np.int64).take(lanes) << _TABLE_BITS
        keys = after.take(at) | placed.take(legal).astype(np.int64) << _OTHER_SHIFT
        self._weigh()
        theirs, mine_after = self._worth[1 - (depth & 1)].take(other), self._worth[depth & 1]
        child_static = theirs.take(lanes).take(at) + mine_after.take(placed.take(legal))
        moves = np.bincount(lanes.take(at), minlength=len(positions)).astype(INDEX)
        actions = tables.takes.take(takes).take(at) * DESTINATIONS + (legal - at * DESTINATIONS)
        level.add_moves(positions, moves, keys, actions, child_static)

    def reach(self, depth: int, moves: Array, limit: int) -> Generator[None, None, Array]:
        """(M,) int32: the positions that moves lead to, added to the graph where they are new. Pauses.

        Raises:
            TooLargeError: the next piece could bring the graph above ``limit`` positions. What was reached before stays,
                and the rest can be reached later.
        """
        level = self.levels[depth]
        new = moves[level.child.take(moves) == 0]
        while len(new):
            allowed = min(limit - self.nodes, REACH_PIECE)
            if allowed < min(len(new), MIN_REACH):
                raise TooLargeError(self.nodes)
            part, new = new[:allowed], new[allowed:]
            level.child[part] = self._insert(depth + 1, level.key.take(part))
            yield
        children: Array = level.child.take(moves)
        return children

    def value_ends(self, depth: int, ends: Array) -> Generator[None, None, None]:
        """Values ends exactly, with pauses."""
        level = self.levels[depth]
        for start in range(0, len(ends), END_PIECE):
            part = ends[start : start + END_PIECE]
            _, mine, other = _parts(level.keys.take(part))
            values = self._value(
                self._ends(
                    depth, self.boards[depth & 1].codes.take(mine), self.boards[1 - (depth & 1)].codes.take(other)
                )
            )
            level.low[part] = level.high[part] = level.estimate[part] = values
            yield

    def back_up(self, depth: int, positions: Array) -> None:
        """Sets bounds and estimates of positions from those of their successors."""
        level, below = self.levels[depth], self.levels[depth + 1]
        moves, _, starts = level.moves(positions)
        children = level.child.take(moves)
        best = np.maximum if self.maximising(depth) else np.minimum
        low = best.reduceat(below.low.take(children), starts)
        high = best.reduceat(below.high.take(children), starts)
        level.low[positions], level.high[positions] = low, high
        estimate = best.reduceat(self.estimates(depth, moves), starts)
        level.estimate[positions] = np.minimum(np.maximum(estimate, low), high)

    def estimates(self, depth: int, moves: Array) -> Array:
        """(M,) float64: estimated values of moves."""
        level, below = self.levels[depth], self.levels[depth + 1]
        children = level.child.take(moves)
        known = (below.start.take(children) >= 0) | below.end.take(children)
        guess = level.child_static.take(moves) + self.correction.take(level.key.take(moves) & _TABLE_MASK)
        return np.where(known, below.estimate.take(children), guess)

    def worth(self, depth: int, positions: Array) -> Array:
        """(N,) float64: estimated values of positions."""
        level = self.levels[depth]
        known = (level.start.take(positions) >= 0) | level.end.take(positions)
        guess = level.estimate.take(positions) + self.correction.take(level.keys.take(positions) & _TABLE_MASK)
        return np.where(known, level.estimate.take(positions), guess)

    def fit_correction(self) -> None:
        """Sets ``correction`` from all positions whose moves have been searched."""
        total, count = np.zeros(self.tables.size, dtype=np.float64), np.zeros(self.tables.size, dtype=np.float64)
        for level in self.levels:
            seen = np.flatnonzero((level.start[: level.size] >= 0) & np.isfinite(level.estimate[: level.size]))
            table = (level.keys.take(seen) & _TABLE_MASK).astype(INDEX)
            gain = level.estimate.take(seen) - level.static.take(seen)
            total += np.bincount(table, weights=gain, minlength=len(total))
            count += np.bincount(table, minlength=len(total))
        self.correction = total / np.maximum(count, 1.0)


def _parts(keys: Array) -> tuple[Array, Array, Array]:
    """Table, board of the player to move and board of the other, INDEX each."""
    return (
        (keys & _TABLE_MASK).astype(INDEX),
        (keys >> _TABLE_BITS & _BOARD_MASK).astype(INDEX),
        (keys >> _OTHER_SHIFT).astype(INDEX),
    )
