"""The rest of a round solved exactly, for any value of its end.

Small rounds are looked at whole. For others the best first move is proved: the exact value of one line of play is
found from its end upwards, and at each of its positions it is shown that no other move does better. To show that, one
answer is enough where the side moves that keeps the value down, and all moves are followed where the other does. So a
proof leaves most positions unseen; whatever order they are looked at in, its bounds are true ones.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from py_engine.games.azul.compact import TooLargeError
from py_engine.games.azul.round_graph import Level, RoundGraph, Value
from py_engine.games.azul.rules import Batch, action_number, split_action, step
from py_engine.games.azul.tables import CENTER, INDEX
from py_engine.numerics import Array

__all__ = ["Exact", "TooLargeError"]

Work = Generator[None, None, None]
MOST_TABLES = 20_000
BEAM_ROOTS = 8
BEAM = 3
"""How many moves of each position the first look follows, which tells what to expect."""
TRIED = np.array([1, 2, 4, 8, 16, 32, 200], dtype=INDEX)
"""How many answers a proof tries at once: the more, the more often those before were not good enough."""
SMALL = 3
"""Takes left with which a position of the main line is looked at whole."""


class Exact:
    """The values of some positions at the same point of a round: the first moves of one position, as a rule.

    Its methods that work are generators, which pause often; between two pauses everything may be read, and the bounds
    are true. They may be called in any order; what is known is not looked at again.

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
        self._beamed = False

    @property
    def nodes(self) -> int:
        """How many different positions were met."""
        return self._graph.nodes

    @property
    def valued(self) -> int:
        """How many drafted-out positions were valued."""
        return self._graph.valued

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

    def everything(self, most: int) -> Work:
        """Looks at the whole round: afterwards all values are exact.

        Args:
            most: how many positions may be met, in all.

        Raises:
            TooLargeError: there are more.
        """
        self._most = most
        yield from self._whole(0, np.arange(self._graph.levels[0].size, dtype=INDEX))

    def best(self, most: int) -> Work:
        """Proves which of the positions is worth most: afterwards its value is exact and no ``high`` is above it.

        Args:
            most: how many positions may be met, in all.

        Raises:
            TooLargeError: it would take more.
        """
        self._most = most
        everyone = np.arange(self._graph.levels[0].size, dtype=INDEX)
        yield from self._look(everyone)
        yield from self._compare(0, everyone, highest=True)

    def settle(self, lane: int, most: int) -> Work:
        """Makes the value of one of the positions exact.

        Args:
            lane: which one.
            most: how many positions may be met, in all.

        Raises:
            TooLargeError: it would take more.
        """
        self._most = most
        root = self._graph.roots[lane : lane + 1].astype(INDEX)
        yield from self._look(root)
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
        """Looks at the moves of those positions whose moves have not been looked at."""
        new = positions[self._graph.levels[depth].start.take(positions) < 0]
        for _ in self._graph.expand(depth, new):
            if self.nodes > self._most:
                raise TooLargeError(self.nodes)
            yield

    def _descend(self, depth: int, positions: Array, choose: Callable[[int, Array], Array]) -> Work:
        """Follows moves to the end, then takes what was found there back up.

        Args:
            depth: level of the positions to begin with.
            positions: none of them an end.
            choose: the successors to follow of some positions of a level.
        """
        graph = self._graph
        active = [positions]
        while len(active[-1]):
            here = depth + len(active) - 1
            yield from self._expand(here, active[-1])
            below = graph.levels[here + 1]
            met = np.zeros(below.size, dtype=bool)
            met[choose(here, active[-1])] = True
            following = np.flatnonzero(met)
            ends = below.end.take(following)
            yield from graph.finish(here + 1, following[ends])
            active.append(following[~ends])
        for i in range(len(active) - 2, -1, -1):
            graph.back_up(depth + i, active[i])

    def _whole(self, depth: int, positions: Array) -> Work:
        """Makes the values of positions exact by following all moves."""
        level = self._graph.levels[depth]
        ends = level.end.take(positions)
        yield from self._graph.finish(depth, positions[ends & _open(level, positions)])
        yield from self._descend(depth, positions[~ends & _open(level, positions)], self._all_open)

    def _all_open(self, depth: int, positions: Array) -> Array:
        level = self._graph.levels[depth]
        children = level.child.take(level.moves(positions)[0])
        return children[_open(self._graph.levels[depth + 1], children)]

    def _look(self, positions: Array) -> Work:
        """A first look that follows the most promising moves of both sides."""
        graph, level = self._graph, self._graph.levels[0]
        yield from graph.finish(0, positions[level.end.take(positions) & _open(level, positions)])
        if self._beamed:
            return
        self._beamed = True
        hopeful = positions[_open(level, positions)]
        order = np.argsort(-level.outlook.take(hopeful), kind="stable")
        yield from self._descend(0, hopeful.take(order[:BEAM_ROOTS]), self._promising)
        graph.learn()

    def _promising(self, depth: int, positions: Array) -> Array:
        graph, level = self._graph, self._graph.levels[depth]
        moves, lanes, _ = level.moves(positions)
        children = level.child.take(moves)
        is_open = np.flatnonzero(_open(graph.levels[depth + 1], children))
        children, lanes = children.take(is_open), lanes.take(is_open)
        estimates = graph.estimates(depth + 1, children)
        return children[_leading(lanes, -estimates if graph.maximising(depth) else estimates, len(positions)) < BEAM]

    def _compare(self, depth: int, positions: Array, *, highest: bool) -> Work:
        """Makes the highest (or lowest) value of some positions of a level exact, and no other better."""
        graph, level = self._graph, self._graph.levels[depth]
        yield from graph.finish(depth, positions[level.end.take(positions) & _open(level, positions)])
        sign = 1.0 if highest else -1.0
        first = int(positions[np.argmax(sign * graph.estimates(depth, positions))])
        yield from self._main_line(depth, first)
        while True:
            low, high = level.low.take(positions), level.high.take(positions)
            value = low.max() if highest else high.min()
            contenders = positions[high > value] if highest else positions[low < value]
            if not len(contenders):
                return
            estimates = sign * graph.estimates(depth, contenders)
            leader = int(np.argmax(estimates))
            better = bool(estimates[leader] > sign * value)
            chosen = contenders[leader : leader + 1] if better else contenders
            yield from self._descend(
                depth, chosen, self._proving(value, above=highest, for_the_higher=better == highest)
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
        children = level.child.take(level.moves(one)[0])
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

    def _proving(self, value: float, *, above: bool, for_the_higher: bool) -> Callable[[int, Array], Array]:
        """What to follow to prove on which side of a value positions are.

        Args:
            value: the claim is about more than it (``above``) or less than it.
            above: which of the two.
            for_the_higher: it is to be proved that values are high: one good answer is enough where the maximising
                player moves.
        """

        def choose(depth: int, positions: Array) -> Array:
            graph, level, below = self._graph, self._graph.levels[depth], self._graph.levels[depth + 1]
            moves, lanes, _ = level.moves(positions)
            children = level.child.take(moves)
            low, high = below.low.take(children), below.high.take(children)
            undecided = (low <= value) & (high > value) if above else (low < value) & (high >= value)
            kept = np.flatnonzero(undecided)
            children = children.take(kept)
            maximising = graph.maximising(depth)
            if maximising != for_the_higher:
                return children
            lanes = lanes.take(kept)
            outlook = below.outlook.take(children)
            tried = TRIED.take(np.minimum(level.visits.take(positions), len(TRIED) - 1))
            level.visits[positions] += 1
            rank = _leading(lanes, -outlook if maximising else outlook, len(positions))
            return children[rank < tried.take(lanes)]

        return choose


def _open(level: Level, positions: Array) -> Array:
    """(N,) bool: positions whose values are not exact."""
    is_open: Array = level.low.take(positions) < level.high.take(positions)
    return is_open


def _leading(lanes: Array, scores: Array, size: int) -> Array:
    """(M,) INDEX: each entry's place among those of its lane, by ascending score.

    Args:
        lanes: (M,) INDEX, ascending.
        scores: (M,) float64.
        size: number of lanes.
    """
    order = np.argsort(scores, kind="stable")
    order = order[np.argsort(lanes.take(order), kind="stable")]
    counts = np.bincount(lanes, minlength=size).astype(INDEX)
    rank = np.empty(len(lanes), dtype=INDEX)
    rank[order] = np.arange(len(lanes), dtype=INDEX) - (np.cumsum(counts, dtype=INDEX) - counts).take(lanes)
    return rank
