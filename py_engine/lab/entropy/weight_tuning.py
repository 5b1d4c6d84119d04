"""Finds weights for Entropy's heuristic by playing: single weights by a fifth, then all of them at once.

Weights are compared in the same games, that is with the same tokens against the same Chaos players, the ones of the
ladder from random to EV2. The result of weights is Order's mean score over all of these.
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
"""The weights that are tuned. Only their ratios matter to a choice, so the first one stays as it is."""
SPREAD = 0.5
"""Standard deviation of the first random weights, in parts of the document's."""
LEAST_SPREAD = 0.03
TRAINING, CHECKING = 0, 1_000_000
"""Where the seeds of games begin, to tune in and to measure what came out."""


class Games(TypedDict):
    """Some games of the heuristic under some weights."""

    weights: dict[str, float]
    chaos: str
    size: int
    seeds: list[int]
    engine: str


def games_of(task: Games) -> list[int]:
    """The final score of each game.

    Raises:
        LabError: the engine here is of another version than the one that asks.
    """
    require_same(task["engine"], engine_of("entropy"))
    seeds = task["seeds"]
    tokens = token_orders(seeds, task["size"])
    order, chaos = by_weights(Weights(**task["weights"])), chooser({"evaluator": task["chaos"]})
    scores: list[int] = lockstep(tokens, order, chaos, lambda move: random_bits(seeds, move)).tolist()
    return scores


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played."""

    size: int = 7
    rounds: int = 2
    """Of steps of single weights."""
    generations: int = 10
    candidates: int = 24
    """Random weights of a generation."""
    games: int = 8
    """Against each Chaos, of all candidates; twice as many more of the better half, and again."""
    halvings: int = 2
    check: int = 400
    """Games against each Chaos that the result is measured in."""
    seed: int = 0


class Tuned(NamedTuple):
    """Weights, and what they make in games that they were not tuned in."""

    weights: Weights
    score: Mean
    """Over all games; its error is that of the mean over the Chaos players, token order by token order."""
    by_chaos: dict[str, Mean]
    above_document: Mean


class Tuning:
    """The measurements of a tuning, counted.

    Args:
        plan: how much is played.
        work: who plays.
    """

    def __init__(self, plan: Plan, work: Work) -> None:
        self.plan, self._work = plan, work
        self._engine = engine_of("entropy")
        self._next_seed = TRAINING
        self.games = 0

    def fresh_seeds(self, count: int) -> list[int]:
        """Seeds of games that nothing was tuned in yet."""
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
    """The document's weights, those that steps of single weights lead to, and the best; each with its result."""
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
    """One weight after another a fifth up and a fifth down; what is better by more than its error is kept."""
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
    """All weights at once, by the cross-entropy method."""
    plan = tuning.plan
    scale = np.abs(np.array([getattr(Weights(), name) for name in FREE]))
    search = CrossEntropy(
        plan.generations,
        plan.candidates,
        plan.games,
        plan.halvings,
        SPREAD * scale,
        LEAST_SPREAD * scale,
        all_games=True,
    )
    center = search.run(
        np.array([getattr(weights, name) for name in FREE]),
        lambda points, games: tuning.played(list(map(_weights, points)), tuning.fresh_seeds(games)).mean(axis=1),
        np.random.default_rng(plan.seed),
        lambda number, best: say(f"Generation {number} of {plan.generations}: the best make {best.text()}"),
    )
    return _weights(center)


def _weights(point: Array) -> Weights:
    return Weights()._replace(**{name: _round(value) for name, value in zip(FREE, point.tolist(), strict=True)})


def _round(value: float) -> float:
    """Three digits: more would mean nothing."""
    return float(f"{value:.3g}")
