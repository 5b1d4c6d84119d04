"""Batched best-first minimax (after Korf and Chickering, 1996) over the rest of a round, with estimates at the leaves.

The tree grows by many leaves at a time. Each pass distributes a quota of leaves from the root down: the closer a move's value
is to the best one, the larger its share, less what it has had before. All moves of a new position are valued at once
(``valuers``), the best are kept, and values are backed up by minimax. A transposition table merges equal positions
(``transpositions``). Nothing is random, and nothing depends on the clock.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.azul.knowledge.afterstates import Afterstates
from py_engine.games.azul.knowledge.valuers import Valuer
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.tables import CENTER, COLORS, DESTINATIONS, INDEX
from py_engine.games.azul.search.transpositions import NodePositions, position_keys

__all__ = ["RoundSearch", "Settings"]

NOWHERE = -1
_MOVE_BITS = 8
"""A position has fewer than 2^8 moves."""
INITIAL_CAPACITY = 2_048
MAX_POSITIONS = 60_000
"""About 40 MB."""
_OF_A_SOURCE = COLORS * DESTINATIONS


class Settings(NamedTuple):
    """Parameters of the search."""

    width: int = 24
    """Number of moves kept per position, the best by their first value."""
    temper: float = 1.5
    """Points behind the best move at which a move gets a quarter of its share."""
    quota: int = 96
    """Maximum number of leaves per pass."""


class _Moves(NamedTuple):
    """Moves of nodes, (N, W) each; unused entries have a value of minus infinity and end the round."""

    value: Array
    action: Array
    ends: Array
    child: Array


def _no_moves(nodes: int, width: int) -> _Moves:
    return _Moves(
        np.full((nodes, width), -np.inf, dtype=np.float32),
        np.zeros((nodes, width), dtype=np.int16),
        np.ones((nodes, width), dtype=bool),
        np.full((nodes, width), NOWHERE, dtype=INDEX),
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
        self._size = 1
        self._table: dict[int, int] = {}
        """The transposition table: node by position key."""
        self.favoured = np.zeros(count, dtype=bool)
        """(R,) bool: moves of the root that get as large a share as the best."""
        self.closed = bool(found.ends.all())
        """Whether every line of kept moves has been followed to the end of the round."""
        self.pruned = False
        """Whether some position has moves that were not kept."""

    @property
    def full(self) -> bool:
        """Whether the tree has no capacity left for a pass."""
        return self._size + self._settings.quota > self._limit

    def root_values(self) -> tuple[Array, Array]:
        """(R,) float32 values of the root's moves for the player to move, and (R,) leaves grown below each."""
        node = np.zeros(1, dtype=INDEX)
        values, child, _ = self._seen(self._root, node)
        visits = np.where(child[0] >= 0, self._visits.take(np.maximum(child[0], 0)), 0)
        return values[0], visits

    def settled(self) -> Array:
        """(R,) bool: all lines below a move of the root have been followed to the end of the round."""
        return self._seen(self._root, np.zeros(1, dtype=INDEX))[2][0]

    def grow(self, work_left: int | None = None) -> int:
        """Runs one pass, which grows the tree by up to a quota of leaves.

        Args:
            work_left: Number of moves that may be valued, at least ``max_moves``; None for no limit.

        Returns:
            The number of moves valued.
        """
        grown = int(self._visits[0])
        quota = min(self._settings.quota, max(4, grown // 3))
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

    def _seen(self, moves: _Moves, nodes: Array) -> tuple[Array, Array, Array]:
        """(F, W) each: values, children and whether nothing is left to search, of the moves of some nodes."""
        # mode="clip" skips NumPy's range check, here and below; what it reads where there is no child is not used.
        child = moves.child.take(nodes, axis=0, mode="clip")
        known = child >= 0
        values = np.where(known, -self._value.take(child, mode="clip"), moves.value.take(nodes, axis=0, mode="clip"))
        closed = np.where(known, self._closed.take(child, mode="clip"), moves.ends.take(nodes, axis=0, mode="clip"))
        return values, child, closed

    def _descend(self, level: _Level, at_root: bool, leaves: list[tuple[Array, Array]]) -> _Level:
        moves = self._root if at_root else self._moves
        values, child, closed = self._seen(moves, level.nodes)
        behind = values.max(axis=1)[:, None] - values
        share = 1 / (1 + behind / np.float32(self._settings.temper))
        share = np.where(closed, np.float32(0), share * share)
        if at_root:
            share[0, self.favoured & ~closed[0]] = 1
        had = self._visits.take(child, mode="clip") * (child >= 0)
        given = _allocated(share, had, level.quota).reshape(-1)
        found = (given > 0).nonzero()[0]
        row, column = np.divmod(found, values.shape[1])
        target, given = child.reshape(-1).take(found, mode="clip"), given.take(found, mode="clip")
        fresh = (target < 0).nonzero()[0]
        leaves.append((level.nodes.take(row.take(fresh, mode="clip"), mode="clip"), column.take(fresh, mode="clip")))
        known = (target >= 0).nonzero()[0]
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
            (self._moves if depth else self._root).child[at, column] = nodes[start : start + len(at)]
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
        self._moves = _Moves(
            *(
                _enlarged(old, new)
                for old, new in zip(self._moves, _no_moves(capacity, self._settings.width), strict=True)
            )
        )
        self._value = _enlarged(self._value, np.zeros(capacity, dtype=np.float32))
        self._visits = _enlarged(self._visits, np.zeros(capacity, dtype=INDEX))
        self._closed = _enlarged(self._closed, np.zeros(capacity, dtype=bool))

    def _add(self, batch: Batch, nodes: Array) -> int:
        self._ensure_capacity()
        self._store.put(nodes, batch)
        found = self._valuer.moves(batch)
        starts = np.searchsorted(found.parents, np.arange(batch.size, dtype=INDEX))
        order = _by_value(found, starts)
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
        return len(order)

    def _back_up(self, level: _Level, at_root: bool) -> None:
        values, _, closed = self._seen(self._root if at_root else self._moves, level.nodes)
        self._value[level.nodes] = values.max(axis=1)
        self._visits[level.nodes] += level.quota
        shut = np.logical_and.reduce(closed, axis=1)
        self._closed[level.nodes] = shut
        if at_root:
            self.closed = bool(shut[0])

    def line(self, move: int) -> list[int]:
        """The principal variation after a move of the root, as action numbers, as far as the tree reaches."""
        factories = self._store.factories(0)
        found = [int(self.actions[move])]
        node = int(self._root.child[0, move])
        while node >= 0:
            source = found[-1] // _OF_A_SOURCE
            if source != CENTER:
                factories[source] = 0
            values, child, _ = self._seen(self._moves, np.array([node], dtype=INDEX))
            best = int(values[0].argmax())
            source, rest = divmod(int(self._moves.action[node, best]), _OF_A_SOURCE)
            if source != CENTER:
                # The node may have been stored with its factories in another order.
                source = factories.index(self._store.factories(node)[source])
            found.append(source * _OF_A_SOURCE + rest)
            node = int(child[0, best])
        return found


def _enlarged(old: Array, new: Array) -> Array:
    new[: len(old)] = old
    return new


def _by_value(found: Afterstates, starts: Array) -> Array:
    """(M,) INDEX: the order of moves by position, then from best to worst, then by action.

    Args:
        found: The moves, ordered by position and action.
        starts: (B,) the first move of each position.
    """
    # Integers that sort as the negated values do: the bits of negative floats are flipped, except for the sign.
    bits = (np.float32(0) - found.values).view(np.int32)
    bits ^= (bits >> 31) & 0x7FFF_FFFF
    keys = found.parents.astype(np.int64) << 32
    keys += bits
    keys <<= _MOVE_BITS
    keys += np.arange(len(bits), dtype=INDEX) - starts.take(found.parents, mode="clip")
    keys.sort()  # same bits: no two keys are the same
    keys &= (1 << _MOVE_BITS) - 1
    return starts.take(found.parents, mode="clip") + keys


def _allocated(share: Array, had: Array, quota: Array) -> Array:
    """(F, W) INDEX: how much of its row's quota each move gets; those furthest below their share come first."""
    total = np.add.reduce(share, axis=1, dtype=np.float64)
    due = share * ((np.add.reduce(had, axis=1) + quota) / np.maximum(total, 1e-9))[:, None]
    due -= had
    lacking = np.maximum(due, 0)
    order = np.argsort(-lacking, axis=1, kind="stable")
    order += np.arange(0, share.size, share.shape[1], dtype=INDEX)[:, None]
    ranked = lacking.reshape(-1).take(order, mode="clip").cumsum(axis=1, dtype=np.float64)
    all_of_it = ranked[:, -1:]
    upto = np.ceil(ranked / np.maximum(all_of_it, 1e-9) * quota[:, None] - 1e-6)
    upto *= all_of_it > 0
    upto[:, 1:] -= upto[:, :-1].copy()
    out = np.zeros(share.shape, dtype=INDEX)
    out.reshape(-1)[order] = upto
    return out
