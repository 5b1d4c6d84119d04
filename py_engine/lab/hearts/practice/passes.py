"""Practice passes: hands in which every seat passes three of its better cards at random and then plays as it practises.

A hand is stored as the cards that each seat kept and the points that it took.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.passing import PASSED, PassTables, all_passes, costs, practised_pass_tables
from py_engine.games.hearts.rules.batch import HAND, Rules, after_moon, first_leader, start, step
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.hearts.lockstep import dealt
from py_engine.lab.hearts.practice.games import best_cards, show_voids
from py_engine.lab.hearts.practice.player import PLAYOUTS, Sampling, compared
from py_engine.lab.hearts.recorded import Deals

__all__ = ["TEST_SEED", "TRAIN_SEED", "PassedHand", "columns", "exchanged", "play_passes"]

TRAIN_SEED, TEST_SEED = 2611, 2612
"""Seeds of the deals to fit to, and of those to measure by."""
SPREAD = 0.7
"""Points: scale of the Gumbel noise that is added to the costs of a player's passes before the cheapest is chosen."""
_SEATS = np.arange(SEATS, dtype=np.int64)[:, None]


class PassedHand(TypedDict):
    """A hand that was played."""

    number: int
    """Number of the deal."""
    kept: list[int]
    """By seat: the mask of the ten cards kept."""
    points: list[int]
    """By seat."""


def play_passes(task: Deals) -> list[PassedHand]:
    """Plays the hands of a task; cards are passed to the left, to the right and across in turn.

    Raises:
        LabError: if this engine is of another version than the task's.
    """
    require_same(task["engine"], engine_of("hearts"))
    numbers = range(task["first"], task["first"] + task["count"])
    hands, random = dealt(task["seed"], numbers), np.random.default_rng([task["seed"], task["first"]])
    tables = practised_pass_tables()
    passed = np.array([[_drawn(int(hand), tables, random) for hand in row] for row in hands], dtype=U64)
    held = exchanged(hands, passed, 1 + np.array(numbers, dtype=np.int64) % PASSED)
    batch = start(held, first_leader(held), Rules())
    may = np.full((SEATS, batch.size), DECK, dtype=U64)
    by = Sampling(task["worlds"], random, PLAYOUTS["learnt"])
    while batch.tricks < HAND:
        cards = best_cards(compared(batch, may, passed, by))
        show_voids(may, batch, cards)
        step(batch, cards)
    points = after_moon(batch.taken, batch.rules)
    kept = hands & ~passed
    return [
        {"number": number, "kept": kept[:, lane].tolist(), "points": points[:, lane].tolist()}
        for lane, number in enumerate(numbers)
    ]


def exchanged(hands: Array, passed: Array, shift: Array) -> Array:
    """(4, B) uint64: hands after passing.

    Args:
        hands: (4, B) uint64 by seat.
        passed: (4, B) uint64 by seat: masks of the cards passed.
        shift: (B,) int64: seats from the passer to the receiver.
    """
    held: Array = hands & ~passed | np.take_along_axis(passed, (_SEATS - shift) & 3, axis=0)
    return held


def _drawn(hand: int, tables: PassTables, random: np.random.Generator) -> int:
    """The mask of the cards passed: with Gumbel noise, the chance of a pass is proportional to exp(-cost / SPREAD)."""
    every = all_passes(hand)
    noise = SPREAD * random.gumbel(size=len(every))
    return int(every[np.argmin(costs(U64(hand) & ~every, tables).sum(axis=1) - noise)])


def columns(hands: Sequence[PassedHand]) -> tuple[Array, Array]:
    """(4H,) uint64 and (4H,) float64: the cards kept and the points of all seats of all hands."""
    kept = np.array([hand["kept"] for hand in hands], dtype=U64).ravel()
    return kept, np.array([hand["points"] for hand in hands], dtype=np.float64).ravel()
