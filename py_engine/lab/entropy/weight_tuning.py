"""Tunes the weights of Entropy's heuristic by playing: coordinate steps by a fifth, then the cross-entropy method.

Weights are compared with common random numbers: the same tokens, against the same Chaos players, the policies from random
to EV2. The score of weights is Order's mean score over all of these games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.entropy.policies.heuristic import Weights
from py_engine.lab.core.commands import Say
from py_engine.lab.core.crossed import LOCKSTEP
from py_engine.lab.core.spread import Work
from py_engine.lab.core.statistics import Mean, mean_of
from py_engine.lab.core.tuning import CrossEntropy
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.entropy.lockstep import by_weights, chooser, lockstep, random_bits, token_orders

__all__ = ["CHAOS_PLAYERS", "Plan", "Tuned", "Tuning", "games_of", "tune"]

CHAOS_PLAYERS = ("random", "greedy", "greedy2", "ev2")
STEP = 0.2
FREE = tuple(name for name in Weights._fields if name != "immediate")
"""The tuned weights. Only ratios of weights affect choices, so ``immediate`` is fixed."""
SPREAD = 0.5
"""Standard deviation of the first random weights, relative to the document's."""
MIN_SPREAD = 0.03
TRAINING, CHECKING = 0, 1_000_000
"""First seeds of the games for tuning and for measuring the result."""


class Games(TypedDict):
    """A job: games of the heuristic with given weights."""

    weights: dict[str, float]
    chaos: str
    size: int
    seeds: list[int]
    engine: str


def games_of(task: Games) -> list[int]:
    """The final score of each game.

    Raises:
        LabError: this engine's version differs from the caller's.
    """
    require_same(task["engine"], engine_of("entropy"))
    seeds = task["seeds"]
    tokens = token_orders(seeds, task["size"])
    order, chaos = by_weights(Weights(**task["weights"])), chooser({"evaluator": task["chaos"]})
    scores: list[int] = lockstep(tokens, order, chaos, lambda move: random_bits(seeds, move)).tolist()
    return scores


@dataclass(frozen=True, slots=True)
class Plan:
    """The amount of play."""

    size: int = 7
    rounds: int = 2
    """Rounds of steps of single weights."""
    generations: int = 10
    candidates: int = 24
    """Random weights per generation."""
    games: int = 8
    """Games of each candidate against each Chaos; the better half plays twice as many more, and so on."""
    halvings: int = 2
    check: int = 400
    """Games against each Chaos to measure the result."""
    seed: int = 0


class Tuned(NamedTuple):
    """Weights, and their scores in games not used for tuning."""

    weights: Weights
    score: Mean
    """Over all games; the standard error is that of the means over the Chaos players per token order."""
    by_chaos: dict[str, Mean]
    above_document: Mean


class Tuning:
    """Plays the games of a tuning and counts them.

    Args:
        plan: The amount of play.
        work: Runs the jobs.
    """

    def __init__(self, plan: Plan, work: Work) -> None:
        self.plan, self._work = plan, work
        self._engine = engine_of("entropy")
        self._next_seed = TRAINING
        self.games = 0

    def fresh_seeds(self, count: int) -> list[int]:
        """Seeds that no tuning game has used yet."""
        first = self._next_seed
        self._next_seed += count
        return list(range(first, first + count))

    def played(self, candidates: Sequence[Weights], seeds: list[int]) -> Array:
        """(candidates, Chaos players, games) float64: the scores, all with the same tokens."""
        parts = [seeds[start : start + LOCKSTEP] for start in range(0, len(seeds), LOCKSTEP)]
        tasks: list[Games] = [
            {
                "weights": weights._asdict(),
                "chaos": chaos,
                "size": self.plan.size,
                "seeds": part,
                "engine": self._engine,
            }
            for weights in candidates
            for chaos in CHAOS_PLAYERS
            for part in parts
        ]
        scores = [score for part in self._work(games_of, tasks) for score in part]
        self.games += len(scores)
        return np.array(scores, dtype=np.float64).reshape(len(candidates), len(CHAOS_PLAYERS), len(seeds))


def tune(tuning: Tuning, say: Say) -> list[Tuned]:
    """The document's weights, those after steps of single weights, and the tuned ones; each with its scores."""
    document = Weights()
    stepped = document
    for number in range(tuning.plan.rounds):
        stepped = _stepped(tuning, stepped, f"Round {number + 1} of {tuning.plan.rounds}", say)
    best = _evolved(tuning, stepped, say)
    found = [document, stepped, best]
    say(f"Measuring in {tuning.plan.check} other games against each Chaos")
    scores = tuning.played(found, list(range(CHECKING, CHECKING + tuning.plan.check)))
    by_order = scores.mean(axis=1)
    return [
        Tuned(
            weights,
            mean_of(by_order[place].tolist()),
            {name: mean_of(scores[place, n].tolist()) for n, name in enumerate(CHAOS_PLAYERS)},
            mean_of((by_order[place] - by_order[0]).tolist()),
        )
        for place, weights in enumerate(found)
    ]


def _stepped(tuning: Tuning, weights: Weights, title: str, say: Say) -> Weights:
    """Tries each weight a fifth up and down in turn; keeps changes that improve by more than their standard error."""
    seeds = tuning.fresh_seeds(tuning.plan.games * 4)
    for name in FREE:
        here = getattr(weights, name)
        tried = [weights, *(weights._replace(**{name: _round(here * factor)}) for factor in (1 + STEP, 1 - STEP))]
        means = tuning.played(tried, seeds).mean(axis=1)
        better = [mean_of((each - means[0]).tolist()) for each in means[1:]]
        best = max(range(2), key=lambda place: better[place].mean)
        kept = better[best].mean > better[best].error
        if kept:
            weights = tried[1 + best]
        say(f"{title}: {name} {here:g} -> {getattr(weights, name):g} ({better[best].text(signed=True)})")
    return weights


def _evolved(tuning: Tuning, weights: Weights, say: Say) -> Weights:
    """Tunes all weights at once by the cross-entropy method (Rubinstein, 1999)."""
    plan = tuning.plan
    scale = np.abs(np.array([getattr(Weights(), name) for name in FREE]))
    search = CrossEntropy(
        plan.generations,
        plan.candidates,
        plan.games,
        plan.halvings,
        SPREAD * scale,
        MIN_SPREAD * scale,
        all_games=True,
    )
    center = search.run(
        np.array([getattr(weights, name) for name in FREE]),
        lambda points, games: tuning.played(list(map(_weights, points)), tuning.fresh_seeds(games)).mean(axis=1),
        np.random.default_rng(plan.seed),
        lambda number, best: say(f"Generation {number} of {plan.generations}: the best score {best.text()}"),
    )
    return _weights(center)


def _weights(point: Array) -> Weights:
    return Weights()._replace(**{name: _round(value) for name, value in zip(FREE, point.tolist(), strict=True)})


def _round(value: float) -> float:
    """Rounds to three significant digits; more would be noise."""
    return float(f"{value:.3g}")
