"""The rest of a round solved exactly, for any value of its end: proofs by bounds over a graph of positions.

Small rounds are searched whole. For others the best first move is proved: the exact value of one line of play is
found from its end upwards, and at each of its positions it is shown that no other move does better. To show that, one
answer is enough where the side moves that keeps the value down, and all moves are followed where the other does. So a
proof leaves most positions unvisited; whatever order they are visited in, its bounds hold.
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
"""Whether more is to be known of positions (N,) of a level: (N,) bool."""
Choose = Callable[[int, Array, Array, Array], Array]
"""Of a level's positions (N,), and of moves (M,) and whose they are (M,), which of the moves to follow."""
MOST_TABLES = 5_000
"""They are all listed at once, without a pause."""
BEAM_ROOTS = 8
BEAM = 3
"""How many moves of each position the first, narrow pass follows, which tells what to expect."""
TRIED = np.array([1, 2, 4, 8, 16, 32, 200], dtype=INDEX)
"""How many answers a proof tries at once: the more, the more often those before were not good enough."""
WHOLE_IF = 2_500
WHOLE = 8_000
"""At most as many positions for a round to be searched whole, when a proof is expected to take at most ``WHOLE_IF``."""
SMALL = 3
"""Takes left from which on a position of the main line is searched whole."""


class Exact:
    """The values of some positions at the same point of a round: the first moves of one position, as a rule.

    Its methods that work are generators, which pause often; between two pauses everything may be read, and the bounds
    hold. They may be called in any order; what is known is not searched again.

    Args:
        batch: the positions, (B,), all of one round of one game with the same player to move; not changed. They may
            be drafted out.
        player: whose view the values take.
        value: (B,) float64 values of drafted-out positions. A lane's value must depend on that lane alone.

    Raises:
        TooLargeError: far too much is left of the round.
        ValueError: the positions do not belong together.
    """

    def __init__(self, batch: Batch, player: int, value: Value) -> None:
        self._graph = RoundGraph(batch, player, value, MOST_TABLES)
        self._batch = batch
        self._most = 0
        self._estimated = False

    @property
    def nodes(self) -> int:
        """How many different positions were met."""
        return self._graph.nodes

    @property
    def low(self) -> Array:
        """(B,) float64: proved lower bounds of the values, which are exact where they are equal to ``high``."""
        low: Array = self._graph.levels[0].low.take(self._graph.roots)
        return low

    @property
    def high(self) -> Array:
        """(B,) float64: proved upper bounds."""
        high: Array = self._graph.levels[0].high.take(self._graph.roots)
        return high

    @property
    def expected(self) -> float:
        """About how many positions ``best`` will meet; off by a factor of 1.8 as a rule.

        Fitted to 254 positions with 5-14 tiles left, of games between greedy, mixed and random players.
        """
        moves = len(self._graph.roots)
        return self._graph.tables.size * moves * float(np.sqrt(moves)) / 3

    def solve(self, most: int) -> Work:
        """Searches the whole round if that promises to be little work, and else proves the best.

        Args:
            most: how many positions may be met, in all.

        Raises:
            TooLargeError: it would take more.
        """
        if self.expected <= WHOLE_IF:
            try:
                yield from self.everything(min(most, WHOLE))
            except TooLargeError:
                if most <= WHOLE:
                    raise
            else:
                return
        yield from self.best(most)

    def everything(self, most: int) -> Work:
        """Searches the whole round: afterwards all values are exact.

        Args:
            most: how many positions may be met, in all.

        Raises:
            TooLargeError: there are more.
        """
        self._most = most
        yield from self._whole(0, self._graph.roots)

    def best(self, most: int) -> Work:
        """Proves which of the positions is worth most: afterwards its value is exact and no ``high`` is above it.

        Args:
            most: how many positions may be met, in all.

        Raises:
            TooLargeError: it would take more.
        """
        self._most = most
        yield from self._estimate(self._graph.roots)
        yield from self._compare(0, self._graph.roots, highest=True)

    def settle(self, lane: int, most: int) -> Work:
        """Makes the value of one of the positions exact.

        Args:
            lane: which one.
            most: how many positions may be met, in all.

        Raises:
            TooLargeError: it would take more.
        """
        self._most = most
        root = self._graph.roots[lane : lane + 1]
        yield from self._estimate(root)
        yield from self._compare(0, root, highest=True)

    def line(self, lane: int) -> list[int]:
        """Numbers of the actions of best play by both from a position whose value is exact.

        They speak of the factories as they stand in the position.
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
        """Lists the moves of those positions whose moves have not been listed."""
        yield from self._graph.expand(depth, positions[self._graph.levels[depth].start.take(positions) < 0])

    def _descend(self, depth: int, positions: Array, undecided: Undecided, choose: Choose) -> Work:
        """Follows moves to the end, then takes what was found there back up.

        Args:
            depth: level of the positions to begin with.
            positions: no end among them, and none twice.
            undecided: whether more is to be known of positions.
            choose: which moves to follow, of those to positions that are undecided.
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
            children = yield from graph.meet(here, moves, self._most)
            following = _distinct(children, below.size)
            following = following[undecided(below, following)]
            ends = below.end.take(following)
            yield from graph.finish(here + 1, following[ends])
            active.append(following[~ends])
        for i in range(len(active) - 2, -1, -1):
            graph.back_up(depth + i, active[i])

    def _whole(self, depth: int, positions: Array) -> Work:
        """Makes the values of positions exact by following all moves."""
        positions = yield from self._without_ends(depth, positions)
        yield from self._descend(depth, positions, _open, lambda _depth, _positions, moves, _lanes: moves)

    def _without_ends(self, depth: int, positions: Array) -> Generator[None, None, Array]:
        """Positions whose values are not exact, once the ends among them are valued."""
        level = self._graph.levels[depth]
        positions = _distinct(positions, level.size)
        positions = positions[_open(level, positions)]
        ends = level.end.take(positions)
        yield from self._graph.finish(depth, positions[ends])
        return positions[~ends]

    def _estimate(self, positions: Array) -> Work:
        """A first, narrow pass that follows the most promising moves of both sides."""
        if self._estimated:
            return
        positions = yield from self._without_ends(0, positions)
        order = np.argsort(-self._graph.levels[0].outlook.take(positions), kind="stable")
        yield from self._descend(0, positions.take(order[:BEAM_ROOTS]), _open, self._promising)
        self._graph.learn()
        self._estimated = True

    def _promising(self, depth: int, positions: Array, moves: Array, lanes: Array) -> Array:
        hope = self._graph.levels[depth].hope.take(moves)
        return moves[_place(lanes, -hope if self._graph.maximising(depth) else hope, len(positions)) < BEAM]

    def _compare(self, depth: int, positions: Array, *, highest: bool) -> Work:
        """Makes the highest (or lowest) value of some positions of a level exact, and proves that no other is better."""
        graph, level = self._graph, self._graph.levels[depth]
        yield from self._without_ends(depth, positions)
        sign = 1.0 if highest else -1.0
        first = int(positions[np.argmax(sign * graph.worth(depth, positions))])
        yield from self._main_line(depth, first)
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

    def _main_line(self, depth: int, position: int) -> Work:
        """Makes a position's value exact."""
        graph, level = self._graph, self._graph.levels[depth]
        one = np.array([position], dtype=INDEX)
        if not _open(level, one).any():
            return
        if self._takes_left(level, position) <= SMALL:
            yield from self._whole(depth, one)
            return
        yield from self._expand(depth, one)
        children = yield from graph.meet(depth, level.moves(one)[0], self._most)
        yield from self._compare(depth + 1, children, highest=graph.maximising(depth))
        graph.back_up(depth, one)

    def _takes_left(self, level: Level, position: int) -> int:
        """Takes until the table is bare, if always the first is made."""
        tables, taken = self._graph.tables, 0
        table = self._graph.table_of(level, position)
        while tables.counts[table]:
            table = int(tables.following[tables.starts[table]])
            taken += 1
        return taken

    def _proving(self, high: bool) -> Choose:
        """Chooses so as to prove that values are high (or low).

        Where the side moves that would have it so, one good move is enough; where the other does, all are followed.
        """

        def choose(depth: int, positions: Array, moves: Array, lanes: Array) -> Array:
            maximising = self._graph.maximising(depth)
            if maximising != high:
                return moves
            level = self._graph.levels[depth]
            hope = level.hope.take(moves)
            tried = TRIED.take(np.minimum(level.visits.take(positions), len(TRIED) - 1))
            level.visits[positions] += 1
            return moves[_place(lanes, -hope if maximising else hope, len(positions)) < tried.take(lanes)]

        return choose


def _open(level: Level, positions: Array) -> Array:
    """(N,) bool: positions whose values are not exact."""
    is_open: Array = level.low.take(positions) < level.high.take(positions)
    return is_open


def _more_than(value: float) -> Undecided:
    """Whether it is open that positions are worth more than this."""
    return lambda level, positions: (level.low.take(positions) <= value) & (level.high.take(positions) > value)


def _less_than(value: float) -> Undecided:
    """Whether it is open that positions are worth less than this."""
    return lambda level, positions: (level.high.take(positions) >= value) & (level.low.take(positions) < value)


def _distinct(positions: Array, size: int) -> Array:
    """(N,) INDEX: positions of a level of this size, ascending, each once."""
    met = np.zeros(size, dtype=bool)
    met[positions] = True
    return np.flatnonzero(met)


def _place(lanes: Array, scores: Array, size: int) -> Array:
    """(M,) INDEX: each entry's place among those of its lane, by ascending score.

    Args:
        lanes: (M,) INDEX, ascending.
        scores: (M,) float64.
        size: number of lanes.
    """
    order = np.argsort(scores, kind="stable")
    order = order[np.argsort(lanes.take(order), kind="stable")]
    counts = np.bincount(lanes, minlength=size).astype(INDEX)
    place = np.empty(len(lanes), dtype=INDEX)
    place[order] = np.arange(len(lanes), dtype=INDEX) - (np.cumsum(counts, dtype=INDEX) - counts).take(lanes)
    return place
