"""The evaluation that solves sampled worlds at the end of a hand, in place of playouts.

It says how many nodes it needs until its values can replace those of playouts: until the standard error of the difference between the
moves is no larger than the model error of playouts (see ``standard``).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np

from py_engine.core.evaluation import Stream
from py_engine.core.results import Candidate, Metadata
from py_engine.core.samples import Sample
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.search.endgame.solver import Mode, TooManyNodes
from py_engine.games.hearts.search.endgame.solving import NODES_OF_A_PLAYOUT, TOO_FEW, Solving, solver_log
from py_engine.games.hearts.search.endgame.standard import DOUBT, PILOT, Standard
from py_engine.games.hearts.search.endgame.worlds import FEATURES, SolvedWorlds
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.information_set import InformationSet, Telemetry

__all__ = ["SampledEndgame"]

FRESH_FACTOR = 1 / (1 - CardSearch.explore_share)
"""Worlds solved per fresh world, from which values are stated."""


class SampledEndgame(CardSearch):
    """The card search with exact values instead of playouts."""

    first_chunk = PILOT
    lanes = 64
    first_fresh_chunk = PILOT
    solves = True

    def __init__(self, known: InformationSet, mode: Mode, number: int) -> None:
        super().__init__(known, shoot=False)
        cards = [plan.move.bit_length() - 1 for plan in self.plans]
        self.solved = SolvedWorlds(known.facts, known.objective, cards, mode)
        self.standard = Standard(known, number)
        self.allowance: int | None = None
        """Limit on all nodes, of which the pilot worlds may take a part; None for no limit."""
        self.overrun = False
        """Whether the pilot worlds took more nodes than that; then the evaluation is of no use."""

    def world_cost(self, candidates: int) -> int:
        """See ``SampledEvaluation``; independent of the candidates, since all cards are solved together."""
        worlds = int(self.explored.count.max()) + self._fresh_worlds
        return max(1, self.solved.nodes // (NODES_OF_A_PLAYOUT * max(1, worlds)))

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """Solves the worlds one by one, yielding after each card; fewer worlds if the allowance is used up."""
        hands = self.known.worlds(stream, first_world, worlds)
        nodes = self.solved.nodes
        points = []
        for world in range(worlds):
            pilot = stream == "explore" and first_world + world < PILOT
            try:
                left = self.standard.nodes_left(self.allowance, world, self.solved.nodes) if pilot else None
                points.append((yield from self.solved.solving(hands[:, world], left)))
            except TooManyNodes:
                self.overrun = True
                while True:
                    yield
            yield
        every = np.stack(points, axis=2)[:, list(candidates)]
        values, features = self.solved.outcome(every.reshape(SEATS, -1))
        values = values.reshape(len(candidates), worlds)
        if stream == "explore":
            self.values.add(candidates, values)
        sums = features.reshape(len(FEATURES), len(candidates), worlds).sum(axis=2)
        work = -(-(self.solved.nodes - nodes) // NODES_OF_A_PLAYOUT)
        return Sample(values, dict(zip(FEATURES, sums, strict=True)), work)

    @property
    def _fresh_worlds(self) -> int:
        return int(self.again.counts[self.basis])

    @property
    def hopeless(self) -> bool:
        """Whether the allowance is probably too small to meet the standard."""
        worlds = int(self.explored.count.max())
        if self.overrun or self.allowance is None or worlds < PILOT:
            return self.overrun
        rival = self._other()
        stderr = 0.0 if rival is None else self.values.difference(self.leader(), rival).stderr
        needed = self.standard.worlds(stderr * stderr * worlds) * (1.0 if rival is None else FRESH_FACTOR)
        return needed * self.solved.nodes * (1 + DOUBT / worlds) > self.allowance * (worlds + self._fresh_worlds)

    def _other(self) -> int | None:
        """The best plan of another move than the leader's."""
        leader = self.plans[self.leader()].move
        others = [i for i in self.contenders if self.plans[i].move != leader]
        return self._best(others, None) if others else None

    @property
    def suffices(self) -> bool:
        """Whether the worlds solved so far meet the standard."""
        if not self.has_result():
            return False
        compared = self.compared()
        best = self.first_of(compared)
        others = [i for i in compared if i != best]
        if not others:
            return int(self.explored.count.max()) >= self.standard.fewest
        found = self.gap(best, self.first_of(others))
        sampled = self._sampling_error("fresh", found.stderr, self._fresh_worlds)
        return self._fresh_worlds >= self.standard.fewest and sampled <= self.standard.error

    def telemetry(self, best: Candidate, duration_ms: int) -> list[Telemetry]:
        """See ``WorldEvaluation``."""
        return [*super().telemetry(best, duration_ms), self.log(duration_ms)]

    def log(self, duration_ms: int) -> Telemetry:
        """The log entry of the solver."""
        far = Solving("sampled", int(self.explored.count.max()) + self._fresh_worlds, self.standard.number)
        return solver_log(self.known, self.solved, far, None if self.suffices else TOO_FEW, duration_ms)

    def _described(self, metadata: Metadata, best: Candidate, plan: int) -> Metadata:
        return replace(super()._described(metadata, best, plan), nodes=self.solved.nodes)
