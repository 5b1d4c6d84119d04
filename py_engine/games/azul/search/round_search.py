"""Batched best-first minimax (after Korf and Chickering, 1996) over the rest of a round, with estimates at the leaves.

The tree grows by many leaves at a time. Each pass distributes a quota of leaves from the root down: the closer a move's value
is to the best one, the larger its share, less what it has had before. All moves of a new position are valued at once
(``valuers``), the best are kept, and values are backed up by minimax. What is found below a move is believed by degrees: its
value is a mean of its first value and of the value below, the latter with the weight of the leaves that it rests on, because
the best of many uncertain values is usually overestimated. A transposition table merges equal positions
(``transpositions``). Nothing is random, and nothing depends on the clock.

Memory is bounded: when the tree has reached its limit, the positions with the fewest leaves below them are discarded. Their
values stay with the moves that led there, so that a larger budget goes on where it is needed; a discarded position that gets
another share of the search is grown again. Once that would mostly repeat earlier work, the tree is *full*.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.azul.knowledge.valuers import Valuer
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.tables import CENTER, COLORS, DESTINATIONS, INDEX
from py_engine.games.azul.search.sharing import allocated, by_value
from py_engine.games.azul.search.transpositions import NodePositions, position_keys

__all__ = ["RoundSearch", "Settings"]

NOWHERE = 0
"""The child of a move that has none; number 0 is the root, which is nobody's child."""
INITIAL_CAPACITY = 2_048
MAX_POSITIONS = 60_000
"""About 40 MB."""
KEPT_SHARE = 0.5
"""Largest share of the positions that is kept when the tree has reached its limit."""
MOST_DISCARDED = 32
"""Positions with more leaves below them are never discarded: growing them again would cost too much."""
GOOD_WITHIN = 1.5
"""Points behind the best reply within which another is good."""
_AT_ONCE = 4_096
"""Nodes whose moves are renumbered at a time."""
_OF_A_SOURCE = COLORS * DESTINATIONS


class Settings(NamedTuple):
    """Parameters of the search."""

    width: int = 24
    """Number of moves kept per position, the best by their first value."""
    temper: float = 0.75
    """Points behind the best move at which a move gets a quarter of its share."""
    quota: int = 96
    """Maximum number of leaves per pass."""


class _Seen(NamedTuple):
    """What is known about the moves of some nodes, (F, W) each."""

    values: Array
    child: Array
    closed: Array
    """Nothing is left to search."""


class _Moves(NamedTuple):
    """Moves of nodes, (N, W) each; unused entries have a value of minus infinity and end the round."""

    value: Array
    action: Array
    ends: Array
    """The move ends the round, or the rest of it was followed to its end before the position was discarded."""
    child: Array
    spent: Array
    """Leaves grown below a position that was discarded."""


def _no_moves(nodes: int, width: int) -> _Moves:
    return _Moves(
        np.full((nodes, width), -np.inf, dtype=np.float32),
        np.zeros((nodes, width), dtype=np.int16),
        np.ones((nodes, width), dtype=bool),
        np.full((nodes, width), NOWHERE, dtype=INDEX),
        np.zeros((nodes, width), dtype=np.int32),
    )


class _Level(NamedTuple):
    """Nodes of one depth that a pass visits, and the leaves each may grow."""

    nodes: Array
    """(F,) INDEX."""
    quota: Array
    """(F,) INDEX."""


class RoundSearch:
    """A tree over the rest of a round.

    Args:
        root: A batch of one position that is not drafted out.
        valuer: Values the moves of positions.
        settings: Parameters of the search.
        limit: Maximum number of positions in the tree.
    """

    def __init__(self, root: Batch, valuer: Valuer, settings: Settings, limit: int = MAX_POSITIONS) -> None:
        self._valuer, self._settings = valuer, settings
        self._limit, capacity = limit, min(limit, INITIAL_CAPACITY)
        self._store = NodePositions(root, capacity)
        found = valuer.moves(root)
        self.actions = found.actions
        self.work = count = len(found.actions)
        self.max_moves = int(np.count_nonzero(root.tiles.view(U8))) * DESTINATIONS
        """Upper bound of a position's moves: a take never increases the number of (source, colour) sets."""
        self._root = _no_moves(1, count)
        for table, part in zip(self._root, (found.values, found.actions, found.ends), strict=False):
            table[0] = part
        self._moves = _no_moves(capacity, settings.width)
        self._value = np.zeros(capacity, dtype=np.float32)
        self._visits = np.zeros(capacity, dtype=INDEX)
        self._closed = np.zeros(capacity, dtype=bool)
        # A move is worth its first value times the doubt about the node below, plus what the node adds.
        self._doubt = np.ones(capacity, dtype=np.float32)
        self._adds = np.zeros(capacity, dtype=np.float32)
        self._size = 1
        self._grown = 0
        self._table: dict[int, int] = {}
        """The transposition table: node by position key."""
        self.favoured = np.zeros(count, dtype=bool)
        """(R,) bool: moves of the root that get as large a share as the best."""
        self.only: int | None = None
        """The only move of the root to be searched; None for all."""
        self.closed = bool(found.ends.all())
        """Whether every line of kept moves has been followed to the end of the round."""
        self.pruned = False
        """Whether some position has moves that were not kept."""
        self.discarded = 0
        """Number of positions discarded so far."""
        self.full = False
        """Whether the memory is used up, so that the tree cannot grow any more."""

    def root_values(self) -> tuple[Array, Array]:
        """(R,) float32 values of the root's moves for the player to move, and (R,) leaves grown below each."""
        node = np.zeros(1, dtype=INDEX)
        seen = self._seen(self._root, node)
        return seen.values[0], self._leaves(self._root, node, seen.child)[0]

    def settled(self) -> Array:
        """(R,) bool: all lines below a move of the root have been followed to the end of the round."""
        settled: Array = self._seen(self._root, np.zeros(1, dtype=INDEX)).closed[0]
        return settled

    def grow(self, work_left: int | None = None) -> int:
        """Runs one pass, which grows the tree by up to a quota of leaves.

        Args:
            work_left: Number of moves that may be valued, at least ``max_moves``; None for no limit.

        Returns:
            The number of moves valued; 0 if the tree is full.
        """
        if self._size + self._settings.quota > self._limit and not self._discard():
            return 0
        quota = min(self._settings.quota, max(4, self._grown // 3))
        if work_left is not None:
            quota = min(quota, work_left // self.max_moves)
        levels = [_Level(np.zeros(1, dtype=INDEX), np.array([quota], dtype=INDEX))]
        leaves: list[tuple[Array, Array]] = []
        while len(levels[-1].nodes):
            levels.append(self._descend(levels[-1], len(levels) == 1, leaves))
        valued = self._expand(leaves)
        for depth in range(len(levels) - 2, -1, -1):
            self._back_up(levels[depth], depth == 0)
        self.work += valued
        return valued

    def _seen(self, moves: _Moves, nodes: Array) -> _Seen:
        # mode="clip" skips NumPy's range check, here and below. Where there is no child, the root's entries are read, which
        # stay as they were at the start.
        child = moves.child.take(nodes, axis=0, mode="clip")
        values = moves.value.take(nodes, axis=0, mode="clip")
        values *= self._doubt.take(child, mode="clip")
        values += self._adds.take(child, mode="clip")
        closed = moves.ends.take(nodes, axis=0, mode="clip")
        closed |= self._closed.take(child, mode="clip")
        return _Seen(values, child, closed)

    def _leaves(self, moves: _Moves, nodes: Array, child: Array) -> Array:
        """(F, W): leaves grown below each of the moves of some nodes."""
        visits: Array = self._visits.take(child, mode="clip")
        if self.discarded:
            visits += moves.spent.take(nodes, axis=0, mode="clip")
        return visits

    def _believe(self, nodes: Array) -> None:
        """Passes what nodes hold to the moves that lead to them, after their values, visits or ends have changed."""
        doubt = np.float32(1) / (self._visits[nodes].astype(np.float32) + np.float32(1))
        doubt[self._closed[nodes]] = 0
        self._doubt[nodes] = doubt
        self._adds[nodes] = -self._value[nodes] * (np.float32(1) - doubt)

    def _descend(self, level: _Level, at_root: bool, leaves: list[tuple[Array, Array]]) -> _Level:
        """Shares the quotas among the moves; appends the moves without a child to ``leaves``, and returns the children."""
        moves = self._root if at_root else self._moves
        values, child, closed = self._seen(moves, level.nodes)
        behind = values.max(axis=1)[:, None] - values
        share = 1 / (1 + behind / np.float32(self._settings.temper))
        share = np.where(closed, np.float32(0), share * share)
        if at_root:
            share[0, self.favoured & ~closed[0]] = 1
            if self.only is not None:
                share[0, np.arange(len(share[0]), dtype=INDEX) != self.only] = 0
        had = self._leaves(moves, level.nodes, child)
        given = allocated(share, had, level.quota).reshape(-1)
        found = (given > 0).nonzero()[0]
        row, column = np.divmod(found, values.shape[1])
        target, given = child.reshape(-1).take(found, mode="clip"), given.take(found, mode="clip")
        fresh = (target == NOWHERE).nonzero()[0]
        leaves.append((level.nodes.take(row.take(fresh, mode="clip"), mode="clip"), column.take(fresh, mode="clip")))
        known = target.nonzero()[0]
        if not len(known):
            return _Level(known, known)
        # A node may be reached from several others: their shares add up.
        target = target.take(known, mode="clip")
        order = np.argsort(target, kind="stable")
        target = target.take(order, mode="clip")
        first = np.empty(len(target), dtype=bool)
        first[0] = True
        np.not_equal(target[1:], target[:-1], out=first[1:])
        starts = first.nonzero()[0]
        return _Level(
            target.take(starts, mode="clip"),
            np.add.reduceat(given.take(known, mode="clip").take(order, mode="clip"), starts),
        )

    def _expand(self, leaves: list[tuple[Array, Array]]) -> int:
        """Adds nodes for the selected moves, level by level as they were found; the first level is the root's."""
        actions = [(self._moves if i else self._root).action[n, c] for i, (n, c) in enumerate(leaves)]
        parents = np.concatenate([nodes for nodes, _ in leaves])
        if not len(parents):
            return 0
        batch = self._store.take(parents)
        step(batch, *split_action(np.concatenate(actions).astype(INDEX)))
        nodes, new = self._find_nodes(position_keys(batch))
        start = 0
        for depth, (at, column) in enumerate(leaves):
            moves = self._moves if depth else self._root
            moves.child[at, column] = nodes[start : start + len(at)]
            moves.spent[at, column] = 0
            start += len(at)
        return self._add(batch.take(new), nodes[new]) if len(new) else 0

    def _find_nodes(self, keys: Array) -> tuple[Array, Array]:
        """The nodes of positions, by their keys, and the first lane of each new node."""
        nodes = np.empty(len(keys), dtype=INDEX)
        new = []
        for lane, key in enumerate(keys.tolist()):
            node = self._table.get(key, NOWHERE)
            if node == NOWHERE:
                node = self._table[key] = self._size
                self._size += 1
                new.append(lane)
            nodes[lane] = node
        return nodes, np.array(new, dtype=INDEX)

    def _ensure_capacity(self) -> None:
        capacity = len(self._value)
        while capacity < self._size:
            capacity = min(2 * capacity, self._limit)
        if capacity == len(self._value):
            return
        self._store.enlarge(capacity)
        blank = _no_moves(capacity, self._settings.width)
        self._moves = _Moves(*(_enlarged(old, new) for old, new in zip(self._moves, blank, strict=True)))
        self._value = _enlarged(self._value, np.zeros(capacity, dtype=np.float32))
        self._visits = _enlarged(self._visits, np.zeros(capacity, dtype=INDEX))
        self._closed = _enlarged(self._closed, np.zeros(capacity, dtype=bool))
        self._doubt = _enlarged(self._doubt, np.ones(capacity, dtype=np.float32))
        self._adds = _enlarged(self._adds, np.zeros(capacity, dtype=np.float32))

    def _add(self, batch: Batch, nodes: Array) -> int:
        """Stores new nodes with their best moves; returns the number of moves valued."""
        self._ensure_capacity()
        self._store.put(nodes, batch)
        found = self._valuer.moves(batch)
        starts = np.searchsorted(found.parents, np.arange(batch.size, dtype=INDEX))
        order = by_value(found, starts)
        rank = np.arange(len(order), dtype=INDEX) - starts.take(found.parents, mode="clip")
        kept = (rank < self._settings.width).nonzero()[0]
        self.pruned = self.pruned or len(kept) < len(order)
        best = order.take(kept, mode="clip")
        places = nodes.take(found.parents.take(kept, mode="clip"), mode="clip") * self._settings.width + rank.take(
            kept, mode="clip"
        )
        for table, part in zip(self._moves, (found.values, found.actions, found.ends), strict=False):
            table.reshape(-1)[places] = part.take(best, mode="clip")
        self._value[nodes] = found.values.take(order.take(starts, mode="clip"), mode="clip")
        self._closed[nodes] = np.logical_and.reduce(self._moves.ends.take(nodes, axis=0, mode="clip"), axis=1)
        self._visits[nodes] = 1
        self._believe(nodes)
        return len(order)

    def _discard(self) -> bool:
        """Discards the positions with the fewest leaves below them; returns whether there are any to discard."""
        visits = self._visits[: self._size]
        surplus = self._size - int(KEPT_SHARE * self._limit)
        most = int(np.sort(visits)[surplus - 1])  # same bits: whole numbers
        self.full = most > MOST_DISCARDED
        if self.full:
            return False
        kept = self._reachable(visits > most)
        number = np.where(kept, np.cumsum(kept, dtype=INDEX) - 1, NOWHERE)
        nodes = kept.nonzero()[0]
        for moves, size in ((self._root, 1), (self._moves, self._size)):
            self._forget(moves, size, number)
        self._store.keep(nodes)
        self._moves = _Moves(*(_kept(old, nodes, new) for old, new in zip(self._moves, _no_moves(1, 1), strict=True)))
        for table in (self._value, self._visits, self._closed, self._doubt, self._adds):
            table[: len(nodes)] = table[nodes]
        renumbered = number.tolist()
        self._table = {key: renumbered[node] for key, node in self._table.items() if renumbered[node]}
        self.discarded += self._size - len(nodes)
        self._size = len(nodes)
        return True

    def _reachable(self, wanted: Array) -> Array:
        """(N,) bool: the wanted nodes that can be reached from the root through wanted ones; always the root itself."""
        reached = np.zeros(len(wanted), dtype=bool)
        reached[0] = True
        child = self._root.child[0]
        while len(child):
            child = child[wanted[child] & ~reached[child]]
            reached[child] = True
            child = self._moves.child[np.unique(child)].reshape(-1)
        return reached

    def _forget(self, moves: _Moves, size: int, number: Array) -> None:
        """Renumbers the children of the first nodes; discarded ones leave what is known about them."""
        for start in range(0, size, _AT_ONCE):
            nodes = np.arange(start, min(start + _AT_ONCE, size), dtype=INDEX)
            seen = self._seen(moves, nodes)
            leaves = self._leaves(moves, nodes, seen.child)
            then = number.take(seen.child, mode="clip")
            row, column = ((seen.child != NOWHERE) & (then == NOWHERE)).nonzero()
            for table, part in ((moves.value, seen.values), (moves.ends, seen.closed), (moves.spent, leaves)):
                table[start + row, column] = part[row, column]
            moves.child[nodes] = then

    def _back_up(self, level: _Level, at_root: bool) -> None:
        """Updates the nodes of a level from their moves, after the levels below it."""
        seen = self._seen(self._root if at_root else self._moves, level.nodes)
        shut = np.logical_and.reduce(seen.closed, axis=1)
        if at_root:
            self._grown += int(level.quota[0])
            self.closed = bool(shut[0])
            return
        self._value[level.nodes] = seen.values.max(axis=1)
        self._visits[level.nodes] += level.quota
        self._closed[level.nodes] = shut
        self._believe(level.nodes)

    def line(self, move: int, reply: int = 0) -> list[int]:
        """The principal variation after a move of the root and the best reply or, counted from 0, another good one.

        Action numbers, as far as the tree reaches; empty if there is no such reply.
        """
        factories = self._store.factories(0)
        found = [int(self.actions[move])]
        node = int(self._root.child[0, move])
        while node != NOWHERE:
            source = found[-1] // _OF_A_SOURCE
            if source != CENTER:
                factories[source] = 0
            seen = self._seen(self._moves, np.array([node], dtype=INDEX))
            place = reply if len(found) == 1 else 0
            best = int(np.argsort(-seen.values[0], kind="stable")[min(place, seen.values.shape[1] - 1)])
            if seen.values[0, best] < seen.values[0].max() - GOOD_WITHIN:
                return []
            source, rest = divmod(int(self._moves.action[node, best]), _OF_A_SOURCE)
            if source != CENTER:
                # The node may have been stored with its factories in another order.
                source = factories.index(self._store.factories(node)[source])
            found.append(source * _OF_A_SOURCE + rest)
            node = int(seen.child[0, best])
        return found if len(found) > 1 or not reply else []


def _enlarged(old: Array, new: Array) -> Array:
    new[: len(old)] = old
    return new


def _kept(table: Array, nodes: Array, blank: Array) -> Array:
    """A table of which only some nodes' rows are kept, in order, followed by blank rows."""
    table[: len(nodes)] = table[nodes]
    table[len(nodes) :] = blank
    return table
