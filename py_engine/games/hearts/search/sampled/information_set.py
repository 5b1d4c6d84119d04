"""The information set of a decision: what the player knows, and the worlds (determinizations) drawn from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from pydantic import JsonValue

from py_engine.core.chance import Domain, seeded
from py_engine.core.contract import GradeBand
from py_engine.core.evaluation import Stream
from py_engine.core.numerics import Array
from py_engine.core.results import Candidate, Metadata
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.grades import BANDS, WIN_BANDS, kind_of
from py_engine.games.hearts.knowledge.objective import Objective
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.defence import NOBODY, suspects
from py_engine.games.hearts.policies.intent import may_be_shooting, strengths
from py_engine.games.hearts.rules.play import legal_moves
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.options import SampledOptions
from py_engine.games.hearts.search.requests import index_of_user
from py_engine.games.hearts.search.sampled.inference import Posterior, posterior
from py_engine.games.hearts.search.sampled.roots import in_play
from py_engine.games.hearts.search.unused import unused_options

__all__ = [
    "POOL", "InformationSet", "Telemetry", "Worlds", "budget_exceeded", "effective_size", "has_evidence", "weights_of",
]  # fmt: skip

Telemetry = Mapping[str, JsonValue]
"""An entry of a search log."""

WINNING = "This hand may end the game: values are chances to win it, and one percentage point counts as one point."
_STREAMS: dict[Stream, int] = {"explore": 0, "fresh": 1, "quick": 2}
POOL = 4096
"""Number of worlds that are drawn and weighted by their likelihood at a time; worlds for playouts are resampled from them."""
DRAWN = 1024
"""Number of worlds that are resampled from a pool before there is a new one. By its weights, a pool is worth only about a third as many
independent worlds, and late in a hand a tenth; a twentieth where the others are found to be greedy players."""
LIKELY_GREEDY = 0.2
"""Some other player must be greedy with this chance before any is in playouts: they take half as much time again."""


def has_evidence(facts: Facts) -> bool:
    """Whether the others have played or passed anything from which their hands can be inferred."""
    return facts.phase != "pass" and bool(facts.history or facts.table or facts.got[1])


def weights_of(facts: Facts, worlds: Array) -> Array:
    """(W,) float64: how likely worlds (4, W) are, up to a constant factor, given what the others played and passed."""
    return _believed(facts, worlds).likelihoods


def _believed(facts: Facts, worlds: Array) -> Posterior:
    """How likely worlds (4, W) are, up to a constant factor, given what the others played and passed, and who is greedy in them."""
    found = posterior(facts, worlds)
    shooting = may_be_shooting(facts.taken, facts.leader)
    if shooting is None or shooting[0] == facts.seat:
        return found
    return found._replace(likelihoods=found.likelihoods * strengths(in_play(facts, worlds), *shooting))


def effective_size(weights: Array) -> float:
    """Kish's effective sample size: the squared sum of the weights over the sum of their squares."""
    total = float(weights.sum())
    return total * total / float((weights * weights).sum())


class Worlds(NamedTuple):
    """Sampled worlds."""

    hands: Array
    """(4, W) uint64: hands by seat."""
    greedy: Array | None
    """(4, W) bool: the seats whose players are greedy; None where hardly any are."""


class _Pool(NamedTuple):
    """Worlds to resample from."""

    number: int
    """Which pool of its stream it is."""
    hands: Array
    """(4, POOL) uint64."""
    heights: Array
    """(POOL,) float64: running sums of their likelihoods."""
    believed: Posterior | None
    """Who is greedy in them; None where hardly anybody is."""


def _greedy_seats(believed: Posterior, generator: np.random.Generator) -> Array:
    """(4, W) bool: the greedy players of worlds; first the kind of the table is drawn, then its players."""
    of_greedy = generator.random(len(believed.table)) < believed.table
    chances = np.where(of_greedy, believed.greedy[1], believed.greedy[0])
    seats: Array = generator.random(chances.shape) < chances
    return seats


class InformationSet:
    """The information set of a decision, with the legal moves and the player's objective.

    Args:
        request: The decision.
        options: The options of the evaluator.
    """

    def __init__(self, request: HeartsRequest, options: SampledOptions) -> None:
        self.request, self.options = request, options
        self.facts = facts_of(request.state, request.player)
        self.legal = legal_moves(request.state)
        """The legal moves as masks."""
        self.user: int | None = None
        self.take_up(request)
        self.objective = Objective(self.facts, options.beta)
        self.beliefs = Beliefs(self.facts, HARD)
        self._pools: dict[Stream, _Pool] = {}
        self._sizes: dict[tuple[Stream, int], float] = {}
        self._running: dict[Stream, list[float]] = {}

    def take_up(self, request: HeartsRequest) -> None:
        """Makes the user's action of a request for the same decision the graded one."""
        self.request, self.user = request, index_of_user(request, self.legal)

    def worlds(self, stream: Stream, first_world: int, worlds: int) -> Array:
        """(4, W) uint64: hands by seat in sampled worlds; see ``sampled``."""
        return self.sampled(stream, first_world, worlds).hands

    def sampled(self, stream: Stream, first_world: int, worlds: int) -> Worlds:
        """Sampled worlds, always the same for the same part of a stream.

        If the others have played or passed, worlds are drawn from a pool by systematic resampling (G. Kitagawa, 1996), weighted by
        their likelihoods.
        """
        generator = self.generator(stream, first_world)
        facts = self.facts
        if not self.options.inference or not has_evidence(facts) or stream == "quick":
            return Worlds(draw(self.beliefs, generator, worlds), None)
        pool = self._pool(stream, first_world // DRAWN)
        # One random number for all, at equal distances: every world is drawn as often as its weight says, give or take one.
        levels = (generator.permutation(worlds) + generator.random()) * (pool.heights[-1] / worlds)
        where = np.minimum(pool.heights.searchsorted(levels, side="right"), POOL - 1)
        hands = pool.hands.take(where, axis=1)
        if pool.believed is None:
            return Worlds(hands, None)
        return Worlds(hands, _greedy_seats(pool.believed.take(where), self.generator(stream, first_world, worlds, 2)))

    def independent(self, stream: Stream, worlds: int) -> float:
        """Effective sample size of the first worlds of a stream; it is smaller, because resampled worlds repeat."""
        if not self._sizes:
            return float(worlds)
        pools, rest = divmod(worlds, DRAWN)
        running = self._running.setdefault(stream, [0.0])
        while len(running) <= pools:
            running.append(running[-1] + self._independent(stream, len(running) - 1, DRAWN))
        return running[pools] + (self._independent(stream, pools, rest) if rest else 0.0)

    def _independent(self, stream: Stream, pool: int, drawn: int) -> float:
        """Effective sample size of the worlds drawn from one pool."""
        return 1.0 / (1.0 / drawn + 1.0 / self._sizes.get((stream, pool), float(POOL)))

    def generator(self, stream: Stream, *part: int) -> np.random.Generator:
        """The random numbers for a part of a stream."""
        return seeded(Domain.EVALUATION, self.request.params.evaluator_seed, _STREAMS[stream], *part)

    def _pool(self, stream: Stream, number: int) -> _Pool:
        """A pool of worlds to resample from."""
        pool = self._pools.get(stream)
        if pool is None or pool.number != number:
            hands = draw(self.beliefs, self.generator(stream, number, POOL), POOL)
            found = _believed(self.facts, hands)
            greedy = bool((found.greedy_chances() >= LIKELY_GREEDY).any())
            pool = self._pools[stream] = _Pool(number, hands, found.likelihoods.cumsum(), found if greedy else None)
            self._sizes[stream, number] = effective_size(found.likelihoods)
        return pool

    @property
    def blocks(self) -> bool:
        """Whether another seat alone has enough points that it must be stopped from shooting the moon."""
        suspect = int(suspects(np.array(self.facts.taken, dtype=np.int16)[:, None])[0])
        return suspect not in (int(NOBODY), self.facts.seat)

    def win_probability(self, best: Candidate) -> float | None:
        """The chance to win the game with the best move; None if the objective is points."""
        return best.features["win_chance"] if self.objective.goal == "win" else None

    @property
    def bands(self) -> Sequence[GradeBand]:
        """The grades, in the unit of the values."""
        return WIN_BANDS if self.objective.goal == "win" else BANDS

    def described(self, metadata: Metadata, *, shoots: bool = False) -> Metadata:
        """Metadata completed with the decision, horizon, objective and notes.

        Args:
            metadata: The metadata of an evaluation.
            shoots: Whether the plan is to shoot the moon.
        """
        goal = self.objective.goal
        return replace(
            metadata,
            decision=kind_of(self.request.state),
            horizon="hand" if goal == "points" else "game",
            objective=goal if goal == "win" else "shoot" if shoots else "block" if self.blocks else goal,
            notes=(
                *(() if goal == "points" else (WINNING,)),
                *unused_options(self.options, self.facts, self.objective),
            ),
        )


def budget_exceeded(worlds: int, wanted: int) -> Telemetry:
    """The log entry for an evaluation that ran out of time before it had sampled all worlds."""
    return {"type": "budget_exceeded", "sampled_worlds": worlds, "wanted_worlds": wanted}
