"""Fits who shoots the moon to recorded games: the weights of ``games/hearts/policies/intent.json``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.own_moon import CERTAIN
from py_engine.games.hearts.policies.intent import FEATURES, GRAIN, candidates, features
from py_engine.games.hearts.rules.batch import Batch, Rules, first_leader, start, step
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.lab.hearts.lockstep import dealt, shifts
from py_engine.lab.hearts.moons.games import Hand

__all__ = ["examples", "fitted", "log_score", "logistic", "shot_plans"]

RIDGE = 1.0
"""Weight of the penalty on squared weights."""
ROUNDS = 40


def examples(seed: int, hands: Sequence[Hand]) -> tuple[Array, Array]:
    """The decisions of seats that had all points so far, between tricks.

    Returns:
        (N, F) features from the true hands, and (N,) whether the seat's plan was to shoot.
    """
    plans = [{int(turn): bool(shoots) for turn, shoots, _, _ in hand["plans"]} for hand in hands]
    seen, shot = [], []
    for batch in _replayed(seed, hands):
        if batch.on_table:
            continue
        lanes, seats = candidates(batch)
        rows = features(batch, lanes, seats).T
        for row, lane, seat in zip(rows, lanes.tolist(), seats.tolist(), strict=True):
            turn = _turn(hands[lane], batch) + (seat - int(batch.leader[lane])) % SEATS
            if turn in plans[lane]:
                seen.append(row)
                shot.append(plans[lane][turn])
    return np.array(seen, dtype=np.float64), np.array(shot, dtype=np.float64)


def shot_plans(seed: int, hands: Sequence[Hand]) -> tuple[Array, Array]:
    """The plans to shoot: (N, 5) the terms of ``own_moon.ODDS``, and (N,) whether the player then took all points."""
    shares = [{int(turn): mine for turn, shoots, mine, _ in hand["plans"] if shoots} for hand in hands]
    terms, came = [], []
    for batch in _replayed(seed, hands):
        for lane, (hand, seat) in enumerate(zip(hands, batch.seat.tolist(), strict=True)):
            share = shares[lane].get(_turn(hand, batch))
            if share is not None:
                certain = share >= CERTAIN
                terms.append([1.0, share, batch.tricks, certain, certain * batch.tricks])
                came.append(hand["shooter"] == seat)
    return np.array(terms, dtype=np.float64), np.array(came, dtype=np.float64)


def _turn(hand: Hand, batch: Batch) -> int:
    """The number of the hand's next move."""
    return len(hand["moves"]) - 52 + SEATS * batch.tricks + batch.on_table


def _replayed(seed: int, hands: Sequence[Hand]) -> Iterator[Batch]:
    """All hands in lockstep before each of their cards."""
    batch = _after_passing(seed, hands)
    for turn in range(52):
        yield batch
        cards = [hand["moves"][turn - 52].bit_length() - 1 for hand in hands]
        step(batch, np.array(cards, dtype=U64))


def fitted(seen: Array, shot: Array) -> dict[str, int]:
    """The weights by feature."""
    weights = logistic(seen, shot).tolist()
    return {name: round(GRAIN * weight) for name, weight in zip(FEATURES, weights, strict=True)}


def logistic(seen: Array, came: Array) -> Array:
    """(F,) float64: the weights of a logistic model with a small ridge penalty, from Newton's method."""
    shot, scale = came, np.maximum(np.abs(seen).max(axis=0), 1.0)
    x, weights = seen / scale, np.zeros(seen.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (shot - chance) - RIDGE * weights
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    found: Array = weights / scale
    return found


def log_score(chance: Array, came: Array) -> Array:
    """(N,) float64: the logarithm of the probability given to what came."""
    said = np.clip(chance, 1e-3, 1 - 1e-3)
    return np.where(came > 0, np.log(said), np.log(1 - said))


def _after_passing(seed: int, hands: Sequence[Hand]) -> Batch:
    numbers: Iterable[int] = [hand["number"] for hand in hands]
    kept = np.concatenate([dealt(seed, range(number, number + 1)) for number in numbers], axis=1)
    shift = np.concatenate([shifts(range(hand["number"], hand["number"] + 1)) for hand in hands])
    passed = np.zeros_like(kept)
    for lane, hand in enumerate(hands):
        if len(hand["moves"]) > 52:
            passed[:, lane] = hand["moves"][:SEATS]
    received = passed[(np.arange(SEATS)[:, None] - shift) & 3, np.arange(len(hands))]
    held = kept & ~passed | received
    return start(held, first_leader(held), Rules())
