"""What an evaluation is asked, what the player knows of the hand, and the worlds it samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.evaluation import Stream
from py_engine.core.numerics import Array
from py_engine.games.hearts.coaching.measured_feedback import sentences
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.grades import kind_of
from py_engine.games.hearts.knowledge.objective import Objective
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.defence import NOBODY, suspects
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.search.evaluator import Asked
from py_engine.games.hearts.search.inference import likelihoods
from py_engine.games.hearts.search.options import SampledOptions

__all__ = ["Question", "budget_exceeded"]

WINNING = "This hand may end the game: values are chances to win it, and a per cent counts as a point."
_STREAMS: dict[Stream, int] = {"explore": 0, "fresh": 1, "quick": 2}
POOL = 1024
"""Worlds that are held against what the others have played; those that are played out are chosen from them."""


class Question:
    """What is asked, and what the player knows.

    Args:
        asked: what.
        facts: of the player.
        options: of the evaluator.
    """

    def __init__(self, asked: Asked, facts: Facts, options: SampledOptions) -> None:
        self.asked, self.facts, self.options = asked, facts, options
        self.objective = Objective(facts, options.beta)
        self.beliefs = Beliefs(facts, HARD)
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
        return seeded(Domain.EVALUATION, self.asked.params.evaluator_seed, _STREAMS[stream], *part)

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

    def tell(self, found: dict[str, Any], assuming: str = "") -> None:
        """Adds to a result what is told of a graded move, and the chance to win where that is what counts.

        Args:
            found: candidates and grade.
            assuming: on what condition values hold.
        """
        if found["grade"] is not None:
            found["feedback"] = sentences(found, self.facts.rules, self.facts, assuming)
        if self.objective.goal == "win":
            found["win_probability"] = found["candidates"][0]["features"]["win_chance"]

    def circumstances(self, *, shoots: bool = False) -> dict[str, Any]:
        """The metadata that follow from the question.

        Args:
            shoots: whether the plan is to shoot the moon.
        """
        goal = self.objective.goal
        aim = "shoot" if shoots else "block" if self.blocks else goal
        return {
            "horizon": "hand" if goal == "points" else "game",
            "decision": kind_of(self.asked.state),
            "objective": aim,
            "notes": [] if goal == "points" else [WINNING],
        }


def budget_exceeded(worlds: int, wanted: int) -> dict[str, Any]:
    """What is logged when the clock ends an evaluation before it has seen the worlds that it wanted."""
    return {"type": "budget_exceeded", "sampled_worlds": worlds, "wanted_worlds": wanted}
