"""Duels between playouts: the same Monte Carlo player with two kinds of playouts, over mirrored deals in lockstep."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TypedDict

import numpy as np

from py_engine.core.numerics import U64
from py_engine.games.hearts.policies.learnt import unpacked
from py_engine.games.hearts.rules.batch import HAND, SEAT, after_moon, step
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.hearts.deals import seatings
from py_engine.lab.hearts.practice.games import best_cards, opened, show_voids
from py_engine.lab.hearts.practice.player import PLAYOUTS, Playouts, Sampling, compared, played_by_search

__all__ = ["DEALS", "DUEL_SEED", "Duel", "play_duel", "playouts_of", "tasks"]

DUEL_SEED = 2603
DEALS = 25
"""Deals per task."""


class Duel(TypedDict):
    """A task: some deals, each in all seatings with two seats for each player."""

    players: list[str]
    """A name in ``PLAYOUTS`` or a file of weights."""
    first: int
    count: int
    worlds: int
    """Deals in which the cards of a decision are compared."""
    engine: str


def tasks(players: list[str], deals: int, worlds: int) -> list[Duel]:
    """The tasks of a number of deals."""
    return [
        {
            "players": players,
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
    batch, passed = opened(DUEL_SEED, range(task["first"], task["first"] + task["count"]))
    lanes = np.repeat(np.arange(batch.size, dtype=SEAT), len(every))
    batch, passed = batch.take(lanes), passed.take(lanes, axis=1)
    who = np.tile(every, (task["count"], 1)).T
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
