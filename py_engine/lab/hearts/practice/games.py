"""Practice games: hands in lockstep in which every decision is recorded with the values of its cards.

All seats are the Monte Carlo player (``player``). One card in seven is the greedy one instead, so that positions
occur which playouts reach and good players avoid. A hand is stored as its cards; the deal follows from the seed, and passes
are greedy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch, Rules, first_leader, start, step
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.hearts.lockstep import dealt, shifts
from py_engine.lab.hearts.practice.player import PLAYOUTS, Compared, Sampling, compared
from py_engine.lab.hearts.recorded import Deals

__all__ = [
    "GRAIN",
    "TEST_SEED",
    "TRAIN_SEED",
    "Hand",
    "best_cards",
    "opened",
    "play_hands",
    "replayed",
    "show_voids",
]

TRAIN_SEED, TEST_SEED = 2601, 2602
"""Seeds of the deals to fit to, and of those to measure by."""
STRAY = 1 / 7
"""Probability that a card is that of the greedy policy."""
GRAIN = 100
"""Steps of a stored value per point."""
_ONE, _ZERO = U64(1), U64(0)
_SEATS = np.arange(SEATS, dtype=SEAT)[:, None]


class Hand(TypedDict):
    """A hand that was played."""

    number: int
    """Number of the deal."""
    cards: list[int]
    """The 52 cards by number, in the order played."""
    values: list[list[int]]
    """By card played: the numbers of the cards compared, each followed by its value in hundredths of a point; empty if the
    card was forced."""


def play_hands(task: Deals) -> list[Hand]:
    """Plays the hands of a task.

    Raises:
        LabError: if this engine is of another version than the task's.
    """
    require_same(task["engine"], engine_of("hearts"))
    numbers = range(task["first"], task["first"] + task["count"])
    batch, passed = opened(task["seed"], numbers)
    found: list[Hand] = [{"number": number, "cards": [], "values": []} for number in numbers]
    random = np.random.default_rng([task["seed"], task["first"]])
    may = np.full((SEATS, batch.size), DECK, dtype=U64)
    by = Sampling(task["worlds"], random, PLAYOUTS["learnt"])
    while batch.tricks < HAND:
        seen = compared(batch, may, passed, by)
        cards = best_cards(seen)
        stray = np.flatnonzero(random.random(batch.size) < STRAY)
        cards[stray] = choose(batch, default_play_tables()).take(stray)
        _record(found, cards, seen.lane, seen.card, np.rint(GRAIN * seen.value).astype(np.int64))
        show_voids(may, batch, cards)
        step(batch, cards)
    return found


def opened(seed: int, numbers: range) -> tuple[Batch, Array]:
    """The first trick of deals after greedy passes, and (4, B) uint64 by seat: what each has passed."""
    hands, shift = dealt(seed, numbers), shifts(numbers)
    passed = np.stack([pass_cards(hand, default_pass_tables()) for hand in hands])
    passed[:, shift == 0] = 0
    received = np.take_along_axis(passed, (_SEATS - shift) & 3, axis=0)
    held = hands & ~passed | received
    return start(held, first_leader(held), Rules()), passed


def best_cards(seen: Compared) -> Array:
    """(B,) uint64: the card of the highest value in every lane; the lowest of those that tie."""
    order = np.lexsort((seen.card, -seen.value, seen.lane))
    first = np.flatnonzero(np.diff(seen.lane, prepend=-1))
    best: Array = seen.card[order[first]]
    return best


def show_voids(may: Array, batch: Batch, cards: Array) -> None:
    """Notes in ``may`` which suits the players are void in who do not follow suit with these cards."""
    if batch.on_table:
        out = np.flatnonzero((np.left_shift(_ONE, cards) & batch.led) == _ZERO)
        may[batch.seat[out], out] &= ~batch.led[out]


def _record(found: Sequence[Hand], cards: Array, lane: Array, card: Array, value: Array) -> None:
    bounds = np.searchsorted(lane, np.arange(len(found) + 1)).tolist()
    pairs = np.stack([card.astype(np.int64), value], axis=1)
    for hand, played, begin, end in zip(found, cards.tolist(), bounds, bounds[1:], strict=False):
        hand["cards"].append(played)
        hand["values"].append(pairs[begin:end].ravel().tolist() if end - begin > 1 else [])


def replayed(seed: int, hands: Sequence[Hand]) -> Iterator[Batch]:
    """All hands in lockstep before each of their cards; they must be those of consecutive deals."""
    batch, _ = opened(seed, range(hands[0]["number"], hands[-1]["number"] + 1))
    for turn in range(HAND * SEATS):
        yield batch
        step(batch, np.array([hand["cards"][turn] for hand in hands], dtype=U64))
