"""Duels: the same Monte Carlo player with two kinds of playouts or passes, over mirrored deals in lockstep."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypedDict

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.learnt import unpacked
from py_engine.games.hearts.policies.passing import PassTables, default_pass_tables, pass_cards, practised_pass_tables
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch, Rules, after_moon, first_leader, start, step
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.hearts.deals import seatings
from py_engine.lab.hearts.lockstep import dealt, shifts
from py_engine.lab.hearts.practice.games import best_cards, show_voids
from py_engine.lab.hearts.practice.passes import exchanged
from py_engine.lab.hearts.practice.player import PLAYOUTS, Playouts, Sampling, compared, played_by_search

__all__ = ["DEALS", "DUEL_SEED", "PASSES", "Duel", "play_duel", "playouts_of", "tasks"]

DUEL_SEED = 2603
DEALS = 25
"""Deals per task."""
PASSES: dict[str, Callable[[], PassTables]] = {"greedy": default_pass_tables, "practised": practised_pass_tables}
"""By name: the costs by which a player passes."""


class Duel(TypedDict):
    """A task: some deals, each in all seatings with two seats for each player."""

    players: list[str]
    """A name in ``PLAYOUTS`` or a file of weights."""
    passes: list[str]
    """How each player passes: a name in ``PASSES``."""
    first: int
    count: int
    worlds: int
    """Deals in which the cards of a decision are compared."""
    engine: str


def tasks(players: list[str], deals: int, worlds: int, passes: list[str]) -> list[Duel]:
    """The tasks of a number of deals."""
    return [
        {
            "players": players,
            "passes": passes,
            "first": first,
            "count": min(DEALS, deals - first),
            "worlds": worlds,
            "engine": engine_of("hearts"),
        }
        for first in range(0, deals, DEALS)
    ]


def playouts_of(name: str) -> Playouts:
    """The playouts of a name, or those by the weights in a file.

    Raises:
        LabError: there are none.
    """
    if name in PLAYOUTS:
        return PLAYOUTS[name]
    try:
        drawing = unpacked(Path(name).read_bytes())
    except (OSError, ValueError) as error:
        raise LabError(f"{name} names no playouts ({', '.join(PLAYOUTS)}) and no file of weights: {error}") from None
    return partial(played_by_search, varied=True, drawing=drawing)


def play_duel(task: Duel) -> list[float]:
    """Points per hand that the first player saves against the second, by deal.

    Raises:
        LabError: if this engine is of another version than the task's, or a player has no playouts.
    """
    require_same(task["engine"], engine_of("hearts"))
    playouts = [playouts_of(name) for name in task["players"]]
    every = np.array(seatings("2v2"), dtype=SEAT)
    who = np.tile(every, (task["count"], 1)).T
    batch, passed = _opened(task, who)
    may = np.full((SEATS, batch.size), DECK, dtype=U64)
    random = np.random.default_rng([DUEL_SEED, task["first"]])
    while batch.tricks < HAND:
        mover = np.take_along_axis(who, batch.seat[None], axis=0)[0]
        cards = np.zeros(batch.size, dtype=U64)
        for number, playing in enumerate(playouts):
            own = np.flatnonzero(mover == number)
            if own.size:
                by = Sampling(task["worlds"], random, playing)
                seen = compared(batch.take(own), may[:, own], passed[:, own], by)
                cards[own] = best_cards(seen)
        show_voids(may, batch, cards)
        step(batch, cards)
    points = after_moon(batch.taken, batch.rules).astype(np.float64)
    saved = np.where(who == 1, points, -points).sum(axis=0).reshape(task["count"], -1)
    found: list[float] = (saved.mean(axis=1) / 2).tolist()
    return found


def _opened(task: Duel, who: Array) -> tuple[Batch, Array]:
    """The first trick of deals after the players' passes, and (4, B) uint64 by seat: what each has passed."""
    numbers = range(task["first"], task["first"] + task["count"])
    lanes = np.repeat(np.arange(task["count"], dtype=np.int64), who.shape[1] // task["count"])
    hands, shift = dealt(DUEL_SEED, numbers), shifts(numbers)
    ways = [np.stack([pass_cards(hand, PASSES[name]()) for hand in hands]) for name in task["passes"]]
    passed = np.where(who == 0, *(way[:, lanes] for way in ways))
    passed[:, shift[lanes] == 0] = 0
    held = exchanged(hands[:, lanes], passed, shift[lanes])
    return start(held, first_leader(held), Rules()), passed
