"""The playouts of the baseline ``pimc_shooting``, in which every seat may shoot the moon.

They are frozen: the search has its own, so that the search is tuned against an opponent that stays the same. A test holds
the player's choices.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.defence import NOBODY, choose_to_stop, suspects
from py_engine.games.hearts.policies.moon import choose_to_shoot
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, HEART_COUNT, QUEEN, SEAT, Batch, legal_cards, points_of, step
from py_engine.games.hearts.rules.cards import BITS, DECK, HEARTS, QUEEN_OF_SPADES, SPADES, SUIT_BITS

__all__ = ["SHOOTS", "moon_score", "shooters", "taken_by_shooters"]

SHOOTS = -400
"""Score from which a seat shoots: a chance of 0.4."""
_MASKS = np.arange(1 << 13, dtype=np.int64)
_HELD = _MASKS[:, None] >> np.arange(13, dtype=np.int64) & 1
_HIGH = 12 - _HELD[:, ::-1].argmax(axis=1)
_LOW = _HELD.argmax(axis=1)
_UPTO = np.where(_MASKS > 0, (np.int64(2) << _HIGH) - 1, 0)
_QUEEN = QUEEN_OF_SPADES % SUIT_BITS
_DRAWN = 2
"""Cards of the others that a sure winner draws."""
_MOST_HEARTS = 3


def moon_score(batch: Batch, lanes: Array, seat: Array) -> Array:
    """(L,) int64: a thousand times the log odds that a seat that shoots now, between tricks, takes all points.

    The odds are fitted to 50,000 such attempts in hands of greedy players: ``said`` and ``came`` agree to 0.05 below 0.4.

    Args:
        batch: The positions, at the beginning of a trick.
        lanes: (L,) SEAT: the lanes to judge.
        seat: (L,) SEAT: the seat to judge in each; nobody else has points.
    """
    leader = batch.leader.take(lanes)
    hand = batch.hands[(seat - leader) & 3, lanes]
    own, others = _words(hand), _words(DECK & ~(batch.gone.take(lanes) | hand))
    count, out = _count(own), _count(others)
    sure = _count(own & ~_UPTO.take(others))
    weak = np.minimum(count - sure, _count(others >> _LOW.take(own)))
    short = np.minimum(weak, np.where(count > 0, np.maximum(out - _DRAWN * sure, 0), 0))
    total = short.sum(axis=0)
    leads = leader == seat
    alone = np.where(count[HEARTS] == 0, np.minimum(out[HEARTS], _MOST_HEARTS), 0)
    score: Array = (
        -4068
        + np.where(leads, 928 - 190 * total, 0)
        + total * (41 * total - 638)
        + 288 * sure.sum(axis=0)
        - 458 * short[HEARTS]
        + 140 * points_of(batch.taken[seat, lanes]).astype(np.int64)
        + 1429 * (others[SPADES] >> _QUEEN & 1)
        + 2071 * (own[SPADES] >> _QUEEN & 1)
        - 50 * count.sum(axis=0)
        + 457 * count[HEARTS]
        + 391 * alone
    )
    return score


def shooters(batch: Batch) -> Array:
    """(B,) SEAT: the seat that shoots from the next trick on: the only one with points, or the leader if nobody has any."""
    some = (batch.taken & (HEART_COUNT | QUEEN)) != 0
    with_points = some.sum(axis=0)
    seat = np.where(with_points == 1, some.argmax(axis=0), batch.leader)
    lanes = np.flatnonzero(with_points <= 1)
    seats = seat.take(lanes)
    shoots = moon_score(batch, lanes, seats) > SHOOTS
    found = np.full(batch.size, NOBODY, dtype=SEAT)
    found[lanes[shoots]] = seats[shoots]
    return found


def taken_by_shooters(batch: Batch, root: Array, shooting: Array, defend: Array) -> Array:
    """(4, B) int16: codes of what each seat takes if every seat shoots with a hand for it.

    Args:
        batch: The positions; consumed.
        root: (B,) SEAT: the deciding seats.
        shooting: (B,) bool: where the deciding seat shoots whatever its hand.
        defend: (B,) bool: where the others defend against a player who alone has taken many points.
    """
    tables = default_play_tables()
    suspect = np.where(defend, suspects(batch.taken), NOBODY)
    shooter = np.where(shooting, root, NOBODY)
    while batch.tricks < HAND:
        if batch.on_table == 0:
            suspect = np.where(defend, suspects(batch.taken), NOBODY)
            shooter = np.where(shooting, root, shooters(batch))
        legal = legal_cards(batch)
        card, seat = choose(batch, tables, legal), batch.seat
        lanes = np.flatnonzero((suspect != NOBODY) & (seat != suspect))
        if lanes.size:
            card[lanes] = choose_to_stop(batch, lanes, legal.take(lanes), card.take(lanes), suspect.take(lanes))
        lanes = np.flatnonzero(seat == shooter)
        if lanes.size:
            card[lanes] = choose_to_shoot(batch, lanes, legal.take(lanes))
        step(batch, card)
    return batch.taken


def _words(masks: Array) -> Array:
    """(4, L) int64: the cards of each suit as words of 13 bits."""
    return np.ascontiguousarray(masks.astype(U64).view(np.uint16).reshape(-1, 4).T).astype(np.int64) & BITS


def _count(words: Array) -> Array:
    return np.bitwise_count(words).astype(np.int64)
