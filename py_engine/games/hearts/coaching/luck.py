"""The value of a deal for each seat, estimated by randomized playouts with all four hands known.

Players pass and play greedily, but sometimes pass other cards that are nearly as good, or play a random card, so that a deal
is judged by its cards and not by how they fall in a single line of play. The random numbers are the same for every deal
(common random numbers).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U32, U64, Array
from py_engine.games.hearts.policies.passing import all_passes, costs, default_pass_tables
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import MOON, Batch, Rules, after_moon, first_leader, legal_cards, start, step
from py_engine.games.hearts.rules.cards import SEATS

__all__ = ["Worth", "usual_points", "worth_of_deal"]

PLAYOUTS = 256
OTHER_PASS = 0.4
"""Probability of passing a random one of the ``GOOD_PASSES`` best triples instead of the best."""
GOOD_PASSES = 6
OTHER_CARD = 0.1
"""Probability of playing a random legal card."""
MOONS = 0.0425
"""Moons per hand in such playouts, over 1,500 random deals; counted once, by no command."""
HAND = 13


class Worth(NamedTuple):
    """Expected points of a deal, by seat."""

    points: list[float]
    stderr: list[float]
    """Standard error from sampling; the error of the policy itself comes on top."""


def usual_points(rules: Rules) -> float:
    """Average points of a seat in a hand, over all deals."""
    moon = -2 * MOON if rules.moon_subtracts else 2 * MOON
    return (MOON - 10.0 * rules.jack_of_diamonds + moon * MOONS) / SEATS


def worth_of_deal(hands: list[int], shift: int, rules: Rules) -> Generator[None, None, Worth]:
    """Plays a deal out; yields after every trick.

    Args:
        hands: Masks of 13 cards by seat, before anything is passed.
        shift: Seats from the passer to the receiver, clockwise; 0 when no cards are passed.
        rules: The rules of the hand.
    """
    generator = seeded(Domain.LUCK, 0)
    lanes = np.repeat(np.array(hands, dtype=U64)[:, None], PLAYOUTS, axis=1)
    passed = np.stack([_passes(hand, generator) for hand in hands])
    if shift:
        lanes = lanes & ~passed | np.roll(passed, shift, axis=0)
    batch = start(lanes, first_leader(lanes), rules)
    while batch.tricks < HAND:
        step(batch, _varied(batch, generator))
        if batch.on_table == 0:
            yield
    points = after_moon(batch.taken, rules).astype(np.float64)
    mean = points.mean(axis=1)
    spread = points - mean[:, None]
    variance = (spread * spread).sum(axis=1) / (PLAYOUTS - 1)
    return Worth(mean.tolist(), np.sqrt(variance / PLAYOUTS).tolist())


def _passes(hand: int, generator: np.random.Generator) -> Array:
    """(PLAYOUTS,) uint64: mask of the cards a player passes in each playout."""
    every = all_passes(hand)
    cost = costs(U64(hand) & ~every, default_pass_tables())
    total = cost[:, 0] + cost[:, 1] + cost[:, 2] + cost[:, 3]
    best = every.take(np.argsort(total, kind="stable")[:GOOD_PASSES])
    which = generator.integers(0, GOOD_PASSES, size=PLAYOUTS, dtype=np.int64)
    which[generator.random(PLAYOUTS) >= OTHER_PASS] = 0
    return best.take(which)


def _varied(batch: Batch, generator: np.random.Generator) -> Array:
    """(PLAYOUTS,) uint64: the number of the greedy card, or of a random legal one."""
    card = choose(batch, default_play_tables())
    lots = generator.random(PLAYOUTS)
    bits = generator.integers(0, 2**32, size=PLAYOUTS, dtype=U32)
    other = np.flatnonzero(lots < OTHER_CARD)
    if other.size:
        card[other] = _any_card(legal_cards(batch).take(other), bits.take(other))
    return card


def _any_card(legal: Array, bits: Array) -> Array:
    """(L,) uint64: the number of a card of each mask, chosen by 32 random bits."""
    left = legal.copy()
    which = bits.astype(np.int64) * np.bitwise_count(legal) >> 32
    for place in range(HAND - 1):
        left = np.where(which > place, left & left - U64(1), left)
    lowest = left & ~left + U64(1)
    return np.bitwise_count(lowest - U64(1)).astype(U64)
