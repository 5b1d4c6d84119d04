"""A Monte Carlo player whose decisions are taken in lockstep: every legal card is played out in deals that fit the view.

It is the search without inference and without plans of its own to shoot the moon: in its playouts others shoot, and players
defend in every other deal. Deals come from swapping cards between the hands that the player does not see, beginning with the
true ones: a Markov chain whose stationary distribution is uniform over the deals without the voids that all have seen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.intent import Bold, intents
from py_engine.games.hearts.policies.learnt import Tables
from py_engine.games.hearts.policies.lots import lots_of
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch, after_moon, legal_cards, step
from py_engine.games.hearts.rules.cards import DECK, QUEEN_OF_SPADES, RANKS, SEATS, SPADES, SUIT_BITS

__all__ = ["PLAYOUTS", "Compared", "Playouts", "Sampling", "compared", "distinct", "played_by_search"]

SWAPS = 4
"""Swaps of two cards, per card of a hand, that make a deal out of the true one."""
_ONE, _ZERO = U64(1), U64(0)
_SEATS = np.arange(SEATS, dtype=SEAT)[:, None]
_QUEEN_RANK = QUEEN_OF_SPADES % SUIT_BITS
_QUEENS = np.arange(SEATS, dtype=SEAT)[:, None] == SPADES
"""(4, 1) bool: the suit whose queen is like no other card."""

Playouts = Callable[[Batch, np.random.Generator, int, int], Array]
"""(positions by move and world, random numbers, moves, worlds) -> (4, B) int16: codes of what each seat has taken."""


class Compared(NamedTuple):
    """The cards of many decisions and their values; P in all."""

    lane: Array
    """(P,) SEAT: the decision, in ascending order."""
    card: Array
    """(P,) uint64: its number, the lowest of those that are interchangeable."""
    value: Array
    """(P,) float64: minus the mean points that the player takes."""


class Sampling(NamedTuple):
    """How decisions are compared."""

    worlds: int
    """Number of deals for each decision."""
    random: np.random.Generator
    playouts: Playouts


def compared(batch: Batch, may: Array, passed: Array, by: Sampling) -> Compared:
    """Compares the legal cards of all lanes.

    Args:
        batch: The positions.
        may: (4, B) uint64 by seat: the cards that a seat may hold by what it has played.
        passed: (4, B) uint64 by seat: masks of the cards that it passed.
        by: How they are compared.
    """
    worlds = by.worlds
    lane, card = cards_of_lanes(distinct(legal_cards(batch), batch))
    hands = _dealt(batch, may, passed.ravel().take(batch.seat * batch.size + np.arange(batch.size)), by)
    many = _seen_by_mover(batch).take(np.repeat(lane, worlds))
    many.hands = hands[:, lane].reshape(SEATS, -1)
    step(many, np.repeat(card, worlds))
    taken = by.playouts(many, by.random, len(lane), worlds)
    points = after_moon(taken, batch.rules)[0].reshape(-1, worlds)
    return Compared(lane, card, -points.mean(axis=1))


def distinct(legal: Array, batch: Batch) -> Array:
    """(B,) uint64: the lowest of each group of legal cards between which nobody else holds a card."""
    words = _words(legal)
    gone = _words(batch.gone)
    found = np.zeros_like(words)
    linked = np.zeros(words.shape, dtype=bool)
    for rank in range(len(RANKS)):
        bit = np.uint16(1 << rank)
        own = words & bit != 0
        alone = own & _QUEENS if rank == _QUEEN_RANK else np.zeros_like(own)
        found |= np.where(own & (alone | ~linked), bit, np.uint16(0))
        linked = own & ~alone | linked & (gone & bit != 0)
    return np.ascontiguousarray(found.T).view(np.uint64).ravel()


def cards_of_lanes(masks: Array) -> tuple[Array, Array]:
    """(P,) each: the lane and the number of every card."""
    lane, card = np.nonzero(masks[:, None] >> np.arange(64, dtype=U64) & _ONE)
    return lane.astype(SEAT), card.astype(U64)


def _words(masks: Array) -> Array:
    """(4, B) uint16: the cards by suit."""
    return np.ascontiguousarray(masks.view(np.uint16).reshape(-1, SEATS).T)


def _seen_by_mover(batch: Batch) -> Batch:
    """The same positions with the seats renumbered so that 0 is to move."""
    seat = batch.seat
    seen = batch.take(np.arange(batch.size, dtype=SEAT))
    seen.leader = (batch.leader - seat) & 3
    seen.taken = np.take_along_axis(batch.taken, (seat + _SEATS) & 3, axis=0)
    return seen


def _dealt(batch: Batch, may: Array, passed: Array, by: Sampling) -> Array:
    """(4, B, W) uint64 by place: deals that the seats to move cannot tell from the true one.

    Args:
        batch: The positions.
        may: (4, B) uint64 by seat.
        passed: (B,) uint64: the cards that the seat to move passed, which stay where they are.
        by: W, the number of worlds, and the random numbers.
    """
    hands = np.repeat(batch.hands[:, :, None], by.worlds, axis=2)
    seat_of = (batch.leader + _SEATS) & 3
    allowed = (np.take_along_axis(may, seat_of, axis=0) & ~passed & DECK)[:, :, None]
    hidden = [place for place in range(SEATS) if place != batch.on_table]
    pairs = [(hidden[0], hidden[1]), (hidden[1], hidden[2]), (hidden[2], hidden[0])]
    for number in range(SWAPS * (HAND - batch.tricks)):
        one, other = pairs[number % 3]
        given = _picked(hands[one] & allowed[other], by.random)
        got = _picked(hands[other] & allowed[one], by.random)
        change = np.where((given != _ZERO) & (got != _ZERO), given | got, _ZERO)
        hands[one] ^= change
        hands[other] ^= change
    return hands


def _picked(masks: Array, random: np.random.Generator) -> Array:
    """uint64 of the same shape: a random bit of each mask; 0 where there is none."""
    skipped = (np.bitwise_count(masks) * random.random(masks.shape, dtype=np.float32)).astype(np.uint8)
    left = masks.copy()
    for number in range(int(skipped.max())):
        np.copyto(left, left & (left - _ONE), where=number < skipped)
    lowest: Array = left & (~left + _ONE)
    return lowest


def played_by_search(
    batch: Batch, random: np.random.Generator, moves: int, worlds: int, *, varied: bool, drawing: Tables | None = None
) -> Array:
    """(4, B) int16: what each seat has taken, by the playouts of the search.

    Args:
        batch: The positions by move and world, in which seat 0 has just moved; consumed.
        random: Source of random numbers.
        moves: Number of moves.
        worlds: Number of worlds.
        varied: Whether cards are drawn by the learnt policy; if not, they are those of the greedy one.
        drawing: The weights of the learnt policy; by default those that the engine ships.
    """
    taken: Array = finished(
        play_out(
            batch,
            default_play_tables(),
            defend=np.tile(np.arange(worlds, dtype=np.int64) % 2 == 0, moves),
            bold=Bold(0, np.tile(intents(0, worlds), moves)),
            lots=lots_of(random, worlds, moves) if varied else None,
            drawing=drawing,
        )
    )
    return taken


PLAYOUTS: dict[str, Playouts] = {
    "learnt": partial(played_by_search, varied=True),
    "greedy": partial(played_by_search, varied=False),
}
"""By name: those of the search, and the same with the option ``perturb`` off."""
