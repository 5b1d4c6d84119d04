"""Exact solution of the rest of a round, for any value of its end.

Small rounds are searched completely. For larger ones the best first move is proved by SCOUT (Judea Pearl, 1980), known
today as principal variation search: the exact value of one line is found from its end upwards, and at each of its positions
a null-window search shows that no other move is better. Such a proof needs only one good reply where the side to move
profits from it, and all moves where it does not, so that it leaves most positions unvisited. Positions are visited in
batches over a graph that merges transpositions; the bounds hold whatever the order.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.rules.batch import Batch, action_number, split_action, step
from py_engine.games.azul.rules.tables import CENTER, INDEX
from py_engine.games.azul.search.compact import TooLargeError
from py_engine.games.azul.search.round_graph import Level, RoundGraph, Value

__all__ = ["Exact", "TooLargeError"]

Work = Generator[None, None, None]
Undecided = Callable[[Level, Array], Array]
"""(N,) bool: whether positions (N,) of a level need more search."""
Choose = Callable[[int, Array, Array, Array], Array]
"""The moves to follow, of moves (M,) and their lanes (M,) among a level's positions (N,)."""
MAX_TABLES = 5_000
"""All tables are listed at once, without a pause."""
BEAM_ROOTS = 8
BEAM = 3
"""Beam width: moves of each position that the first pass follows, which estimates values to order the proofs by."""
TRY_COUNTS = np.array([1, 2, 4, 8, 16, 32, 200], dtype=INDEX)
"""Number of replies that a proof tries at once, by how often it has come back to the position: more each time."""
SOLVE_ALL_IF = 2_500
SOLVE_ALL_LIMIT = 8_000
"""Position limit of a complete search, which is tried if a proof is expected to take at most ``SOLVE_ALL_IF``."""
SMALL = 3
"""Number of takes left from which a position of the principal variation is searched completely."""


class Exact:
    """The values of some positions at the same point of a round, usually those after each first move of one position.

    Methods that search are generators and pause often. Between pauses everything may be read, and the bounds hold. They may
    be called in any order; what is known is not searched again.

    Args:
        batch: The positions, (B,), all from one round of one game with the same player to move; not changed. They may
            be drafted out.
        player: The player from whose view positions are valued.
        value: (B,) float64 values of drafted-out positions. A lane's value must depend on that lane alone.

    Raises:
        TooLargeError: far too much of the round is left.
        ValueError: the positions are not from the same round.
    """

    def __init__(self, batch: Batch, player: int, value: Value) -> None:
        self._graph = RoundGraph(batch, player, value, MAX_TABLES)
        self._batch = batch
        self._limit = 0
        self._beam_done = False

    @property
    def nodes(self) -> int:
        """Number of different positions reached."""
        return self._graph.nodes

    @property
    def low(self) -> Array:
        """(B,) float64: proved lower bounds of the values; a value is exact where they equal ``high``."""
        low: Array = self._graph.levels[0].low.take(self._graph.roots)
        return low

    @property
    def high(self) -> Array:
        """(B,) float64: proved upper bounds."""
        high: Array = self._graph.levels[0].high.take(self._graph.roots)
        return high

    @property
    def expected(self) -> float:
        """Estimated number of positions that ``prove_best`` will reach, typically within a factor of 1.8.

        Fitted to 254 positions with 5-14 tiles left, from games between greedy, mixed and random players.
        """
        moves = len(self._graph.roots)
        return self._graph.tables.size * moves * float(np.sqrt(moves)) / 3

    def solve(self, limit: int) -> Work:
        """Searches the whole round if that should be little work, and otherwise proves the best position.

        Args:
            limit: Maximum number of positions to reach, in total.

        Raises:
            TooLargeError: the limit is too low.
        """
        if self.expected <= SOLVE_ALL_IF:
            try:
                yield from self.solve_all(min(limit, SOLVE_ALL_LIMIT))
            except TooLargeError:
                if limit <= SOLVE_ALL_LIMIT:
                    raise
            else:
                return
        yield from self.prove_best(limit)

    def solve_all(self, limit: int) -> Work:
        """Searches the whole round, so that all values become exact.

        Args:
            limit: Maximum number of positions to reach, in total.

        Raises:
            TooLargeError: the limit is too low.
        """
        self._limit = limit
        yield from self._solve_below(0, self._graph.roots)

    def prove_best(self, limit: int) -> Work:
        """Proves which position has the highest value: its value becomes exact, and no other ``high`` is above it.

        Args:
            limit: Maximum number of positions to reach, in total.

        Raises:
            TooLargeError: the limit is too low.
        """
        self._limit = limit
        yield from self._beam_search(self._graph.roots)
        yield from self._prove_extreme(0, self._graph.roots, highest=True)

    def solve_one(self, lane: int, limit: int) -> Work:
        """Makes the value of one position exact.

        Args:
            lane: The position.
            limit: Maximum number of positions to reach, in total.

        Raises:
            TooLargeError: the limit is too low.
        """
        self._limit = limit
        root = self._graph.roots[lane : lane + 1]
        yield from self._beam_search(root)
        yield from self._prove_extreme(0, root, highest=True)

    def line(self, lane: int) -> list[int]:
        """The principal variation, as action numbers, from a position whose value is exact.

        They number the factories as they are in the position.
        """
        batch = self._batch.take(np.array([lane], dtype=INDEX)).without_floor_order()
        position, actions = int(self._graph.roots[lane]), []
        for level, below in zip(self._graph.levels, self._graph.levels[1:], strict=False):
            if level.end[position]:
                break
            first, count = int(level.start[position]), int(level.count[position])
            value = level.low[position]
            children = level.child[first : first + count]
            exact = (below.low.take(children) == value) & (below.high.take(children) == value)
            move = first + int(np.flatnonzero(exact)[0])
            source, color, destination = split_action(level.action[move : move + 1].astype(INDEX))
            if int(source[0]) != CENTER:
                source = np.argsort(batch.tiles[:CENTER, 0], kind="stable").astype(INDEX)[source]
            actions.append(int(action_number(source, color, destination)[0]))
            step(batch, source, color, destination)
            position = int(level.child[move])
        return actions

    def _expand(self, depth: int, positions: Array) -> Work:
        """Lists the moves of the positions whose moves are not listed yet."""
        yield from self._graph.expand(depth, positions[self._graph.levels[depth].start.take(positions) < 0])

    def _descend(self, depth: int, positions: Array, undecided: Undecided, choose: Choose) -> Work:
        """Follows moves down to the ends of the round, then backs up the bounds found there.

        Args:
            depth: Level of the starting positions.
            positions: Distinct, and none of them an end.
            undecided: Selects the positions that need more search.
            choose: Selects the moves to follow, of those that lead to undecided positions.
        """
        graph = self._graph
        active = [positions]
        while len(active[-1]):
            here = depth + len(active) - 1
            yield from self._expand(here, active[-1])
            level, below = graph.levels[here], graph.levels[here + 1]
            moves, lanes, _ = level.moves(active[-1])
            kept = np.flatnonzero(undecided(below, level.child.take(moves)))
            moves = choose(here, active[-1], moves.take(kept), lanes.take(kept))
            children = yield from graph.reach(here, moves, self._limit)
            following = _distinct(children, below.size)
            following = following[undecided(below, following)]
            ends = below.end.take(following)
            yield from graph.value_ends(here + 1, following[ends])
            active.append(following[~ends])
        for i in range(len(active) - 2, -1, -1):
            graph.back_up(depth + i, active[i])

    def _solve_below(self, depth: int, positions: Array) -> Work:
        """Makes the values of positions exact by following all moves."""
        positions = yield from self._open_positions(depth, positions)
        yield from self._descend(depth, positions, _open, lambda _depth, _positions, moves, _lanes: moves)

    def _open_positions(self, depth: int, positions: Array) -> Generator[None, None, Array]:
        """The positions whose values are still open, after valuing the ends among them."""
        level = self._graph.levels[depth]
        positions = _distinct(positions, level.size)
        positions = positions[_open(level, positions)]
        ends = level.end.take(positions)
        yield from self._graph.value_ends(depth, positions[ends])
        return positions[~ends]

    def _beam_search(self, positions: Array) -> Work:
        """A first pass with a narrow beam: follows only the most promising moves of both sides."""
        if self._beam_done:
            return
        positions = yield from self._open_positions(0, positions)
        order = np.argsort(-self._graph.levels[0].static.take(positions), kind="stable")
        yield from self._descend(0, positions.take(order[:BEAM_ROOTS]), _open, self._beam)
        self._graph.fit_correction()
        self._beam_done = True

    def _beam(self, depth: int, positions: Array, moves: Array, lanes: Array) -> Array:
        child_static = self._graph.levels[depth].child_static.take(moves)
        return moves[
            _place(lanes, -child_static if self._graph.maximising(depth) else child_static, len(positions)) < BEAM
        ]

    def _prove_extreme(self, depth: int, positions: Array, *, highest: bool) -> Work:
        """Makes the highest (or lowest) value of some positions of a level exact, and proves that no other is better."""
        graph, level = self._graph, self._graph.levels[depth]
        yield from self._open_positions(depth, positions)
        sign = 1.0 if highest else -1.0
        first = int(positions[np.argmax(sign * graph.worth(depth, positions))])
        yield from self._solve_position(depth, first)
        while True:
            value = level.low.take(positions).max() if highest else level.high.take(positions).min()
            contenders = positions[level.high.take(positions) > value if highest else level.low.take(positions) < value]
            if not len(contenders):
                return
            worth = sign * graph.worth(depth, contenders)
            leader = int(np.argmax(worth))
            better = bool(worth[leader] > sign * value)
            chosen = contenders[leader : leader + 1] if better else _distinct(contenders, level.size)
            yield from self._descend(
                depth, chosen, _more_than(value) if highest else _less_than(value), self._proving(better == highest)
            )

    def _solve_position(self, depth: int, position: int) -> Work:
        """Makes a position's value exact, along its principal variation."""
        graph, level = self._graph, self._graph.levels[depth]
        one = np.array([position], dtype=INDEX)
        if not _open(level, one).any():
            return
        if self._takes_left(level, position) <= SMALL:
            yield from self._solve_below(depth, one)
            return
        yield from self._expand(depth, one)
        children = yield from graph.reach(depth, level.moves(one)[0], self._limit)
        yield from self._prove_extreme(depth + 1, children, highest=graph.maximising(depth))
        graph.back_up(depth, one)

    def _takes_left(self, level: Level, position: int) -> int:
        """Number of takes until the table is bare, if the first one is always made."""
        tables, taken = self._graph.tables, 0
        table = self._graph.table_of(level, position)
        while tables.counts[table]:
            table = int(tables.following[tables.starts[table]])
            taken += 1
        return taken

    def _proving(self, high: bool) -> Choose:
        """A choice of moves that proves values to be high (or low).

        Where the side to move wants that, one good move is enough; where the other side moves, all are followed.
        """

        def choose(depth: int, positions: Array, moves: Array, lanes: Array) -> Array:
            maximising = self._graph.maximising(depth)
            if maximising != high:
                return moves
            level = self._graph.levels[depth]
            child_static = level.child_static.take(moves)
            tried = TRY_COUNTS.take(np.minimum(level.visits.take(positions), len(TRY_COUNTS) - 1))
            level.visits[positions] += 1
            return moves[
                _place(lanes, -child_static if maximising else child_static, len(positions)) < tried.take(lanes)
            ]

        return choose


def _open(level: Level, positions: Array) -> Array:
    """(N,) bool: whether the values of positions are not exact yet."""
    is_open: Array = level.low.take(positions) < level.high.take(positions)
    return is_open


def _more_than(value: float) -> Undecided:
    """Selects the positions whose value may or may not be above ``value``."""
    return lambda level, positions: (level.low.take(positions) <= value) & (level.high.take(positions) > value)


def _less_than(value: float) -> Undecided:
    """Selects the positions whose value may or may not be below ``value``."""
    return lambda level, positions: (level.high.take(positions) >= value) & (level.low.take(positions) < value)


def _distinct(positions: Array, size: int) -> Array:
    """(N,) INDEX: the distinct positions, ascending, of a level with ``size`` positions."""
    met = np.zeros(size, dtype=bool)
    met[positions] = True
    return np.flatnonzero(met)


def _place(lanes: Array, scores: Array, size: int) -> Array:
    """(M,) INDEX: each entry's rank among those of its lane, by ascending score.

    Args:
        lanes: (M,) INDEX, ascending.
        scores: (M,) float64.
        size: Number of lanes.
    """
    order = np.argsort(scores, kind="stable")
    order = order[np.argsort(lanes.take(order), kind="stable")]
    counts = np.bincount(lanes, minlength=size).astype(INDEX)
    place = np.empty(len(lanes), dtype=INDEX)
    place[order] = np.arange(len(lanes), dtype=INDEX) - (np.cumsum(counts, dtype=INDEX) - counts).take(lanes)
    return place
