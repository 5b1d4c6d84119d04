"""Whole hands of Hearts in lockstep, thousands of deals per second, for players that choose for a whole batch.

The results are the same as when the players play one move at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.passing import PassTables, all_passes, default_pass_tables, pass_cards
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import PlayTables, default_weights, play_tables
from py_engine.games.hearts.rules.batch import Batch, Rules, after_moon, first_leader, legal_cards, start, step
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.fields import DIRECTIONS, SHIFTS
from py_engine.games.hearts.rules.play import deal
from py_engine.lab.core.matches import Params
from py_engine.lab.hearts.deals import Seating, evaluator_seed

__all__ = ["Chooser", "Draw", "can_play", "dealt", "greedy", "play", "play_hands", "shifts"]

_SEATS = np.arange(SEATS, dtype=np.int64)[:, None]
CARDS_HELD = 13
PASSES = 286
_ONE = U64(1)
_BUDGETS = {"time_budget_ms", "max_work", "rollouts_per_action", "shortlist_size", "rollout_config"}


Draw = Callable[[Array], Array]
"""(B,) int64 limits -> (B,) int64: one random number per lane, from 0 to below the limit."""
Draws = Callable[[Array, Array, int], Draw]
"""(lanes (B,), seats (B,), number of the seat's decision in the hand) -> Draw."""


class Chooser(NamedTuple):
    """A player that chooses for a whole batch."""

    passing: Callable[[Array, Draw], Array]
    """(H,) uint64 hands -> (H,) uint64 masks of three cards."""
    playing: Callable[[Batch, Draw], Array]
    """(B,) uint64 card numbers."""


def greedy(playing: PlayTables, passing: PassTables) -> Chooser:
    """The greedy player with the given tables."""
    return Chooser(lambda hands, _: pass_cards(hands, passing), lambda batch, _: choose(batch, playing))


def can_play(params: Params) -> bool:
    """Whether a player with these params can choose for a whole batch."""
    return params.get("evaluator") in _CHOOSERS and set(params) <= {"evaluator", *_BUDGETS}


def play(players: Sequence[Params], every: Sequence[Seating], seed: int, deals: range) -> Array:
    """(deals, seatings, 4) int16: points by seat of two players for whom ``can_play`` holds."""
    who = np.tile(np.array(every, dtype=np.int64).T, (1, len(deals)))
    numbers = np.repeat(np.array(deals, dtype=np.int64), len(every))

    def draws(lanes: Array, seats: Array, decision: int) -> Draw:
        where = zip(numbers.take(lanes).tolist(), seats.tolist(), strict=True)
        return lambda limits: _drawn([evaluator_seed(seed, number, seat, decision) for number, seat in where], limits)

    choosers = [_CHOOSERS[params["evaluator"]]() for params in players]
    hands = np.repeat(dealt(seed, deals), len(every), axis=1)
    points = play_hands(choosers, who, hands, np.repeat(shifts(deals), len(every)), draws)
    return points.T.reshape(len(deals), len(every), SEATS)


def dealt(seed: int, deals: range) -> Array:
    """(4, deals) uint64: the hands of deals by seat."""
    return np.stack([deal(seed, number + 1) for number in deals], axis=1)


def shifts(deals: range) -> Array:
    """(deals,) int64: seats from the passer to the receiver in each deal."""
    by_direction = np.array([SHIFTS[name] for name in DIRECTIONS], dtype=np.int64)
    return by_direction.take(np.array(deals, dtype=np.int64) % len(DIRECTIONS))


def play_hands(
    choosers: Sequence[Chooser],
    who: Array,
    hands: Array,
    shift: Array,
    draws: Draws,
) -> Array:
    """Plays hands to their end.

    Args:
        choosers: The players.
        who: (4, B) int64: index of the player in each seat.
        hands: (4, B) uint64 by seat, as dealt.
        shift: (B,) int64: seats from the passer to the receiver; 0 if no cards are passed.
        draws: Source of random numbers.

    Returns:
        (4, B) int16: points by seat.
    """
    after = _passed(choosers, who, hands, shift, draws)
    batch = start(after, first_leader(after), Rules())
    lanes = np.arange(batch.size, dtype=np.int64)
    while batch.tricks < CARDS_HELD:
        seats = batch.seat
        owner = who[seats, lanes]
        cards = np.zeros(batch.size, dtype=U64)
        for number, chooser in enumerate(choosers):
            own = np.flatnonzero(owner == number)
            part = batch if len(own) == batch.size else batch.take(own)
            if own.size:
                cards[own] = chooser.playing(part, draws(own, seats.take(own), batch.tricks + 1))
        step(batch, cards)
    return after_moon(batch.taken, batch.rules)


def _passed(choosers: Sequence[Chooser], who: Array, hands: Array, shift: Array, draws: Draws) -> Array:
    """(4, B) uint64: the hands after passing."""
    given = np.zeros(hands.shape, dtype=U64)
    for number, chooser in enumerate(choosers):
        seats, lanes = np.nonzero((who == number) & (shift > 0))
        if lanes.size:
            given[seats, lanes] = chooser.passing(hands[seats, lanes], draws(lanes, seats, 0))
    received = given[(_SEATS - shift) & 3, np.arange(hands.shape[1], dtype=np.int64)]
    after: Array = hands & ~given | received
    return after


def _drawn(seeds: Sequence[int], limits: Array) -> Array:
    """The numbers that the evaluator ``random`` draws with these seeds."""
    where = zip(seeds, limits.tolist(), strict=True)
    return np.array([seeded(Domain.POLICY, seed).integers(0, limit) for seed, limit in where], dtype=np.int64)


def _random_pass(hands: Array, draw: Draw) -> Array:
    chosen = draw(np.full(len(hands), PASSES, dtype=np.int64))
    return np.array([all_passes(hand)[n] for hand, n in zip(hands.tolist(), chosen.tolist(), strict=True)], dtype=U64)


def _random_card(batch: Batch, draw: Draw) -> Array:
    left = legal_cards(batch)
    skipped = draw(np.bitwise_count(left).astype(np.int64))
    for number in range(CARDS_HELD):
        left = np.where(number < skipped, left & (left - _ONE), left)
    lowest = left & (~left + _ONE)
    return np.bitwise_count(lowest - _ONE).astype(U64)


def _own_weights() -> Chooser:
    return greedy(play_tables(default_weights().play), default_pass_tables())


_CHOOSERS: dict[str, Callable[[], Chooser]] = {
    "greedy": _own_weights,
    "random": lambda: Chooser(_random_pass, _random_card),
}
