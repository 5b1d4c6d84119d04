"""Fits what a seat that may be shooting the moon holds, compared with what the beliefs of another seat say.

In recorded games the true deal is compared with worlds that the search would sample: a conditional logit model of the features
of the seat's hand finds the factors by which the true deals stand out. The search then weights its worlds by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.intent import FEATURES, GRAIN, HELD, features, may_be_shooting
from py_engine.games.hearts.rules.batch import SEAT
from py_engine.games.hearts.rules.state import mask_of_hand
from py_engine.games.hearts.search.sampled.inference import likelihoods
from py_engine.games.hearts.search.sampled.roots import in_play
from py_engine.lab.hearts.moons.games import Hand, Recorded, positions

__all__ = ["Compared", "compared", "held", "log_gain"]

HANDS = 400
"""Hands to look at; there are two decisions of each."""
WORLDS = 128
EVERY = 4
"""Every fourth decision is used."""
RIDGE = 2.0
ROUNDS = 40
STEP = 0.7
"""Share of a Newton step, because the sampled worlds are few."""
_ROWS = [FEATURES.index(name) for name in HELD]


class Compared(NamedTuple):
    """Decisions of which the true deal is compared with worlds."""

    true: Array
    """(N, F): features of the seat's true hand."""
    worlds: Array
    """(N, W, F): features of its hand in each sampled world."""
    weights: Array
    """(N, W): weights of the worlds in the beliefs; they add up to 1."""


def compared(seed: int, hands: Sequence[Hand], model: str) -> Compared:
    """The decisions of recorded hands at which another seat may be shooting.

    Args:
        seed: The seed of the deals.
        hands: The hands.
        model: ``"holds"`` if that seat alone has points, ``"leads"`` if nobody has any.
    """
    found = []
    for hand in hands[:HANDS]:
        count = hand["number"]
        for recorded in positions(seed, hand):
            facts = facts_of(recorded.state, recorded.state.active_player_id)
            shooting = may_be_shooting(facts.taken, facts.leader)
            if recorded.plan is None or shooting is None or shooting[1] != model or shooting[0] == facts.seat:
                continue
            count += 1
            if count % EVERY == 0:
                found.append(_one(recorded, shooting[0], hand["number"]))
    true, worlds, weights = zip(*found, strict=True)
    return Compared(np.stack(true), np.stack(worlds), np.stack(weights))


def _one(recorded: Recorded, suspect: int, number: int) -> tuple[Array, Array, Array]:
    facts = facts_of(recorded.state, recorded.state.active_player_id)
    worlds = draw(Beliefs(facts, HARD), seeded(Domain.POLICY, number, recorded.turn), WORLDS)
    true = [mask_of_hand(held) for held in recorded.state.hands]
    every = np.concatenate([np.array(true, dtype=U64)[:, None], worlds], axis=1)
    batch = in_play(facts, every)
    lanes = np.arange(batch.size, dtype=SEAT)
    seen = features(batch, lanes, np.full(batch.size, suspect, dtype=SEAT))[_ROWS].T.astype(np.float64)
    weights = likelihoods(facts, worlds)
    return seen[0], seen[1:], weights / weights.sum()


def held(sample: Compared) -> dict[str, int]:
    """The weights of the features, from Newton's method."""
    theta = np.zeros(len(HELD))
    for _ in range(ROUNDS):
        _, chance = _tilted(sample, theta)
        mean = np.einsum("nw,nwf->nf", chance, sample.worlds)
        slope = (sample.true - mean).sum(axis=0) - RIDGE * theta
        bend = np.einsum("nw,nwf,nwg->fg", chance, sample.worlds, sample.worlds) - mean.T @ mean
        theta = theta + STEP * np.linalg.solve(bend + RIDGE * np.eye(len(theta)), slope)
    return {name: round(GRAIN * weight) for name, weight in zip(HELD, theta.tolist(), strict=True)}


def log_gain(sample: Compared, weights: dict[str, int]) -> Array:
    """(N,) float64: by how much the weights raise the logarithm of the probability of the true deals."""
    return _tilted(sample, np.array(list(weights.values())) / GRAIN)[0]


def _tilted(sample: Compared, theta: Array) -> tuple[Array, Array]:
    """The gains, and (N, W) the probabilities of the worlds."""
    tilt = sample.worlds @ theta
    top = tilt.max(axis=1, keepdims=True)
    weighted = sample.weights * np.exp(tilt - top)
    total = weighted.sum(axis=1, keepdims=True)
    return sample.true @ theta - (top + np.log(total))[:, 0], weighted / total
