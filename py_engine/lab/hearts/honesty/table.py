"""Players for games played on: every seat compares its cards by playouts in deals that fit what it has seen, in all games at once.

A seat's deals are drawn by swapping cards between the hands that it does not see, beginning with the true ones, and never into a
hand that showed out of the suit (a Markov chain whose stationary distribution is uniform over the deals without these voids).
What the seats passed, and all softer evidence, is ignored.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.objective import Objective
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch, after_moon, legal_cards, step
from py_engine.games.hearts.rules.cards import SEATS

__all__ = ["DEALS", "played_on"]

DEALS = 8
"""Deals in which a seat compares its cards."""
SWAPS = 20
"""Swaps that make a deal out of the true one."""
GATE = 1.0
"""Standard errors by which a card must be ahead of the one that the greedy policy plays."""
_ONE, _ZERO = U64(1), U64(0)


def played_on(batch: Batch, objective: Objective, shared: int, seed: list[int], may: Array) -> Array:
    """Plays hands to their end.

    Args:
        batch: The positions; consumed.
        objective: Any seat's, for what the scores before the hand are worth.
        shared: Lanes k and k + ``shared`` see the same random numbers.
        seed: Determines the deals.
        may: (4, B) uint64 by seat: the cards that a seat may hold by what it has played; consumed.

    Returns:
        (4, B) int16: codes of what each seat has taken.
    """
    random = np.random.default_rng(seed)
    lanes = np.arange(batch.size, dtype=SEAT)
    while batch.tricks < HAND:
        seats, led = batch.seat, batch.led
        cards = _chosen(batch, objective, may, random, shared)
        bits = np.left_shift(_ONE, cards)
        if batch.on_table:
            out = np.flatnonzero((bits & led) == _ZERO)
            may[seats[out], lanes[out]] &= ~led[out]
        step(batch, cards)
    return batch.taken


def _chosen(batch: Batch, objective: Objective, may: Array, random: np.random.Generator, shared: int) -> Array:
    """(B,) uint64: the card that every lane's seat plays."""
    greedy = choose(batch, default_play_tables())
    legal = legal_cards(batch)
    open_lanes = np.flatnonzero(np.bitwise_count(legal) > 1)
    if not open_lanes.size or batch.tricks == HAND - 1:
        return greedy
    here, numbers = batch.take(open_lanes), open_lanes % shared
    worlds = _dealt(here, may[:, open_lanes], numbers, random, shared)
    lane, card = _cards(legal[open_lanes])
    many = here.take(np.repeat(lane, DEALS))
    many.hands = worlds[:, lane].reshape(SEATS, -1)
    seats = np.repeat(here.seat.take(lane), DEALS)
    step(many, np.repeat(card, DEALS))
    taken = finished(play_out(many, default_play_tables()))
    values = _worth(objective, taken, seats).reshape(-1, DEALS)
    best = greedy.copy()
    best[open_lanes] = _best(values, lane, card, greedy[open_lanes])
    return best


def _worth(objective: Objective, taken: Array, seats: Array) -> Array:
    """(N,) float64: what finished hands are worth to a seat of each."""
    points = after_moon(taken, objective.facts.rules)
    if objective.goal == "points":
        return -points[seats, np.arange(len(seats), dtype=SEAT)].astype(np.float64)
    of_seats = [Objective(replace(objective.facts, seat=seat)) for seat in range(SEATS)]
    by_seat = np.stack([each.worth(points)[0] for each in of_seats])
    worth: Array = by_seat[seats, np.arange(len(seats), dtype=SEAT)]
    return worth


def _cards(legal: Array) -> tuple[Array, Array]:
    """(P,) each: the lane and the number of every legal card."""
    lane, card = np.nonzero(legal[:, None] >> np.arange(64, dtype=U64) & _ONE)
    return lane.astype(SEAT), card.astype(U64)


def _best(values: Array, lane: Array, card: Array, greedy: Array) -> Array:
    """(B,) uint64: the best card of each lane, unless it is not clearly ahead of the greedy one."""
    usual = np.zeros(len(greedy), dtype=np.intp)
    same = card == greedy[lane]
    usual[lane[same]] = np.flatnonzero(same)
    gaps = values - values[usual[lane]]
    mean = gaps.mean(axis=1)
    error = gaps.std(axis=1, ddof=1) / np.sqrt(DEALS)
    mean = np.where(mean > GATE * error, mean, np.minimum(mean, 0.0))
    order = np.lexsort((~same, -mean, lane))
    first = order[np.searchsorted(lane[order], np.arange(len(greedy), dtype=SEAT))]
    chosen: Array = card[first]
    return chosen


def _dealt(batch: Batch, may: Array, numbers: Array, random: np.random.Generator, shared: int) -> Array:
    """(4, B, DEALS) uint64 by place: deals that the seats to move cannot tell from the true one."""
    hands = np.repeat(batch.hands[:, :, None], DEALS, axis=2)
    seat_of = (batch.leader + np.arange(SEATS, dtype=SEAT)[:, None]) & 3
    allowed = np.take_along_axis(may, seat_of, axis=0)[:, :, None]
    hidden = np.array([place for place in range(SEATS) if place != batch.on_table], dtype=np.intp)
    for _ in range(SWAPS):
        draws = random.random((3, shared, DEALS))[:, numbers]
        pair = (3 * draws[0]).astype(np.intp)
        one, other = hidden[pair], hidden[(pair + 1) % 3]
        mine, theirs = (np.take_along_axis(hands, each[None], axis=0)[0] for each in (one, other))
        for_me, for_them = (
            np.take_along_axis(np.broadcast_to(allowed, hands.shape), each[None], axis=0)[0] for each in (one, other)
        )
        given, got = _picked(mine & for_them, draws[1]), _picked(theirs & for_me, draws[2])
        change = np.where((given != _ZERO) & (got != _ZERO), given | got, _ZERO)
        np.put_along_axis(hands, one[None], (mine ^ change)[None], axis=0)
        np.put_along_axis(hands, other[None], (theirs ^ change)[None], axis=0)
    return hands


def _picked(masks: Array, draws: Array) -> Array:
    """uint64 of the same shape: a random bit of each mask; 0 where there is none."""
    skipped = (np.bitwise_count(masks) * draws).astype(np.int64)
    left = masks
    for number in range(HAND):
        left = np.where(number < skipped, left & (left - _ONE), left)
    lowest: Array = left & (~left + _ONE)
    return lowest
