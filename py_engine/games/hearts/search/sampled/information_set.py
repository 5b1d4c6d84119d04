"""What a player knows at a decision, and the worlds that agree with it (determinizations)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from pydantic import JsonValue

from py_engine.core.chance import Domain, seeded
from py_engine.core.evaluation import Stream
from py_engine.core.numerics import Array
from py_engine.core.results import Candidate, Metadata
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.grades import kind_of
from py_engine.games.hearts.knowledge.objective import Objective
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.defence import NOBODY, suspects
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.play import legal_moves
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.options import SampledOptions
from py_engine.games.hearts.search.requests import place_of_user
from py_engine.games.hearts.search.sampled.inference import likelihoods

__all__ = ["InformationSet", "Telemetry", "budget_exceeded"]

Telemetry = Mapping[str, JsonValue]
"""An entry of the log of a search."""

WINNING = "This hand may end the game: values are chances to win it, and a per cent counts as a point."
_STREAMS: dict[Stream, int] = {"explore": 0, "fresh": 1, "quick": 2}
POOL = 1024
"""Worlds that are held against what the others have played; those that are played out are chosen from them."""


class InformationSet:
    """What a player knows, wants and may do.

    Args:
        request: the decision.
        options: of the evaluator.
    """

    def __init__(self, request: HeartsRequest, options: SampledOptions) -> None:
        self.request, self.options = request, options
        self.facts = facts_of(request.state, request.player)
        self.legal = legal_moves(request.state)
        """Masks of cards."""
        self.user = place_of_user(request, self.legal)
        self.objective = Objective(self.facts, options.beta)
        self.beliefs = Beliefs(self.facts, HARD)
        self._pools: dict[Stream, tuple[int, Array, Array]] = {}
        self._sizes: dict[tuple[Stream, int], float] = {}

    def worlds(self, stream: Stream, first_world: int, worlds: int) -> Array:
        """(4, W) uint64: hands by seat, the same for the same part of a stream."""
        generator = self._generator(stream, first_world)
        played = bool(self.facts.history or self.facts.table)
        if not self.options.inference or not played or stream == "quick":
            return draw(self.beliefs, generator, worlds)
        pool, heights = self._pool(stream, first_world // POOL)
        # One lot for all, a step apart each: every world comes as often as it is likely, give or take one.
        lots = (generator.permutation(worlds) + generator.random()) * (heights[-1] / worlds)
        where = heights.searchsorted(lots, side="right")
        return pool.take(np.minimum(where, POOL - 1), axis=1)

    def independent(self, stream: Stream, worlds: int) -> float:
        """As how many independent worlds the first ones of a stream count: worlds of a pool may come again."""
        if not self._sizes:
            return float(worlds)
        total = 0.0
        for number in range(-(-worlds // POOL)):
            drawn = min(POOL, worlds - number * POOL)
            size = self._sizes.get((stream, number), float(POOL))
            total += 1.0 / (1.0 / drawn + 1.0 / size)
        return total

    def _generator(self, stream: Stream, *part: int) -> np.random.Generator:
        return seeded(Domain.EVALUATION, self.request.params.evaluator_seed, _STREAMS[stream], *part)

    def _pool(self, stream: Stream, number: int) -> tuple[Array, Array]:
        """Worlds to choose among, and the running sums of their likelihoods; a new pool for so many worlds each."""
        if self._pools.get(stream, (-1,))[0] != number:
            pool = draw(self.beliefs, self._generator(stream, number, POOL), POOL)
            weights = likelihoods(self.facts, pool, default_play_tables())
            self._pools[stream] = number, pool, weights.cumsum()
            total = float(weights.sum())
            self._sizes[stream, number] = total * total / float((weights * weights).sum())
        return self._pools[stream][1:]

    @property
    def blocks(self) -> bool:
        """Whether another seat alone has so many points that it is to be kept from the moon."""
        suspect = int(suspects(np.array(self.facts.taken, dtype=np.int16)[:, None])[0])
        return suspect not in (int(NOBODY), self.facts.seat)

    def win_probability(self, best: Candidate) -> float | None:
        """The chance to win with the best move, where that is what counts."""
        return best.features["win_chance"] if self.objective.goal == "win" else None

    def described(self, metadata: Metadata, *, shoots: bool = False) -> Metadata:
        """Metadata with what follows from the decision.

        Args:
            metadata: of an evaluation.
            shoots: whether the plan is to shoot the moon.
        """
        goal = self.objective.goal
        return replace(
            metadata,
            decision=kind_of(self.request.state),
            horizon="hand" if goal == "points" else "game",
            objective="shoot" if shoots else "block" if self.blocks else goal,
            notes=() if goal == "points" else (WINNING,),
        )


def budget_exceeded(worlds: int, wanted: int) -> Telemetry:
    """What is logged when the clock ends an evaluation before it has seen the worlds that it wanted."""
    return {"type": "budget_exceeded", "sampled_worlds": worlds, "wanted_worlds": wanted}
