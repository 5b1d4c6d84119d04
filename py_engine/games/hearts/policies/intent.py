"""Who tries to shoot the moon, judged by a logistic model that is learnt from games (``intent.json``).

``python -m py_engine.lab hearts-moons`` writes the file; nothing else changes it. Scores are whole numbers and the odds are
compared with a table, so that the answers are the same on every platform.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array, exponential
from py_engine.games.hearts.rules.batch import HEART_COUNT, QUEEN, SEAT, Batch, points_of
from py_engine.games.hearts.rules.cards import DECK, HEARTS, QUEEN_OF_SPADES

__all__ = [
    "BOLDER",
    "FEATURES",
    "GRAIN",
    "HELD",
    "LEVELS",
    "Bold",
    "candidates",
    "features",
    "intents",
    "may_be_shooting",
    "scores",
    "shooters",
    "strengths",
    "weights",
]

FEATURES = (
    "one", "lead", "losers", "losers_squared", "losers_on_lead", "winners", "heart_losers", "points", "queen_out",
    "queen_held", "cards", "hearts", "no_hearts", "points_alone",
)  # fmt: skip
"""What the model sees of a seat that has all points so far: its hand, what it took, and whether it is on lead."""
HELD = ("losers", "heart_losers", "queen_held", "hearts", "no_hearts")
"""Features of its hand that differ most between true deals and sampled ones."""
GRAIN = 1000
"""Steps of a score per unit of the logarithm of the odds."""
LEVELS = (-3434, -2269, -1686, -1273, -938, -647, -379, -125, 125, 379, 647, 938, 1273, 1686, 2269, 3434)
"""Scores from which a seat shoots, one for each of 16 kinds of player: the log odds of 1/32, 3/32 ... 31/32."""
BOLDER = 1500
"""Added to the scores in playouts, whose shooters succeed less often than players who choose every card by a search. Chosen among 500,
1,000, 1,500 and 2,200 by ``hearts-moons calibrate`` on the games that the model is fitted to."""
_QUEEN, _BIT = U64(QUEEN_OF_SPADES), U64(1)
_ONE = np.uint16(1)
_SMEARS = np.array([2, 4, 8], dtype=np.uint16)
_TO_TOP, _TOP = np.uint32(0x01010101), np.uint32(24)
_DRAWN = np.uint8(2)
"""Cards of the others that a sure winner draws."""
_MOST_HEARTS = 3
_WIDEST, _STEP = 8000, 20
_FACTORS = np.array([exponential(tilt / GRAIN) for tilt in range(-_WIDEST, _WIDEST + 1, _STEP)], dtype=np.float64)


class Bold(NamedTuple):
    """How bold the players of playouts are."""

    root: int
    """The seat that decides; whether it shoots is a matter of its plan."""
    levels: Array
    """(B,) int64: the scores from which the others shoot."""

    def take(self, lanes: Array) -> Bold:
        """The same for the given lanes."""
        return Bold(self.root, self.levels.take(lanes))


@cache
def weights(model: str) -> Array:
    """(F,) int64: the weights of a model: ``shoots`` has those of FEATURES, ``holds`` and ``leads`` of HELD."""
    data = json.loads(files(__package__).joinpath("intent.json").read_text("utf-8"))[model]
    return np.array([data[name] for name in (FEATURES if model == "shoots" else HELD)], dtype=np.int64)


def candidates(batch: Batch) -> tuple[Array, Array]:
    """(L,) SEAT each: the lanes in which somebody may shoot, and that seat.

    It is the only seat with points, or the leader of the trick if nobody has any.
    """
    some = ((batch.taken & (HEART_COUNT | QUEEN)) != 0).view(np.uint8)
    number = some[0] + some[1] + some[2] + some[3]
    seat = np.where(number == 0, batch.leader, some[1] + some[2] * np.uint8(2) + some[3] * np.uint8(3))
    lanes = np.flatnonzero(number <= 1)
    return lanes, seat.take(lanes).astype(SEAT)


def features(batch: Batch, lanes: Array, seat: Array) -> Array:
    """(F, L) int64: the features of a seat in some lanes, best seen between tricks.

    Args:
        batch: The positions.
        lanes: (L,) SEAT: the lanes.
        seat: (L,) SEAT: the seat to judge in each of them.
    """
    leader = batch.leader.take(lanes)
    hand = batch.hands.ravel().take(((seat - leader) & 3) * batch.size + lanes)
    unseen = DECK & ~(batch.gone.take(lanes) | hand)
    # Suits are words next to each other, and counts are bytes next to each other.
    own, others = hand.view(np.uint16), unseen.view(np.uint16)
    count, out = np.bitwise_count(own), np.bitwise_count(others)
    # All ranks up to the others' highest card: its bit is smeared to the right.
    upto = others | others >> _ONE
    for shift in _SMEARS:
        upto |= upto >> shift
    sure = np.bitwise_count(own & ~upto)
    above = np.bitwise_count(others & ~((own & (~own + _ONE)) - _ONE))
    drawn = sure * _DRAWN
    losers = np.minimum(np.minimum(count - sure, above), np.maximum(out, drawn) - drawn)
    total, hearts = _summed(losers), count[HEARTS::4]
    leads = leader == seat
    points = points_of(batch.taken.ravel().take(seat * batch.size + lanes))
    found = np.empty((len(FEATURES), len(lanes)), dtype=np.int64)
    rows = (
        1, leads, total, total * total, total * leads, _summed(sure), losers[HEARTS::4], points,
        unseen >> _QUEEN & _BIT, hand >> _QUEEN & _BIT, _summed(count), hearts,
        np.where(hearts == 0, np.minimum(out[HEARTS::4], _MOST_HEARTS), 0), points > 0,
    )  # fmt: skip
    for place, row in enumerate(rows):
        found[place] = row
    return found


def intents(first: int, size: int) -> Array:
    """(size,) int64: the score from which a seat shoots in each world; all kinds of player take turns."""
    order = np.array([5, 12, 2, 9, 15, 0, 7, 10, 3, 13, 6, 1, 11, 8, 4, 14], dtype=np.int64)
    levels = np.array(LEVELS, dtype=np.int64).take(order) - BOLDER
    # Players defend in every other world, so each kind is met by both.
    return levels.take((np.arange(first, first + size, dtype=np.int64) >> 1) & 15)


def shooters(batch: Batch, bold: Bold) -> tuple[Array, Array]:
    """(L,) SEAT each: the lanes in which somebody shoots from now on, and that seat.

    Args:
        batch: The positions.
        bold: Who is bold enough.
    """
    lanes, seats = candidates(batch)
    other = seats != bold.root
    lanes, seats = lanes[other], seats[other]
    if lanes.size:
        shoots = scores(batch, lanes, seats) >= bold.levels.take(lanes)
        lanes, seats = lanes[shoots], seats[shoots]
    return lanes, seats


def may_be_shooting(taken: Sequence[int], leader: int | None) -> tuple[int, str] | None:
    """The seat that may be shooting, and the model of what it holds; None if nobody can be.

    It is the only seat with points, or the leader of the trick if nobody has any.

    Args:
        taken: By seat: codes of what was taken.
        leader: The leader of the trick.
    """
    some = [seat for seat, code in enumerate(taken) if code & (HEART_COUNT | QUEEN)]
    if len(some) == 1:
        return some[0], "holds"
    return None if some or leader is None or not any(taken) else (leader, "leads")


def strengths(batch: Batch, seat: int, model: str) -> Array:
    """(B,) float64: factors by which the hand of a seat that may be shooting makes a world likelier.

    Such a seat tends to hold more hearts and fewer losers than the cards and the likelihoods of the plays say (``inference``).

    Args:
        batch: The positions.
        seat: The seat.
        model: What it holds: see ``may_be_shooting``.
    """
    every = np.arange(batch.size, dtype=SEAT)
    seen = features(batch, every, np.full(batch.size, seat, dtype=SEAT))
    tilt = np.zeros(batch.size, dtype=np.int64)
    for name, weight in zip(HELD, weights(model).tolist(), strict=True):
        tilt += weight * seen[FEATURES.index(name)]
    place = (np.clip(tilt, -_WIDEST, _WIDEST) + _WIDEST) // _STEP
    factors: Array = _FACTORS.take(place)
    return factors


def scores(batch: Batch, lanes: Array, seat: Array) -> Array:
    """(L,) int64: the scores of a seat in some lanes (see ``features``)."""
    total: Array = weights("shoots") @ features(batch, lanes, seat)  # same bits: whole numbers
    return total


def _summed(counts: Array) -> Array:
    """(L,) int64: the sums of four bytes each."""
    return (counts.view(np.uint32) * _TO_TOP >> _TOP).astype(np.int64)
