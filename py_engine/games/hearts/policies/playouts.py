"""Playouts (rollouts): batches of hands played to the end by the greedy policies, in lockstep."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.policies.defence import NOBODY, choose_to_stop, suspects
from py_engine.games.hearts.policies.moon import choose_to_shoot
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import PlayTables
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch, legal_cards, step

__all__ = ["finished", "play_out"]


def play_out(
    batch: Batch,
    tables: PlayTables,
    shooter: int | None = None,
    shooting: Array | None = None,
    *,
    defend: Array | bool = True,
) -> Generator[None, None, Array]:
    """Plays every lane to the end of its hand; yields after every trick.

    Args:
        batch: The positions; consumed.
        tables: The tables of the greedy policy.
        shooter: The seat that tries to shoot the moon in some lanes.
        shooting: (B,) bool: these lanes.
        defend: Whether (or (B,) bool: in which lanes) players defend against a player who alone has taken many points.

    Returns:
        (4, B) int16: codes of what each seat has taken.
    """
    watched, suspect = _watched(batch, defend)
    while batch.tricks < HAND:
        legal = legal_cards(batch)
        card = choose(batch, tables, legal)
        if watched.size:
            others = batch.seat.take(watched) != suspect
            lanes = watched[others]
            card[lanes] = choose_to_stop(batch, lanes, legal.take(lanes), card.take(lanes), suspect[others])
        if shooter is not None and shooting is not None:
            lanes = np.flatnonzero(shooting & (batch.seat == SEAT(shooter)))
            if lanes.size:
                card[lanes] = choose_to_shoot(batch, lanes, legal.take(lanes))
        step(batch, card)
        if batch.on_table == 0:
            watched, suspect = _watched(batch, defend)
            yield
    return batch.taken


def _watched(batch: Batch, defend: Array | bool) -> tuple[Array, Array]:
    """(L,) SEAT each: the lanes in which somebody must be stopped from shooting the moon, and that seat."""
    suspect = suspects(batch.taken)
    lanes = np.flatnonzero((suspect != NOBODY) & defend)
    return lanes, suspect.take(lanes)


def finished(playing: Generator[None, None, Array]) -> Array:
    """Runs a playout to its end and returns its result."""
    while True:
        try:
            next(playing)
        except StopIteration as stop:
            taken: Array = stop.value
            return taken
