"""The search evaluator: minimax over the rest of the round with an estimate of the game at the round's end.

Few tiles left: every line of play is looked at and the round's values are exact. Else: all moves are compared by
quick rollouts first, and the most promising ones by a selective minimax tree whose leaves are played out by the
greedy policy, again and again in new random worlds, whose spread gives the standard error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from py_engine.contract import EvaluatorParams, Model
from py_engine.evaluation import Pieces, Stream
from py_engine.games.azul.evaluator import Asked, AzulEvaluation, Horizon
from py_engine.games.azul.rollout import play_out
from py_engine.games.azul.rules import Batch, action_number, split_action, step
from py_engine.games.azul.scoring import finish_round
from py_engine.games.azul.state import action_of
from py_engine.games.azul.tables import ACTIONS, CENTER, INDEX
from py_engine.games.azul.tree import Ply, Solution, TooLargeError, back_up, best_path, solve, widen
from py_engine.grading import Difference, Measured
from py_engine.numerics import U8, Array, descending
from py_engine.samples import Sample, Tally

__all__ = ["SearchEvaluation", "SearchOptions"]

Width = Annotated[int, Field(ge=1, le=60)]


class SearchOptions(Model):
    """Options of the search evaluator."""

    horizon: Horizon = "game"
    """What the end of the round is worth: the expected final score difference, or the difference as it stands."""
    root_width: Annotated[int, Field(ge=1, le=ACTIONS)] = 8
    """How many moves the tree compares in the end."""
    widths: Annotated[list[Width], Field(max_length=6)] = [10, 6, 5, 3]
    """Replies looked at, level by level."""
    playouts: Annotated[int, Field(ge=1, le=64)] = 1
    """Rollouts of each leaf in a world."""
    solve_tiles: Annotated[int, Field(ge=0, le=20)] = 14
    """From how many tiles left an exact solution is tried, if it promises to be small enough."""


QUICK_ROOT_WIDTH = 10
QUICK_WIDTHS = (8, 5, 4)
"""The smaller tree that comes first, so that there is an answer soon, and chooses whom the larger one compares."""
TYPICAL_NODES = (0, 10, 50, 300, 1_200, 5_000, 30_000, 150_000)
"""Positions of an exact solution, the median by how many (source, colour) sets are left: measured on 900 positions of
games between greedy players. More sets than these are not tried."""
MODEL_ERROR = (0.3,) * 9 + (1.1,) * 3 + (1.9,) * 6 + (1.3,)
"""Points, by tiles on the table (the last entry for more): root mean square difference of the grades of 166 plausible
moves from those of a search thirty times as large (``python -m py_engine.lab azul-model-error``)."""
SOLVE_SHARE = 0.5
"""Part of the time budget that an exact solution may take."""


class SearchEvaluation(AzulEvaluation):
    """Minimax over the rest of the round."""

    evaluator = "search"
    nodes_per_ms = 150
    """Positions an exact solution may look at for each millisecond of the budget: about half of it in the browser."""
    most_nodes = 160_000
    most_lanes = 20_000
    """Rollouts of one world at the most, whatever the widths."""
    rough_worlds = 4
    first_chunk = 1
    first_fresh_chunk = 2

    def __init__(self, asked: Asked, options: SearchOptions, clock: Callable[[], float] = time.perf_counter) -> None:
        self.options = options
        self.horizon = options.horizon
        self.solution: Solution | None = None
        self.lines: dict[int, list[int]] = {}
        self.nodes = 0
        super().__init__(asked, clock)
        self.rough = Tally.of(len(self.actions))
        self.quick = Tally.of(len(self.actions))
        self.widths: Sequence[int] = options.widths
        self.in_tree = False
        self.staged = False
        """Whether the contenders and the widths are those that were asked for."""
        self.deep = True
        """Whether the work allows a tree; if not, contenders are compared by more rollouts."""

    def _candidates(self, params: EvaluatorParams, user: int | None) -> Array:
        everything = np.array(self.legal, dtype=INDEX)
        affordable = self._affordable(params, user)
        if affordable is None or affordable >= len(everything):
            return everything
        return super()._candidates(params.model_copy(update={"shortlist_size": affordable}), user)

    def work(self) -> Pieces:
        """A first look at everything, an exact solution if there can be one, else a small tree and then a larger."""
        if not self.rough.count[0]:
            yield from self._look_at_all()
            yield
        if not self.in_tree and (yield from self._solve()):
            self.ended_by = "solved"
            return
        if not self.staged:
            yield from self._enter_tree()
        yield from super().work()

    def _look_at_all(self) -> Generator[None, None, None]:
        everyone = range(len(self.actions))
        worlds = self.rough_worlds
        if self.params.max_work is not None:
            worlds = max(1, min(worlds, self.params.max_work // (4 * len(everyone))))
        sample = yield from super().sample(everyone, "explore", 0, worlds)
        self.rough.add(everyone, sample)
        self.work_done += sample.work

    def _solve(self) -> Generator[None, None, bool]:
        most = min(self.most_nodes, self.nodes_per_ms * self.params.time_budget_ms)
        if self.work_left is not None:
            # A try that fails must leave enough to go on without a solution.
            most = min(most, self.work_left // 2)
        sets = int(np.count_nonzero(self.root.tiles.view(U8)))
        small = sets < len(TYPICAL_NODES) and TYPICAL_NODES[sets] <= most
        if not small or self.tiles_on_table() > self.options.solve_tiles:
            return False
        everyone = self.after.take(np.arange(len(self.actions), dtype=INDEX))
        solving = solve(everyone, self.player, self._value, most)
        try:
            while self.elapsed_ms <= SOLVE_SHARE * self.params.time_budget_ms:
                next(solving)
                yield
            solving.close()
        except TooLargeError as error:
            self.nodes += error.nodes
            self.work_done += error.nodes
        except StopIteration as stop:
            self.solution = stop.value
            self.nodes += stop.value.nodes
            self.work_done += stop.value.nodes
        return self.solution is not None

    def _value(self, batch: Batch) -> Array:
        return self.score(batch, finish_round(batch))

    def _enter_tree(self) -> Pieces:
        """Chooses the contenders by a small tree, if the work allows it and the tree asked for is larger."""
        self.in_tree = True
        larger = self._tree_cost(1, self.options.widths) > self._tree_cost(1, QUICK_WIDTHS)
        first = max(QUICK_ROOT_WIDTH, self.options.root_width)
        if larger and self._allows(first, QUICK_WIDTHS):
            self.contenders = self._best(self.rough, first)
            self.widths = QUICK_WIDTHS
            sample = yield from self._unless_late(self.sample(self.contenders, "quick", 0, 1), self.explore_share)
            if sample is None:
                # The grade is measured with the small tree; an extension begins with it again.
                return
            self.quick.add(self.contenders, sample)
            self.work_done += sample.work
            yield
        self.staged = True
        width = min(self.options.root_width, self.params.shortlist_size or ACTIONS)
        if self._allows(width, self.options.widths):
            self.contenders = self._best(self.standing, width)
            self.widths = self.options.widths
        else:
            self.deep = self.standing is self.quick
            self.contenders = self._best(self.standing, width)

    def _best(self, tally: Tally, width: int) -> list[int]:
        """The candidates with the best means, and the user's."""
        measured = np.flatnonzero(tally.count)
        means = tally.total[measured] / tally.count[measured]
        kept = [int(i) for i in measured[descending(means)[:width]]]
        return kept if self.user is None or self.user in kept else [*kept, self.user]

    def _allows(self, candidates: int, widths: Sequence[int]) -> bool:
        """Whether the work left is enough for one world of a tree, and for the grade that may follow."""
        graded = self.user is not None
        needed = self._tree_cost(candidates + graded, widths) + (self._tree_cost(2, widths) if graded else 0)
        return self.work_left is None or needed <= self.work_left

    @property
    def standing(self) -> Tally:
        """The larger tree's sums; until it has been searched once, the smaller's, or those of the first look."""
        first = self.contenders[0]
        return next((tally for tally in (self.explored, self.quick) if tally.count[first]), self.rough)

    def has_result(self) -> bool:
        """Whether the position is solved, or measured well enough to answer what was asked."""
        return self.solution is not None or super().has_result()

    def leader(self) -> int:
        """The best candidate by the solution, else the best explored one."""
        if self.solution is not None:
            return int(descending(self.solution.values[0])[0])
        return super().leader()

    def rival(self) -> int | None:
        """The best other move."""
        if self.solution is None:
            return super().rival()
        order = [int(i) for i in descending(self.solution.values[0]) if i != self.user]
        return order[0] if order else None

    def difference(self) -> Difference | None:
        """Exact when solved; never that of the first look, which is too rough to grade by."""
        rival = self.rival()
        if self.solution is not None and self.user is not None:
            values = self.solution.values[0]
            return Difference(0.0 if rival is None else float(values[self.user] - values[rival]), 0.0)
        return super().difference() if self.in_tree else None

    def model_error(self) -> float:
        """What the narrow tree and the greedy ends of its lines get wrong; nothing when the round is solved."""
        if self.solution is not None:
            return 0.0
        return MODEL_ERROR[min(self.tiles_on_table(), len(MODEL_ERROR) - 1)]

    def world_cost(self, candidates: int) -> int:
        """Rollouts of one world: every leaf of the tree some times, or one a candidate when there is no tree."""
        return self._tree_cost(candidates, self.widths) if self.deep else candidates

    def _most_leaves(self) -> int:
        return self.most_lanes // self.options.playouts

    def _tree_cost(self, candidates: int, widths: Sequence[int]) -> int:
        """Positions widened and rollouts made of the leaves, at the most."""
        leaves, widened = candidates, 0
        for width in widths:
            widened += leaves
            leaves = min(leaves * width, self._most_leaves())
        return widened + leaves * self.options.playouts

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """The minimax value of each candidate in each world."""
        if not self.deep:
            return (yield from super().sample(candidates, stream, first_world, worlds))
        roots = self.after.take(np.asarray(candidates, dtype=INDEX))
        levels, leaves = yield from widen(roots, self.widths, self.player, self._most_leaves())
        expanded = sum(len(level.starts) for level in levels)  # same bits: whole numbers
        self.nodes += expanded
        playouts, size = self.options.playouts, leaves.size
        lanes = np.repeat(np.arange(size, dtype=INDEX), worlds * playouts)
        world = np.tile(np.arange(worlds * playouts, dtype=INDEX), size)
        bank = self.bank(stream, first_world, worlds * playouts)
        depth = len(levels) + 1
        policies = (self.thresholds[depth & 1], self.thresholds[(depth & 1) ^ 1])
        batch = yield from play_out(leaves.take(lanes), bank, world, policies)
        end = finish_round(batch)
        self.rollouts += batch.size
        leaf_values = self.score(batch, end).reshape(size, worlds, playouts).mean(axis=2)
        features = super().measured(range(size), leaf_values, batch, end, batch.size).features
        return self._backed_up(candidates, levels, leaf_values, features, batch.size + expanded)

    def _backed_up(
        self, candidates: Sequence[int], levels: list[Ply], leaf_values: Array, features: dict[str, Array], work: int
    ) -> Sample:
        """Values of the candidates in each world; features and lines come from the leaf that best play reaches."""
        worlds = leaf_values.shape[1]
        values = np.empty((len(candidates), worlds), dtype=np.float64)
        for world in range(worlds):
            value = leaf_values[:, world]
            for level in reversed(levels):
                value = back_up(level, value)
            values[:, world] = value
        means = [leaf_values.mean(axis=1)]
        for level in reversed(levels):
            means.insert(0, back_up(level, means[0]))
        reached = np.empty(len(candidates), dtype=INDEX)
        for i, candidate in enumerate(candidates):
            path = best_path(levels, means, i)
            self.lines[candidate] = [int(level.actions[move]) for level, move in zip(levels, path, strict=True)]
            reached[i] = path[-1] if path else i
        scale = 1.0 / self.options.playouts
        return Sample(values, {name: sums[reached] * scale for name, sums in features.items()}, work)

    def shown(self) -> list[int]:
        """The contenders; before there are any, or when solved, the best of all."""
        if self.in_tree:
            return list(self.contenders)
        size = self.params.shortlist_size or len(self.actions)
        if self.solution is not None:
            order = descending(self.solution.values[0])
        else:
            order = descending(self.rough.total / self.rough.count)
        kept = [int(i) for i in order[:size]]
        return kept if self.user is None or self.user in kept else [*kept, self.user]

    def measured_candidate(self, candidate: int) -> Measured:
        """A candidate with its exact or best-known value, and the line of play behind it."""
        measured = super().measured_candidate(candidate)
        if self.solution is not None:
            exact = float(self.solution.values[0][candidate])
            measured.explored, measured.ev, measured.stderr = exact, exact, 0.0
            measured.line, features = self._solved_line(candidate)
            measured.features |= features
        elif candidate in self.lines:
            numbers = [int(self.actions[candidate]), *self.lines[candidate]]
            measured.line = [action_of(n).model_dump() for n in numbers]
        return measured

    def _solved_line(self, candidate: int) -> tuple[list[Any], dict[str, float]]:
        """Best play to the end of the round, and what it measures.

        The solution's factories are in order and the player's are not, so the line is played along.
        """
        if self.solution is None:
            return [], {}
        line = [action_of(int(self.actions[candidate])).model_dump()]
        batch = self.after.take(np.array([candidate], dtype=INDEX))
        path = best_path(self.solution.levels, self.solution.values, candidate)
        for level, move in zip(self.solution.levels, path, strict=True):
            if not batch.tiles.any():
                break
            source, color, destination = split_action(level.actions[move : move + 1])
            factories = batch.tiles[:CENTER, 0]
            if source[0] != CENTER:
                ordered = np.sort(factories, kind="stable")
                source = np.flatnonzero(factories == ordered[source[0]])[:1].astype(INDEX)
            line.append(action_of(int(action_number(source, color, destination)[0])).model_dump())
            step(batch, source, color, destination)
        end = finish_round(batch)
        sample = self.measured([candidate], np.zeros((1, 1), dtype=np.float64), batch, end, 1)
        return line, {name: float(total[0]) for name, total in sample.features.items()}

    def metadata(self) -> dict[str, Any]:
        """Says what was solved."""
        solved = self.solution is not None
        notes = ["The rest of the round is solved; what follows it is estimated."] if solved else []
        known = solved and self.horizon == "round"
        return super().metadata() | {"solved": known, "round_solved": solved, "nodes": self.nodes, "notes": notes}
